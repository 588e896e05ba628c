// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PAUSE frames of one port: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/pfc_engine/coverage.h"
#include "tb/cosim/blocks/pfc_engine/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct PfcEngineKind : KindOfWidths<PfcEngineKind, reference::PfcEngineConfig, reference::PfcEngineCycle,
                                    PfcEngineStimulus, PfcEngineCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<PfcEngineKind>& recorder);
  static std::vector<Variant<PfcEngineKind>> variants();
  // Without time no timer runs, and what has been said is said.
  static bool stands_still(const Inputs& in) { return in.step == 0; }
  static Block block(const Variant<PfcEngineKind>& variant);
};

}  // namespace weir::cosim
