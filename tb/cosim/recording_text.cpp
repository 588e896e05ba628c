// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writes recordings.

#include <algorithm>

#include "tb/cosim/recording.h"
#include "tb/cosim/recording_words.h"

namespace weir::cosim {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::StageComparatorConfig;

HeaderLines recording_header(RateForm form, const RateLimiterConfig& config) {
  HeaderLines lines = {
      {"block", form == RateForm::kStage ? "rate_limiter_stage" : "rate_limiter_fixed_point"},
      {"period_ps", std::to_string(config.period.count())},
      {"subticks", std::to_string(config.subticks)},
      {"rounding", std::string(kRoundings.at(static_cast<std::size_t>(config.rounding)))},
      {"rate_raise", std::string(kRaises.at(static_cast<std::size_t>(config.rate_raise)))},
      {"r_l_ticks", std::to_string(config.r_l_ticks)},
      {"r_c", std::to_string(config.r_c)},
  };
  if (form == RateForm::kStage) {
    lines.emplace_back("stage", std::to_string(config.stage));
  } else {
    lines.emplace_back("factor_int", std::to_string(config.factor_int));
    lines.emplace_back("factor_frac", std::to_string(config.factor_frac));
  }
  return lines;
}

HeaderLines recording_header(const StageComparatorConfig& config, bool leading_zero) {
  if (leading_zero) {
    return {{"block", "stage_comparator_leading_zero"}, {"q_bits", std::to_string(config.q_bits)}};
  }
  return {{"block", "stage_comparator_threshold"},
          {"max_thresholds", std::to_string(config.max_thresholds)},
          {"q_bits", std::to_string(config.q_bits)}};
}

std::string recording_head(const HeaderLines& header, std::span<const Port> inputs, std::span<const Port> outputs) {
  std::string text = "# " + std::string(kFormat) + "\n";
  for (const auto& [name, value] : header) {
    text += "# " + name + "=" + value + "\n";
  }
  text += "cycle";
  for (const std::span<const Port> ports : {inputs, outputs}) {
    for (const Port& port : ports) {
      text += "," + port.name;
    }
  }
  return text + "\n";
}

std::string recording_row(std::uint64_t cycle, std::span<const std::uint64_t> inputs,
                          std::span<const std::uint64_t> outputs) {
  std::string text = std::to_string(cycle);
  for (const std::span<const std::uint64_t> values : {inputs, outputs}) {
    for (const std::uint64_t value : values) {
      text += "," + std::to_string(value);
    }
  }
  return text + "\n";
}

std::string recording_end(std::uint64_t cycles) { return "# cycles=" + std::to_string(cycles) + "\n"; }

namespace {

bool is_constant(const Port& port) { return std::ranges::find(kConstantPorts, port.name) != kConstantPorts.end(); }

}  // namespace

std::vector<Port> recorded_ports(const RateLimiterPorts& ports) {
  std::vector<Port> changing;
  std::ranges::remove_copy_if(ports.inputs, std::back_inserter(changing), is_constant);
  return changing;
}

std::vector<std::uint64_t> recorded_values(const RateLimiterPorts& ports, const reference::RateLimiterInputs& in) {
  const std::vector<std::uint64_t> all = ports.input_values(in);
  std::vector<std::uint64_t> changing;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_constant(ports.inputs[i])) {
      changing.push_back(all[i]);
    }
  }
  return changing;
}

}  // namespace weir::cosim
