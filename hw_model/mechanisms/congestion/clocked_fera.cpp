// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/clocked_fera.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hw_model/frame/fera_tag.h"
#include "hw_model/mechanisms/congestion/fera_block_rules.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "hw_model/reference/factories.h"
#include "hw_model/reference/fera_fixed_point.h"
#include "hw_model/reference/fera_queue_control.h"

namespace weir::congestion {

using reference::FeraMeterCycle;
using reference::FeraSettings;

namespace {

template <class Unsigned>
Unsigned number(std::int64_t value) {
  return static_cast<Unsigned>(value);
}

// The floor of t in cycles; T: the clock runs under PAUSE.
std::int64_t least_cycles(const FeraSettings& settings, Time clock) {
  const std::int64_t all = settings.interval / clock;
  return settings.clock == reference::FeraClock::kRuns ? all
                                                       : std::llround(settings.least_clock * static_cast<double>(all));
}

FeraSettings in_cycles(const FeraSettings& settings, Time clock) {
  FeraSettings whole = settings;
  const std::int64_t all = settings.interval / clock;
  whole.least_clock = static_cast<double>(least_cycles(settings, clock)) / static_cast<double>(all);
  return whole;
}

}  // namespace

ClockedFera::ClockedFera(std::unique_ptr<reference::FeraMeterBlock> block, const FeraSettings& settings,
                         const reference::FeraPort& port)
    : block_(std::move(block)),
      clock_(*fera_clock(settings)),
      settings_(in_cycles(settings, clock_)),
      meter_(settings_, port),
      port_(port) {
  settle();
}

// The block has more bits of q than the port; a byte of q_eq is a byte, and the slope counts in smaller units.
void ClockedFera::settle() {
  const unsigned fraction = settings_.fraction_bits;
  const unsigned wider = block_->widths().q_bits - port_.depth_bits;
  const Bytes capacity = reference::fera_capacity(meter_.capacity(), settings_.interval);
  stands_ = {};
  stands_.interval = number<std::uint32_t>(settings_.interval / clock_);
  stands_.least_clock = number<std::uint32_t>(least_cycles(settings_, clock_));
  stands_.q_eq = number<std::uint32_t>(settings_.q_eq.count());
  stands_.gain = number<std::uint64_t>(reference::fera_gain(settings_, port_.depth_bits)) << wider;
  stands_.least_f = number<std::uint32_t>(reference::fera_constant(settings_.c, fraction));
  stands_.least_step = number<std::uint32_t>(reference::fera_constant(settings_.least_step, fraction));
  stands_.most_step = number<std::uint32_t>(reference::fera_constant(settings_.most_step, fraction));
  stands_.scales_fall = settings_.scaling != reference::FeraScaling::kNever;
  stands_.scales_rise = settings_.scaling == reference::FeraScaling::kBoth;
  stands_.kbps = number<std::uint32_t>(port_.line_rate.count() / frame::kFeraRateUnit);
  stands_.line = number<std::uint64_t>(std::llround(meter_.units_of(meter_.capacity())));
  stands_.least = number<std::uint64_t>(std::llround(meter_.least()));
  stands_.capacity = number<std::uint64_t>(capacity.count());
  stands_.inverse = number<std::uint32_t>(reference::fera_inverse_capacity(settings_, capacity));
  stands_.shift = reference::fera_inverse_shift(capacity);
  stands_.cycle_bytes = FeraMeterCycle::cycle_bytes(meter_.capacity(), clock_);
}

// A cycle; its outputs are those of before it.
ClockedFera::Outputs ClockedFera::play(const Inputs& in) {
  const Outputs out = block_->clock(in);
  Outputs model = out;
  model.late = false;
  model.arrived = number<std::uint64_t>(meter_.arrived().count());
  model.arrived_last = number<std::uint64_t>(meter_.arrived_before().count());
  model.queue = number<std::uint32_t>(meter_.queue().count());
  model.paused = number<std::uint32_t>(paused_);
  model.paused_last = number<std::uint32_t>(paused_last_);
  if ((out.due & 1U) == 0) {
    model.rate = number<std::uint64_t>(std::llround(meter_.rate()));
    model.tag_rate = tag_rate_ == 0 ? out.tag_rate : frame::fera_rate(meter_.advertised());
  }
  block_->compare(out, model);
  return out;
}

void ClockedFera::arrived(Bytes length, Time now) {
  block_->at(now);
  Inputs in = stands_;
  in.arrives = true;
  in.arrives_length = number<std::uint32_t>(length.count());
  play(in);
  meter_.arrived(length);
}

// The edges before `now` in which the port has asked.
void ClockedFera::count_pause(Time now) {
  const std::int64_t until = edge(now);
  Inputs in = stands_;
  in.asks = 1;
  for (; asks_ && counted_ < until; ++counted_) {
    play(in);
    ++paused_;
  }
  counted_ = until;
}

void ClockedFera::asks(bool on, Time now) {
  if (on == asks_)
    return;
  block_->at(now);
  count_pause(now);
  asks_ = on;
}

void ClockedFera::tick(Bytes queue, Time now) {
  block_->at(now);
  count_pause(now);
  Inputs in = stands_;
  in.tick = true;
  in.tick_queue = number<std::uint32_t>(queue.count());
  play(in);
  paused_last_ = std::exchange(paused_, 0);
  meter_.tick({.queue = queue, .paused = clock_ * paused_last_, .off = Time(0)});
  const std::uint64_t longest = FeraMeterCycle::longest(block_->widths(), stands_.shift, 63) + block_->widths().ports;
  Outputs out = block_->evaluate(stands_);
  for (std::uint64_t left = longest; left > 0 && (out.due & 1U) != 0; --left)
    out = play(stands_);
  Outputs served = out;
  served.due &= ~std::uint64_t{1};
  block_->compare(out, served);
  tag_rate_ = std::max<std::uint32_t>(1, out.tag_rate);
  play(stands_);
}

void ClockedFera::set_capacity(BitRate capacity) {
  meter_.set_capacity(capacity);
  settle();
}

void ClockedFera::set(const FeraSettings& settings) {
  settings_ = in_cycles(settings, clock_);
  meter_.set(settings_);
  settle();
}

void ClockedFera::reset(Time now) {
  block_->at(now);
  block_->clock({.rst_n = false});
  meter_.reset_as_built();
  asks_ = false;
  counted_ = edge(now);
  paused_ = paused_last_ = 0;
  tag_rate_ = 0;
}

std::optional<BitRate> ClockedFera::advertised() const {
  if (!block_->widths().follows || tag_rate_ == 0)
    return std::nullopt;
  return BitRate(std::int64_t{tag_rate_} * frame::kFeraRateUnit);
}

std::unique_ptr<ClockedFera> make_clocked_fera(const PortContext& context) {
  const FeraSettings& settings = context.config.fera.meter;
  if (context.factories == nullptr || !not_in_fera_block(settings, context.line_rate).empty())
    return nullptr;
  const reference::FeraPort port = fera_port(context);
  auto block = context.factories->of<reference::FeraMeterBlock>()(fera_block_widths(settings, port), context.name);
  return block == nullptr ? nullptr : std::make_unique<ClockedFera>(std::move(block), settings, port);
}

}  // namespace weir::congestion
