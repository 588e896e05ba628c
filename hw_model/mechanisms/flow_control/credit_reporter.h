// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of the two schemes that report credits: CBFC, and time-based GFC, which reuses CBFC's message
// generator unchanged (GFC, SIGCOMM '19, section 5.2).
//
// Registers of each lossless class: abr, occupied, credit_due; one period timer.
// Order of operations: every T_c a class becomes due; when the port is free it sends one message a due class, lowest
// class first, with the fccl of that moment. The classes of a port are spread evenly over the period, so that their
// messages do not come in a burst: with n lossless classes, the k-th (from 0) first reports at (k + 1) T_c / n.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/cbfc_counters.h"

namespace weir::flow_control {

class CreditReporter {
 public:
  CreditReporter(const PortContext& context, const CbfcConfig& config, Bytes buffer);

  // Adds the credit counters of both sides, credit_due, the period timer and the settings to the block of a policy.
  static void declare(ledger::Block& block, const PortContext& context, const CbfcConfig& config, Bytes buffer,
                      const ledger::Origin& origin);

  const reference::CreditConfig& credits() const { return credits_; }
  const reference::CreditReceiver& receiver(ClassId c) const { return classes_[c.index()]; }

  void start(Time now, PortServices& port);
  void admitted(ClassId c, Bytes length);
  void released(ClassId c, Bytes length);

  // T_c has passed for class c: schedules the next and marks the class due.
  void period_passed(ClassId c, Time now, PortServices& port);
  bool due() const { return due_ != 0; }

  // The class that the next message is about; only when due().
  ClassId next() const { return lowest_class(due_); }

  // The peer's credit message in `bytes`, or nothing: another message, or a class that is not lossless.
  std::optional<frame::CbfcCredit> read(std::span<const std::uint8_t> bytes) const;

  // Writes the message of next(), `fctbs` being what this port has sent in that class, and takes the class off.
  std::size_t build(std::span<std::uint8_t> bytes, std::uint32_t fctbs);

  // Binds the registers that declare() adds but fctbs and fccl, which are the sender's. `config`: where the settings of
  // this engine have those of its credits; the buffer is set by `set_buffer`.
  using ConfigOf = std::function<CbfcConfig&(PortContext&)>;
  using SetBuffer = std::function<void(PortContext&, Bytes)>;
  void bind_registers(const EngineRegisters& registers, const ConfigOf& config, const SetBuffer& set_buffer) const;

  // Offers this buffer with the next message, and has this period from the next one on.
  void reconfigure(const PortContext& context, const CbfcConfig& config, Bytes buffer);

 private:
  reference::CreditConfig credits_;
  Time period_;
  ClassMask lossless_;
  frame::MacAddress address_;
  PerClass<reference::CreditReceiver> classes_;
  ClassMask due_ = 0;
  PerClass<Time> next_period_{};  // when period_passed comes next
};

}  // namespace weir::flow_control
