// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The credits of InfiniBand of one (port, virtual lane): a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/ib_credits/coverage.h"
#include "tb/cosim/blocks/ib_credits/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct IbCreditsKind : KindOfWidths<IbCreditsKind, reference::IbCreditsConfig, reference::IbCreditsCycle,
                                    IbCreditsStimulus, IbCreditsCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<IbCreditsKind>& recorder);
  static std::vector<Variant<IbCreditsKind>> variants();
  static Block block(const Variant<IbCreditsKind>& variant);
  static constexpr Setup kWidest = reference::kWideIbCredits;
  static Setup in_switch(const Setup& asked);
};

}  // namespace weir::cosim
