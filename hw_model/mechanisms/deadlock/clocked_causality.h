// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's causality unit of one lossless class as a clocked block (rtl/itsy_causality) beside the protocol. Each event
// is a cycle. A sum of a check is added up in further cycles, which carry no time, before the next event. The block
// decides which checks leave, and which come home; where it stands in lock-step its decisions are compared with those
// of the protocol, and after each event its registers.
//
// The block has marked and passed on a check that a sum brings home; the protocol does neither. From then on, until
// what is marked and what is to be sent is the same again, the protocol decides, and of the block's registers the
// others are compared.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "hw_model/reference/itsy_repaired.h"

namespace weir::deadlock {

class ClockedCausality {
 public:
  struct Settings {
    std::uint32_t switch_id = 0;
    std::uint8_t ttl = 16;
    bool sums = true;
    Bytes counted{1};  // in which VIQs count
    std::size_t ports = 1;
  };
  ClockedCausality(std::unique_ptr<reference::ItsyCausalityBlock> block, const Settings& settings);

  // Of the events that follow.
  void at(Time now) { block_->at(now); }
  // XON of every ingress, before the first event.
  void set_xon(std::uint32_t xon) { xon_ = in_units(xon); }

  // Events of the protocol, which has had them.
  using Protocol = reference::ItsyRepaired;
  void enqueued(PortId e, PortId i, std::uint32_t amount, const Protocol& protocol);
  void departed(PortId e, PortId i, std::uint32_t amount, const Protocol& protocol);
  void held(PortId e, bool on, const Protocol& protocol);
  void pausing(PortId i, bool on, const Protocol& protocol);
  void again(PortId i, const Protocol& protocol);
  void life_over(const Protocol& protocol);
  void reset(const Protocol& protocol);

  // Events that the protocol has yet to have; what the block decides.
  std::optional<PortId> arrived(PortId p, const frame::ItsyMessage& message, Protocol& protocol);
  std::optional<frame::ItsyMessage> take(PortId i, Protocol& protocol);
  bool due(PortId i, const Protocol& protocol) const;

 private:
  using Inputs = reference::ItsyCausalityInputs;
  using Outputs = reference::ItsyCausalityOutputs;

  std::uint32_t in_units(std::uint32_t amount) const {
    return amount / static_cast<std::uint32_t>(settings_.counted.count());
  }
  Inputs idle(PortId e, PortId i) const;
  std::uint64_t shown(const reference::ItsySlot& slot) const;
  Outputs registers(PortId e, PortId i, const Protocol& protocol) const;
  Outputs decide(const Inputs& in, const Outputs& decided);
  std::optional<PortId> add_up(PortId p, const std::optional<PortId>& by_sum, bool is_added);
  bool is_apart(const Protocol& protocol);
  void settle(PortId e, PortId i, const Protocol& protocol);

  std::unique_ptr<reference::ItsyCausalityBlock> block_;
  Settings settings_;
  std::uint32_t xon_ = 0;
  std::uint64_t due_ = 0;  // bit i: the block has a check for port i to send
  unsigned taken_ = 0;     // checks asked for at `taken_at_` since the last other event
  PortId taken_at_;
  bool apart_ = false;
};

}  // namespace weir::deadlock
