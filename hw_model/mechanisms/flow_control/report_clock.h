// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The clock by which the classes of a port report, in schemes that report periodically, such as CBFC.
//
// Registers: one period timer; of each lossless class credit_due.
// Order of operations: every T_c a class becomes due; when the port is free it sends one message a due class, lowest
// class first. The classes of a port are spread evenly over the period, so that their messages do not come in a burst:
// with n lossless classes, the k-th (from 0) first reports at (k + 1) T_c / n.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::flow_control {

class ReportClock {
 public:
  ReportClock(const PortContext& context, const CbfcConfig& config);

  // Adds the period, and the state named above, to the block of a policy.
  void declare_period(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) const;
  // `rtl_block`: which RTL has credit_due; empty: none.
  void declare_state(ledger::Block& block, const PortContext& context, const ledger::Origin& origin,
                     const std::string& rtl_block = {}) const;

  void start(Time now, PortServices& port);

  // T_c has passed for class c: schedules the next and marks the class due.
  void period_passed(ClassId c, Time now, PortServices& port);
  bool due() const { return due_ != 0; }

  // The class that the next message is about; only when due().
  ClassId next() const { return lowest_class(due_); }
  void sent(ClassId c) { set_due(c, false); }

  // Whether a message of this class is due; RTL beside the model may say so.
  bool due(ClassId c) const { return (due_ & mask_of(c)) != 0; }
  void set_due(ClassId c, bool due) { due_ = static_cast<ClassMask>(due ? due_ | mask_of(c) : due_ & ~mask_of(c)); }

  // The peer's message in `bytes`, or nothing: another message, or a class that is not lossless.
  std::optional<frame::CbfcCredit> read(std::span<const std::uint8_t> bytes) const;

  // Binds the registers of declare_period() and declare_state(). `config` finds the settings of reports among the
  // engine's.
  using ConfigOf = std::function<CbfcConfig&(PortContext&)>;
  void bind_period(const EngineRegisters& registers, const ConfigOf& config) const;
  void bind_state(const EngineRegisters& registers) const;

  // Uses the new period from the next period on.
  void reconfigure(const PortContext& context, const CbfcConfig& config);

 private:
  Time period_;
  ClassMask lossless_;
  ClassMask due_ = 0;
  PerClass<Time> next_period_{};  // when period_passed comes next
};

}  // namespace weir::flow_control
