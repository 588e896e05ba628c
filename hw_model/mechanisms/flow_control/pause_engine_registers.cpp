// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that all schemes with PAUSE frames have: thresholds and quanta as settings, then, for each pause, what
// this port has told the peer and what the peer has told this port.

#include <cstdint>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/require.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/pause_engine.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/reference/widths.h"

namespace weir::flow_control {
namespace {

constexpr unsigned kQuantaBits = 16;
constexpr std::uint64_t kQuantumBits = 512;
constexpr unsigned kTimeBits = 48;
constexpr unsigned kQuantumPrescalerBits = reference::kPfcPrescalerBits;  // counts the 512 bit times of a quantum
constexpr const char* kEngineBlock = "pfc_engine";

std::uint64_t bit_times(Time span, BitRate rate) {
  return static_cast<std::uint64_t>(Wide{span.count()} * rate.count() / kPicosecondsPerSecond);
}

// refresh_quanta as software reads it: whole quanta of the time that follows from refresh_fraction.
std::uint16_t refresh_quanta(const PfcConfig& pfc) {
  return pfc.refresh_quanta != 0 ? pfc.refresh_quanta
                                 : static_cast<std::uint16_t>(pfc.pause_quanta * pfc.refresh_fraction);
}

// The values of timer registers: whole quanta left of `left` > 0, the begun one counted, and the bit times of the
// present quantum. The values of stopwatch registers.
std::uint64_t quanta_left(Time left, BitRate line_rate) {
  return (bit_times(left, line_rate) + kQuantumBits - 1) / kQuantumBits;
}

std::uint64_t quantum_prescaler(Time now, BitRate line_rate) { return bit_times(now, line_rate) % kQuantumBits; }

std::uint64_t whole_nanoseconds(Time span) { return static_cast<std::uint64_t>(span / Time(1'000)); }

void bind_settings(const EngineRegisters& registers) {
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

// The RTL has registers for each of 8 classes. Which of them take part are constants in a switch of one scheme, so that
// the others' registers are none.
void declare_engine(ledger::Block& block, const PortContext& context, bool of_the_port) {
  const std::uint64_t enabled = of_the_port ? kAllClasses : context.config.lossless;
  block.add(ledger::RtlInstance{
      .block = kEngineBlock,
      .parameters = {
          {"PRESCALER_W", kQuantumPrescalerBits}, {"enable_i", enabled}, {"port_pause_i", of_the_port ? 1U : 0U}}});
}

}  // namespace

void PauseEngine::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  bind_settings(registers);
  const auto each_pause = [&](std::string_view name, std::function<std::uint64_t(ClassId, Time)> read) {
    if (stops_ == Stops::kPort)
      registers.port_state(name, [read = std::move(read)](Time now) { return read(kOfThePort, now); });
    else
      registers.state(name, std::move(read));
  };
  const auto flag = [](const ClassMask& pauses) {
    return [&pauses](ClassId pause, Time) { return (pauses & mask_of(pause)) != 0 ? 1U : 0U; };
  };
  each_pause("xoff_asserted", flag(asserted_));
  each_pause("told_paused", flag(told_));
  each_pause("refresh_due", flag(refresh_));
  each_pause("refresh_timer", [this](ClassId pause, Time now) -> std::uint64_t {
    const Time left = pauses_[pause.index()].refresh_at - now;
    if ((told_ & mask_of(pause)) == 0 || left <= Time(0))
      return 0;
    return quanta_left(left, line_rate());
  });
  each_pause("pausing_time",
             [this](ClassId pause, Time now) { return whole_nanoseconds(pauses_[pause.index()].pausing.total(now)); });
  each_pause("pause_timer", [this](ClassId pause, Time now) { return pauses_[pause.index()].timer.quanta_left(now); });
  registers.port_state("quantum_prescaler", [this](Time now) { return quantum_prescaler(now, line_rate()); });
}

void PauseEngine::declare_pauses(ledger::Block& block, const PortContext& context, const ledger::Origin& origin,
                                 Stops stops) {
  static constexpr auto kPause = ledger::state_fields<PauseState>(
      ledger::holds(&PauseState::refresh_at, "refresh_timer"),
      ledger::model_only(&PauseState::timer_pending, "a scheduled event stands for the counting down"),
      ledger::holds(&PauseState::pausing, "pausing_time", "pausing_since"),
      ledger::model_only(&PauseState::allowed, "wires from the MMU: what the VIQ may hold"),
      ledger::model_only(&PauseState::lowest_xoff, "for measurement"),
      ledger::model_only(&PauseState::raised, "wires from the MMU: mmu.viq_lent"),
      ledger::holds(&PauseState::timer, "pause_timer", "quantum_prescaler"),
      ledger::model_only(&PauseState::expiry_pending, "a scheduled event stands for the counting down"));
  static constexpr auto kFields = ledger::state_fields<PauseEngine>(
      ledger::holds(&PauseEngine::thresholds_, "xoff", "xon", "xoff_asserted"),
      ledger::model_only(&PauseEngine::stops_, "constant of the scheme"),
      ledger::holds(&PauseEngine::asserted_, "xoff_asserted"),
      ledger::model_only(&PauseEngine::kept_, "wires from the deadlock unit: blocked"),
      ledger::model_only(&PauseEngine::masked_, "wires from the deadlock unit: pfcwd_masked"),
      ledger::holds(&PauseEngine::told_, "told_paused"), ledger::holds(&PauseEngine::refresh_, "refresh_due"),
      ledger::holds(&PauseEngine::refresh_interval_, "refresh_quanta"), ledger::part(&PauseEngine::pauses_),
      ledger::model_only(&PauseEngine::clocked_, "the same registers once more, in RTL"));
  const PfcConfig& pfc = context.config.pfc;
  const ledger::Dimensions each = stops == Stops::kPort ? ledger::Dimensions{} : per_lossless_class(context);
  declare_settings(block, origin, pfc_settings(), pfc, context);
  block.add(origin.setting({.name = "refresh_quanta",
                            .width = kQuantaBits,
                            .reset = refresh_quanta(pfc),
                            .description = "a standing pause is sent again after this many quanta"}));
  const auto state = [&](const char* name, unsigned width, const ledger::Dimensions& dimensions, const char* what) {
    block.add(origin.state(
        {.name = name, .width = width, .dimensions = dimensions, .rtl_block = kEngineBlock, .description = what}));
  };
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
  declare_engine(block, context, stops == Stops::kPort);
  ledger::require_declared(block, kPause);
  ledger::require_declared(block, kFields);
}

ledger::Block PauseEngine::declare_class_pauses(const PortContext& context, const ledger::Origin& origin) {
  ledger::Block block("flow_control");
  declare_pauses(block, context, origin, Stops::kClass);
  declare_common(block, context, origin);
  return block;
}

}  // namespace weir::flow_control
