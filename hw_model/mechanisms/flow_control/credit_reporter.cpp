// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/credit_reporter.h"

#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {
namespace {

constexpr Bytes kRecommendedPeriod{65'535};  // InfiniBand Architecture, volume 1, section 7.9.4: as bytes at line rate
constexpr Bytes kTimerStep{4};               // the period timer counts words of the datapath
reference::CreditConfig credit_config(const PortContext& context, const CbfcConfig& config, Bytes buffer) {
  const reference::CreditConfig credits{.buffer = buffer, .block = config.block, .counter_bits = config.counter_bits};
  credits.validate();
  require(credits.blocks(context.max_frame) <= credits.buffer_blocks(),
          "credits: the buffer of " + text(buffer) + " does not hold one frame of " + text(context.max_frame));
  return credits;
}

}  // namespace

Time credit_period(const CbfcConfig& config, BitRate line_rate) {
  return config.period == Time(0) ? serialization_time(kRecommendedPeriod, line_rate) : config.period;
}

CreditReporter::CreditReporter(const PortContext& context, const CbfcConfig& config, Bytes buffer)
    : credits_(credit_config(context, config, buffer)),
      period_(credit_period(config, context.line_rate)),
      lossless_(context.config.lossless),
      address_(context.address) {
  const Time messages = serialization_time(frame::kControlFrameLength, context.line_rate) * std::popcount(lossless_);
  require(period_ > messages, "credits: period is " + text(period_) + ", wanted more than the " + text(messages) +
                                  " that one message a lossless class takes");
  classes_.fill(reference::CreditReceiver(credits_));
}

void CreditReporter::start(Time now, PortServices& port) const {
  const int reporters = std::popcount(lossless_);
  int k = 0;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if ((lossless_ & mask_of(ClassId(i))) == 0)
      continue;
    ++k;
    port.schedule(now + period_ * k / reporters, EventKind::kFeedbackTimer, ClassId(i));
  }
}

void CreditReporter::admitted(ClassId c, Bytes length) { classes_[c.index()].received(credits_.blocks(length)); }

void CreditReporter::released(ClassId c, Bytes length) { classes_[c.index()].released(credits_.blocks(length)); }

void CreditReporter::period_passed(ClassId c, Time now, PortServices& port) {
  port.schedule(now + period_, EventKind::kFeedbackTimer, c);
  due_ |= mask_of(c);
}

std::optional<frame::CbfcCredit> CreditReporter::read(std::span<const std::uint8_t> bytes) const {
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

std::size_t CreditReporter::build(std::span<std::uint8_t> bytes, std::uint32_t fctbs) {
  const ClassId c = next();
  due_ &= static_cast<ClassMask>(~mask_of(c));
  return frame::write_cbfc_credit(
      bytes, address_,
      {.virtual_lane = c, .op = frame::CbfcOp::kNormal, .fctbs = fctbs, .fccl = classes_[c.index()].fccl()});
}

void CreditReporter::declare(ledger::Block& block, const PortContext& context, const CbfcConfig& config,
                             const char* mechanism) {
  const ledger::Dimensions each_class = per_lossless_class(context);
  const auto period_steps = static_cast<std::uint64_t>(credit_period(config, context.line_rate) /
                                                       serialization_time(kTimerStep, context.line_rate));
  const auto state = [&](const char* name, unsigned width, const ledger::Dimensions& dimensions,
                         const char* description) {
    return ledger::RegisterDeclaration{.name = name,
                                       .width = width,
                                       .dimensions = dimensions,
                                       .access = ledger::Access::kReadOnly,
                                       .mechanism = mechanism,
                                       .source = "InfiniBand Architecture, volume 1, section 7.9.4",
                                       .description = description};
  };
  block.add(state("abr", config.counter_bits, each_class, "blocks received, modulo 2^width"))
      .add(state("occupied", config.counter_bits, each_class, "blocks now in the buffer"))
      .add(state("credit_due", 1, each_class, "the period has passed and the message is not yet sent"))
      .add(state("credit_timer", static_cast<unsigned>(std::bit_width(period_steps)), {},
                 "4-byte times until the next class reports"));
}

}  // namespace weir::flow_control
