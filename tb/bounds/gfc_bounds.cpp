// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/gfc_bounds.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Scenario;
using text::to_text;

namespace {

using flow_control::Scheme;

constexpr std::uint8_t kFirstOfOthers = 0x10;  // subtypes of private frames below are of flow control

// What each form calls its thresholds.
struct Form {
  std::string key;    // of its settings
  std::string first;  // the threshold that the fluid bound is about
  Bytes threshold;
  Bytes bm;
  std::string paper;  // its source
};

// The fluid bound of a form over one link.
struct Fluid {
  Bytes margin;         // the least Bm - threshold, in what the VIQ counts
  std::string formula;  // "B0 <= Bm - e C tau"
  std::string delay;    // "tau = 7.4us"
  std::string source;
};

std::vector<Bytes> thresholds_of(const flow_control::GfcBufferBasedConfig& gfc) {
  return reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages);
}

Form form_of(const flow_control::FlowControlConfig& config) {
  switch (config.scheme) {
    case Scheme::kGfcConceptual:
      return {"flow_control.gfc_conceptual.", "b0", config.gfc_conceptual.b0, config.gfc_conceptual.bm,
              "GFC, Theorem 4.1"};
    case Scheme::kGfcBufferBased:
      return {"flow_control.gfc_buffer_based.", "b1", config.gfc_buffer_based.b1, config.gfc_buffer_based.bm,
              "GFC, eq. 5"};
    default:
      return {"flow_control.gfc_time_based.", "b0", config.gfc_time_based.b0, config.gfc_time_based.bm,
              "GFC, Theorem 5.1"};
  }
}

// Theorem 5.1 takes the rate of the message before last to be obeyed for tau in each period, which is so for tau <= T.
// Where t_r is longer the rate is linear in news that is at most credit_age() old.
Fluid time_based_fluid(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) {
  const flow_control::FlowControlConfig& config = alike.device->flow_control;
  const Time period = flow_control::credit_period(config.gfc_time_based.credits, link.rate);
  const Time processing = sender.flow_control.processing_delay;
  if (processing <= period) {
    const Time tau = latency_of(link, sender);
    return {time_based_margin(link.rate, tau, period), "B0 <= Bm - (sqrt(tau/T) + 1)^2 C T", "tau = " + to_text(tau),
            "GFC, Theorem 5.1"};
  }
  const GfcLoop loop = gfc_loop(*alike.scenario, link, sender, *alike.device);
  const Time late = credit_age(loop, period, __builtin_popcount(config.lossless));
  return {late_margin(link.rate, late), "B0 <= Bm - e C D", "D = T + t_r + waits = " + to_text(late),
          "derived; GFC, Theorem 5.1, does not hold for t_r > T"};
}

// The rate of the conceptual form falls with what the VIQ counts. Stages are steps of the sender's own rate, and what
// packets and cells add to them is exact (buffer_based_bound); credits count blocks of what is sent.
Fluid fluid_of(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender) {
  const Time tau = latency_of(link, sender);
  switch (alike.device->flow_control.scheme) {
    case Scheme::kGfcConceptual:
      return {counted(alike, late_margin(link.rate, tau), link), "B0 <= Bm - e C tau", "tau = " + to_text(tau),
              "derived; GFC, Theorem 4.1, has 4 C tau"};
    case Scheme::kGfcBufferBased:
      return {buffer_based_margin(link.rate, tau), "B1 <= Bm - 2 C tau", "tau = " + to_text(tau), "GFC, eq. 5"};
    default:
      return time_based_fluid(alike, link, sender);
  }
}

// "flow_control.gfc_buffer_based.b1 = 800KB breaks ...": empty where the bound holds.
std::string fluid_warning(const Alike& alike, const Form& form) {
  const Worst worst = worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    return fluid_of(alike, link, sender).margin;
  });
  if (worst.at.cable == nullptr || form.threshold <= form.bm - worst.margin) {
    return "";
  }
  const Fluid fluid = fluid_of(alike, worst.at.cable->link, *worst.at.sender);
  return named(alike) + form.key + form.first + " = " + to_text(form.threshold) + " breaks the safety bound " +
         fluid.formula + " = " + to_text(form.bm - worst.margin) + " (Bm = " + to_text(form.bm) + ", " + fluid.delay +
         " on link " + name_of(*alike.scenario, *worst.at.cable) + "; " + fluid.source +
         "): packets may be lost, or queues hold and wait";
}

// Why nothing is known of whole packets over this link; "" where something is.
std::string unknown_over(const Alike& alike, const Inbound& inbound, const Form& form) {
  const link::LinkConfig& link = inbound.cable->link;
  if (gfc_bound(*alike.scenario, link, *inbound.sender, *alike.device)) {
    return "";
  }
  if (!keeps_rates(gfc_loop(*alike.scenario, link, *inbound.sender, *alike.device))) {
    return "the limiter's registers are too narrow or too coarse for a rate per byte";
  }
  if (alike.device->mmu.count_cells && alike.device->flow_control.scheme == Scheme::kGfcTimeBased) {
    return "credits count blocks, and VIQs cells";
  }
  return "Bm - B0 = " + to_text(form.bm - form.threshold) + " keeps the bound for fluids, " +
         to_text(fluid_of(alike, link, *inbound.sender).margin) + ", and what is proved for packets needs more";
}

// Whether a link loses, doubles or delays credit or depth messages.
bool feedback_suffers(const Scenario& scenario) {
  const auto strikes = [](const scenario::LinkFaults& faults) {
    return !faults.fault.riding && faults.fault.subtype.value_or(0) < kFirstOfOthers;
  };
  return std::any_of(scenario.link_faults.begin(), scenario.link_faults.end(), strikes);
}

// Where no bound is known, that is what there is to say.
std::string unknown_warning(const Alike& alike, const Form& form) {
  const bool faults = alike.device->flow_control.scheme != Scheme::kGfcBufferBased && feedback_suffers(*alike.scenario);
  for (const Inbound& inbound : alike.links) {
    const std::string why = faults ? "links lose, double or delay its messages" : unknown_over(alike, inbound, form);
    if (!why.empty()) {
      return named(alike) + "no bound is known for what a VIQ may take beyond " + form.key +
             "bm = " + to_text(form.bm) + " (" + why + "; link " + name_of(*alike.scenario, *inbound.cable) +
             "): packets may be lost";
    }
  }
  return "";
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
  const Bytes room = least_limit(alike) + alike.device->mmu.headroom;
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
         name_of(scenario, *worst.at.cable) + "; derived from " + form.paper +
         "): " + how_long(gfc_bound(scenario, worst.at.cable->link, *worst.at.sender, *alike.device)->suffices(room));
}

}  // namespace

bool is_gfc(Scheme scheme) {
  return scheme == Scheme::kGfcConceptual || scheme == Scheme::kGfcBufferBased || scheme == Scheme::kGfcTimeBased;
}

GfcLoop gfc_loop(const Scenario& scenario, const link::LinkConfig& link, const asic::SwitchConfig& sender,
                 const asic::SwitchConfig& receiver) {
  GfcLoop loop{.rate = link.rate,
               .frames = {},
               .delay = link.delay,
               .processing = sender.flow_control.processing_delay,
               .pipeline = parser::longest_latency(receiver.parser),
               .wait = wire_time(receiver.max_frame, link),
               .feedback = wire_time(frame::kControlFrameLength, link),
               .limiter = sender.limiter};
  std::vector<Bytes> lengths = lossless_lengths(scenario);
  if (lengths.empty()) {
    lengths.push_back(receiver.max_frame);
  }
  for (const Bytes length : lengths) {
    const Bytes counted = receiver.mmu.count_cells ? receiver.mmu.whole_cells(length) : length;
    loop.frames.push_back({length, counted, wire_time(length, link)});
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
  std::vector<std::string> found = {fluid_warning(alike, form), no_room,
                                    no_room.empty() ? packet_warning(alike, form) : ""};
  std::erase(found, "");
  if (found.empty()) {
    found.push_back(unknown_warning(alike, form));
  }
  return found;
}

}  // namespace weir::bounds
