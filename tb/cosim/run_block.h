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

namespace weir::cosim {

// The reference and what is compared with it, with the variant's ports.
template <class Kind>
LockstepFor<Kind> lockstep_of(const Variant<Kind>& variant, const typename Kind::Setup& setup,
                              const DutFactory<Kind>& rtl, LockstepOptions options = {}) {
  return {std::string(variant.name), reference_dut<Kind>(setup, variant.latency), rtl(setup), Kind::ports(setup),
          std::move(options)};
}

// What of a run's cycles falls to one of its modes; the first ones take what is left over.
inline std::uint64_t share(std::uint64_t cycles, std::size_t modes, std::size_t mode) {
  return cycles / modes + (mode < cycles % modes ? 1 : 0);
}

// A script in which nothing is on its way to a late core when a reset comes, which would take it along.
template <class In>
std::vector<In> with_time_to_arrive(std::vector<In> script, unsigned latency) {
  if (latency == 0) {
    return script;
  }
  std::vector<In> spaced;
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (!script[i].rst_n && (i == 0 || script[i - 1].rst_n)) {
      spaced.resize(spaced.size() + latency);
    }
    spaced.push_back(script[i]);
  }
  spaced.resize(spaced.size() + latency);
  return spaced;
}

// `rtl`: the variant's own, or any other block in its place.
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
        lockstep_of(variant, setup, rtl, {.instance_name = instance, .wave_folder = options.wave_folder}), rtl(setup),
        variant.latency, coverage, result);
  };
  if (options.recording != nullptr) {
    const Recorded<Kind> recorded = recorded_cycles(*options.recording, variant);
    typename Kind::Coverage coverage(recorded.mode.setup);
    auto player = player_of(recorded.mode.name, recorded.mode.setup, coverage);
    player.play_recording(*options.recording, recorded.inputs, recorded.outputs, options.cycles,
                          result.recorded_cycles);
    result.coverage = coverage.take();
    return result;
  }
  typename Kind::Coverage coverage(variant.setup);
  const std::vector<Mode<Setup>> modes = Kind::modes(variant.setup);
  for (std::size_t n = 0; n < modes.size(); ++n) {
    const Setup& setup = modes[n].setup;
    auto player = player_of(modes[n].name, setup, coverage);
    const std::uint64_t cycles = share(options.cycles, modes.size(), n);
    const std::uint64_t before = result.directed_cycles;
    if (options.stimulus != Stimulus::kRandom) {
      player.play_all(with_time_to_arrive(Kind::directed(setup), variant.latency), cycles, result.directed_cycles);
    }
    if (options.stimulus != Stimulus::kDirected) {
      typename Kind::Stimulus random(options.seed + n, setup);
      player.play(cycles - (result.directed_cycles - before), result.random_cycles, [&](auto in) { random.fill(in); });
    }
  }
  result.coverage = coverage.take();
  return result;
}

}  // namespace weir::cosim
