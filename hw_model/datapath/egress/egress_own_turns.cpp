// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Disciplines from outside of weir at the ports of the egress scheduler (discipline_card.h), and schedulers in RTL
// (clocked_scheduler.h).

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/egress/egress_settings.h"

namespace weir::egress {

void Egress::take_disciplines(std::vector<std::unique_ptr<PortDiscipline>> disciplines) {
  own_.of_ports = std::move(disciplines);
  own_.value = config_.discipline;
  choose_discipline();
}

[[gnu::cold, gnu::noinline]] ClassId Egress::next_in_own_turn(const Lane& lane, ClassMask candidates, Time now) const {
  std::array<Head, kClasses> heads;
  std::size_t count = 0;
  for_each_class(candidates, [&](ClassId c) {
    const Veq& veq = veq_.at(lane.id, c);
    heads[count++] = {&veq.next(), veq.depth};
  });
  return own_turns_->of_ports[lane.id.index()]->next(std::span(heads).first(count), now);
}

[[gnu::cold, gnu::noinline]] void Egress::sent_in_own_turn(const Lane& lane, const frame::Packet& packet, Time now) {
  own_turns_->of_ports[lane.id.index()]->sent(packet, lane.nonempty, now);
}

// Software may choose another discipline, and the one with which the switch was built again.
void Egress::choose_discipline() {
  own_turns_ = !own_.of_ports.empty() && config_.discipline == own_.value ? &own_ : nullptr;
}

void Egress::require_built(const EgressConfig& draft) const {
  if (arbitrates_lanes(draft) && !turns_.arbitrates_lanes())
    throw std::invalid_argument("switch.egress.discipline: this switch is built without VL arbiters");
  if (card_of(draft.discipline) != nullptr && (own_.of_ports.empty() || draft.discipline != own_.value))
    throw std::invalid_argument("switch.egress.discipline: this switch is built without that discipline from outside");
  if (!clocked_.empty() && !is_scheduled_in_rtl(draft.discipline))
    throw std::invalid_argument("switch.egress.discipline: the RTL of egress_scheduler has strict priority and DWRR");
}

void Egress::take_blocks(const reference::Factories& factories, const std::string& device) {
  for (Lane& lane : lanes_) {
    auto block = make_clocked_scheduler(factories, device, lane.id, config_);
    if (block == nullptr)
      continue;
    clocked_.resize(lanes_.size());
    clocked_[lane.id.index()] = std::move(block);
    lane.port->attend_choices();
  }
}

// What the block is told of the classes: of each that waits, and is not held, whether the engine and the shapers let
// its next packet go.
PortAsks Egress::asks_of(const Lane& lane, Time now) const {
  PortAsks asks{.waiting = lane.nonempty, .blocked = lane.sending->held()};
  for_each_class(lane.nonempty, [&](ClassId c) {
    const Bytes length = veq_.at(lane.id, c).next().length;
    const bool asked = (asks.blocked & mask_of(c)) == 0 && lane.sending->counts_packets();
    const auto bit = [&](bool holds) { return holds ? mask_of(c) : ClassMask{0}; };
    asks.lengths[c.index()] = length;
    asks.credit |= bit(!asked || sendable_at(lane, c, now) <= now);
    asks.open |= bit(!shapers_ || shapers_->class_ready(lane.id, c, length, now) <= now);
    asks.port_open |= bit(!shapers_ || shapers_->port_ready(lane.id, length, now) <= now);
  });
  return asks;
}

// The model chooses first: its gates are armed, and its holds are noted.
int Egress::choose_by_block(Lane& lane, ClockedScheduler& block, Time now) {
  const int chosen = class_to_send(lane, now);
  return lane.nonempty == 0 ? kNone : block.choose(asks_of(lane, now), chosen, config_, turns_, now);
}

void Egress::reset_own_turns(Time now) {
  for (const auto& block : clocked_) {
    if (block != nullptr)
      block->reset(now);
  }
  for (const auto& discipline : own_.of_ports)
    discipline->reset(now);
}

void Egress::bind_own_turns(PortId p, const ledger::Binder& binder) const {
  if (!own_.of_ports.empty())
    own_.of_ports[p.index()]->bind_registers(binder);
}

}  // namespace weir::egress
