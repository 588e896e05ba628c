// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/port_stages.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace weir::cosim {

using reference::RateLimiterConfig;
using reference::StageComparatorConfig;

void require_limiter(reference::RateForm wanted, reference::RateForm form, const RateLimiterConfig& asked) {
  const RateLimiterConfig built;
  const bool has_stages = wanted == reference::RateForm::kStage;
  if (form != wanted)
    throw std::invalid_argument(std::string("the limiters of the port in RTL have ") +
                                (has_stages ? "stages" : "factors") + "; use fidelity \"reference\"");
  require_width("SUBTICKS", asked.subticks, built.subticks);
  require_width("R_L_TICKS_W", asked.r_l_ticks, built.r_l_ticks);
  require_width("R_C_W", asked.r_c, built.r_c);
  if (has_stages)
    return require_width("STAGE_W", asked.stage, built.stage);
  require_width("FACTOR_INT_W", asked.factor_int, built.factor_int);
  require_width("FACTOR_FRAC_W", asked.factor_frac, built.factor_frac);
}

reference::LeadingZeroTable require_table(const StageComparatorConfig& asked) {
  if (asked.q_bits > reference::kPortDepthBits)
    require_width("Q_W", asked.q_bits, reference::kPortDepthBits);
  const auto table = reference::leading_zero_table(asked.thresholds);
  if (!table)
    throw std::invalid_argument("the port in RTL has thresholds of Bm less powers of two; use fidelity \"reference\"");
  return *table;
}

LimiterOfPort::LimiterOfPort(SharedPort port, std::string name, std::size_t c, reference::RateForm form,
                             const RateLimiterConfig& config)
    : port_(std::move(port)), name_(std::move(name)), c_(c), form_(form) {
  port_->limit(config.period);
  if (form == reference::RateForm::kFixedPoint)
    port_->credit(c);
  port_->still().rounding = static_cast<std::uint32_t>(config.rounding);
  port_->still().clamp = config.rate_raise == reference::RateRaise::kClamp;
  if (port_->compares())
    model_ = reference::make_reference_rate_limiter(form, config, name_);
}

void LimiterOfPort::packet_sent(Time end, Time transmission) {
  port_->packet_ends(c_, end, transmission);
  if (model_)
    model_->packet_sent(end, transmission);
}

void LimiterOfPort::set_rate(Time now, std::uint64_t r_r) {
  r_r_ = r_r;
  port_->obeys(c_, r_r, now);
  if (model_)
    model_->set_rate(now, r_r);
}

void LimiterOfPort::reset(Time /*now*/) {
  throw std::invalid_argument(name_ + ": the limiters of a port in RTL are reset with the port");
}

Time LimiterOfPort::idle_at() {
  const Time at = port_->limiter_tick() * std::max<std::int64_t>(port_->idle_edge(c_), 0);
  if (const Time wanted = model_ ? model_->idle_at() : at; at != wanted)
    port_->differs(name_, form_ == reference::RateForm::kStage ? "gentle_limiter" : "linear_limiter",
                   "the instant at which the class may go, in ps,", static_cast<std::uint64_t>(at.count()),
                   static_cast<std::uint64_t>(wanted.count()));
  return at;
}

reference::RateLimiterRegisters LimiterOfPort::registers(Time now) {
  port_->pass_to(now, false);
  return port_->limiter_registers(c_);
}

void LimiterOfPort::set_modes(Time now, reference::Rounding rounding, reference::RateRaise rate_raise) {
  port_->pass_to(now, false);
  port_->still().rounding = static_cast<std::uint32_t>(rounding);
  port_->still().clamp = rate_raise == reference::RateRaise::kClamp;
  if (model_)
    model_->set_modes(now, rounding, rate_raise);
}

StagesOfPort::StagesOfPort(SharedPort port, std::string name, std::size_t c, const StageComparatorConfig& config)
    : port_(std::move(port)),
      name_(std::move(name)),
      c_(c),
      most_((std::int64_t{1} << config.q_bits) - 1),
      table_(require_table(config)),
      model_(reference::make_reference_stage_comparator(config, name_)) {}

unsigned StagesOfPort::stage_with(bool comes, Bytes depth, Time now) {
  port_->at(now);
  const auto q = static_cast<std::uint32_t>(std::min(depth.count(), most_));
  const std::uint32_t stage = port_->compare_stage(c_, comes, q, table_);
  if (const unsigned wanted = port_->compares() ? model_->stage(depth) : stage; stage != wanted)
    port_->differs(name_, "stage_comparator_leading_zero", "the stage", stage, wanted);
  return stage;
}

void StagesOfPort::told(ClassMask classes, const PerClass<std::uint16_t>& stages, Time now) {
  port_->at(now);
  const PortInSwitch::Outputs out = port_->tells();
  if (!port_->compares())
    return;
  const std::uint32_t frame = out.tells ? out.mac_head : 0;
  if (const std::uint32_t wanted = reference::kPfcOpcode << 16 | classes; frame != wanted)
    port_->differs(name_, "gentle_port", "mac_head_o", frame, wanted);
  for_each_class(classes, [&](ClassId c) {
    const std::uint32_t said = reference::time_of_class(out.mac_times_0_3, out.mac_times_4_7, c.index());
    if (said != stages[c.index()])
      port_->differs(name_, "gentle_port", "the stage told of class " + std::to_string(c.index()), said,
                     stages[c.index()]);
  });
}

}  // namespace weir::cosim
