// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A clocked block under test, whatever it is made of: the C++ model, the Verilated RTL, a mutant. Driven in batches of
// cycles, so that a virtual call costs nothing. The contract of all of them: in each cycle the inputs are applied,
// the outputs are those that stand just before the clock edge, then the edge.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "hw_model/reference/rate_limiter_cycle.h"
#include "hw_model/reference/stage_comparator_cycle.h"

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
};

// A Dut around anything that has clock(in) and evaluate(in) for one cycle.
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

 private:
  Block block_;
};

using RateLimiterDut = Dut<reference::RateLimiterInputs, reference::RateLimiterOutputs>;
using StageComparatorDut = Dut<reference::StageComparatorInputs, reference::StageComparatorOutputs>;
using LeadingZeroDut = Dut<reference::LeadingZeroInputs, reference::StageComparatorOutputs>;

using RateLimiterDutFactory = std::function<std::unique_ptr<RateLimiterDut>(
    reference::RateForm form, const reference::RateLimiterConfig& config)>;

struct Port {
  std::string name;  // as in the RTL
  unsigned bits;
};

// The ports of a block as data: for messages, waveforms, vector files. Values stand in the order of the ports.
template <class In, class Out>
struct BlockPorts {
  std::string block;  // RTL module
  Time period;
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::function<std::vector<std::uint64_t>(const In&)> input_values;
  std::function<std::vector<std::uint64_t>(const Out&)> output_values;
};

using RateLimiterPorts = BlockPorts<reference::RateLimiterInputs, reference::RateLimiterOutputs>;
using StageComparatorPorts = BlockPorts<reference::StageComparatorInputs, reference::StageComparatorOutputs>;
using LeadingZeroPorts = BlockPorts<reference::LeadingZeroInputs, reference::StageComparatorOutputs>;

RateLimiterPorts rate_limiter_ports(reference::RateForm form, const reference::RateLimiterConfig& config);
StageComparatorPorts stage_comparator_ports(const reference::StageComparatorConfig& config);
LeadingZeroPorts leading_zero_ports(const reference::StageComparatorConfig& config);

}  // namespace weir::cosim
