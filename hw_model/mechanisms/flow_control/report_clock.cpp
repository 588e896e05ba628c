// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/report_clock.h"

#include <algorithm>
#include <bit>

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

constexpr Bytes kTimerStep{4};  // the period timer counts words of the datapath

std::uint64_t steps(Time span, BitRate rate) {
  return static_cast<std::uint64_t>(span / serialization_time(kTimerStep, rate));
}

}  // namespace

ReportClock::ReportClock(const PortContext& context, const CbfcConfig& config)
    : period_(credit_period(config, context.line_rate)), lossless_(context.config.lossless) {}

void ReportClock::start(Time now, PortServices& port) {
  const int reporters = std::popcount(lossless_);
  int k = 0;
  for_each_class(lossless_, [&](ClassId c) {
    ++k;
    next_period_[c.index()] = now + period_ * k / reporters;
    port.schedule(next_period_[c.index()], EventKind::kFeedbackTimer, c);
  });
}

void ReportClock::period_passed(ClassId c, Time now, PortServices& port) {
  next_period_[c.index()] = now + period_;
  port.schedule(next_period_[c.index()], EventKind::kFeedbackTimer, c);
  due_ |= mask_of(c);
}

std::optional<frame::CbfcCredit> ReportClock::read(std::span<const std::uint8_t> bytes) const {
  const auto message = frame::read_private_message(bytes);
  if (!message)
    return std::nullopt;
  const auto* credit = std::get_if<frame::CbfcCredit>(&*message);
  if (credit == nullptr || credit->op != frame::CbfcOp::kNormal)
    return std::nullopt;
  if ((lossless_ & mask_of(credit->virtual_lane)) == 0)
    return std::nullopt;
  return *credit;
}

void ReportClock::declare_period(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) const {
  const std::uint64_t period_steps = steps(period_, context.line_rate);
  block.add(origin.setting({.name = "credit_period",
                            .width = ledger::bits_for(period_steps),
                            .reset = period_steps,
                            .width_follows = "bits of T_c in 4-byte times",
                            .description = "T_c: 4-byte times from one message of a class to its next"}));
}

void ReportClock::declare_state(ledger::Block& block, const PortContext& context, const ledger::Origin& origin,
                                const std::string& rtl_block) const {
  static constexpr auto kFields = ledger::state_fields<ReportClock>(
      ledger::holds(&ReportClock::period_, "credit_period", "credit_timer"),
      ledger::model_only(&ReportClock::lossless_, "lossless_classes, which every scheme declares"),
      ledger::holds(&ReportClock::due_, "credit_due"), ledger::holds(&ReportClock::next_period_, "credit_timer"));
  block
      .add(origin.state({.name = "credit_due",
                         .dimensions = per_lossless_class(context),
                         .rtl_block = rtl_block,
                         .description = "the period has passed and the message is not yet sent"}))
      .add(origin.state({.name = "credit_timer",
                         .width = ledger::bits_for(steps(period_, context.line_rate)),
                         .width_follows = "bits of T_c in 4-byte times",
                         .description = "4-byte times until the next class reports"}));
  ledger::require_declared(block, kFields);
}

void ReportClock::bind_period(const EngineRegisters& registers, const ConfigOf& config) const {
  registers.setting(
      "credit_period", [this](const PortContext& context) { return steps(period_, context.line_rate); },
      [config](PortContext& draft, std::uint64_t value) {
        // 0 would mean the period of the standard; the shortest there is, is refused for its own reason.
        const auto count = static_cast<std::int64_t>(std::max<std::uint64_t>(value, 1));
        config(draft).period = serialization_time(kTimerStep, draft.line_rate) * count;
      });
}

void ReportClock::bind_state(const EngineRegisters& registers) const {
  registers.state("credit_due", [this](ClassId c, Time) { return (due_ & mask_of(c)) != 0 ? 1U : 0U; });
  registers.port_state("credit_timer", [this, line_rate = registers.line_rate()](Time now) -> std::uint64_t {
    Time next = kNever;
    for_each_class(lossless_, [&](ClassId c) { next = std::min(next, next_period_[c.index()]); });
    return next == kNever || next < now ? 0 : steps(next - now, line_rate);
  });
}

void ReportClock::reconfigure(const PortContext& context, const CbfcConfig& config) {
  period_ = credit_period(config, context.line_rate);
}

}  // namespace weir::flow_control
