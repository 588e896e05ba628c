// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the reporting side of credits as software reads and writes them.

#include "hw_model/mechanisms/flow_control/credit_reporter.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

void CreditReporter::bind_registers(const EngineRegisters& registers, const ConfigOf& config,
                                    const SetBuffer& set_buffer) const {
  registers.setting(
      "buffer_blocks", [this](const PortContext&) { return credits_.buffer_blocks(); },
      [config, set_buffer](PortContext& draft, std::uint64_t value) {
        set_buffer(draft, config(draft).block * static_cast<std::int64_t>(value));
      });
  clock_.bind_period(registers, config);
  registers.state("abr", [this](ClassId c, Time) { return receiver(c).abr(); });
  registers.state("occupied", [this](ClassId c, Time) { return receiver(c).occupied(); });
  clock_.bind_state(registers);
}

void CreditReporter::reconfigure(const PortContext& context, const CbfcConfig& config, Bytes buffer) {
  const CreditReporter checked(context, config, buffer);
  credits_ = checked.credits_;
  clock_.reconfigure(context, config);
  address_ = context.address;
  for (reference::CreditReceiver& receiver : classes_)
    receiver.offer(credits_.buffer_blocks());
}

}  // namespace weir::flow_control
