// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause_registers.h"

#include <cstdint>
#include <string>

#include "hw_model/base/require.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {
namespace {

constexpr unsigned kQuantaBits = 16;
constexpr std::uint64_t kQuantumBits = 512;
constexpr unsigned kTimeBits = 48;
constexpr unsigned kQuantumPrescalerBits = 9;  // counts the 512 bit times of a quantum

std::uint64_t bit_times(Time span, BitRate rate) {
  return static_cast<std::uint64_t>(Wide{span.count()} * rate.count() / kPicosecondsPerSecond);
}

void declare_settings(ledger::Block& block, const PfcConfig& pfc, const ledger::Origin& origin) {
  ledger::declare_all(block, origin, pfc_settings(), pfc);
  block.add(origin.setting({.name = "refresh_quanta",
                            .width = kQuantaBits,
                            .reset = refresh_quanta(pfc),
                            .description = "a standing pause is sent again after this many quanta"}));
}

}  // namespace

std::uint16_t refresh_quanta(const PfcConfig& pfc) {
  return pfc.refresh_quanta != 0 ? pfc.refresh_quanta
                                 : static_cast<std::uint16_t>(pfc.pause_quanta * pfc.refresh_fraction);
}

void bind_pause_settings(const EngineRegisters& registers) {
  for (const ledger::Setting<PfcConfig>& one : pfc_settings()) {
    if (one.word != "pause_quanta")
      registers.settings(&FlowControlConfig::pfc, {one});
  }
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
        require(value != 0, "flow_control.pfc.refresh_quanta: wanted 1 or more; got 0");
        draft.config.pfc.refresh_quanta = static_cast<std::uint16_t>(value);
      });
}

std::uint64_t quanta_left(Time left, BitRate line_rate) {
  return (bit_times(left, line_rate) + kQuantumBits - 1) / kQuantumBits;
}

std::uint64_t quantum_prescaler(Time now, BitRate line_rate) { return bit_times(now, line_rate) % kQuantumBits; }

std::uint64_t whole_nanoseconds(Time span) { return static_cast<std::uint64_t>(span / Time(1'000)); }

void declare_pause_registers(ledger::Block& block, const PfcConfig& pfc, const ledger::Dimensions& each,
                             const ledger::Origin& origin) {
  const auto state = [&](const char* name, unsigned width, const ledger::Dimensions& dimensions, const char* what) {
    block.add(origin.state({.name = name, .width = width, .dimensions = dimensions, .description = what}));
  };
  declare_settings(block, pfc, origin);
  state("xoff_asserted", 1, each, "the VIQ has reached XOFF and not yet fallen to XON");
  state("told_paused", 1, each, "the peer was last told to pause");
  state("refresh_due", 1, each, "the refresh timer has run out");
  state("refresh_timer", kQuantaBits, each, "quanta until a standing pause is sent again");
  const auto stopwatch = [&](const char* name, ledger::Access access, const char* what) {
    block.add(origin.memory({.name = name,
                             .width = kTimeBits,
                             .dimensions = each,
                             .width_follows = "78 hours of nanoseconds",
                             .description = what},
                            access));
  };
  stopwatch("pausing_time", ledger::Access::kReadOnly, "nanoseconds in which the peer stood told to pause");
  stopwatch("pausing_since", ledger::Access::kInternal,
            "when the present pause was told, by egress.time_now; all ones: none");
  state("pause_timer", kQuantaBits, each, "quanta for which the class stays paused");
  state("quantum_prescaler", kQuantumPrescalerBits, {}, "bit times of the present quantum, for all timers");
}

}  // namespace weir::flow_control
