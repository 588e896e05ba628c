// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Delay of inputs by some cycles: a pipelined form of a block behaves as the block with late inputs. A reset is not
// delayed, and discards all inputs under way: until the first input after the reset arrives, the block stays in reset.

#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tb/cosim/dut.h"

namespace weir::cosim {

template <class In>
class LateInputs {
 public:
  // `nothing`: arrives where nothing was sent, after a reset.
  explicit LateInputs(std::size_t cycles = 0, const In& nothing = {}) : past_(cycles, nothing), nothing_(nothing) {}

  // The input that arrives in this cycle; the cycle then ends.
  In next(const In& in) {
    const In arriving = at(in);
    if (!in.rst_n) {
      past_.assign(past_.size(), nothing_);
    } else if (!past_.empty()) {
      past_[oldest_] = in;
      oldest_ = oldest_ + 1 == past_.size() ? 0 : oldest_ + 1;
    }
    return arriving;
  }
  // The input that arrives in this cycle, without ending the cycle.
  In at(const In& in) const {
    if (past_.empty()) {
      return in;
    }
    return in.rst_n ? past_[oldest_] : reset();
  }
  static In reset() {
    In in;
    in.rst_n = false;
    return in;
  }
  // Whether all inputs under way equal `in`.
  bool all_are(const In& in) const {
    return std::ranges::all_of(past_, [&](const In& past) { return past == in; });
  }

 private:
  std::vector<In> past_;
  In nothing_;
  std::size_t oldest_ = 0;
};

// A block whose inputs arrive late.
template <class In, class Out>
class LateDut final : public Dut<In, Out> {
 public:
  LateDut(std::unique_ptr<Dut<In, Out>> core, std::size_t cycles)
      : core_(std::move(core)), late_(cycles, LateInputs<In>::reset()) {}

  void clock(std::span<const In> in, std::span<Out> out) override {
    arriving_.clear();
    for (const In& cycle : in) {
      arriving_.push_back(late_.next(cycle));
    }
    core_->clock(arriving_, out);
  }
  Out evaluate(const In& in) override { return core_->evaluate(late_.at(in)); }
  bool holds(const In& in) override {
    const bool same = late_.all_are(in);
    return core_->holds(late_.next(in)) && same;
  }

 private:
  std::unique_ptr<Dut<In, Out>> core_;
  LateInputs<In> late_;
  std::vector<In> arriving_;
};

}  // namespace weir::cosim
