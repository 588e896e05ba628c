// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/slowed_feedback.h"

#include <algorithm>
#include <variant>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/event.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Scenario;

namespace {

const network::Cable& cable_at(const Scenario& scenario, const network::End& end) {
  const auto ends_there = [&](const network::Cable& cable) {
    return (cable.a.device == end.device && cable.a.port == end.port) ||
           (cable.b.device == end.device && cable.b.port == end.port);
  };
  return *std::find_if(scenario.topology.cables.begin(), scenario.topology.cables.end(), ends_there);
}

// The messages that go each period; null where none do.
const flow_control::CbfcConfig* messages_of(const flow_control::FlowControlConfig& config) {
  using flow_control::Scheme;
  switch (config.scheme) {
    case Scheme::kCbfc:
      return &config.cbfc;
    case Scheme::kGfcTimeBased:
      return &config.gfc_time_based.credits;
    case Scheme::kGfcGradient:
      return &config.gfc_gradient.reports;
    default:
      return nullptr;
  }
}

}  // namespace

bool waits_for_feedback(flow_control::Scheme scheme) {
  using flow_control::Scheme;
  return scheme == Scheme::kGfcBufferBased || scheme == Scheme::kGfcTimeBased || flow_control::traits_of(scheme).pauses;
}

std::string slowed_feedback_warning(const Alike& alike) {
  const Scenario& scenario = *alike.scenario;
  if (!waits_for_feedback(alike.device->flow_control.scheme)) {
    return "";
  }
  for (const scenario::ScenarioEvent& event : scenario.events) {
    const auto* set = std::get_if<scenario::SetLinkRate>(&event.what);
    if (set == nullptr) {
      continue;
    }
    for (const network::End& end : set->ends) {
      const bool of_these = std::find(alike.switches.begin(), alike.switches.end(), end.device) != alike.switches.end();
      const network::Cable& cable = cable_at(scenario, end);
      if (of_these && set->rate < cable.link.rate) {
        return "event " + event.name + " slows down the feedback of " + scenario.topology.devices[end.device].name +
               " on link " + name_of(scenario, cable) + " to " + text::to_text(set->rate) +
               ": bounds are for the rate that it is built for, and packets may be lost";
      }
    }
  }
  return "";
}

std::string filled_link_warning(const Scenario& scenario) {
  for (const scenario::ScenarioEvent& event : scenario.events) {
    const auto* set = std::get_if<scenario::SetLinkRate>(&event.what);
    if (set == nullptr) {
      continue;
    }
    for (const network::End& end : set->ends) {
      const network::Cable& cable = cable_at(scenario, end);
      const flow_control::FlowControlConfig& config = scenario.device_of(end.device).flow_control;
      const flow_control::CbfcConfig* messages = messages_of(config);
      if (messages == nullptr) {
        continue;
      }
      const Time period = credit_period(*messages, cable.link.rate);
      const Time taken = serialization_time(on_wire(frame::kControlFrameLength, cable.link), set->rate) *
                         __builtin_popcount(config.lossless);
      if (taken >= period) {
        return "event " + event.name + " slows down link " + name_of(scenario, cable) + " to " +
               text::to_text(set->rate) + ": one message a lossless class takes " + text::to_text(taken) +
               " there and goes each " + text::to_text(period) + ", which leaves no time for packets of " +
               scenario.topology.devices[end.device].name;
      }
    }
  }
  return "";
}

}  // namespace weir::bounds
