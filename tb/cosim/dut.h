// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A clocked block under test, of any implementation: C++ model, Verilated RTL, a mutant. Driven in batches of cycles,
// so that the cost of virtual calls is negligible. All follow one contract: in each cycle the inputs are applied, the
// outputs are read just before the clock edge, then the edge comes.

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

  // Plays one cycle with these inputs. True: the block's whole state, visible at ports or not, is the same after the
  // clock edge as before, so any number of such cycles may be skipped. False: the state changed, or is unknown.
  virtual bool holds(const In& in) = 0;
};

// A Dut around any block with clock(in) and evaluate(in) for one cycle, and with holds(in) or operator==.
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
