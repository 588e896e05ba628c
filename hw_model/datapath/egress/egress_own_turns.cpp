// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Disciplines from outside of weir at the ports of the egress scheduler (discipline_card.h).

#include <stdexcept>

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
}

void Egress::reset_own_turns(Time now) {
  for (const auto& discipline : own_.of_ports)
    discipline->reset(now);
}

void Egress::bind_own_turns(PortId p, const ledger::Binder& binder) const {
  if (!own_.of_ports.empty())
    own_.of_ports[p.index()]->bind_registers(binder);
}

}  // namespace weir::egress
