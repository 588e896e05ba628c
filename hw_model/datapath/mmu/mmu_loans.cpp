// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Loans to lossless VIQs whose headroom is their own.
//
// A loan raises XOFF, XON and the most that the VIQ may hold by the same bytes, so that there is as much room above the
// new XOFF as there was above the old one. Its cells are free cells that no other lossless VIQ may still ask for within
// its limit and headroom, and that are in no guaranteed minimum. They are set aside at once. Cells that the VIQ holds
// above limit and headroom belong to the loan; cells that leave give it back first. A loan ends when the VIQ has fallen
// to the XON of the settings, at which its peer would be resumed without it.
//
// Where VIQs count frame bytes, the same bytes of other frames may take more cells. A VIQ may then ask for the cells of
// its bytes in the worst case, as if none of its frames stayed; and since the frames that leave may not be those that
// the loan made room for, a loan counts beside the VIQ's content.

#include <algorithm>
#include <numeric>
#include <optional>

#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/frame/ethernet.h"

namespace weir::mmu {

namespace {

// The most cells of frames with these bytes in all, whatever their lengths: those of frames of the shortest length, or
// of the shortest length that begins a further cell, and one begun cell.
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

// The cells that lossless VIQ (port, c), with a loan of `lent` bytes in all, may still ask for beside those set aside
// for it.
std::int64_t Mmu::may_ask_for(PortId port, ClassId c, Bytes lent) const {
  const Viq& viq = viq_.at(port, c);
  const Bytes own = config_.viq_limit[c] + config_.headroom;
  const std::int64_t left =
      config_.count_cells ? most_cells(config_, own - viq.depth) : most_cells(config_, own + lent) - viq.cells;
  return std::max<std::int64_t>(left - unfilled(viq, c), 0) + most_cells(config_, lent) - loans_.cells(port, c);
}

// The same for all lossless VIQs of each class, if (port, c) were lent `to`.
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
  flow_control::ViqPauses* const pauses = engines_[port.index()]->viq_pauses();
  const std::optional<flow_control::PauseLevels> levels = pauses != nullptr ? pauses->pause_levels(c) : std::nullopt;
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
  pauses->raise_levels(c, to);
  return true;
}

// Of the cells of a packet that brings VIQ (port, c) to this depth: those above limit and headroom, which belong to its
// loan as far as the loan reaches.
std::int64_t Mmu::of_loan(PortId port, ClassId c, Bytes depth, std::int64_t cells) const {
  const Bytes above = depth - config_.viq_limit[c] - config_.headroom;
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

// Takes the loan's part of the cells that have entered, and returns their number.
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

// Gives back the loan's part of the cells that leave, returns their number, and ends the loan if it is over.
std::int64_t Mmu::give_back_loan(PortId port, ClassId c, std::int64_t cells) {
  if (loans_.lent(port, c) == Bytes(0)) {
    return 0;
  }
  const std::int64_t back = loans_.give_back(port, c, cells);
  buffer_.take(-back, -back);
  partitions_.take(c, -back, -back);
  flow_control::ViqPauses& pauses = *engines_[port.index()]->viq_pauses();  // or there would be no loan
  const std::optional<flow_control::PauseLevels> levels = pauses.pause_levels(c);
  if (loans_.used(port, c) == 0 && (!levels || viq_.at(port, c).depth <= levels->xon)) {
    const std::int64_t left = loans_.end(port, c);
    buffer_.take(0, left);
    partitions_.take(c, 0, left);
    pauses.raise_levels(c, Bytes(0));
  }
  return back;
}

}  // namespace weir::mmu
