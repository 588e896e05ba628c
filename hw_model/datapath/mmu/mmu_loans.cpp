// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Loans to lossless VIQs whose headroom is their own.
//
// A loan raises XOFF, XON and the most that the VIQ may hold by the same bytes, so that behind the new XOFF there is as
// much room as there was behind the old one. Its cells are free ones that no other lossless VIQ may still ask for
// within its limit and headroom: those stay out of it, and so do guaranteed minimums. They are set aside at once. What
// the VIQ holds above limit and headroom is of the loan; what leaves gives it back first. A loan ends when the VIQ has
// fallen to the XON of the settings, where its peer would go on without it.
//
// Where VIQs count frame bytes, the same bytes may take more cells when they are of other frames. What a VIQ may ask
// for is then the cells of its bytes at the worst, as if none of its frames stayed; and since those that leave may not
// be those that had been lent room, a loan counts beside what is in the VIQ.

#include <algorithm>
#include <numeric>
#include <optional>

#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/frame/ethernet.h"

namespace weir::mmu {

namespace {

// Cells that frames of so many bytes together take, whatever their lengths: at most those of the shortest frame, or of
// the shortest that begins a further cell, and one that is begun.
std::int64_t most_cells(const MmuConfig& config, Bytes bytes) {
  if (config.count_cells || bytes <= Bytes(0)) {
    return config.cells(std::max(bytes, Bytes(0)));
  }
  const Bytes shortest = frame::kMinFrameLength;
  std::int64_t most = 0;
  for (const Bytes length : {shortest, config.whole_cells(shortest) + Bytes(1)}) {
    const std::int64_t packets_cells = bytes.count() * config.cells(length);
    most = std::max(most, (packets_cells + length.count() - 1) / length.count());
  }
  return most + 1;
}

}  // namespace

// What lossless VIQ (port, c), were it lent so many bytes in all, may still ask for beside what is set aside for it.
std::int64_t Mmu::may_ask_for(PortId port, ClassId c, Bytes lent) const {
  const Viq& viq = viq_.at(port, c);
  const Bytes own = config_.limit_of(c) + config_.headroom;
  const std::int64_t left =
      config_.count_cells ? most_cells(config_, own - viq.depth) : most_cells(config_, own + lent) - viq.cells;
  return std::max<std::int64_t>(left - unfilled(viq, c), 0) + most_cells(config_, lent) - loans_.cells(port, c);
}

// The same of all lossless VIQs of each class, were (port, c) lent `to`.
PerClass<std::int64_t> Mmu::promised_headroom(PortId port, ClassId c, Bytes to) const {
  PerClass<std::int64_t> promised{};
  for (std::size_t p = 0; p < viq_.ports(); ++p) {
    for (std::size_t i = 0; i < kClasses; ++i) {
      const bool takes_part = !partitions_.divided() || partitions_.cells(ClassId(i)) > 0;
      if (takes_part && engines_[p]->guards(ClassId(i))) {
        const bool meant = PortId(p) == port && ClassId(i) == c;
        promised[i] += may_ask_for(PortId(p), ClassId(i), meant ? to : loans_.lent(PortId(p), ClassId(i)));
      }
    }
  }
  return promised;
}

bool Mmu::lend(PortId port, ClassId c, Bytes room) {
  flow_control::FlowControl& engine = *engines_[port.index()];
  const std::optional<flow_control::PauseLevels> levels = engine.pause_levels(c);
  if (!levels || pool_.exists()) {
    return false;
  }
  const Bytes to = config_.whole_cells(std::max(viq_.at(port, c).depth + room - levels->xoff, Bytes(0)));
  if (to <= loans_.lent(port, c)) {
    return true;
  }
  const PerClass<std::int64_t> promised = promised_headroom(port, c, to);
  const std::int64_t all = std::accumulate(promised.begin(), promised.end(), std::int64_t{0});
  if (all > free_shared() || !partitions_.has_room(c, promised[c.index()])) {
    return false;
  }
  const std::int64_t more = most_cells(config_, to) - loans_.cells(port, c);
  loans_.lend(port, c, to, more);
  buffer_.take(0, -more);
  partitions_.take(c, 0, -more);
  engine.raise_levels(c, to);
  return true;
}

// Of so many cells of a packet that brings VIQ (port, c) to this depth: those above limit and headroom, which are of
// its loan as long as there is any.
std::int64_t Mmu::of_loan(PortId port, ClassId c, Bytes depth, std::int64_t cells) const {
  const Bytes above = depth - config_.limit_of(c) - config_.headroom;
  return above > Bytes(0) ? std::min({config_.cells(above), cells, loans_.unused(port, c)}) : 0;
}

Admission Mmu::decide_lent(const frame::Packet& packet, const Viq& viq, Bytes depth, std::int64_t wanted) const {
  const PortId port = packet.ingress;
  const ClassId c = packet.traffic_class;
  if (depth > limit(port, c)) {
    return Admission::kHeadroomExhausted;
  }
  const std::int64_t lent = of_loan(port, c, depth, wanted);
  const Admission room = room_for(c, wanted - lent - std::min(wanted - lent, unfilled(viq, c)));
  return is_drop(room) ? room : Admission::kHeadroom;
}

// How many of so many cells that have entered are of its loan.
std::int64_t Mmu::use_loan(PortId port, ClassId c, std::int64_t cells) {
  if (loans_.lent(port, c) == Bytes(0)) {
    return 0;
  }
  const std::int64_t lent = of_loan(port, c, viq_.at(port, c).depth, cells);
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
