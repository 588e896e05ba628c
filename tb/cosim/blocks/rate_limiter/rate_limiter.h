// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate limiter: a kind of block (kind.h). Its forms differ in R_r's meaning and R_c's loading, not in ports.

#pragma once

#include <string>
#include <vector>

#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/rate_limiter/coverage.h"
#include "tb/cosim/blocks/rate_limiter/scripts.h"
#include "tb/cosim/blocks/rate_limiter/stimulus.h"
#include "tb/cosim/kind.h"

namespace weir::cosim {

struct RateLimiterKind {
  using Inputs = reference::RateLimiterInputs;
  using Outputs = reference::RateLimiterOutputs;
  using Setup = RateLimiterSetup;
  using Stimulus = RateLimiterStimulus;
  using Coverage = RateLimiterCoverage;

  static reference::RateLimiterCycle model(const Setup& setup) { return {setup.form, setup.config}; }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  // Four roundings times hold and clamp. A cycle may select another mode (RateLimiterInputs::mode).
  static std::vector<Mode<Setup>> modes(const Setup& setup);
  static std::string mode_name(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<LimiterScript> scripts(const Setup& setup) { return magnitude_scripts(setup); }
  static std::vector<LimiterScript> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<RateLimiterKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<RateLimiterKind>> variants();
  static Block block(const Variant<RateLimiterKind>& variant);
};

}  // namespace weir::cosim
