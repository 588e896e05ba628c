// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of PFC as software reads and writes them.

#include "hw_model/mechanisms/flow_control/pause_registers.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {
namespace {

constexpr std::int64_t kQuantumBits = 512;

std::uint64_t bit_times(Time now, BitRate rate) {
  return static_cast<std::uint64_t>(Wide{now.count()} * rate.count() / kPicosecondsPerSecond);
}

void bind_settings(const EngineRegisters& registers) {
  registers.setting(
      "xoff", [](const PortContext& context) { return context.config.pfc.xoff.count(); },
      [](PortContext& draft, std::uint64_t value) { draft.config.pfc.xoff = Bytes(static_cast<std::int64_t>(value)); });
  registers.setting(
      "xon", [](const PortContext& context) { return context.config.pfc.xon.count(); },
      [](PortContext& draft, std::uint64_t value) { draft.config.pfc.xon = Bytes(static_cast<std::int64_t>(value)); });
  registers.setting(
      "pause_quanta", [](const PortContext& context) { return context.config.pfc.pause_quanta; },
      [](PortContext& draft, std::uint64_t value) {
        PfcConfig& pfc = draft.config.pfc;
        pfc.refresh_quanta = refresh_quanta(pfc);  // a register of its own: it does not follow
        pfc.pause_quanta = static_cast<std::uint16_t>(value);
      });
  registers.setting(
      "refresh_quanta", [](const PortContext& context) { return refresh_quanta(context.config.pfc); },
      [](PortContext& draft, std::uint64_t value) {
        require(value != 0, "pfc: refresh_quanta is 0, wanted 1 or more");
        draft.config.pfc.refresh_quanta = static_cast<std::uint16_t>(value);
      });
}

}  // namespace

void Pfc::bind_registers(const ledger::Binder& binder, const ViqDepth& depth) {
  FlowControl::bind_registers(binder, depth);
  const EngineRegisters registers = registers_of(binder, depth);
  bind_settings(registers);
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
    return (bit_times(left, context().line_rate) + kQuantumBits - 1) / kQuantumBits;
  });
  registers.state("pause_timer", [this](ClassId c, Time now) { return sending_[c.index()].timer.quanta_left(now); });
  registers.port_state("quantum_prescaler",
                       [this](Time now) { return bit_times(now, context().line_rate) % kQuantumBits; });
}

void Pfc::check(const PortContext& settings) const {
  FlowControl::check(settings);
  validate_pauses(settings, "pfc");
}

// The comparators see the new thresholds at once. A refresh timer that runs keeps its time.
void Pfc::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  address_ = settings.address;
  refresh_interval_ = refresh_interval(config_.pfc, settings.line_rate);
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassId c(i);
    if (!lossless(c))
      continue;
    reference::PfcThreshold& threshold = receiving_[i].threshold;
    threshold.set(config_.pfc.xoff, config_.pfc.xon);
    if (threshold.filled(depth(c)) || threshold.drained(depth(c)))
      asserted_ ^= mask_of(c);
  }
  update_due(now);
}

}  // namespace weir::flow_control
