// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/gfc_bounds.h"

#include <algorithm>
#include <bit>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Scenario;
using text::to_text;

namespace {

constexpr std::uint8_t kFirstOfOthers = 0x10;  // subtypes of private frames below are of flow control

const GfcCard* gfc_card(flow_control::Scheme scheme) { return dynamic_cast<const GfcCard*>(scheme_card(scheme)); }

// "flow_control.gfc_buffer_based.b1 = 800KB breaks ...": empty where the bound holds.
std::string fluid_warning(const GfcCard& card, const Alike& alike, const GfcForm& form) {
  const Worst worst = worst_of(alike, [&](const link::LinkConfig& link, const asic::SwitchConfig& sender) {
    return card.fluid(alike, link, sender).margin;
  });
  if (worst.at.cable == nullptr || form.threshold <= form.bm - worst.margin) {
    return "";
  }
  const GfcFluid fluid = card.fluid(alike, worst.at.cable->link, *worst.at.sender);
  return named(alike) + form.key + form.first + " = " + to_text(form.threshold) + " breaks the safety bound " +
         fluid.formula + " = " + to_text(form.bm - worst.margin) + " (Bm = " + to_text(form.bm) + ", " + fluid.delay +
         " on link " + name_of(*alike.scenario, *worst.at.cable) + "; " + fluid.source +
         "): packets may be lost, or queues hold and wait";
}

// Why nothing is known of whole packets over this link; "" where something is.
std::string unknown_over(const GfcCard& card, const Alike& alike, const Inbound& inbound, const GfcForm& form) {
  const link::LinkConfig& link = inbound.cable->link;
  if (gfc_bound(*alike.scenario, link, *inbound.sender, *alike.device)) {
    return "";
  }
  if (!keeps_rates(gfc_loop(*alike.scenario, link, *inbound.sender, *alike.device))) {
    return "the limiter's registers are too narrow or too coarse for a rate per byte";
  }
  if (alike.device->mmu.count_cells && flow_control::advertised_by(alike.device->flow_control)) {
    return "credits count blocks, and VIQs cells";
  }
  return "Bm - B0 = " + to_text(form.bm - form.threshold) + " keeps the bound for fluids, " +
         to_text(card.fluid(alike, link, *inbound.sender).margin) +
         ", but the bound that is proved for packets needs more";
}

// Whether a link loses, doubles, delays or damages feedback of this form; link faults leave PFC frames alone.
bool feedback_suffers(const GfcCard& card, const Scenario& scenario) {
  const auto strikes = [](const scenario::LinkFaults& faults) {
    return !faults.fault.riding && faults.fault.subtype.value_or(0) < kFirstOfOthers;
  };
  return damages_feedback(scenario) ||
         (card.sends_messages() && std::any_of(scenario.link_faults.begin(), scenario.link_faults.end(), strikes));
}

// Warns of the first link for which no bound is known.
std::string unknown_warning(const GfcCard& card, const Alike& alike, const GfcForm& form) {
  const bool faults = feedback_suffers(card, *alike.scenario);
  for (const Inbound& inbound : alike.links) {
    const std::string why =
        faults ? "links lose, double, delay or damage its messages" : unknown_over(card, alike, inbound, form);
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

std::string packet_warning(const Alike& alike, const GfcForm& form) {
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

bool is_gfc(flow_control::Scheme scheme) { return gfc_card(scheme) != nullptr; }

Time retry_wait(const link::LinkConfig& link, const asic::SwitchConfig& sender, const asic::SwitchConfig& receiver) {
  if (!sender.llr.wanted || !receiver.llr.wanted) {
    return Time(0);
  }
  const llr::LlrConfig& retry = receiver.llr.link;
  const std::int64_t window = std::min<std::int64_t>(
      retry.outstanding_frames_max,
      std::max<std::int64_t>(retry.outstanding_bytes_max / retry.counted(receiver.max_frame), 1));
  const std::int64_t messages = std::max(std::popcount(receiver.flow_control.lossless), 1);
  return window_wait(receiver, sender, link) * ((messages + window - 1) / window);
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
               .limiter = sender.limiter,
               .retry = retry_wait(link, sender, receiver)};
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
  const GfcCard* const card = gfc_card(receiver.flow_control.scheme);
  return card != nullptr ? card->bound(gfc_loop(scenario, link, sender, receiver), sender, receiver) : std::nullopt;
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

std::optional<Bytes> GfcCard::required_headroom(const Alike& alike) const {
  const auto room = gfc_room(alike);
  return room ? std::optional(*room - least_limit(alike)) : std::nullopt;
}

std::vector<std::string> GfcCard::warnings(const Alike& alike) const {
  const GfcForm own = form(alike.device->flow_control);
  const std::string no_room = room_warning(alike, own.key + "bm", own.bm);
  std::vector<std::string> found = {fluid_warning(*this, alike, own), no_room,
                                    no_room.empty() ? packet_warning(alike, own) : ""};
  std::erase(found, "");
  if (found.empty()) {
    found.push_back(unknown_warning(*this, alike, own));
  }
  return found;
}

}  // namespace weir::bounds
