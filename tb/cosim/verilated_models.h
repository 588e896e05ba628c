// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One cycle of a Verilated block. Templates over Verilator's class, so that a block and its mutants share them; include
// only in a .cpp that includes a V*.h and no SystemC. A cycle is two evaluations: inputs with the clock low, where
// the outputs are read, then the rising edge.

#pragma once

#include <cstdint>

#include "hw_model/reference/leading_zero_comparator_cycle.h"
#include "hw_model/reference/rate_limiter_cycle.h"
#include "hw_model/reference/stage_comparator_cycle.h"
#include "verilated.h"

namespace weir::cosim {

// One context for all blocks, never destroyed: Verilator 5.006 takes a block's scopes out of whichever context the
// thread used last, and starts a pool of threads for each context that is not told otherwise.
inline VerilatedContext& shared_context() {
  static VerilatedContext* const kContext = [] {
    auto* made = new VerilatedContext;
    made->threads(1);
    return made;
  }();
  return *kContext;
}

template <class V>
class VerilatedBlock {
 public:
  VerilatedBlock() : model_(&shared_context(), "rtl") {
    model_.rst_ni = 0;
    edge();
    model_.rst_ni = 1;
  }
  VerilatedBlock(const VerilatedBlock&) = delete;
  VerilatedBlock& operator=(const VerilatedBlock&) = delete;

 protected:
  // Verilator's ports are references to the smallest unsigned type that holds them.
  template <class PortType>
  static void drive(PortType& port, std::uint64_t value) {
    port = static_cast<PortType>(value);
  }

  void edge() {
    model_.clk_i = 0;
    model_.eval();
    model_.clk_i = 1;
    model_.eval();
  }

  V model_;
};

template <class V>
class VerilatedRateLimiterModel : public VerilatedBlock<V> {
 public:
  explicit VerilatedRateLimiterModel(const reference::RateLimiterConfig& config) {
    this->drive(model_.rounding_i, static_cast<std::uint64_t>(config.rounding));
    model_.clamp_i = config.rate_raise == reference::RateRaise::kClamp;
  }

  reference::RateLimiterOutputs evaluate(const reference::RateLimiterInputs& in) {
    this->drive(model_.rst_ni, in.rst_n);
    this->drive(model_.sent_i, in.sent);
    this->drive(model_.r_l_ticks_i, in.r_l_ticks);
    this->drive(model_.r_l_subticks_i, in.r_l_subticks);
    this->drive(model_.phase_i, in.phase);
    this->drive(model_.rate_valid_i, in.rate_valid);
    this->drive(model_.r_r_i, in.r_r);
    model_.clk_i = 0;
    model_.eval();
    return {.idle = model_.idle_o != 0,
            .follow = model_.follow_o != 0,
            .r_c = model_.r_c_o,
            .r_c_d = model_.r_c_d_o,
            .r_l = model_.r_l_o,
            .r_r = model_.r_r_o};
  }

  reference::RateLimiterOutputs clock(const reference::RateLimiterInputs& in) {
    const reference::RateLimiterOutputs out = evaluate(in);
    model_.clk_i = 1;
    model_.eval();
    return out;
  }

  // Cycles without inputs. An idle limiter holds all its registers, so its clock is gated, as hardware would.
  void skip(std::uint64_t cycles) {
    if (cycles == 0 || model_.idle_o) {
      return;
    }
    clock(reference::RateLimiterInputs{});
    for (--cycles; cycles > 0 && !model_.idle_o; --cycles) {
      this->edge();
    }
  }

 protected:
  using VerilatedBlock<V>::model_;
};

template <class V>
class VerilatedStageComparatorModel : public VerilatedBlock<V> {
 public:
  reference::StageComparatorOutputs evaluate(const reference::StageComparatorInputs& in) {
    this->drive(model_.rst_ni, in.rst_n);
    this->drive(model_.threshold_we_i, in.threshold_we);
    this->drive(model_.threshold_index_i, in.threshold_index);
    this->drive(model_.threshold_i, in.threshold);
    this->drive(model_.q_i, in.q);
    model_.clk_i = 0;
    model_.eval();
    return {.stage = model_.stage_o, .changed = model_.changed_o != 0};
  }

  reference::StageComparatorOutputs clock(const reference::StageComparatorInputs& in) {
    const reference::StageComparatorOutputs out = evaluate(in);
    model_.clk_i = 1;
    model_.eval();
    return out;
  }

 protected:
  using VerilatedBlock<V>::model_;
};

template <class V>
class VerilatedLeadingZeroModel : public VerilatedBlock<V> {
 public:
  reference::StageComparatorOutputs evaluate(const reference::LeadingZeroInputs& in) {
    this->drive(model_.rst_ni, in.rst_n);
    this->drive(model_.table_we_i, in.table_we);
    this->drive(model_.bm_i, in.bm);
    this->drive(model_.log2_span_i, in.log2_span);
    this->drive(model_.stages_i, in.stages);
    this->drive(model_.q_i, in.q);
    model_.clk_i = 0;
    model_.eval();
    return {.stage = model_.stage_o, .changed = model_.changed_o != 0};
  }

  reference::StageComparatorOutputs clock(const reference::LeadingZeroInputs& in) {
    const reference::StageComparatorOutputs out = evaluate(in);
    model_.clk_i = 1;
    model_.eval();
    return out;
  }

 protected:
  using VerilatedBlock<V>::model_;
};

}  // namespace weir::cosim
