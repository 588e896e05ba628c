// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/cosim_run.h"

#include <array>

#include "tb/cosim/comparator_coverage.h"
#include "tb/cosim/cosim_player.h"
#include "tb/cosim/directed.h"
#include "tb/cosim/limiter_coverage.h"
#include "tb/cosim/stimulus.h"
#include "tb/cosim/verilated_blocks.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;
using reference::RateRaise;
using reference::Rounding;
using reference::StageComparatorConfig;
using reference::StageComparatorInputs;
using reference::StageComparatorOutputs;

struct LimiterMode {
  const char* name;
  Rounding rounding;
  RateRaise rate_raise;
};

constexpr std::array kLimiterModes = {
    LimiterMode{"floor_hold", Rounding::kFloor, RateRaise::kHold},
    LimiterMode{"floor_clamp", Rounding::kFloor, RateRaise::kClamp},
    LimiterMode{"ceil_hold", Rounding::kCeil, RateRaise::kHold},
    LimiterMode{"ceil_clamp", Rounding::kCeil, RateRaise::kClamp},
    LimiterMode{"nearest_hold", Rounding::kNearest, RateRaise::kHold},
    LimiterMode{"nearest_clamp", Rounding::kNearest, RateRaise::kClamp},
    LimiterMode{"residual_hold", Rounding::kResidual, RateRaise::kHold},
    LimiterMode{"residual_clamp", Rounding::kResidual, RateRaise::kClamp},
};

std::string mode_name(const RateLimiterConfig& config) {
  for (const LimiterMode& mode : kLimiterModes) {
    if (mode.rounding == config.rounding && mode.rate_raise == config.rate_raise) {
      return mode.name;
    }
  }
  return "mode";
}

// What of a run's cycles falls to one of its modes; the first ones take what is left over.
std::uint64_t share(std::uint64_t cycles, std::size_t modes, std::size_t mode) {
  return cycles / modes + (mode < cycles % modes ? 1 : 0);
}

// Directed stimulus, then random up to `cycles`.
template <class Player, class Script, class Random>
void play_made(Player& player, const CosimOptions& options, std::uint64_t cycles, const Script& script, Random random,
               CosimResult& result) {
  const std::uint64_t before = result.directed_cycles;
  if (options.stimulus != Stimulus::kRandom) {
    player.play_all(script, cycles, result.directed_cycles);
  }
  if (options.stimulus != Stimulus::kDirected) {
    const std::uint64_t left = cycles - (result.directed_cycles - before);
    player.play(left, result.random_cycles, [&](auto in) { random.fill(in); });
  }
}

using LimiterPlayer = CosimPlayer<RateLimiterInputs, RateLimiterOutputs, LimiterCoverage>;
using ComparatorPlayer = CosimPlayer<StageComparatorInputs, StageComparatorOutputs, ComparatorCoverage>;

LimiterPlayer limiter_player(RateForm form, const RateLimiterConfig& config, const RateLimiterDutFactory& rtl,
                             const CosimOptions& options, LimiterCoverage& coverage, CosimResult& result) {
  const RateLimiterPorts ports = rate_limiter_ports(form, config);
  result.modes.push_back(mode_name(config));
  coverage.start(config);
  return {make_reference_rate_limiter_dut(form, config),
          rtl(form, config),
          rtl(form, config),
          ports,
          {.instance_name = ports.block + "_" + result.modes.back(), .wave_folder = options.wave_folder},
          coverage,
          result};
}

ComparatorPlayer comparator_player(const StageComparatorConfig& config, const StageComparatorDutFactory& rtl,
                                   const CosimOptions& options, ComparatorCoverage& coverage, CosimResult& result) {
  const StageComparatorPorts ports = stage_comparator_ports(config);
  coverage.start(config);
  return {make_reference_stage_comparator_dut(config),
          rtl(config),
          rtl(config),
          ports,
          {.instance_name = ports.block, .wave_folder = options.wave_folder},
          coverage,
          result};
}

}  // namespace

CosimResult run_rate_limiter(RateForm form, const RateLimiterDutFactory& rtl, const CosimOptions& options) {
  CosimResult result;
  if (options.recording != nullptr) {
    const RecordedLimiter recorded = recorded_limiter(*options.recording, form);
    LimiterCoverage coverage(form, recorded.config);
    LimiterPlayer player = limiter_player(form, recorded.config, rtl, options, coverage, result);
    player.play_recording(*options.recording, recorded.inputs, recorded.outputs, options.cycles,
                          result.recorded_cycles);
    result.coverage = coverage.take();
    return result;
  }
  LimiterCoverage coverage(form, RateLimiterConfig{});
  for (std::size_t mode = 0; mode < kLimiterModes.size(); ++mode) {
    RateLimiterConfig config;
    config.rounding = kLimiterModes[mode].rounding;
    config.rate_raise = kLimiterModes[mode].rate_raise;
    LimiterPlayer player = limiter_player(form, config, rtl, options, coverage, result);
    play_made(player, options, share(options.cycles, kLimiterModes.size(), mode), directed_stimulus(form, config),
              RateLimiterStimulus(options.seed + mode, form, config), result);
  }
  result.coverage = coverage.take();
  return result;
}

CosimResult run_stage_comparator(const StageComparatorDutFactory& rtl, const CosimOptions& options) {
  CosimResult result;
  if (options.recording != nullptr) {
    const RecordedComparator recorded = recorded_comparator(*options.recording);
    ComparatorCoverage coverage(recorded.config);
    ComparatorPlayer player = comparator_player(recorded.config, rtl, options, coverage, result);
    player.play_recording(*options.recording, recorded.inputs, recorded.outputs, options.cycles,
                          result.recorded_cycles);
    result.coverage = coverage.take();
    return result;
  }
  const StageComparatorConfig config;
  ComparatorCoverage coverage(config);
  ComparatorPlayer player = comparator_player(config, rtl, options, coverage, result);
  play_made(player, options, options.cycles, directed_stimulus(config), StageComparatorStimulus(options.seed, config),
            result);
  result.coverage = coverage.take();
  return result;
}

CosimResult run_leading_zero(const LeadingZeroDutFactory& rtl, const CosimOptions& options) {
  CosimResult result;
  const RecordedLeadingZero recorded =
      options.recording != nullptr ? recorded_leading_zero(*options.recording) : RecordedLeadingZero{.config = {}};
  const StageComparatorConfig& config = recorded.config;
  const LeadingZeroPorts ports = leading_zero_ports(config);
  LeadingZeroCoverage coverage(config);
  CosimPlayer<reference::LeadingZeroInputs, StageComparatorOutputs, LeadingZeroCoverage> player(
      make_reference_leading_zero_dut(config), rtl(config), rtl(config), ports,
      {.instance_name = ports.block, .wave_folder = options.wave_folder}, coverage, result);
  if (options.recording != nullptr) {
    player.play_recording(*options.recording, recorded.inputs, recorded.outputs, options.cycles,
                          result.recorded_cycles);
  } else {
    play_made(player, options, options.cycles, directed_leading_zero_stimulus(config),
              LeadingZeroStimulus(options.seed, config), result);
  }
  result.coverage = coverage.take();
  return result;
}

std::span<const CosimBlock> cosim_blocks() {
  static const std::array kBlocks = {
      CosimBlock{"rate_limiter_stage",
                 [](const CosimOptions& options) {
                   return run_rate_limiter(RateForm::kStage, make_verilated_rate_limiter_dut, options);
                 }},
      CosimBlock{"rate_limiter_fixed_point",
                 [](const CosimOptions& options) {
                   return run_rate_limiter(RateForm::kFixedPoint, make_verilated_rate_limiter_dut, options);
                 }},
      CosimBlock{"stage_comparator_threshold",
                 [](const CosimOptions& options) {
                   return run_stage_comparator(make_verilated_stage_comparator_dut, options);
                 }},
      CosimBlock{
          "stage_comparator_leading_zero",
          [](const CosimOptions& options) { return run_leading_zero(make_verilated_leading_zero_dut, options); }},
  };
  return kBlocks;
}

}  // namespace weir::cosim
