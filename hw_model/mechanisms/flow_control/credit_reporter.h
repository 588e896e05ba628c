// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of the two schemes that report credits: CBFC, and time-based GFC, which reuses CBFC's message
// generator unchanged (GFC, SIGCOMM '19, section 5.2).
//
// Registers of each lossless class: abr, occupied; those of report_clock.h.
// Order of operations: when a class is due and the port is free, one message with the fccl of that moment.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/report_clock.h"
#include "hw_model/reference/cbfc_counters.h"

namespace weir::flow_control {

// The credits of a receiver that offers this buffer.
inline reference::CreditConfig credits_of(const CbfcConfig& config, Bytes buffer) {
  return {.buffer = buffer, .block = config.block, .counter_bits = config.counter_bits};
}

class CreditReporter {
 public:
  CreditReporter(const PortContext& context, const CbfcConfig& config, Bytes buffer);

  // Adds the credit counters of both sides, credit_due, the period timer and the settings to the block of a policy.
  // Counters and flag of a class are those of rtl/ib_credits where it has these widths.
  static void declare(ledger::Block& block, const PortContext& context, const CbfcConfig& config, Bytes buffer,
                      const ledger::Origin& origin);

  const reference::CreditConfig& credits() const { return credits_; }
  const reference::CreditReceiver& receiver(ClassId c) const { return classes_[c.index()]; }

  void start(Time now, PortServices& port) { clock_.start(now, port); }
  void admitted(ClassId c, Bytes length);
  void released(ClassId c, Bytes length);

  void period_passed(ClassId c, Time now, PortServices& port) { clock_.period_passed(c, now, port); }
  bool due() const { return clock_.due(); }
  ClassId next() const { return clock_.next(); }
  std::optional<frame::CbfcCredit> read(std::span<const std::uint8_t> bytes) const { return clock_.read(bytes); }

  bool due(ClassId c) const { return clock_.due(c); }
  void set_due(ClassId c, bool due) { clock_.set_due(c, due); }

  // Writes the message of next(): `fctbs`, the blocks that this port has sent in that class, and the limit `fccl`; the
  // class is then no longer due.
  std::size_t build(std::span<std::uint8_t> bytes, std::uint32_t fctbs, std::uint32_t fccl);

  // Binds the registers that declare() adds, except fctbs and fccl, which are the sender's. `config` finds the settings
  // of the credits among the engine's; `set_buffer` sets the buffer.
  using ConfigOf = ReportClock::ConfigOf;
  using SetBuffer = std::function<void(PortContext&, Bytes)>;
  void bind_registers(const EngineRegisters& registers, const ConfigOf& config, const SetBuffer& set_buffer) const;

  // Offers this buffer with the next message, and uses the new period from the next period on.
  void reconfigure(const PortContext& context, const CbfcConfig& config, Bytes buffer);

 private:
  reference::CreditConfig credits_;
  frame::MacAddress address_;
  PerClass<reference::CreditReceiver> classes_;
  ReportClock clock_;
};

}  // namespace weir::flow_control
