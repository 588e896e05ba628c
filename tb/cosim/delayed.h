// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A model that gets its inputs some cycles late: what a pipelined form of a block does. A reset is not late, and
// nothing that was on its way outlives it.

#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace weir::cosim {

template <class In, class Out>
class Delayed {
 public:
  // `clock` is one cycle of the model, which has just been reset.
  Delayed(std::function<Out(const In&)> clock, std::size_t cycles) : clock_(std::move(clock)), past_(cycles) {}

  Out clock(const In& in) {
    if (past_.empty()) {
      return clock_(in);
    }
    if (!in.rst_n) {
      past_.assign(past_.size(), In{});
      In reset;
      reset.rst_n = false;
      return clock_(reset);
    }
    const In late = std::exchange(past_[next_], in);
    next_ = (next_ + 1) % past_.size();
    return clock_(late);
  }

 private:
  std::function<Out(const In&)> clock_;
  std::vector<In> past_;
  std::size_t next_ = 0;  // the oldest
};

}  // namespace weir::cosim
