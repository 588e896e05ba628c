// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Warnings about settings that are legal but seldom intended: the scenario is loaded, and a line says what will happen.

#include <algorithm>
#include <bit>
#include <string>
#include <variant>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/routes.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using text::to_text;

// The cable of a host is its only one.
BitRate line_rate_of(const network::Topology& topology, std::size_t host) {
  const auto cable = std::find_if(topology.cables.begin(), topology.cables.end(),
                                  [host](const network::Cable& c) { return c.a.device == host || c.b.device == host; });
  return cable->link.rate;
}

void warn_of_flow(const Scenario& scenario, const Flow& flow, std::vector<std::string>& warnings) {
  if (const Bytes rest = flow.size % flow.frame_length; flow.kind != SourceKind::kPcap && rest > Bytes(0)) {
    warnings.push_back("flow " + flow.name + ": size " + to_text(flow.size) + " is no whole number of frames of " +
                       to_text(flow.frame_length) + ": " + to_text(flow.size - rest + flow.frame_length) + " are sent");
  }
  const BitRate line = line_rate_of(scenario.topology, flow.source);
  const bool is_mean = flow.kind == SourceKind::kConstantRate || flow.kind == SourceKind::kPoisson ||
                       flow.kind == SourceKind::kBernoulli;
  if (is_mean && flow.rate > line) {
    warnings.push_back("flow " + flow.name + ": rate " + to_text(flow.rate) + " is above the " + to_text(line) +
                       " of its host's cable: packets that are due but not sent pile up");
  }
}

void warn_of_control(const Scenario& scenario, const Flow& flow, std::vector<std::string>& warnings) {
  const auto tells = [](const asic::SwitchConfig& device) {
    return congestion::any_detector(device.congestion, &congestion::DetectorTraits::sends_index);
  };
  if (flow.control != nullptr && flow.control->wants_index && !any_switch(scenario, tells)) {
    warnings.push_back(
        "flow " + flow.name + ": control = " + text::in_quotes(flow.control->word) +
        " obeys switches with congestion.detector = \"bcn\", and there is none: the flow is never slowed down");
  }
}

// Warns if rate tags may take another path than their flow's packets: tags are routed by MAC address, packets by more.
void warn_of_tags(const Scenario& scenario, std::vector<std::string>& warnings) {
  if (!sends_tags(scenario)) {
    return;
  }
  for (const Flow& flow : scenario.flows) {
    if (flow.control != nullptr && flow.control->tags && !flow.route.empty()) {
      warnings.push_back("flow " + flow.name +
                         ": its packets have a route of their own, but its rate tags take a shortest path and miss the "
                         "ports of the route");
    }
  }
  if (scenario.tables == TableFill::kListed) {
    return;  // whoever lists tables lists MAC addresses, too
  }
  const network::Routes routes = shortest_paths_of(scenario);
  for (std::size_t i = 0; i < routes.switches.size(); ++i) {
    for (std::size_t number = 0; number < routes.hosts.size(); ++number) {
      if (scenario.topology.devices[i].kind == network::DeviceKind::kSwitch &&
          routes.switches[i].towards(number).size() > 1) {
        warnings.push_back("there are several shortest paths, for example from " + scenario.topology.devices[i].name +
                           " to " + scenario.topology.devices[routes.hosts[number]].name +
                           ": rate tags are spread by MAC addresses, packets by more fields, so that a tag may miss "
                           "the ports of its flow; switch.forwarding.paths = \"lowest\" leaves one path");
        return;
      }
    }
  }
}

// A host never sends feedback about a lossy class.
void warn_of_stop(const Scenario& scenario, const ScenarioEvent& event, std::vector<std::string>& warnings) {
  const auto* stop = std::get_if<StopHost>(&event.what);
  if (stop != nullptr && (scenario.device.flow_control.lossless & mask_of(stop->traffic_class)) == 0) {
    warnings.push_back("event " + event.name + ": class " + std::to_string(stop->traffic_class.index()) +
                       " is not lossless (flow_control.lossless): nobody is told to pause, and packets of the class "
                       "keep arriving at " +
                       scenario.topology.devices[stop->host].name);
  }
}

// If classes are hop counts, a priority between classes starves hosts at other distances.
void warn_of_starving(const Scenario& scenario, std::vector<std::string>& warnings) {
  using egress::Discipline;
  const bool starves = any_switch(scenario, [](const asic::SwitchConfig& device) {
    return flow_control::traits_of(device.flow_control.scheme).follows_ttl &&
           (device.egress.discipline == Discipline::kStrictPriority ||
            device.egress.discipline == Discipline::kStrictOverDwrr);
  });
  if (starves) {
    warnings.emplace_back(
        "switch.egress.discipline: under a scheme that follows the TTL a class is a number of hops, and classes that "
        "go first may starve hosts at other distances for ever; round_robin gives each class its turn");
  }
}

// Where classes without a channel are dropped, nothing of a flow in such a class arrives.
void warn_of_unmapped(const Scenario& scenario, std::vector<std::string>& warnings) {
  const flow_control::FlowControlConfig& flow_control = scenario.device.flow_control;
  if (!flow_control::traits_of(flow_control.scheme).by_channel ||
      flow_control.ue_cbfc.unmapped != flow_control::Unmapped::kDrop) {
    return;
  }
  for_each_sort_of_flow(scenario, [&](const Flow& flow) {
    if (flow.capture == nullptr && (flow_control.lossless & mask_of(flow.traffic_class)) == 0) {
      warnings.push_back("flow " + flow.name + ": class " + std::to_string(flow.traffic_class.index()) +
                         " is not lossless (flow_control.lossless) and so has no channel: by "
                         "flow_control.ue_cbfc.unmapped = \"drop\" switches drop all its packets");
    }
  });
}

const flow_control::UeCreditsConfig& credits_of_device(const Scenario& scenario, std::size_t device) {
  return scenario.device_of(device).flow_control.ue_cbfc;
}

// What clearing the counts of a sender does in the published order.
std::string clearing(std::uint32_t most) {
  return "clears the counts while up to " + std::to_string(most) +
         " credits of a channel are in use, whose frames then come beside as many new ones, and the VIQ overflows; "
         "\"drained\" ";
}

// Software that writes registers in the published order, which nothing refuses. A register that does not exist is
// refused later.
void warn_of_cleared(const Scenario& scenario, const ScenarioEvent& event, std::vector<std::string>& warnings) {
  const auto* write = std::get_if<WriteRegister>(&event.what);
  if (write == nullptr || write->block != "flow_control" || write->name != "sender_enable" || write->value != 0 ||
      write->indices.size() != 2 ||
      credits_of_device(scenario, write->device).credits.vc_init_order != ue_cbfc::VcInitOrder::kSai) {
    return;
  }
  const network::End port{write->device, PortId(write->indices[0])};
  const auto& cables = scenario.topology.cables;
  const auto cable = std::ranges::find_if(cables, [&](const network::Cable& one) { return one.has(port); });
  if (cable == cables.end()) {
    return;
  }
  const std::size_t receiver = cable->opposite(port).device;
  const flow_control::UeCreditsConfig& ue = credits_of_device(scenario, receiver);
  for_each_class(scenario.device_of(receiver).flow_control.lossless, [&](ClassId c) {
    if (ue.channels[c.index()] == write->indices[1]) {
      warnings.push_back("event " + event.name + ": flow_control.ue_cbfc.vc_init_order = \"sai\": sender_enable = 0 " +
                         clearing(ue.most(c.index())) + "refuses the write");
    }
  });
}

// The published order of setting up a channel does not wait for credits that are in use.
void warn_of_set_up(const Scenario& scenario, const ScenarioEvent& event, std::vector<std::string>& warnings) {
  const auto* set = std::get_if<SetChannels>(&event.what);
  if (set == nullptr || set->removes) {
    return;
  }
  std::uint32_t most = 0;
  for (const SetChannels::Way& way : set->ways) {
    const flow_control::UeCreditsConfig& ue = credits_of_device(scenario, way.receiver.device);
    if (ue.credits.vc_init_order == ue_cbfc::VcInitOrder::kSai) {
      for_each_class(set->classes, [&](ClassId c) { most = std::max(most, ue.most(c.index())); });
    }
  }
  if (most > 0) {
    warnings.push_back("event " + event.name + ": flow_control.ue_cbfc.vc_init_order = \"sai\" " + clearing(most) +
                       "waits for them");
  }
}

// One warning, of the receiver that offers most.
void warn_of_wide_limit(const Scenario& scenario, std::vector<std::string>& warnings) {
  if (!flow_control::traits_of(scenario.device.flow_control.scheme).by_channel) {
    return;
  }
  std::uint32_t most = 0;
  std::string warning;
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    const flow_control::UeCreditsConfig& ue = credits_of_device(scenario, i);
    for_each_class(scenario.device_of(i).flow_control.lossless, [&](ClassId c) {
      if (ue.most(c.index()) <= std::max(most, ue.credits.highest_limit())) {
        return;
      }
      most = ue.most(c.index());
      warning = "flow_control.ue_cbfc.cf_delta = \"signed\": " + scenario.topology.devices[i].name + " offers " +
                std::to_string(most) + " credits, and CF_Updates of " + std::to_string(ue.credits.cf_update_bits) +
                " bits tell apart " + std::to_string(ue.credits.highest_limit()) +
                ": where more are freed between two CF_Updates that arrive, S_CF is wrong and the channel may stop "
                "for ever";
    });
  }
  if (most > 0) {
    warnings.push_back(warning);
  }
}

// One warning, whatever the number of such cables.
void warn_of_lone_llr(const Scenario& scenario, std::vector<std::string>& warnings) {
  const auto& cables = scenario.topology.cables;
  const auto lone = [&](const network::Cable& cable) {
    return wants_llr(scenario, cable.a.device) != wants_llr(scenario, cable.b.device);
  };
  const auto first = std::find_if(cables.begin(), cables.end(), lone);
  if (first == cables.end()) {
    return;
  }
  const bool at_a = wants_llr(scenario, first->a.device);
  const auto name = [&](const network::End& end) { return scenario.topology.devices[end.device].name; };
  const auto all = std::count_if(first, cables.end(), lone);
  warnings.push_back("link.llr: " + name(at_a ? first->a : first->b) + " wants link-level retry and " +
                     name(at_a ? first->b : first->a) +
                     " at the other end of its cable does not: the link runs without" +
                     (all > 1 ? ", as " + std::to_string(all - 1) + " more" : ""));
}

// A CF_Update that an error hits is no news any more. With three channels the other two may have news for ever.
void warn_of_untold(const Scenario& scenario, std::vector<std::string>& warnings) {
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  const int channels = std::popcount(config.lossless);
  if (flow_control::traits_of(config.scheme).by_channel && !scenario.link_damage.empty() && channels > 2 &&
      config.ue_cbfc.credits.cf_order == ue_cbfc::CfOrder::kNewsFirst) {
    warnings.push_back(
        "flow_control.ue_cbfc.cf_order = \"news_first\" with errors on links: credits of a CF_Update that an error "
        "hits "
        "are told again once fewer than two of the " +
        std::to_string(channels) + " channels have news, and until then their channel may wait");
  }
}

// Whether software takes the age timeout of a port away, by a register.
bool writes_no_age(const Scenario& scenario, std::size_t device) {
  return std::any_of(scenario.events.begin(), scenario.events.end(), [device](const ScenarioEvent& event) {
    const auto* write = std::get_if<WriteRegister>(&event.what);
    return write != nullptr && write->device == device && write->block == "llr" && write->name == "data_age_timeout" &&
           write->value == 0;
  });
}

// One warning, whatever the number of devices.
void warn_of_age_at_once(const Scenario& scenario, std::vector<std::string>& warnings) {
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    const llr::LlrConfig& retry = scenario.device_of(i).llr.link;
    if (wants_llr(scenario, i) && retry.ends(Time(0)) &&
        (retry.data_age_timeout == Time(0) || writes_no_age(scenario, i))) {
      warnings.push_back(
          "link.llr.zero_timeout = \"at_once\" and data_age_timeout = \"0ps\": " + scenario.topology.devices[i].name +
          " gives up each frame with a number as soon as it is sent");
      return;
    }
  }
}

}  // namespace

std::vector<std::string> usage_warnings(const Scenario& scenario) {
  std::vector<std::string> warnings;
  const auto routed = [](const Flow& flow) { return !flow.route.empty() || flow.capture != nullptr; };
  if (scenario.tables == TableFill::kListed && scenario.table_routes.empty() &&
      !(scenario.workloads.empty() && std::all_of(scenario.flows.begin(), scenario.flows.end(), routed))) {
    warnings.emplace_back(
        "switch.forwarding.tables = \"listed\" and no [[switch.route]]: switches find no way for any "
        "flow without a route of its own, and drop its packets");
  }
  for (const Flow& flow : scenario.flows) {
    warn_of_flow(scenario, flow, warnings);
    warn_of_control(scenario, flow, warnings);
  }
  warn_of_tags(scenario, warnings);
  for (const ScenarioEvent& event : scenario.events) {
    warn_of_stop(scenario, event, warnings);
    warn_of_set_up(scenario, event, warnings);
    warn_of_cleared(scenario, event, warnings);
  }
  warn_of_starving(scenario, warnings);
  warn_of_lone_llr(scenario, warnings);
  warn_of_age_at_once(scenario, warnings);
  warn_of_untold(scenario, warnings);
  warn_of_unmapped(scenario, warnings);
  warn_of_wide_limit(scenario, warnings);
  return warnings;
}

}  // namespace weir::scenario
