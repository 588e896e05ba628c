// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/linear_port_cycle.h"

#include <bit>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/one_a_class.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

namespace {

std::uint32_t lowest(std::uint32_t classes) { return static_cast<std::uint32_t>(std::countr_zero(classes)); }

}  // namespace

void LinearPortConfig::validate() const {
  EquippedPortConfig::validate();
  if (const std::string wrong = out_of_range("linear", linear, "LINEAR"); !wrong.empty()) {
    throw std::invalid_argument("linear port: " + wrong);
  }
  rate().validate();
}

LinearPortCycle::LinearPortCycle(const LinearPortConfig& config)
    : config_((config.validate(), config)),
      port_(config),
      credits_(one_a_class<IbCreditsCycle>(config.credits())),
      limiters_(one_a_class<RateLimiterCycle>(RateForm::kFixedPoint, RateLimiterConfig{})),
      rate_(config.rate()) {}

void LinearPortCycle::judge_class(const LinearPortInputs& in, Cycle& cycle, std::uint32_t c) {
  LinearPortOutputs& out = cycle.out;
  cycle.credits[c] = credit_events(in, out.ready, c);
  const IbCreditsOutputs& counts = cycle.counts[c] = credits_[c].evaluate(cycle.credits[c]);
  cycle.messages |= counts.due ? in.credited & 1U << c : 0;
  const bool rated = cycle.rated.valid && divided_ == c;
  const RateLimiterInputs& of = cycle.limiters[c] =
      limiter_inputs(in, out.ready, c, rated ? std::optional(cycle.rated.factor) : std::nullopt);
  const RateLimiterOutputs said = limiters_[c].evaluate(of, in.tick);
  out.lets |= (of.sent ? said.follow : said.idle) ? 1U << c : 0U;
  if (in.shown == c) {
    out.remaining = counts.available;
    out.factor = said.r_r;
    out.wait = said.r_c;
  }
}

LinearPortCycle::Cycle LinearPortCycle::judge(const LinearPortInputs& in) {
  Cycle cycle;
  LinearPortOutputs& out = cycle.out;
  cycle.port = in;
  cycle.port.credited &= ~config_.linear;
  const EquippedPortOutputs offered = port_.evaluate(cycle.port);  // but for packets
  out.ready = offered.ready;
  if (!out.ready) {
    kept_ = 0;
    remained_ = {};
  }
  cycle.rate = {.rst_n = out.ready, .range = in.linear_range};
  cycle.rated = rate_.evaluate(cycle.rate);
  out.lets = kAllClasses & ~config_.linear;
  for_each_class(config_.linear, [&](ClassId c) { judge_class(in, cycle, static_cast<std::uint32_t>(c.index())); });
  out.kept = kept_;
  out.divides = cycle.rated.busy ? 1U << divided_ : 0;
  if (kept_ != 0 && !cycle.rated.busy) {
    cycle.rate.message = true;
    cycle.rate.fccl = remained_[lowest(kept_)];  // and nothing sent since
  }
  out.tells = out.ready && cycle.messages != 0 && offered.mac_kind == LosslessPortCycle::kPacket;
  if (out.tells) {
    cycle.credits[lowest(cycle.messages)].take = in.mac_ready;
  }
  cycle.port.open &= out.lets;
  cycle.port.mac_ready = in.mac_ready && !out.tells;
  return cycle;
}

LinearPortOutputs LinearPortCycle::joined(const Cycle& cycle, const EquippedPortOutputs& port) {
  LinearPortOutputs out = cycle.out;
  static_cast<EquippedPortOutputs&>(out) = port;
  if (out.tells) {
    out.mac_valid = true;
    out.mac_kind = LosslessPortCycle::kCreditMessage;
    out.mac_class = lowest(cycle.messages);
    out.mac_fctbs = cycle.counts[out.mac_class].fctbs;
    out.mac_fccl = cycle.counts[out.mac_class].told_fccl;
  }
  return out;
}

// Who waits for the division, and with what: the message that was taken no more, one that comes in its place.
void LinearPortCycle::keep(const LinearPortInputs& in, const Cycle& cycle) {
  if (cycle.rate.message) {
    divided_ = lowest(kept_);
    kept_ &= kept_ - 1;
  }
  if (in.init) {
    kept_ = 0;
    return;
  }
  const std::uint32_t c = in.heard_class;
  if (in.heard_valid && in.heard_credit && is_linear(c)) {
    kept_ |= 1U << c;
    remained_[c] = (in.heard_fccl - cycle.counts[c].fctbs) & config_.credits().most();
  }
}

LinearPortOutputs LinearPortCycle::clock(const LinearPortInputs& in) {
  const Cycle cycle = judge(in);
  const LinearPortOutputs out = joined(cycle, port_.clock(cycle.port));
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (is_linear(c)) {
      credits_[c].clock(cycle.credits[c]);
      limiters_[c].clock(cycle.limiters[c], in.tick);
    }
  }
  rate_.clock(cycle.rate);
  if (out.ready) {
    keep(in, cycle);
  }
  return out;
}

}  // namespace weir::reference
