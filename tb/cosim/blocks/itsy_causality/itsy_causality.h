// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The causality unit of ITSY: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/itsy_causality/coverage.h"
#include "tb/cosim/blocks/itsy_causality/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct ItsyCausalityKind : KindOfWidths<ItsyCausalityKind, reference::ItsyCausalityConfig,
                                        reference::ItsyCausalityCycle, ItsyCausalityStimulus, ItsyCausalityCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<ItsyCausalityKind>& recorder);
  static std::vector<Variant<ItsyCausalityKind>> variants();
  static constexpr Setup kWidest = reference::kWidestCausality;
  static Setup in_switch(const Setup& asked);
  static Block block(const Variant<ItsyCausalityKind>& variant);
};

}  // namespace weir::cosim
