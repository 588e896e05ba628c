// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meter of one port as a clocked block (rtl/fera_meter, rtl/fera_meter_dividing) beside the model
// (docs/decisions/0312-*.md). The block serves this port alone, as its port 0. A frame is a cycle, and so is a tick;
// then the block works r out. These cycles carry no time. While the port asks others to pause, each edge of the clock
// is a cycle: a pause that begins or ends at t does so at the first edge at or after t.
//
// The model counts pauses in picoseconds. What the block has is therefore compared with a second meter of the model,
// which gets the pauses in whole cycles.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/reference/fera_meter.h"

namespace weir::congestion {

class ClockedFera {
 public:
  ClockedFera(std::unique_ptr<reference::FeraMeterBlock> block, const reference::FeraSettings& settings,
              const reference::FeraPort& port);

  void arrived(Bytes length, Time now);
  void asks(bool on, Time now);
  void tick(Bytes queue, Time now);
  void set_capacity(BitRate capacity);
  void set(const reference::FeraSettings& settings);
  void reset(Time now);

  // The rate of tags by the block; nothing: the model's.
  std::optional<BitRate> advertised() const;

 private:
  using Inputs = reference::FeraMeterInputs;
  using Outputs = reference::FeraMeterOutputs;

  std::int64_t edge(Time now) const { return (now + clock_ - Time(1)) / clock_; }
  void settle();
  void count_pause(Time now);
  Outputs play(const Inputs& in);

  std::unique_ptr<reference::FeraMeterBlock> block_;
  Time clock_;
  reference::FeraSettings settings_;  // with the floor of t in whole cycles
  reference::FeraMeter meter_;
  reference::FeraPort port_;
  Inputs stands_;  // settings, and what is said of the port
  bool asks_ = false;
  std::int64_t counted_ = 0;  // the first edge that is not yet played
  std::int64_t paused_ = 0;   // cycles, in this interval
  std::int64_t paused_last_ = 0;
  std::uint32_t tag_rate_ = 0;  // 0: no tick yet
};

// Null where the port has no block.
std::unique_ptr<ClockedFera> make_clocked_fera(const PortContext& context);

}  // namespace weir::congestion
