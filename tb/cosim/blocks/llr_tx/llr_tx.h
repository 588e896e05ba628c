// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The transmitter of link-level retry: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/mechanisms/llr/llr_tx_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/llr_tx/coverage.h"
#include "tb/cosim/blocks/llr_tx/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LlrTxKind : KindOfWidths<LlrTxKind, llr::LlrTxCycleConfig, llr::LlrTxCycle, LlrTxStimulus, LlrTxCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<LlrTxKind>& recorder);
  static std::vector<Variant<LlrTxKind>> variants();
  static Block block(const Variant<LlrTxKind>& variant);
};

}  // namespace weir::cosim
