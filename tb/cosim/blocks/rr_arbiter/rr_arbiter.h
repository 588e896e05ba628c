// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The round-robin arbiter: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/rr_arbiter_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/rr_arbiter/coverage.h"
#include "tb/cosim/blocks/rr_arbiter/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct RrArbiterKind : KindOfWidths<RrArbiterKind, reference::RrArbiterConfig, reference::RrArbiterCycle,
                                    RrArbiterStimulus, RrArbiterCoverage> {
  static constexpr Setup kWidest = reference::kWidestArbiter;

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<RrArbiterKind>& recorder);
  static std::vector<Variant<RrArbiterKind>> variants();
  static Block block(const Variant<RrArbiterKind>& variant);
};

}  // namespace weir::cosim
