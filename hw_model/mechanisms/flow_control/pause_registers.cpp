// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause_registers.h"

#include <cstdint>
#include <string>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/require.h"

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
  const auto xoff = static_cast<std::uint64_t>(pfc.xoff.count());
  const unsigned depth_bits = ledger::bits_for(xoff);
  block
      .add(origin.setting({.name = "xoff",
                           .width = depth_bits,
                           .reset = xoff,
                           .width_follows = "bits of XOFF in bytes",
                           .description = "VIQ depth in bytes from which PAUSE is sent"}))
      .add(origin.setting({.name = "xon",
                           .width = depth_bits,
                           .reset = static_cast<std::uint64_t>(pfc.xon.count()),
                           .width_follows = "bits of XOFF in bytes",
                           .description = "VIQ depth in bytes down to which a pause stands"}))
      .add(origin.setting({.name = "pause_quanta",
                           .width = kQuantaBits,
                           .reset = pfc.pause_quanta,
                           .description = "timer value of a PAUSE"}))
      .add(origin.setting({.name = "refresh_quanta",
                           .width = kQuantaBits,
                           .reset = refresh_quanta(pfc),
                           .description = "a standing pause is sent again after this many quanta"}));
}

}  // namespace

std::uint16_t refresh_quanta(const PfcConfig& pfc) {
  return pfc.refresh_quanta != 0 ? pfc.refresh_quanta
                                 : static_cast<std::uint16_t>(pfc.pause_quanta * pfc.refresh_fraction);
}

void validate_pauses(const PortContext& context, const char* scheme) {
  const std::string named = std::string(scheme) + ": ";
  const PfcConfig& pfc = context.config.pfc;
  require(pfc.xon >= Bytes(0), named + "xon is " + text(pfc.xon) + ", wanted 0 or more");
  require(pfc.xon < pfc.xoff, named + "xon is " + text(pfc.xon) + ", wanted less than xoff, " + text(pfc.xoff));
  require(pfc.pause_quanta >= 1, named + "pause_quanta is 0, which would resume; wanted 1..65535");
  require(
      pfc.refresh_fraction > 0 && pfc.refresh_fraction < 1,
      named + "refresh_fraction is " + std::to_string(pfc.refresh_fraction) + ", wanted more than 0 and less than 1");
  require(pfc.refresh_quanta < pfc.pause_quanta, named + "refresh_quanta is " + std::to_string(pfc.refresh_quanta) +
                                                     ", wanted less than pause_quanta, " +
                                                     std::to_string(pfc.pause_quanta));
  const Time frame = serialization_time(frame::kControlFrameLength, context.line_rate);
  require(refresh_interval(pfc, context.line_rate) > frame,
          named + "a standing pause would be sent again every " + text(refresh_interval(pfc, context.line_rate)) +
              " (pause_quanta x refresh_fraction), wanted more than the " + text(frame) + " of one control frame");
}

void bind_pause_settings(const EngineRegisters& registers, const char* scheme) {
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
      [scheme](PortContext& draft, std::uint64_t value) {
        require(value != 0, std::string(scheme) + ": refresh_quanta is 0, wanted 1 or more");
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
