// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/gfc_bounds.h"

#include "hw_model/frame/mac_control.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Scenario;
using text::to_text;

namespace {

using flow_control::Scheme;

// What each form calls its thresholds, and its fluid bound.
struct Form {
  std::string key;    // of its settings
  std::string first;  // the threshold that the fluid bound is about
  Bytes threshold;
  Bytes bm;
  std::string fluid;
  std::string fluid_source;
};

Form form_of(const Scenario& scenario) {
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  switch (config.scheme) {
    case Scheme::kGfcConceptual:
      return {"flow_control.gfc_conceptual.", "b0",
              config.gfc_conceptual.b0,       config.gfc_conceptual.bm,
              "B0 <= Bm - 4 C tau",           "GFC, Theorem 4.1"};
    case Scheme::kGfcBufferBased:
      return {"flow_control.gfc_buffer_based.",
              "b1",
              config.gfc_buffer_based.b1,
              config.gfc_buffer_based.bm,
              "B1 <= Bm - 2 C tau",
              "GFC, eq. 5"};
    default:
      return {"flow_control.gfc_time_based.",
              "b0",
              config.gfc_time_based.b0,
              config.gfc_time_based.bm,
              "B0 <= Bm - (sqrt(tau/T) + 1)^2 C T",
              "GFC, Theorem 5.1"};
  }
}

Bytes fluid_margin(const Scenario& scenario, const link::LinkConfig& link) {
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  const Time tau = latency_of(scenario, link);
  switch (config.scheme) {
    case Scheme::kGfcConceptual:
      return conceptual_margin(link.rate, tau);
    case Scheme::kGfcBufferBased:
      return buffer_based_margin(link.rate, tau);
    default:
      return time_based_margin(link.rate, tau, flow_control::credit_period(config.gfc_time_based.credits, link.rate));
  }
}

// "flow_control.gfc_buffer_based.b1 = 800KB breaks ...": empty where the bound holds.
std::string fluid_warning(const Scenario& scenario, const Form& form) {
  const Worst worst = worst_of(scenario, [&](const auto& link) { return fluid_margin(scenario, link); });
  if (worst.cable == nullptr || form.threshold <= form.bm - worst.margin) {
    return "";
  }
  return form.key + form.first + " = " + to_text(form.threshold) + " breaks the safety bound " + form.fluid + " = " +
         to_text(form.bm - worst.margin) + " (Bm = " + to_text(form.bm) +
         ", tau = " + to_text(latency_of(scenario, worst.cable->link)) + " on link " + name_of(scenario, *worst.cable) +
         "; " + form.fluid_source + "): packets may be lost, or queues hold and wait";
}

// Theorem 5.1 takes the rate of the message before last to be obeyed for tau in each period, which is so for tau <= T.
// A rate that is t_r > T late and linear in what remains passes 0 unless Bm - B0 >= e C t_r, however short T is.
std::string late_warning(const Scenario& scenario, const Form& form) {
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  if (config.scheme != Scheme::kGfcTimeBased) {
    return "";
  }
  const Time late = config.processing_delay;
  const Worst worst = worst_of(scenario, [&](const auto& link) {
    const bool covered = late <= flow_control::credit_period(config.gfc_time_based.credits, link.rate);
    return covered ? Bytes(0) : late_margin(link.rate, late);
  });
  if (worst.cable == nullptr || worst.margin == Bytes(0) || form.threshold <= form.bm - worst.margin) {
    return "";
  }
  return form.key + form.first + " = " + to_text(form.threshold) +
         " breaks the safety bound B0 <= Bm - e C t_r = " + to_text(form.bm - worst.margin) +
         " (Bm = " + to_text(form.bm) + ", t_r = " + to_text(late) + " on link " + name_of(scenario, *worst.cable) +
         "; derived: GFC, Theorem 5.1 is about tau <= T, and the period is shorter): packets may be lost";
}

// How long a room that is not enough for the whole run keeps everything.
std::string how_long(Time suffices) {
  if (suffices < Time(0)) {
    return "packets may be lost at once";
  }
  return "packets may be lost once a VIQ has been at its top for " + to_text(suffices / 1'000'000 * 1'000'000);
}

std::string packet_warning(const Scenario& scenario, const Form& form) {
  const Bytes room = scenario.device.mmu.viq_limit + scenario.device.mmu.headroom;
  const Worst worst = worst_of(scenario, [&](const auto& link) {
    const auto bound = gfc_bound(scenario, link);
    return bound ? bound->after(scenario.duration) : Bytes(0);
  });
  if (worst.cable == nullptr || worst.margin <= room) {
    return "";
  }
  return "what a VIQ may take (switch.mmu.viq_limit + headroom) = " + to_text(room) +
         " keeps Bm, but not the safety bound for whole packets, Bm + " + to_text(worst.margin - form.bm) + " = " +
         to_text(worst.margin) + " (Bm = " + to_text(form.bm) + ", over " + to_text(scenario.duration) + " on link " +
         name_of(scenario, *worst.cable) + "; derived from " + form.fluid_source +
         "): " + how_long(gfc_bound(scenario, worst.cable->link)->suffices(room));
}

}  // namespace

bool is_gfc(Scheme scheme) {
  return scheme == Scheme::kGfcConceptual || scheme == Scheme::kGfcBufferBased || scheme == Scheme::kGfcTimeBased;
}

GfcLoop gfc_loop(const Scenario& scenario, const link::LinkConfig& link) {
  const asic::SwitchConfig& device = scenario.device;
  const auto wire_time = [&](Bytes length) { return serialization_time(on_wire(length, link), link.rate); };
  GfcLoop loop{.rate = link.rate,
               .frames = {},
               .delay = link.delay,
               .processing = device.flow_control.processing_delay,
               .pipeline = parser::longest_latency(device.parser),
               .wait = wire_time(device.max_frame),
               .feedback = wire_time(frame::kControlFrameLength),
               .limiter = device.limiter};
  std::vector<Bytes> lengths = lossless_lengths(scenario);
  if (lengths.empty()) {
    lengths.push_back(device.max_frame);
  }
  for (const Bytes length : lengths) {
    const Bytes counted = device.mmu.count_cells ? device.mmu.whole_cells(length) : length;
    loop.frames.push_back({length, counted, wire_time(length)});
  }
  return loop;
}

std::optional<GfcBound> gfc_bound(const Scenario& scenario, const link::LinkConfig& link) {
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  const GfcLoop loop = gfc_loop(scenario, link);
  switch (config.scheme) {
    case Scheme::kGfcConceptual:
      return conceptual_bound(loop, config.gfc_conceptual.b0, config.gfc_conceptual.bm);
    case Scheme::kGfcBufferBased: {
      const flow_control::GfcBufferBasedConfig& own = config.gfc_buffer_based;
      return buffer_based_bound(loop, reference::gfc_stage_thresholds(own.bm, own.b1, own.stages));
    }
    case Scheme::kGfcTimeBased: {
      const flow_control::GfcTimeBasedConfig& own = config.gfc_time_based;
      if (scenario.device.mmu.count_cells) {
        return std::nullopt;  // credits are blocks, not cells
      }
      return time_based_bound(loop, own.b0, own.bm, flow_control::credit_period(own.credits, link.rate),
                              __builtin_popcount(config.lossless));
    }
    default:
      return std::nullopt;
  }
}

std::optional<Bytes> gfc_room(const Scenario& scenario) {
  Bytes room(0);
  for (const network::Cable& cable : scenario.topology.cables) {
    const auto bound = gfc_bound(scenario, cable.link);
    if (!bound) {
      return std::nullopt;
    }
    room = std::max(room, bound->after(scenario.duration));
  }
  return room;
}

std::vector<std::string> gfc_warnings(const Scenario& scenario) {
  if (!is_gfc(scenario.device.flow_control.scheme)) {
    return {};
  }
  const Form form = form_of(scenario);
  const std::string no_room = room_warning(scenario, form.key + "bm", form.bm);
  return {fluid_warning(scenario, form), late_warning(scenario, form), no_room,
          no_room.empty() ? packet_warning(scenario, form) : ""};
}

}  // namespace weir::bounds
