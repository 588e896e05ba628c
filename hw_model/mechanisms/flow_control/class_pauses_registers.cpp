// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of PFC and of TTL-shifted PFC as software reads and writes them.

#include "hw_model/mechanisms/flow_control/class_pauses.h"
#include "hw_model/mechanisms/flow_control/pause_registers.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

void ClassPauses::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  bind_pause_settings(registers);
  const auto flag = [](const ClassMask& classes) {
    return [&classes](ClassId c, Time) { return (classes & mask_of(c)) != 0 ? 1U : 0U; };
  };
  registers.state("xoff_asserted", flag(asserted_));
  registers.state("told_paused", flag(told_));
  registers.state("refresh_due", flag(refresh_));
  registers.state("refresh_timer", [this](ClassId c, Time now) -> std::uint64_t {
    const Time left = receiving_[c.index()].refresh_at - now;
    if ((told_ & mask_of(c)) == 0 || left <= Time(0))
      return 0;
    return quanta_left(left, line_rate());
  });
  registers.state("pausing_time", [this](ClassId c, Time now) { return whole_nanoseconds(pausing(c, now)); });
  registers.state("pause_timer", [this](ClassId c, Time now) { return sending_[c.index()].timer.quanta_left(now); });
  registers.port_state("quantum_prescaler", [this](Time now) { return quantum_prescaler(now, line_rate()); });
}

// The comparators see the new thresholds at once, where it is VIQs that they look at. A refresh timer that runs keeps
// its time.
void ClassPauses::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  refresh_interval_ = refresh_interval(config().pfc, settings.line_rate);
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassId c(i);
    set_threshold(c);
    if (!lossless(c) || follows_veqs())
      continue;
    reference::PfcThreshold& threshold = receiving_[i].threshold;
    if ((threshold.filled(depth(c)) || threshold.drained(depth(c))) && paused_by(c) != kClasses)
      asserted_ ^= mask_of(c);
  }
  update_due(now);
}

}  // namespace weir::flow_control
