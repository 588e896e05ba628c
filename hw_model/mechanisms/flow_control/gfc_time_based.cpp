// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_time_based.h"

#include <bit>
#include <optional>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::flow_control {
namespace {

// The most messages between arrival and effect at once: those of t_r, and one of each class that was delayed.
std::size_t most_pending(const PortContext& context) {
  const Time period = credit_period(context.config.gfc_time_based.credits, context.line_rate);
  const auto classes = static_cast<std::size_t>(std::popcount(context.config.lossless));
  return classes * (static_cast<std::size_t>(context.config.processing_delay / period) + 2) + 1;
}

}  // namespace

GfcTimeBased::GfcTimeBased(const PortContext& context)
    : ReportsCredits(context, context.config.gfc_time_based.credits, context.config.gfc_time_based.bm,
                     reference::RateForm::kFixedPoint),
      pending_(most_pending(context)) {
  arrival_listener_ = this;
  const CbfcConfig& credits = context.config.gfc_time_based.credits;
  if (!has_divider(credits, context.limiter))
    return;
  const reference::LinearRateConfig widths = divider_widths(credits, context.limiter);
  block_ = context.factories.of<reference::LinearRateBlock>()(carrier_of(widths), context.name);
  rates_ = dynamic_cast<reference::PortRates*>(block_.get());
  if (rates_ != nullptr)
    rates_->offers(reporter_.credits(), Time(0));
  else if (block_ != nullptr)
    clocked_ = std::make_unique<ClockedRate>(std::move(block_), widths, context.limiter.period);
}

void GfcTimeBased::packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) {
  if (rates_ != nullptr && lossless(c))
    rates_->stores(c, true, blocks(length), now);
  ReportsCredits::packet_admitted(c, length, depth, now);
}

void GfcTimeBased::packet_released(ClassId c, Bytes length, Bytes depth, Time now) {
  if (rates_ != nullptr && lossless(c))
    rates_->stores(c, false, blocks(length), now);
  ReportsCredits::packet_released(c, length, depth, now);
}

void GfcTimeBased::feedback_timer(ClassId c, Time now) {
  if (rates_ != nullptr)
    rates_->period(c, now);
  ReportsCredits::feedback_timer(c, now);
}

GfcTimeBased::Told GfcTimeBased::tell(ClassId c, Time now) {
  const Told told = ReportsCredits::tell(c, now);
  if (rates_ != nullptr)
    rates_->told(c, told.fctbs, told.fccl, now);
  return told;
}

void GfcTimeBased::feedback_arrived(std::span<const std::uint8_t> bytes, Time now) {
  const auto credit = reporter_.read(bytes);
  if (!credit)
    return;
  sender(credit->virtual_lane).credit(credit->fccl);
  if (pending_.full())
    pending_.set_capacity(2 * pending_.capacity());
  const ClassId c = credit->virtual_lane;
  pending_.push_back(mapped(c));
  const GfcTimeBasedConfig& gfc = config().gfc_time_based;
  if (rates_ != nullptr)
    rates_->arrived(sender(c), gfc.bm - gfc.b0);
  if (clocked_ != nullptr)
    clocked_->arrived(sender(c).fccl(), sender(c).fctbs(), room(c), gfc.bm - gfc.b0, now);
}

void GfcTimeBased::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto credit = reporter_.read(bytes);
  if (!credit)
    return;
  if (pending_.empty()) {
    broken_invariant("a credit message takes effect that has not arrived", "gfc_time_based", "", now);
  }
  BitRate rate = pending_.front();
  pending_.pop_front();
  if (clocked_ != nullptr)
    rate = clocked_->rate(rate, line_rate_, now);
  const ClassId c = credit->virtual_lane;
  assign_rate(c, rate, now, rates_ == nullptr ? std::nullopt : std::optional(rates_->obeyed(c, now)));
}

void GfcTimeBased::packet_sent(ClassId c, Bytes length, Time start, Time end) {
  if (rates_ != nullptr && lossless(c))
    rates_->sends(c, blocks(length));
  count_sent(c, length);
  GfcSender::packet_sent(c, length, start, end);
}

Bytes GfcTimeBased::room(ClassId c) const { return config().gfc_time_based.credits.block * sender(c).available(); }

BitRate GfcTimeBased::mapped(ClassId c) const {
  const GfcTimeBasedConfig& gfc = config().gfc_time_based;
  return linear_rate(room(c), gfc.bm - gfc.b0);
}

namespace {

// The divider for the rate of a message, one a port (docs/reference/gfc.md). No RTL for blocks whose size is not a
// power of two in bytes, since the remaining credits would have to be multiplied.
void declare_division(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const CbfcConfig& credits = context.config.gfc_time_based.credits;
  const reference::LinearRateConfig rate = divider_widths(credits, context.limiter);
  const bool shifts = has_divider(credits, context.limiter);
  const auto internal = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows,
                            const char* what) {
    block.add(origin.internal({.name = name,
                               .width = width,
                               .reset = reset,
                               .rtl_block = shifts ? "linear_rate" : "",
                               .width_follows = follows,
                               .description = what}));
  };
  internal("rate_room", shifts ? rate.counter_bits + 1 : rate.room_bits(), 1, "counter_bits, and one for a single byte",
           "divisor: what remains of the credit, in blocks, or one byte");
  internal("rate_quotient", rate.steps(), 0, "Bm - B0 in bytes, the fraction of r_r, and one",
           "dividend, shifted out as the quotient is shifted in");
  internal("rate_remainder", rate.room_bits() + 1, 0, "counter_bits and block, and one", "partial remainder");
  internal("rate_step", reference::kLinearStepBits, 0, "counts the bits of the quotient",
           "bits of the quotient still to come");
  internal("rate_due", 1, 0, "", "a message's rate is being worked out");
  if (shifts)
    block.add(ledger::RtlInstance{.block = "linear_rate",
                                  .parameters = {{"COUNTER_W", rate.counter_bits},
                                                 {"BLOCK_SHIFT", rate.block_shift},
                                                 {"FACTOR_INT_W", rate.factor_int},
                                                 {"FACTOR_FRAC_W", rate.factor_frac}}});
}

}  // namespace

ledger::Block GfcTimeBased::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<GfcTimeBased>(
      ledger::holds(&GfcTimeBased::pending_, "pending_factor", "pending_first", "pending_count"),
      ledger::model_only(&GfcTimeBased::clocked_, "the divider once more, in RTL"),
      ledger::model_only(&GfcTimeBased::block_, "credits and divider once more, in RTL"),
      ledger::model_only(&GfcTimeBased::rates_, "the same"));
  const GfcTimeBasedConfig& gfc = context.config.gfc_time_based;
  const ledger::Origin origin("gfc_time_based", "GFC, SIGCOMM '19, section 5.2");
  const std::uint64_t most = most_pending(context);
  ledger::Block block("flow_control");
  block
      .add(origin.setting({.name = "linear_range",
                           .width = gfc.credits.counter_bits,
                           .reset = static_cast<std::uint64_t>((gfc.bm - gfc.b0) / gfc.credits.block),
                           .width_follows = "counter_bits",
                           .description = "Bm - B0 in blocks"}))
      .add(origin.internal({.name = "pending_factor",
                            .width = context.limiter.factor_int + context.limiter.factor_frac,
                            .dimensions = {{"message", most}},
                            .width_follows = "R_r of the limiter; as many messages as arrive within t_r",
                            .description = "R_r computed on arrival, assigned t_r later"}))
      .add(origin.internal({.name = "pending_first",
                            .width = ledger::bits_to_name(most),
                            .width_follows = "names a pending_factor",
                            .description = "the pending_factor that takes effect next"}))
      .add(origin.internal({.name = "pending_count",
                            .width = ledger::bits_for(most),
                            .width_follows = "counts the pending_factor",
                            .description = "how many wait"}));
  declare_division(block, context, origin);
  declare_credits(block, context, gfc.credits, gfc.bm, origin);
  declare_limiters(block, context, reference::RateForm::kFixedPoint, "gfc_time_based");
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
