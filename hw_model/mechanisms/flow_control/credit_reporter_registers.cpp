// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the reporting side of credits as software reads and writes them.

#include <algorithm>

#include "hw_model/mechanisms/flow_control/credit_reporter.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

constexpr Bytes kTimerStep{4};  // the period timer counts words of the datapath

std::uint64_t steps(Time span, BitRate rate) {
  return static_cast<std::uint64_t>(span / serialization_time(kTimerStep, rate));
}

}  // namespace

void CreditReporter::bind_registers(const EngineRegisters& registers, const ConfigOf& config,
                                    const SetBuffer& set_buffer) const {
  registers.setting(
      "buffer_blocks", [this](const PortContext&) { return credits_.buffer_blocks(); },
      [config, set_buffer](PortContext& draft, std::uint64_t value) {
        set_buffer(draft, config(draft).block * static_cast<std::int64_t>(value));
      });
  registers.setting(
      "credit_period", [this](const PortContext& context) { return steps(period_, context.line_rate); },
      [config](PortContext& draft, std::uint64_t value) {
        // 0 would mean the period of the standard; the shortest there is, is refused for its own reason.
        const auto count = static_cast<std::int64_t>(std::max<std::uint64_t>(value, 1));
        config(draft).period = serialization_time(kTimerStep, draft.line_rate) * count;
      });
  registers.state("abr", [this](ClassId c, Time) { return receiver(c).abr(); });
  registers.state("occupied", [this](ClassId c, Time) { return receiver(c).occupied(); });
  registers.state("credit_due", [this](ClassId c, Time) { return (due_ & mask_of(c)) != 0 ? 1U : 0U; });
  registers.port_state("credit_timer", [this, line_rate = registers.line_rate()](Time now) -> std::uint64_t {
    Time next = kNever;
    for_each_class(lossless_, [&](ClassId c) { next = std::min(next, next_period_[c.index()]); });
    return next == kNever || next < now ? 0 : steps(next - now, line_rate);
  });
}

void CreditReporter::reconfigure(const PortContext& context, const CbfcConfig& config, Bytes buffer) {
  const CreditReporter checked(context, config, buffer);
  credits_ = checked.credits_;
  period_ = checked.period_;
  address_ = context.address;
  for (reference::CreditReceiver& receiver : classes_)
    receiver.offer(credits_.buffer_blocks());
}

}  // namespace weir::flow_control
