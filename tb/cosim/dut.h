// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A clocked block under test, whatever it is made of: the C++ model, the Verilated RTL, a mutant. Driven in batches of
// cycles, so that a virtual call costs nothing. The contract of all of them: in each cycle the inputs are applied,
// the outputs are those that stand just before the clock edge, then the edge.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace weir::cosim {

template <class In, class Out>
class Dut {
 public:
  using Inputs = In;
  using Outputs = Out;

  virtual ~Dut() = default;

  // One cycle for each element; `out` is at least as long as `in`.
  virtual void clock(std::span<const In> in, std::span<Out> out) = 0;

  // The outputs for these inputs, without a clock edge.
  virtual Out evaluate(const In& in) = 0;

  // One cycle with these inputs. True where all that the block keeps, seen at its ports or not, is after the clock edge
  // as before: then no number of such cycles changes anything, and they need not be played. False where it cannot be
  // told.
  virtual bool holds(const In& in) = 0;
};

// A Dut around anything that has clock(in) and evaluate(in) for one cycle, and holds(in) or a comparison by ==.
template <class In, class Out, class Block>
class DutOf final : public Dut<In, Out> {
 public:
  template <class... Arguments>
  explicit DutOf(Arguments&&... arguments) : block_(std::forward<Arguments>(arguments)...) {}

  void clock(std::span<const In> in, std::span<Out> out) override {
    for (std::size_t i = 0; i < in.size(); ++i) {
      out[i] = block_.clock(in[i]);
    }
  }
  Out evaluate(const In& in) override { return block_.evaluate(in); }

  bool holds(const In& in) override {
    if constexpr (requires { block_.holds(in); }) {
      return block_.holds(in);
    } else if constexpr (std::copyable<Block> && std::equality_comparable<Block>) {
      const Block before = block_;
      block_.clock(in);
      return block_ == before;
    } else {
      block_.clock(in);
      return false;
    }
  }

 private:
  Block block_;
};

}  // namespace weir::cosim
