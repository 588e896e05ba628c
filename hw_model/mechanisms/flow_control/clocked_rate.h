// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The divider for the rates of a port under time-based GFC as a clocked block (rtl/linear_rate) beside the model.
// Messages wait for the block with the counts of their arrival. A rate is asked for when its message takes effect: up
// to there the block plays the cycles from the message to its factor, in the ticks in which they come. Of the cycles
// between two divisions one is played. A message that finds the block busy is taken in the cycle in which the factor
// before it is there; a factor that is not there when its message takes effect is worked out in cycles that carry no
// time. Where blocks or counters are not those of the RTL, the counts enter RTL that counts smaller blocks with more
// bits: FCTBS as it is, and FCCL as far from it as at the port. The block decides the factor; where it stands in
// lock-step it is compared with that of the model.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::flow_control {

// What a port with these settings asks of the block; a block of bytes that is no power of two counts as the next one.
reference::LinearRateConfig divider_widths(const CbfcConfig& credits, const reference::RateLimiterConfig& limiter);

// Whether the port has that divider: shifts take the place of a multiplication by the block.
bool has_divider(const CbfcConfig& credits, const reference::RateLimiterConfig& limiter);

// The RTL that carries a divider of these widths: its own, or one that counts smaller blocks with more bits.
reference::LinearRateConfig carrier_of(const reference::LinearRateConfig& widths);

// Why a rate with these settings, rounded to bits per second, may have another factor than the division of a whole port
// in RTL gives; nothing: none has.
std::string rates_not_whole(const GfcTimeBasedConfig& gfc, BitRate line, BitRate floor);

class ClockedRate {
 public:
  // `widths`: of the port; the block has them, or carries them.
  ClockedRate(std::unique_ptr<reference::LinearRateBlock> block, const reference::LinearRateConfig& widths, Time tick);

  // A message arrives. Times never fall.
  void arrived(std::uint32_t fccl, std::uint32_t fctbs, Bytes room, Bytes range, Time now);

  // The rate of the oldest message, which takes effect now. `model`: by the model.
  BitRate rate(BitRate model, BitRate line, Time now);

 private:
  struct Message {
    reference::LinearRateInputs in;
    std::uint64_t factor = 0;  // by the model
    std::int64_t tick = 0;
  };
  void take_next();

  std::unique_ptr<reference::LinearRateBlock> block_;
  reference::LinearRateConfig widths_;  // of the block
  unsigned counter_bits_;               // of the port
  unsigned finer_;                      // log2 of the blocks of the block in a block of the port
  Time tick_;
  std::deque<Message> waiting_;
  bool divides_ = false;     // the oldest message has been taken
  std::int64_t played_ = 0;  // the tick of the last cycle
};

}  // namespace weir::flow_control
