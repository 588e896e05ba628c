// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "hw_model/base/require.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/gfc_sender.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/reference/reference_settings.h"

namespace weir::flow_control {
namespace {

constexpr char kSource[] = "GFC, SIGCOMM '19, section 5.3";
constexpr unsigned kHoldTicks = 1024;  // holds below the floor rate are long: they are timed in these many ticks

const char* rtl_block(reference::RateForm form) {
  return form == reference::RateForm::kStage ? "rate_limiter_stage" : "rate_limiter_fixed_point";
}

unsigned subtick_bits(const reference::RateLimiterConfig& limiter) { return ledger::bits_to_name(limiter.subticks); }

ledger::RtlInstance rtl_instance(const reference::RateLimiterConfig& limiter, reference::RateForm form,
                                 const ledger::Dimensions& each_class) {
  ledger::RtlInstance instance{.block = rtl_block(form),
                               .parameters = {{"SUBTICKS", limiter.subticks},
                                              {"SUBTICK_W", subtick_bits(limiter)},
                                              {"R_L_TICKS_W", limiter.r_l_ticks},
                                              {"R_C_W", limiter.r_c}},
                               .dimensions = each_class};
  if (form == reference::RateForm::kStage) {
    instance.parameters["STAGE_W"] = limiter.stage;
  } else {
    instance.parameters["FACTOR_INT_W"] = limiter.factor_int;
    instance.parameters["FACTOR_FRAC_W"] = limiter.factor_frac;
  }
  return instance;
}

// The three registers of the paper, as the RTL block has them.
void declare_rtl(ledger::Block& block, const reference::RateLimiterConfig& limiter, reference::RateForm form,
                 const ledger::Dimensions& each_class, const ledger::Origin& origin) {
  const bool stage_form = form == reference::RateForm::kStage;
  const auto state = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.state({.name = name,
                            .width = width,
                            .dimensions = each_class,
                            .rtl_block = rtl_block(form),
                            .width_follows = follows,
                            .description = what}));
  };
  state("r_l", limiter.r_l_ticks + subtick_bits(limiter), "the longest frame's time in ticks, and a tick in subticks",
        "transmission time of the packet sent last: ticks and subticks");
  state("r_r", stage_form ? limiter.stage : limiter.factor_int + limiter.factor_frac,
        stage_form ? "stages down to the floor rate" : "C/R - 1 down to the floor rate, and the step of rates near C",
        stage_form ? "assigned stage k, rate C/2^k" : "assigned factor C/R - 1, fixed point");
  state("r_c", limiter.r_c + (stage_form ? 0 : limiter.factor_frac),
        stage_form ? "the longest frame's wait at the floor rate in subticks"
                   : "the longest frame's wait at the floor rate in subticks, and the fraction of r_r",
        "countdown; the queue may not start a packet until below a tick");
  block.add(rtl_instance(limiter, form, each_class));
}

std::uint64_t longest_wait(const reference::RateLimiterConfig& limiter) {
  return (std::uint64_t{1} << limiter.r_c) / (std::uint64_t{limiter.subticks} * kHoldTicks);
}

// In units of kHoldTicks ticks; saturates.
std::uint64_t hold_units(Time span, const reference::RateLimiterConfig& limiter) {
  const auto greatest = (std::uint64_t{1} << ledger::bits_for(longest_wait(limiter))) - 1;
  return std::min(greatest, static_cast<std::uint64_t>(span / (limiter.period * kHoldTicks)));
}

}  // namespace

void GfcSender::declare_limiters(ledger::Block& block, const PortContext& context, reference::RateForm form,
                                 const char* mechanism) {
  static constexpr auto kClass = ledger::state_fields<SendingClass>(
      ledger::holds(&SendingClass::limiter, "r_l", "r_r", "r_c"),
      ledger::model_only(&SendingClass::r_r, "a copy of the limiter's r_r, to see a change without a call"),
      ledger::holds(&SendingClass::target, "hold_span"), ledger::holds(&SendingClass::below_floor, "below_floor"),
      ledger::holds(&SendingClass::last_length, "r_l"), ledger::holds(&SendingClass::last_start, "since_start"),
      ledger::model_only(&SendingClass::expiry_pending, "a scheduled event stands for the counting"));
  static constexpr auto kFields = ledger::state_fields<GfcSender>(
      ledger::model_only(&GfcSender::form_, "constant: which block the limiters are"),
      ledger::model_only(&GfcSender::floor_stage_, "constant: the stage that the floor rate comes to"),
      ledger::part(&GfcSender::sending_));
  const reference::RateLimiterConfig& limiter = context.limiter;
  const ledger::Dimensions each_class = per_lossless_class(context);
  const ledger::Origin origin(mechanism, kSource);
  declare_rtl(block, limiter, form, each_class, origin);
  const auto hold = [&](const char* name, unsigned width, const char* what) {
    block.add(origin.state({.name = name,
                            .width = width,
                            .dimensions = each_class,
                            .width_follows = "what r_c spans, in units of 1024 ticks",
                            .source = "GFC, SIGCOMM '19, section 7: a least rate of 8 Kbps",
                            .description = what}));
  };
  hold("below_floor", 1, "the assigned rate is below the limiter's least rate");
  hold("since_start", ledger::bits_for(longest_wait(limiter)),
       "time since the last packet started; stays at its greatest value");
  hold("hold_span", ledger::bits_for(longest_wait(limiter)),
       "below the floor: since_start from which a packet may start");
  ledger::declare_all(block, origin, reference::limiter_settings(), limiter);
  ledger::require_declared(block, kClass);
  ledger::require_declared(block, kFields);
}

void GfcSender::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.settings(reference::limiter_settings());
  const auto held_by_limiter = [this](std::uint64_t reference::RateLimiterRegisters::*member) {
    return [this, member](ClassId c, Time now) { return sending_[c.index()].limiter->registers(now).*member; };
  };
  registers.state("r_l", held_by_limiter(&reference::RateLimiterRegisters::r_l));
  registers.state("r_r", held_by_limiter(&reference::RateLimiterRegisters::r_r));
  registers.state("r_c", held_by_limiter(&reference::RateLimiterRegisters::r_c));
  registers.state("below_floor", [this](ClassId c, Time) { return sending_[c.index()].below_floor ? 1U : 0U; });
  registers.state("since_start",
                  [this](ClassId c, Time now) { return hold_units(now - sending_[c.index()].last_start, limiter()); });
  registers.state("hold_span", [this](ClassId c, Time) -> std::uint64_t {
    const SendingClass& state = sending_[c.index()];
    if (!state.below_floor)
      return 0;
    return hold_units(state.target == BitRate(0) ? kNever : serialization_time(state.last_length, state.target),
                      limiter());
  });
}

void GfcSender::check(const PortContext& settings) const {
  FlowControl::check(settings);
  const bool changed =
      settings.limiter.rounding != limiter().rounding || settings.limiter.rate_raise != limiter().rate_raise;
  for (const SendingClass& state : sending_) {
    require(!changed || !state.limiter || state.limiter->modes_can_change(),
            "rate limiter: rounding and clamp cannot change while the limiter is recorded");
  }
}

void GfcSender::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  const bool changed =
      settings.limiter.rounding != limiter().rounding || settings.limiter.rate_raise != limiter().rate_raise;
  FlowControl::reconfigure(settings, depth, now);
  for (SendingClass& state : sending_) {
    if (changed && state.limiter)
      state.limiter->set_modes(now, limiter().rounding, limiter().rate_raise);
  }
}

}  // namespace weir::flow_control
