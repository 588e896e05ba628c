// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/gfc_bounds.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/reference/stage_comparator.h"
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

std::vector<Bytes> thresholds_of(const flow_control::GfcBufferBasedConfig& gfc) {
  return reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages);
}

Form form_of(const flow_control::FlowControlConfig& config) {
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

Bytes fluid_margin(const flow_control::FlowControlConfig& config, const link::LinkConfig& link, Time tau) {
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
std::string fluid_warning(const Alike& alike, const Form& form) {
  const Worst worst = worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    return fluid_margin(alike.device->flow_control, link, latency_of(link, sender));
  });
  if (worst.at.cable == nullptr || form.threshold <= form.bm - worst.margin) {
    return "";
  }
  const Time tau = latency_of(worst.at.cable->link, *worst.at.sender);
  return named(alike) + form.key + form.first + " = " + to_text(form.threshold) + " breaks the safety bound " +
         form.fluid + " = " + to_text(form.bm - worst.margin) + " (Bm = " + to_text(form.bm) +
         ", tau = " + to_text(tau) + " on link " + name_of(*alike.scenario, *worst.at.cable) + "; " +
         form.fluid_source + "): packets may be lost, or queues hold and wait";
}

// Theorem 5.1 takes the rate of the message before last to be obeyed for tau in each period, which is so for tau <= T.
// A rate that is t_r > T late and linear in what remains passes 0 unless Bm - B0 >= e C t_r, however short T is.
std::string late_warning(const Alike& alike, const Form& form) {
  const flow_control::FlowControlConfig& config = alike.device->flow_control;
  if (config.scheme != Scheme::kGfcTimeBased) {
    return "";
  }
  const Worst worst = worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    const Time late = sender.flow_control.processing_delay;
    const bool covered = late <= flow_control::credit_period(config.gfc_time_based.credits, link.rate);
    return covered ? Bytes(0) : late_margin(link.rate, late);
  });
  if (worst.at.cable == nullptr || worst.margin == Bytes(0) || form.threshold <= form.bm - worst.margin) {
    return "";
  }
  return named(alike) + form.key + form.first + " = " + to_text(form.threshold) +
         " breaks the safety bound B0 <= Bm - e C t_r = " + to_text(form.bm - worst.margin) +
         " (Bm = " + to_text(form.bm) + ", t_r = " + to_text(worst.at.sender->flow_control.processing_delay) +
         " on link " + name_of(*alike.scenario, *worst.at.cable) +
         "; derived: GFC, Theorem 5.1 is about tau <= T, and the period is shorter): packets may be lost";
}

// How long a room that is not enough for the whole run keeps everything.
std::string how_long(Time suffices) {
  if (suffices < Time(0)) {
    return "packets may be lost at once";
  }
  return "packets may be lost once a VIQ has been at its top for " + to_text(suffices / 1'000'000 * 1'000'000);
}

std::string packet_warning(const Alike& alike, const Form& form) {
  const Scenario& scenario = *alike.scenario;
  const Bytes room = alike.device->mmu.viq_limit + alike.device->mmu.headroom;
  const Worst worst = worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    const auto bound = gfc_bound(scenario, link, sender, *alike.device);
    return bound ? bound->after(scenario.duration) : Bytes(0);
  });
  if (worst.at.cable == nullptr || worst.margin <= room) {
    return "";
  }
  return named(alike) + "what a VIQ may take (switch.mmu.viq_limit + headroom) = " + to_text(room) +
         " keeps Bm, but not the safety bound for whole packets, Bm + " + to_text(worst.margin - form.bm) + " = " +
         to_text(worst.margin) + " (Bm = " + to_text(form.bm) + ", over " + to_text(scenario.duration) + " on link " +
         name_of(scenario, *worst.at.cable) + "; derived from " + form.fluid_source +
         "): " + how_long(gfc_bound(scenario, worst.at.cable->link, *worst.at.sender, *alike.device)->suffices(room));
}

}  // namespace

bool is_gfc(Scheme scheme) {
  return scheme == Scheme::kGfcConceptual || scheme == Scheme::kGfcBufferBased || scheme == Scheme::kGfcTimeBased;
}

GfcLoop gfc_loop(const Scenario& scenario, const link::LinkConfig& link, const asic::SwitchConfig& sender,
                 const asic::SwitchConfig& receiver) {
  const auto wire_time = [&](Bytes length) { return serialization_time(on_wire(length, link), link.rate); };
  GfcLoop loop{.rate = link.rate,
               .frames = {},
               .delay = link.delay,
               .processing = sender.flow_control.processing_delay,
               .pipeline = parser::longest_latency(receiver.parser),
               .wait = wire_time(receiver.max_frame),
               .feedback = wire_time(frame::kControlFrameLength),
               .limiter = sender.limiter};
  std::vector<Bytes> lengths = lossless_lengths(scenario);
  if (lengths.empty()) {
    lengths.push_back(receiver.max_frame);
  }
  for (const Bytes length : lengths) {
    const Bytes counted = receiver.mmu.count_cells ? receiver.mmu.whole_cells(length) : length;
    loop.frames.push_back({length, counted, wire_time(length)});
  }
  return loop;
}

std::optional<GfcBound> gfc_bound(const Scenario& scenario, const link::LinkConfig& link,
                                  const asic::SwitchConfig& sender, const asic::SwitchConfig& receiver) {
  const flow_control::FlowControlConfig& config = receiver.flow_control;
  const GfcLoop loop = gfc_loop(scenario, link, sender, receiver);
  switch (config.scheme) {
    case Scheme::kGfcConceptual:
      return conceptual_bound(loop, config.gfc_conceptual.b0, config.gfc_conceptual.bm);
    case Scheme::kGfcBufferBased: {
      std::vector<Bytes> thresholds = thresholds_of(config.gfc_buffer_based);
      // A sender goes no slower than at its own last stage.
      thresholds.resize(std::min(thresholds.size(), thresholds_of(sender.flow_control.gfc_buffer_based).size()));
      return buffer_based_bound(loop, thresholds);
    }
    case Scheme::kGfcTimeBased: {
      const flow_control::GfcTimeBasedConfig& own = config.gfc_time_based;
      if (receiver.mmu.count_cells) {
        return std::nullopt;  // credits are blocks, not cells
      }
      return time_based_bound(loop, own.b0, own.bm, flow_control::credit_period(own.credits, link.rate),
                              __builtin_popcount(config.lossless));
    }
    default:
      return std::nullopt;
  }
}

std::optional<Bytes> gfc_room(const Alike& alike) {
  Bytes room(0);
  for (const Inbound& inbound : alike.links) {
    const auto bound = gfc_bound(*alike.scenario, inbound.cable->link, *inbound.sender, *alike.device);
    if (!bound) {
      return std::nullopt;
    }
    room = std::max(room, bound->after(alike.scenario->duration));
  }
  return room;
}

std::optional<Bytes> gfc_room(const Scenario& scenario) {
  Bytes room(0);
  for (const Alike& alike : alike_switches(scenario)) {
    const auto of_these = gfc_room(alike);
    if (!of_these) {
      return std::nullopt;
    }
    room = std::max(room, *of_these);
  }
  return room;
}

std::vector<std::string> gfc_warnings(const Alike& alike) {
  if (!is_gfc(alike.device->flow_control.scheme)) {
    return {};
  }
  const Form form = form_of(alike.device->flow_control);
  const std::string no_room = room_warning(alike, form.key + "bm", form.bm);
  return {fluid_warning(alike, form), late_warning(alike, form), no_room,
          no_room.empty() ? packet_warning(alike, form) : ""};
}

}  // namespace weir::bounds
