// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/credit_reporter.h"

#include "hw_model/ledger/state_fields.h"

namespace weir::flow_control {
namespace {

constexpr Bytes kTimerStep{4};  // the period timer counts words of the datapath

}  // namespace

CreditReporter::CreditReporter(const PortContext& context, const CbfcConfig& config, Bytes buffer)
    : credits_{.buffer = buffer, .block = config.block, .counter_bits = config.counter_bits},
      period_(credit_period(config, context.line_rate)),
      lossless_(context.config.lossless),
      address_(context.address) {
  classes_.fill(reference::CreditReceiver(credits_));
}

void CreditReporter::start(Time now, PortServices& port) {
  const int reporters = std::popcount(lossless_);
  int k = 0;
  for_each_class(lossless_, [&](ClassId c) {
    ++k;
    next_period_[c.index()] = now + period_ * k / reporters;
    port.schedule(next_period_[c.index()], EventKind::kFeedbackTimer, c);
  });
}

void CreditReporter::admitted(ClassId c, Bytes length) { classes_[c.index()].received(credits_.blocks(length)); }

void CreditReporter::released(ClassId c, Bytes length) { classes_[c.index()].released(credits_.blocks(length)); }

void CreditReporter::period_passed(ClassId c, Time now, PortServices& port) {
  next_period_[c.index()] = now + period_;
  port.schedule(next_period_[c.index()], EventKind::kFeedbackTimer, c);
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

void CreditReporter::declare(ledger::Block& block, const PortContext& context, const CbfcConfig& config, Bytes buffer,
                             const ledger::Origin& origin) {
  static constexpr auto kFields = ledger::state_fields<CreditReporter>(
      ledger::holds(&CreditReporter::period_, "credit_period", "credit_timer"),
      ledger::model_only(&CreditReporter::lossless_, "lossless_classes, which every scheme declares"),
      ledger::model_only(&CreditReporter::address_, "port.mac_address"),
      ledger::holds(&CreditReporter::classes_, "abr", "occupied", "buffer_blocks"),
      ledger::holds(&CreditReporter::due_, "credit_due"), ledger::holds(&CreditReporter::next_period_, "credit_timer"));
  const CreditReporter checked(context, config, buffer);
  const ledger::Dimensions each_class = per_lossless_class(context);
  const std::uint64_t offered = checked.credits_.buffer_blocks();
  const std::uint64_t period_steps =
      static_cast<std::uint64_t>(checked.period_ / serialization_time(kTimerStep, context.line_rate));
  const auto counter = [&](const char* name, std::uint64_t reset, const char* what) {
    block.add(origin.state({.name = name,
                            .width = config.counter_bits,
                            .dimensions = each_class,
                            .reset = reset,
                            .width_follows = "counter_bits; at most 2^(width-1) blocks may be outstanding",
                            .description = what}));
  };
  const unsigned period_bits = ledger::bits_for(period_steps);
  block
      .add(origin.setting({.name = "buffer_blocks",
                           .width = config.counter_bits,
                           .reset = offered,
                           .width_follows = "counter_bits",
                           .description = "blocks that the receiver offers in each class"}))
      .add(origin.setting({.name = "credit_period",
                           .width = period_bits,
                           .reset = period_steps,
                           .width_follows = "bits of T_c in 4-byte times",
                           .description = "T_c: 4-byte times from one message of a class to its next"}));
  counter("fctbs", 0, "blocks sent, modulo 2^width");
  counter("fccl", offered, "count up to which blocks may be sent, modulo 2^width");
  counter("abr", 0, "blocks received, modulo 2^width");
  counter("occupied", 0, "blocks now in the buffer");
  block
      .add(origin.state({.name = "credit_due",
                         .dimensions = each_class,
                         .description = "the period has passed and the message is not yet sent"}))
      .add(origin.state({.name = "credit_timer",
                         .width = period_bits,
                         .width_follows = "bits of T_c in 4-byte times",
                         .description = "4-byte times until the next class reports"}));
  ledger::require_declared(block, kFields);
}

}  // namespace weir::flow_control
