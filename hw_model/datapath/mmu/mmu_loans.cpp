// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Loans to lossless VIQs whose headroom is their own. Of VIQs that count cells alone: of frame bytes nobody could say
// how many cells are promised.
//
// A loan raises XOFF, XON and the most that the VIQ may hold by the same bytes, so that behind the new XOFF there is as
// much room as there was behind the old one. Its cells are free ones that no other lossless VIQ may still ask for
// within its limit and headroom: those stay out of it, and so do guaranteed minimums. They are set aside at once. What
// the VIQ holds above limit and headroom is of the loan; what leaves gives it back first. A loan ends when the VIQ has
// fallen to the XON of the settings, where its peer would go on without it.

#include <algorithm>
#include <numeric>
#include <optional>

#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {

// Of each class, what its lossless VIQs may still ask for within limit and headroom, beside what is set aside for them.
PerClass<std::int64_t> Mmu::promised_headroom() const {
  PerClass<std::int64_t> promised{};
  for (std::size_t p = 0; p < viq_.ports(); ++p) {
    for (std::size_t i = 0; i < kClasses; ++i) {
      const Viq& viq = viq_.at(PortId(p), ClassId(i));
      const Bytes left = config_.viq_limit + config_.headroom - viq.depth;
      if (engines_[p]->guards(ClassId(i)) && left > Bytes(0)) {
        promised[i] += std::max<std::int64_t>(config_.cells(left) - unfilled(viq, ClassId(i)), 0);
      }
    }
  }
  return promised;
}

bool Mmu::lend(PortId port, ClassId c, Bytes room) {
  flow_control::FlowControl& engine = *engines_[port.index()];
  const std::optional<flow_control::PauseLevels> levels = engine.pause_levels(c);
  if (!levels || pool_.exists() || !config_.count_cells) {
    return false;
  }
  const Bytes to = config_.whole_cells(std::max(viq_.at(port, c).depth + room - levels->xoff, Bytes(0)));
  if (to <= loans_.lent(port, c)) {
    return true;
  }
  const std::int64_t more = config_.cells(to) - loans_.cells(port, c);
  const PerClass<std::int64_t> promised = promised_headroom();
  const std::int64_t all = std::accumulate(promised.begin(), promised.end(), std::int64_t{0});
  if (all + more > free_shared() || !partitions_.has_room(c, promised[c.index()] + more)) {
    return false;
  }
  loans_.lend(port, c, to, more);
  buffer_.take(0, -more);
  partitions_.take(c, 0, -more);
  engine.raise_levels(c, to);
  return true;
}

// Of so many cells of a packet that brings a VIQ to this depth: those above limit and headroom.
std::int64_t Mmu::above_headroom(Bytes depth, std::int64_t cells) const {
  const Bytes above = depth - config_.viq_limit - config_.headroom;
  return above > Bytes(0) ? std::min(config_.cells(above), cells) : 0;
}

Admission Mmu::decide_lent(const frame::Packet& packet, const Viq& viq, Bytes depth, std::int64_t wanted) const {
  const PortId port = packet.ingress;
  const ClassId c = packet.traffic_class;
  const std::int64_t lent = above_headroom(depth, wanted);
  if (depth > limit(port, c) || !loans_.has_room(port, c, lent)) {
    return Admission::kHeadroomExhausted;
  }
  const Admission room = room_for(c, wanted - lent - std::min(wanted - lent, unfilled(viq, c)));
  return is_drop(room) ? room : Admission::kHeadroom;
}

// How many of so many cells that have entered are of its loan.
std::int64_t Mmu::use_loan(PortId port, ClassId c, std::int64_t cells) {
  if (loans_.lent(port, c) == Bytes(0)) {
    return 0;
  }
  const std::int64_t lent = above_headroom(viq_.at(port, c).depth, cells);
  loans_.use(port, c, lent);
  buffer_.take(lent, lent);
  partitions_.take(c, lent, lent);
  return lent;
}

// How many of so many cells that leave were lent. Ends the loan where it is over.
std::int64_t Mmu::give_back_loan(PortId port, ClassId c, std::int64_t cells) {
  if (loans_.lent(port, c) == Bytes(0)) {
    return 0;
  }
  const std::int64_t back = loans_.give_back(port, c, cells);
  buffer_.take(-back, -back);
  partitions_.take(c, -back, -back);
  flow_control::FlowControl& engine = *engines_[port.index()];
  const std::optional<flow_control::PauseLevels> levels = engine.pause_levels(c);
  if (loans_.used(port, c) == 0 && (!levels || viq_.at(port, c).depth <= levels->xon)) {
    const std::int64_t left = loans_.end(port, c);
    buffer_.take(0, left);
    partitions_.take(c, 0, left);
    engine.raise_levels(c, Bytes(0));
  }
  return back;
}

}  // namespace weir::mmu
