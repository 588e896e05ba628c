// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is true of a link, whatever the protocol says, and what must hold: S1, S2 and C1 of docs/reference/llr.md and
// ue_cbfc.md.

#pragma once

#include <algorithm>
#include <cstdint>

#include "tb/tests/link_search/link_state.h"

namespace weir::link_search {

class LinkTruth : public LinkState {
 public:
  using LinkState::LinkState;

 protected:
  // A frame at this place was accepted: places are counted from the next one.
  Wrong accepted(int place) {
    if (place == kPassed)
      return Wrong::kTwice;
    if (place != 0 && place > may_pass_)
      return Wrong::kSkipped;
    pass(place + 1);
    return Wrong::kNothing;
  }

  // All that was sent before is discarded at the sender.
  void flushed() {
    may_pass_ = next_place_;
    forget_passed();
  }

  // Frames that a flush has discarded and of which none is left anywhere never come.
  void forget_passed() {
    if (may_pass_ == 0)
      return;
    int first = next_place_;
    const auto look = [&](const Cargo& cargo) {
      if (cargo.place != kPassed)
        first = std::min<int>(first, cargo.place);
    };
    for (std::size_t n = 0; n < forward_.size(); ++n) {
      if (forward_.at(n).is_frame())
        look(forward_.at(n).cargo);
    }
    for (std::size_t n = 0; n < tx_.buffer().size(); ++n)
      look(tx_.buffer().at(n).frame);
    if (const int gone = std::min(first, may_pass_); gone > 0)
      pass(gone);
  }

  // The first `frames` places are passed.
  void pass(int frames) {
    const auto move = [frames](Cargo cargo) {
      cargo.place = static_cast<std::int8_t>(std::max(kPassed, cargo.place - frames));
      return cargo;
    };
    for (std::size_t n = 0; n < forward_.size(); ++n)
      forward_.at(n).cargo = move(forward_.at(n).cargo);
    slots_.clear();
    for (std::size_t n = 0; n < tx_.buffer().size(); ++n) {
      slots_.push_back(tx_.buffer().at(n));
      slots_.back().frame = move(slots_.back().frame);
    }
    tx_.restore(tx_.state(), slots_);
    next_place_ -= frames;
    may_pass_ = std::max(0, may_pass_ - frames);
  }

  // How many of the oldest frames that the sender keeps have been accepted.
  std::size_t passed() const {
    std::size_t frames = 0;
    while (frames < tx_.buffer().size() && tx_.buffer().at(frames).frame.place == kPassed)
      ++frames;
    return frames;
  }

  Wrong judge_channels() const {
    std::uint32_t in_pool = 0;
    for (std::size_t vc = 0; vc < setup_.channels; ++vc)
      in_pool += counted_[vc];
    if (setup_.credits.pool_credits != 0 && in_pool > setup_.credits.pool_credits)
      return Wrong::kOverflow;
    for (std::size_t vc = 0; vc < setup_.channels; ++vc) {
      if (std::uint32_t{counted_[vc]} + uncounted_[vc] > setup_.limit && sender_.channel(vc).enabled &&
          setup_.judges_buffer)
        return Wrong::kOverflow;
      const bool counts =
          setup_.judges_counts && procedure_.done() && sender_.channel(vc).enabled && receiver_.channel(vc).enabled;
      if (counts && uncounted_[vc] == 0 && !counts_agree(vc))
        return Wrong::kCounts;
    }
    return Wrong::kNothing;
  }

  // S_CF <= R_CF <= R_CC <= S_CC on the circle of the counts, and what lies between is what it is called.
  bool counts_agree(std::size_t vc) const {
    const ue_cbfc::SenderChannel& s = sender_.channel(vc);
    const ue_cbfc::ReceiverChannel& r = receiver_.channel(vc);
    const auto from_to = [this](std::uint32_t from, std::uint32_t to) {
      return (to - from) & setup_.credits.counter_mask();
    };
    const std::uint32_t untold = from_to(s.freed, r.freed);
    const std::uint32_t held = from_to(r.freed, r.consumed);
    const std::uint32_t on_the_way = from_to(r.consumed, s.consumed);
    return untold + held + on_the_way == s.used && s.used <= s.limit && held == counted_[vc];
  }
};

}  // namespace weir::link_search
