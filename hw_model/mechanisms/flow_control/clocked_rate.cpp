// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/clocked_rate.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/base/quantity_text.h"

namespace weir::flow_control {

using reference::LinearRateInputs;
using reference::LinearRateOutputs;

reference::LinearRateConfig divider_widths(const CbfcConfig& credits, const reference::RateLimiterConfig& limiter) {
  const auto bytes = static_cast<std::uint64_t>(credits.block.count());
  return {.counter_bits = credits.counter_bits,
          .block_shift = static_cast<unsigned>(std::bit_width(bytes - 1)),
          .factor_int = limiter.factor_int,
          .factor_frac = limiter.factor_frac};
}

bool has_divider(const CbfcConfig& credits, const reference::RateLimiterConfig& limiter) {
  return std::has_single_bit(static_cast<std::uint64_t>(credits.block.count())) &&
         divider_widths(credits, limiter).wrong().empty();
}

std::string rates_not_whole(const GfcTimeBasedConfig& gfc, BitRate line, BitRate floor) {
  const Bytes range = gfc.bm - gfc.b0;
  if (line.count() % range.count() != 0)
    return "flow_control.gfc_time_based.bm - b0 is " + quantity_text(range) + ", and a rate is a fraction of " +
           quantity_text(line) + " that is rounded to bit/s, which the RTL does not do";
  if (line.count() / range.count() < floor.count())
    return "limiter.floor_rate is " + quantity_text(floor) + ", and rates of the RTL go below";
  return {};
}

reference::LinearRateConfig carrier_of(const reference::LinearRateConfig& widths) {
  const reference::LinearRateConfig built;
  reference::LinearRateConfig carrier = widths;
  if (widths.counter_bits == built.counter_bits && widths.block_shift == built.block_shift)
    return carrier;
  const reference::LinearRateConfig& wide = reference::kWideLinearRate;
  if (widths.block_shift < wide.block_shift || widths.room_bits() > wide.room_bits())
    return carrier;
  carrier.counter_bits = wide.counter_bits;
  carrier.block_shift = wide.block_shift;
  return carrier;
}

ClockedRate::ClockedRate(std::unique_ptr<reference::LinearRateBlock> block, const reference::LinearRateConfig& widths,
                         Time tick)
    : block_(std::move(block)),
      widths_(block_->widths()),
      counter_bits_(widths.counter_bits),
      finer_(widths.block_shift - widths_.block_shift),
      tick_(tick) {}

void ClockedRate::arrived(std::uint32_t fccl, std::uint32_t fctbs, Bytes room, Bytes range, Time now) {
  const auto masked = [](std::int64_t count, unsigned bits) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(count) & ((std::uint64_t{1} << bits) - 1));
  };
  const std::int64_t half = std::int64_t{1} << (counter_bits_ - 1);
  std::int64_t ahead = masked(std::int64_t{fccl} - std::int64_t{fctbs}, counter_bits_);
  ahead -= ahead > half ? 2 * half : 0;
  const std::int64_t sent = std::int64_t{fctbs} << finer_;
  const std::uint64_t most = (std::uint64_t{1} << (widths_.factor_int + widths_.factor_frac)) - 1;
  waiting_.push_back({.in = {.message = true,
                             .fccl = masked(sent + ahead * (std::int64_t{1} << finer_), widths_.counter_bits),
                             .fctbs = masked(sent, widths_.counter_bits),
                             .range = static_cast<std::uint64_t>(range.count())},
                      .factor = std::min(reference::linear_factor(room, range, widths_.factor_frac), most),
                      .tick = now / tick_});
}

// The block is free: takes the oldest message, after a cycle at rest if there was one.
void ClockedRate::take_next() {
  const Message& next = waiting_.front();
  if (next.tick > played_ + 1)
    block_->clock({});
  block_->clock(next.in);
  played_ = std::max(next.tick, played_ + 1);
  divides_ = true;
}

BitRate ClockedRate::rate(BitRate model, BitRate line, Time now) {
  block_->at(now);
  if (!divides_)
    take_next();
  const std::uint64_t wanted = waiting_.front().factor;
  waiting_.pop_front();
  LinearRateInputs rest;
  for (unsigned step = 0; step < widths_.steps(); ++step, ++played_)
    block_->clock(rest);
  // The factor is there, and the next message is taken if it has come.
  ++played_;
  divides_ = !waiting_.empty() && waiting_.front().tick <= played_;
  const LinearRateOutputs out = block_->clock(divides_ ? waiting_.front().in : rest);
  LinearRateOutputs known = out;
  known.valid = true;
  known.factor = wanted;
  block_->compare(out, known);
  if (!out.valid) [[unlikely]]
    broken_invariant("the block linear_rate gives no factor", "gfc_time_based", "", now);
  if (out.factor == wanted) [[likely]]
    return model;
  const Wide one = Wide{1} << widths_.factor_frac;
  const auto rate = static_cast<std::int64_t>(Wide{line.count()} * one / (one + Wide{out.factor}));
  return BitRate(std::max<std::int64_t>(rate, 1));
}

}  // namespace weir::flow_control
