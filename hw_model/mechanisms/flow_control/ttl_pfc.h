// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TTL-shifted PFC: TTL-based buffer management, section 1.2. VIQ (i, j) pauses class j - 1 at the other end of port i.
//
// With the class mapper's ttl0 - TTL a packet that waits here in class j waited in class j - 1 at the upstream hop, so
// that queue must stop. A class is then paused only by the next higher one; packets in the highest class are never
// paused, and so there is no deadlock (section 1.4.4).
//
// Sources send in class 0, and their packets are in class 1 at the first switch: VIQ (i, 1) pauses the source. No legal
// packet is in class 0 of a switch, and below class 0 there is no class to pause: VIQ (i, 0) asserts nothing. The same
// holds for the first class of each service (class_mapper.h); the VIQ of a plain class pauses that class itself.
// Latency, order of operations and registers are those of pause_engine.h, with class_shift as a setting.

#pragma once

#include "hw_model/mechanisms/flow_control/pause_engine.h"

namespace weir::flow_control {

class TtlPfc final : public PauseEngine {
 public:
  explicit TtlPfc(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void check(const PortContext& settings) const override;

  ClassId holding_class(ClassId held) const override;

 private:
  std::size_t paused_by(ClassId c) const override;
};

}  // namespace weir::flow_control
