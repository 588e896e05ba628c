// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiver of link-level retry: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/mechanisms/llr/llr_rx_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/llr_rx/coverage.h"
#include "tb/cosim/blocks/llr_rx/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LlrRxKind : KindOfWidths<LlrRxKind, llr::LlrRxCycleConfig, llr::LlrRxCycle, LlrRxStimulus, LlrRxCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<LlrRxKind>& recorder);
  static std::vector<Variant<LlrRxKind>> variants();
  static Block block(const Variant<LlrRxKind>& variant);
};

}  // namespace weir::cosim
