// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// PFC, TTL-shifted PFC and PAUSE: XOFF of VIQs, and what arrives above it (pause_headroom.h). Eq. 14 of TTL-based
// buffer management is shown beside it.

#include <algorithm>
#include <array>
#include <limits>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/filled_viqs.h"
#include "tb/bounds/pause_headroom.h"
#include "tb/bounds/pause_refresh.h"
#include "tb/bounds/paused_link.h"
#include "tb/bounds/paused_queue.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/scheme_card.h"
#include "tb/bounds/switch_pool.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

using scenario::Flow;
using scenario::Scenario;
using text::to_text;

constexpr Bytes kPfcFrame = frame::kControlFrameLength;
constexpr Bytes kLeast{std::numeric_limits<std::int64_t>::min()};

// The link on which most comes after XOFF.
struct WorstLink {
  PauseHeadroom headroom;
  Inbound at{};
  Bytes eq_14;
};

WorstLink worst_link(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  WorstLink worst;
  for (const Inbound& inbound : alike.links) {
    const link::LinkConfig& link = inbound.cable->link;
    const PauseHeadroom here = pause_headroom(paused_link(alike, *inbound.cable, *inbound.sender));
    if (worst.at.cable == nullptr || here.after_xoff() > worst.headroom.after_xoff()) {
      worst = {here, inbound,
               pfc_headroom(on_wire(device.max_frame, link), on_wire(kPfcFrame, link), link.rate, link.delay,
                            inbound.sender->flow_control.processing_delay + parser::longest_latency(device.parser))};
    }
  }
  return worst;
}

// "link h1-s1, 2.5us until a PAUSE acts, 158ns of it in the switch's own pipeline; ..."
std::string budget_text(const Alike& alike, const WorstLink& worst) {
  const Time pipeline = parser::longest_latency(alike.device->parser);
  return "link " + name_of(*alike.scenario, *worst.at.cable) + ", " + to_text(worst.headroom.budget) +
         " until a PAUSE acts" +
         (pipeline > Time(0) ? ", " + to_text(pipeline) + " of it in the switch's own pipeline" : "") +
         (worst.headroom.by_window() ? "; all that link-level retry may send again" : "") +
         "; TTL-based buffer management, eq. 14: " + to_text(worst.eq_14);
}

// The room of a VIQ in the headroom pool: the first packet over the threshold goes there whole, whatever the threshold
// does, and then what comes after it.
Bytes pooled_requirement(const Alike& alike) {
  Bytes most;
  for (const Inbound& inbound : alike.links) {
    most = std::max(most, pause_headroom(paused_link(alike, *inbound.cable, *inbound.sender)).in_pool());
  }
  return most;
}

std::string pool_warning(const Alike& alike, std::size_t device, const std::string& which, Bytes needed) {
  return "switch.mmu.headroom_pool = " + to_text(alike.device->mmu.headroom_pool) +
         " is less than what the lossless VIQs of " + alike.scenario->topology.devices[device].name +
         " may need at once, " + which + to_text(needed) + ": packets may be lost";
}

// By the queues that can fill at all, each with the worst case of its own link (`weir headroom --pool`).
std::string pool_warning_by_routes(const Alike& alike) {
  for (const SwitchPool& pool : switch_pools(*alike.scenario)) {
    const std::int64_t cells = cells_of_filling(pool.problem);
    const bool is_alike = std::find(alike.switches.begin(), alike.switches.end(), pool.device) != alike.switches.end();
    if (is_alike && cells > pool.configured) {
      const auto viqs = std::count_if(pool.problem.queues.begin(), pool.problem.queues.end(),
                                      [](const PoolQueue& queue) { return queue.fills; });
      return pool_warning(alike, pool.device, std::to_string(viqs) + " that packets can fill: ", cells * pool.cell);
    }
  }
  return "";
}

std::string pooled_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  const Bytes each = pooled_requirement(alike);
  if (device.mmu.headroom < each) {
    return named(alike) + "switch.mmu.headroom = " + to_text(device.mmu.headroom) +
           ", the most that a VIQ takes of the headroom pool, is less than a packet and what may come after it, in " +
           "whole cells " + to_text(each) + " (" + budget_text(alike, worst_link(alike)) + "): packets may be lost";
  }
  if (flow_control::traits_of(device.flow_control.scheme).pauses_own_class()) {
    return pool_warning_by_routes(alike);
  }
  const FilledViqs filled(*alike.scenario);
  for (const std::size_t index : alike.switches) {
    const auto viqs = static_cast<std::int64_t>(filled.of_switch(index));
    if (each * viqs > device.mmu.headroom_pool) {
      return pool_warning(alike, index, std::to_string(viqs) + " that packets can fill x " + to_text(each) + " = ",
                          each * viqs);
    }
  }
  return "";
}

std::string pfc_warning(const Alike& alike) {
  const asic::SwitchConfig& device = *alike.device;
  if (device.mmu.pooled()) {
    return pooled_warning(alike);
  }
  const WorstLink room = worst_link(alike);
  const std::vector<PausedClass> classes = paused_classes(alike);
  const auto margin = [&](const PausedClass& one) {
    return given_of(alike, one) - needed_of(alike, one, room.headroom);
  };
  const auto worst = std::min_element(classes.begin(), classes.end(),
                                      [&](const auto& a, const auto& b) { return margin(a) < margin(b); });
  if (room.at.cable == nullptr || worst == classes.end() || margin(*worst) >= Bytes(0)) {
    return "";
  }
  const Bytes headroom = given_of(alike, *worst);
  const std::string of_class =
      asic::tells_classes_apart(device) ? " of class " + std::to_string(worst->c.index()) : std::string();
  const std::string what = named(alike) + "the headroom above flow_control.pfc.xoff" + of_class +
                           " (switch.mmu.viq_limit + headroom - xoff) = " + to_text(headroom);
  const std::string bound = " the safety bound of " + to_text(room.headroom.after_xoff()) +
                            (device.mmu.count_cells ? ", in whole cells," : "") + " that may come after XOFF (" +
                            budget_text(alike, room) + ")";
  if (headroom < room.headroom.after_xoff()) {
    return what + " breaks" + bound + ": packets may be lost";
  }
  return what + " keeps" + bound + ", but not the " + to_text(worst->overshoot) +
         " by which the packet that reaches XOFF may end above it: packets may be lost";
}

class PauseCard final : public SchemeCard {
 public:
  enum class Pauses { kClass, kClassOfHop, kPort };
  explicit PauseCard(Pauses pauses) : pauses_(pauses) {}

  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    const Bytes each = pfc_headroom(on_wire(device.max_frame, port), on_wire(kPfcFrame, port), port.rate, port.delay,
                                    device.flow_control.processing_delay);
    return {each, pauses_ == Pauses::kPort ? "eq. 14 once a port" : "2 (MTU + s_pfc + r t_wire) + r t_pro",
            "TTL-based buffer management, eq. 14"};
  }

  // The packet that reaches XOFF may end above it (docs/decisions/0030).
  Bytes packets(const asic::SwitchConfig& device) const override { return device.max_frame - Bytes(1); }

  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    if (!pauses_what_fills_it(*alike.scenario) || !refresh_warning(alike).empty()) {
      return std::nullopt;
    }
    if (alike.device->mmu.pooled()) {
      return pooled_requirement(alike);
    }
    const WorstLink room = worst_link(alike);
    std::optional<Bytes> most;
    for (const PausedClass& one : paused_classes(alike)) {
      const Bytes beside_headroom = given_of(alike, one) - alike.device->mmu.headroom;
      most = std::max(most.value_or(kLeast), needed_of(alike, one, room.headroom) - beside_headroom);
    }
    return most;
  }

  std::vector<std::string> warnings(const Alike& alike) const override {
    return {pfc_warning(alike), refresh_warning(alike)};
  }

 private:
  // A captured frame may come in class 0, which nothing pauses where the class follows the TTL.
  bool pauses_what_fills_it(const Scenario& scenario) const {
    return pauses_ != Pauses::kClassOfHop || std::none_of(scenario.flows.begin(), scenario.flows.end(),
                                                          [](const Flow& flow) { return flow.capture != nullptr; });
  }

  Pauses pauses_;
};

}  // namespace

const SchemeCard& pfc_card() {
  static const PauseCard kCard(PauseCard::Pauses::kClass);
  return kCard;
}

const SchemeCard& ttl_pfc_card() {
  static const PauseCard kCard(PauseCard::Pauses::kClassOfHop);
  return kCard;
}

const SchemeCard& pause_card() {
  static const PauseCard kCard(PauseCard::Pauses::kPort);
  return kCard;
}

}  // namespace weir::bounds
