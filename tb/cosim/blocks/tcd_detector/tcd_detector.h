// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector of one queue: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/tcd_block.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/tcd_detector/coverage.h"
#include "tb/cosim/blocks/tcd_detector/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct TcdDetectorKind : KindOfWidths<TcdDetectorKind, reference::TcdDetectorConfig, reference::TcdDetectorCycle,
                                      TcdDetectorStimulus, TcdDetectorCoverage> {
  static constexpr Setup kWidest = reference::kWidestTcd;

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<TcdDetectorKind>& recorder);
  static std::vector<Variant<TcdDetectorKind>> variants();
  static Block block(const Variant<TcdDetectorKind>& variant);
};

}  // namespace weir::cosim
