// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A slot of the cell crossbar in which cells are sent in the order of inputs, because the order shows: blocks stand
// beside the arbiter, or there is a gate, which a packet that begins closes for others.

#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/crossbar/cell_crossbar.h"

namespace weir::crossbar {

// As cross(), where the order shows.
void CellCrossbar::cross_in_order(Slot slot, Time now) {
  const std::size_t of_the_first = clocked_ ? select_clocked(now) : select();
  decided_ = slot;
  send_all<Width::kAny>(of_the_first, now);
}

// Matches the inputs and outputs of which no known packet is crossing. Returns how many of the matches, the first ones,
// are of the first iteration: these are in the order of inputs.
std::size_t CellCrossbar::select() {
  matches_.clear();
  contended_ = open_.assign_less(side_.outputs(), ends_.outputs());
  if (!contended_) {
    return 0;
  }
  for_each_port(open_.bits(), [&](std::size_t output) {
    const std::size_t input = side_.alone_at(output);
    if (input == kNoPort) {
      return;
    }
    const Match pair{PortId(input), PortId(output)};
    arbiter_->match_alone(side_.requests(), pair);
    insert_by_input(pair, matches_.size());
    open_.erase(output);
  });
  contended_ = !open_.empty();
  if (!contended_) {
    return matches_.size();
  }
  std::swap(matches_, alone_);
  std::size_t of_the_first = arbiter_->match(side_.requests(), open_, matches_);
  for (const Match& pair : alone_) {
    insert_by_input(pair, of_the_first++);
  }
  return of_the_first;
}

// The same where blocks stand beside the arbiter.
std::size_t CellCrossbar::select_clocked(Time now) {
  arbiter_->at(now);
  const std::size_t of_the_first = select();
  if (!arbiter_->settle(asked(), matches_)) {
    return of_the_first;
  }
  contended_ = true;  // the block may have left out a pair that is alone
  return matches_.size();
}

// Puts the pair among the first `count` matches, which are in the order of inputs.
void CellCrossbar::insert_by_input(const Match& pair, std::size_t count) {
  while (count > 0 && pair.input < matches_[count - 1].input) {
    --count;
  }
  if (count == matches_.size()) {
    matches_.push_back(pair);
    return;
  }
  matches_.insert(matches_.begin() + static_cast<std::ptrdiff_t>(count), pair);
}

// Blocks beside the arbiter are asked in the first of the slots that are passed over without it.
void CellCrossbar::rest() {
  if (!contended_) {
    arbiter_->at((decided_ + 1) * slot_time_);
    arbiter_->rest(asked());
  }
}

}  // namespace weir::crossbar
