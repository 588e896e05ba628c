// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate calculation of time-based GFC: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/linear_rate/coverage.h"
#include "tb/cosim/blocks/linear_rate/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LinearRateKind : KindOfWidths<LinearRateKind, reference::LinearRateConfig, reference::LinearRateCycle,
                                     LinearRateStimulus, LinearRateCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<LinearRateKind>& recorder);
  static std::vector<Variant<LinearRateKind>> variants();
  static constexpr Setup kWidest = reference::kWideLinearRate;
  static Setup in_switch(const Setup& asked) { return asked; }
  static Block block(const Variant<LinearRateKind>& variant);
};

}  // namespace weir::cosim
