// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A rate limiter that turns calls at picosecond times into clock cycles of its core, and the core's outputs into times.
// Calls within one tick are gathered into the inputs of one cycle; cycles between calls have no inputs and are skipped.
// `Core` is the block itself: the C++ model (rate_limiter_cycle.h), the Verilated RTL, or both in lock-step. It has
//   Core(form, config, name), clock(inputs) -> outputs, evaluate(inputs) ->
//   outputs (no edge), skip(cycles), r_r(). A core that runs RTL says in `kSides` how many models it has; with two,
//   model() is what the other one gave in the last evaluate().

#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::reference {

template <class Core>
class TickedRateLimiter final : public RateLimiter {
 public:
  // Further arguments go to the core.
  template <class... Arguments>
  TickedRateLimiter(RateForm form, const RateLimiterConfig& config, std::string instance_name,
                    const Arguments&... arguments)
      : core_(form, config, instance_name, arguments...),
        name_(std::move(instance_name)),
        period_ps_(config.period.count()),
        subtick_ps_(config.subtick_time().count()),
        subticks_(config.subticks),
        r_l_max_((std::int64_t{1} << config.r_l_ticks) * config.subticks - 1),
        r_r_max_(config.r_r_max(form)),
        tick_(std::uint64_t{config.subticks} << (form == RateForm::kStage ? 0 : config.factor_frac)) {}

  void packet_sent(Time end, Time transmission) override {
    const std::int64_t phase_ps = enter_tick_of(end) * period_ps_ - end.count();
    // Rounded up to a subtick, so that the rate is never above the assigned one. Two packets that end in one tick count
    // as one packet of both lengths.
    std::int64_t r_l = (transmission.count() + subtick_ps_ - 1) / subtick_ps_;
    if (pending_.sent) {
      r_l += std::int64_t{pending_.r_l_ticks} * subticks_ + pending_.r_l_subticks;
    }
    r_l = std::min(r_l, r_l_max_);
    pending_.sent = true;
    pending_.r_l_ticks = static_cast<std::uint32_t>(r_l / subticks_);
    pending_.r_l_subticks = static_cast<std::uint32_t>(r_l % subticks_);
    pending_.phase = static_cast<std::uint32_t>(phase_ps / subtick_ps_);
    answered_ = false;
  }

  void set_rate(Time now, std::uint64_t r_r) override {
    if (r_r > r_r_max_) {
      throw std::invalid_argument(name_ + ": r_r " + std::to_string(r_r) + " is beyond its register (at most " +
                                  std::to_string(r_r_max_) + ")");
    }
    enter_tick_of(now);
    pending_.rate_valid = true;
    pending_.r_r = r_r;
    r_r_ = pending_.rst_n ? r_r : 0;
    answered_ = false;
  }

  void reset(Time now) override {
    enter_tick_of(now);
    pending_.rst_n = false;
    r_r_ = 0;
    answered_ = false;
  }

  Time idle_at() override {
    if (!answered_) {
      answer_ = next_idle_edge(idle_edge_, pending_edge_, pending_, core_.evaluate(pending_), tick_);
      answered_ = true;
    }
    return Time(std::max<std::int64_t>(answer_, 0) * period_ps_);
  }

  std::uint64_t r_r() const override { return r_r_; }

  RateLimiterRegisters registers(Time now) override {
    enter_tick_of(now);
    const RateLimiterOutputs out = core_.evaluate(pending_);
    return registers_of(out);
  }

  RateLimiterSides rtl(Time now) override {
    if constexpr (requires { Core::kSides; }) {
      enter_tick_of(now);
      const RateLimiterOutputs out = core_.evaluate(pending_);
      RateLimiterSides shown{.sides = Core::kSides, .registers = {registers_of(out)}, .changes_at = change_after(out)};
      if constexpr (Core::kSides == 2) {
        shown.registers[1] = registers_of(core_.model());
      }
      return shown;
    } else {
      return {};
    }
  }

  bool modes_can_change() const override {
    return requires(Core core) { core.set_modes(Rounding{}, RateRaise{}); };
  }

  void set_modes(Time now, Rounding rounding, RateRaise rate_raise) override {
    enter_tick_of(now);
    if constexpr (requires { core_.set_modes(rounding, rate_raise); }) {
      core_.set_modes(rounding, rate_raise);
    } else {
      throw std::invalid_argument(name_ + ": the modes of this limiter cannot change");
    }
    answered_ = false;
  }

 private:
  static RateLimiterRegisters registers_of(const RateLimiterOutputs& out) {
    return {.r_l = out.r_l, .r_r = out.r_r, .r_c = out.r_c};
  }

  // RateLimiterSides::changes_at: the first picosecond after the edge that changes them.
  Time change_after(const RateLimiterOutputs& out) const {
    const bool gathered = pending_ != RateLimiterInputs{};
    if (!gathered && out.r_c < tick_) {
      return kNever;
    }
    const std::int64_t ticks = gathered ? 0 : static_cast<std::int64_t>(out.r_c / tick_) - 1;
    return Time((pending_edge_ + ticks) * period_ps_ + 1);
  }

  // Makes the tick that ends at or after `t` the pending one and clocks all ticks before it. Returns its edge.
  std::int64_t enter_tick_of(Time t) {
    const std::int64_t edge = (t.count() + period_ps_ - 1) / period_ps_;
    if (edge != pending_edge_) {
      if (edge < pending_edge_) {
        broken_invariant("a rate limiter was called in its own past", name_, "", t);
      }
      const auto cycles = static_cast<std::uint64_t>(edge - pending_edge_);
      if (pending_ == RateLimiterInputs{}) {
        core_.skip(cycles);  // the tick was looked at, no more
      } else {
        idle_edge_ = next_idle_edge(idle_edge_, pending_edge_, pending_, core_.clock(pending_), tick_);
        core_.skip(cycles - 1);
        pending_ = RateLimiterInputs{};
      }
      pending_edge_ = edge;
      answered_ = false;
    }
    return edge;
  }

  Core core_;
  std::string name_;
  std::int64_t period_ps_;
  std::int64_t subtick_ps_;
  std::int64_t subticks_;
  std::int64_t r_l_max_;  // in subticks
  std::uint64_t r_r_max_;
  std::uint64_t tick_;  // in units of R_c
  std::uint64_t r_r_ = 0;

  // The cycle that is being gathered: its clock edge, its inputs so far. The core's state is that before this edge.
  std::int64_t pending_edge_ = 0;
  RateLimiterInputs pending_;
  std::int64_t idle_edge_ = 0;  // the answer before the pending cycle
  std::int64_t answer_ = 0;     // the answer with the pending cycle
  bool answered_ = false;
};

}  // namespace weir::reference
