// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/dut.h"

#include <bit>

namespace weir::cosim {

using reference::RateForm;
using reference::RateRaise;

RateLimiterPorts rate_limiter_ports(RateForm form, const reference::RateLimiterConfig& config) {
  config.validate();
  const bool stage = form == RateForm::kStage;
  const unsigned subtick = static_cast<unsigned>(std::bit_width(config.subticks - 1));
  const unsigned r_r = stage ? config.stage : config.factor_int + config.factor_frac;
  const unsigned r_c = config.r_c + (stage ? 0 : config.factor_frac);
  const std::uint64_t rounding = static_cast<std::uint64_t>(config.rounding);
  const std::uint64_t clamp = config.rate_raise == RateRaise::kClamp;
  return {
      .block = stage ? "rate_limiter_stage" : "rate_limiter_fixed_point",
      .period = config.period,
      .inputs = {{"rst_ni", 1},
                 {"rounding_i", 2},
                 {"clamp_i", 1},
                 {"sent_i", 1},
                 {"r_l_ticks_i", config.r_l_ticks},
                 {"r_l_subticks_i", subtick},
                 {"phase_i", subtick},
                 {"rate_valid_i", 1},
                 {"r_r_i", r_r}},
      .outputs = {{"idle_o", 1},
                  {"follow_o", 1},
                  {"r_c_o", r_c},
                  {"r_c_d_o", r_c},
                  {"r_l_o", config.r_l_ticks + subtick},
                  {"r_r_o", r_r}},
      .input_values =
          [rounding, clamp](const reference::RateLimiterInputs& in) {
            return std::vector<std::uint64_t>{in.rst_n,        rounding, clamp,         in.sent, in.r_l_ticks,
                                              in.r_l_subticks, in.phase, in.rate_valid, in.r_r};
          },
      .output_values =
          [](const reference::RateLimiterOutputs& out) {
            return std::vector<std::uint64_t>{out.idle, out.follow, out.r_c, out.r_c_d, out.r_l, out.r_r};
          },
  };
}

StageComparatorPorts stage_comparator_ports(const reference::StageComparatorConfig& config) {
  config.validate();
  const unsigned stage = static_cast<unsigned>(std::bit_width(config.max_thresholds));
  return {
      .block = "stage_comparator_threshold",
      .period = Time(1200),
      .inputs = {{"rst_ni", 1},
                 {"threshold_we_i", 1},
                 {"threshold_index_i", stage},
                 {"threshold_i", config.q_bits + 1},
                 {"q_i", config.q_bits}},
      .outputs = {{"stage_o", stage}, {"changed_o", 1}},
      .input_values =
          [](const reference::StageComparatorInputs& in) {
            return std::vector<std::uint64_t>{in.rst_n, in.threshold_we, in.threshold_index, in.threshold, in.q};
          },
      .output_values =
          [](const reference::StageComparatorOutputs& out) {
            return std::vector<std::uint64_t>{out.stage, out.changed};
          },
  };
}

LeadingZeroPorts leading_zero_ports(const reference::StageComparatorConfig& config) {
  config.validate();
  return {
      .block = "stage_comparator_leading_zero",
      .period = Time(1200),
      .inputs = {{"rst_ni", 1},
                 {"table_we_i", 1},
                 {"bm_i", config.q_bits + 1},
                 {"log2_span_i", static_cast<unsigned>(std::bit_width(config.q_bits))},
                 {"stages_i", reference::kStageBits},
                 {"q_i", config.q_bits}},
      .outputs = {{"stage_o", reference::kStageBits}, {"changed_o", 1}},
      .input_values =
          [](const reference::LeadingZeroInputs& in) {
            return std::vector<std::uint64_t>{in.rst_n, in.table_we, in.bm, in.log2_span, in.stages, in.q};
          },
      .output_values =
          [](const reference::StageComparatorOutputs& out) {
            return std::vector<std::uint64_t>{out.stage, out.changed};
          },
  };
}

}  // namespace weir::cosim
