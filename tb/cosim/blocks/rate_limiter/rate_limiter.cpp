// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/rate_limiter.h"

#include <bit>
#include <stdexcept>

#include "hw_model/reference/width_ranges.h"
#include "tb/cosim/blocks/rate_limiter/in_switch.h"
#include "tb/cosim/make_block.h"

namespace weir::cosim {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;

BlockPorts<RateLimiterInputs, RateLimiterOutputs> RateLimiterKind::ports(const Setup& setup) {
  const RateLimiterConfig& config = setup.config;
  config.validate(setup.form);
  const bool stage = setup.form == RateForm::kStage;
  const unsigned subtick = static_cast<unsigned>(std::bit_width(config.subticks - 1));
  const unsigned r_r = stage ? config.stage : config.factor_int + config.factor_frac;
  const unsigned r_c = config.r_c + (stage ? 0 : config.factor_frac);
  using In = RateLimiterInputs;
  using Out = RateLimiterOutputs;
  return {.period = config.period,
          .inputs = {port("rst_ni", 1, &In::rst_n),
                     configured_port<In>(
                         "rounding_i", 2,
                         [setup](const In& in) { return static_cast<std::uint64_t>(mode_in(in, setup).rounding); },
                         [setup](In& in, std::uint64_t value) {
                           in.mode = mode_code(static_cast<reference::Rounding>(value), mode_in(in, setup).rate_raise);
                         }),
                     configured_port<In>(
                         "clamp_i", 1, [setup](const In& in) { return mode_in(in, setup).clamp() ? 1U : 0U; },
                         [setup](In& in, std::uint64_t value) {
                           in.mode = mode_code(mode_in(in, setup).rounding,
                                               value != 0 ? reference::RateRaise::kClamp : reference::RateRaise::kHold);
                         }),
                     port("sent_i", 1, &In::sent), port("r_l_ticks_i", config.r_l_ticks, &In::r_l_ticks),
                     port("r_l_subticks_i", subtick, &In::r_l_subticks, config.subticks - 1),
                     port("phase_i", subtick, &In::phase, config.subticks - 1),
                     port("rate_valid_i", 1, &In::rate_valid), port("r_r_i", r_r, &In::r_r)},
          .outputs = {port("idle_o", 1, &Out::idle), port("follow_o", 1, &Out::follow), port("r_c_o", r_c, &Out::r_c),
                      port("r_c_d_o", r_c, &Out::r_c_d), port("r_l_o", config.r_l_ticks + subtick, &Out::r_l),
                      port("r_r_o", r_r, &Out::r_r)}};
}

void RateLimiterKind::require_built(const Setup& setup) {
  const RateLimiterConfig& config = setup.config;
  config.validate(setup.form);
  require_width("subticks", config.subticks, reference::kSubticks);
  require_width("r_l_ticks", config.r_l_ticks, reference::kRLTickBits);
  require_width("r_c", config.r_c, reference::kRCBits);
  if (setup.form == RateForm::kStage) {
    require_width("stage", config.stage, reference::kStageBits);
  } else {
    require_width("factor_int", config.factor_int, reference::kFactorIntBits);
    require_width("factor_frac", config.factor_frac, reference::kFactorFracBits);
  }
}

std::vector<Mode<RateLimiterSetup>> RateLimiterKind::modes(const Setup& setup) {
  std::vector<Mode<Setup>> modes;
  for (const auto& rounding : reference::kRoundings) {
    for (const auto& rate_raise : reference::kRateRaises) {
      Setup mode = setup;
      mode.config.rounding = rounding.value;
      mode.config.rate_raise = rate_raise.value;
      modes.push_back({mode_name(mode), mode});
    }
  }
  return modes;
}

std::string RateLimiterKind::mode_name(const Setup& setup) {
  return std::string(name_in(reference::kRoundings, setup.config.rounding)) + "_" +
         std::string(name_in(reference::kRateRaises, setup.config.rate_raise));
}

std::vector<RtlParameter> RateLimiterKind::parameters(Setup& setup) {
  RateLimiterConfig& config = setup.config;
  std::vector<RtlParameter> parameters = {
      width_parameter("SUBTICKS", config.subticks),
      {.name = "SUBTICK_W", .values = {static_cast<std::uint64_t>(std::bit_width(config.subticks - 1))}},
      width_parameter("R_L_TICKS_W", config.r_l_ticks),
      width_parameter("R_C_W", config.r_c)};
  if (setup.form == RateForm::kStage) {
    parameters.push_back(width_parameter("STAGE_W", config.stage));
  } else {
    parameters.push_back(width_parameter("FACTOR_INT_W", config.factor_int));
    parameters.push_back(width_parameter("FACTOR_FRAC_W", config.factor_frac));
  }
  return parameters;
}

void RateLimiterKind::require_playable(const Setup& setup) {
  if (setup.config.subticks < reference::kFewestSubticksPlayed) {
    throw std::invalid_argument("--parameter: SUBTICKS is " + std::to_string(setup.config.subticks) + ", wanted " +
                                std::to_string(reference::kFewestSubticksPlayed) + " or more");
  }
}

HeaderLines RateLimiterKind::header(const Setup& setup) {
  const RateLimiterConfig& config = setup.config;
  HeaderLines lines = {
      {"period_ps", std::to_string(config.period.count())},
      {"subticks", std::to_string(config.subticks)},
      {"rounding", std::string(name_in(reference::kRoundings, config.rounding))},
      {"rate_raise", std::string(name_in(reference::kRateRaises, config.rate_raise))},
      {"r_l_ticks", std::to_string(config.r_l_ticks)},
      {"r_c", std::to_string(config.r_c)},
  };
  if (setup.form == RateForm::kStage) {
    lines.emplace_back("stage", std::to_string(config.stage));
  } else {
    lines.emplace_back("factor_int", std::to_string(config.factor_int));
    lines.emplace_back("factor_frac", std::to_string(config.factor_frac));
  }
  return lines;
}

void RateLimiterKind::take_header(const Recording& recording, Setup& setup) {
  RateLimiterConfig& config = setup.config;
  config.period = Time(recording.number_of("period_ps"));
  config.subticks = recording.number_of("subticks");
  config.rounding = recording.word_of("rounding", reference::kRoundings);
  config.rate_raise = recording.word_of("rate_raise", reference::kRateRaises);
  config.r_l_ticks = recording.number_of("r_l_ticks");
  config.r_c = recording.number_of("r_c");
  if (setup.form == RateForm::kStage) {
    config.stage = recording.number_of("stage");
  } else {
    config.factor_int = recording.number_of("factor_int");
    config.factor_frac = recording.number_of("factor_frac");
  }
}

Block RateLimiterKind::block(const Variant<RateLimiterKind>& variant) {
  Block block = make_block(variant);
  // A pipelined form answers too late to stand in the switch.
  if (variant.latency == 0) {
    block.install = [variant](reference::Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail) {
      install_limiter(factories, variant, fidelity, trail);
    };
    block.record = [variant](reference::Factories& factories, Recorder& recorder) {
      record_limiter(factories, variant, recorder);
    };
  }
  return block;
}

}  // namespace weir::cosim
