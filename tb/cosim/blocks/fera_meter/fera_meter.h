// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meter of all ports of a switch: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/fera_meter/coverage.h"
#include "tb/cosim/blocks/fera_meter/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct FeraMeterKind : KindOfWidths<FeraMeterKind, reference::FeraMeterConfig, reference::FeraMeterCycle,
                                    FeraMeterStimulus, FeraMeterCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<FeraMeterKind>& recorder);
  static std::vector<Variant<FeraMeterKind>> variants();
  static Setup in_switch(const Setup& asked) { return asked; }
  static bool same_form(const Setup& one, const Setup& other) { return one.form == other.form; }
  static Block block(const Variant<FeraMeterKind>& variant);
};

}  // namespace weir::cosim
