// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Runs a variant of any kind in lock-step with its reference (cosim_run.h).

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/cosim_run.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/player.h"
#include "tb/cosim/recorded.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

// Lock-step of the reference and the block under test, with the variant's ports.
template <class Kind>
LockstepFor<Kind> lockstep_of(const Variant<Kind>& variant, const typename Kind::Setup& setup,
                              const DutFactory<Kind>& rtl, LockstepOptions options = {}) {
  return {std::string(variant.name), reference_dut<Kind>(setup, variant.latency), rtl(setup), Kind::ports(setup),
          std::move(options)};
}

// The cycles of one mode in a run; the first modes share the remainder.
inline std::uint64_t share(std::uint64_t cycles, std::size_t modes, std::size_t mode) {
  return cycles / modes + (mode < cycles % modes ? 1 : 0);
}

inline constexpr std::uint64_t kEndless = ~std::uint64_t{0};

// All directed stimulus for one mode.
template <BlockKind Kind>
std::vector<Run<typename Kind::Inputs>> directed_runs(const typename Kind::Setup& setup) {
  std::vector<Run<typename Kind::Inputs>> runs;
  for (const typename Kind::Inputs& in : Kind::directed(setup)) {
    runs.push_back({in});
  }
  for (const auto& script : Kind::scripts(setup)) {
    runs.insert(runs.end(), script.runs.begin(), script.runs.end());
  }
  return runs;
}

// `rtl`: the variant's own, or a block in its place.
template <BlockKind Kind>
CosimResult run_block(const Variant<Kind>& variant, const DutFactory<Kind>& rtl, const CosimOptions& options) {
  using Setup = typename Kind::Setup;
  CosimResult result;
  const auto player_of = [&](const std::string& mode, const Setup& setup, typename Kind::Coverage& coverage) {
    if (!mode.empty()) {
      result.modes.push_back(mode);
    }
    coverage.start(setup);
    const std::string instance = std::string(variant.name) + (mode.empty() ? "" : "_") + mode;
    return CosimPlayer<Kind>(
        lockstep_of(variant, setup, rtl, {.instance_name = instance, .wave_folder = options.wave_folder}),
        options.alone ? rtl(setup) : nullptr, variant.latency, reference_dut<Kind>(setup, variant.latency), coverage,
        result);
  };
  if (options.recording != nullptr) {
    const Recorded<Kind> recorded = recorded_cycles(*options.recording, variant);
    typename Kind::Coverage coverage(recorded.mode.setup, variant.latency);
    auto player = player_of(recorded.mode.name, recorded.mode.setup, coverage);
    player.play_recording(*options.recording, recorded.inputs, recorded.outputs, options.cycles,
                          result.recorded_cycles);
    result.coverage = coverage.take();
    return result;
  }
  typename Kind::Coverage coverage(variant.setup, variant.latency);
  const std::vector<Mode<Setup>> modes = Kind::modes(variant.setup);
  for (std::size_t n = 0; n < modes.size(); ++n) {
    const Setup& setup = modes[n].setup;
    auto player = player_of(modes[n].name, setup, coverage);
    const std::uint64_t cycles = share(options.cycles, modes.size(), n);
    const std::uint64_t before = result.directed_cycles;
    if (options.stimulus != Stimulus::kRandom) {
      player.play_runs(with_time_to_arrive(directed_runs<Kind>(setup), variant.latency), cycles,
                       result.directed_cycles);
    }
    if (options.stimulus != Stimulus::kDirected) {
      typename Kind::Stimulus random(options.seed + n, setup);
      player.play(cycles - (result.directed_cycles - before), result.random_cycles, [&](auto in) { random.fill(in); });
    }
    if (options.stimulus != Stimulus::kRandom && options.longest > 0) {
      for (const auto& script : Kind::ages(setup, options.shortest, options.longest)) {
        player.play_runs(with_time_to_arrive(script.runs, variant.latency), kEndless, result.age_cycles);
      }
    }
  }
  result.coverage = coverage.take();
  return result;
}

}  // namespace weir::cosim
