// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of a lossless switch with time-based gentle flow control by parameter: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/linear_port_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/blocks/linear_port/coverage.h"
#include "tb/cosim/blocks/linear_port/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LinearPortKind : KindOfWidths<LinearPortKind, reference::LinearPortConfig, reference::LinearPortCycle,
                                     LinearPortStimulus, LinearPortCoverage> {
  // A port of a switch has any class, and counters for any setting of theirs.
  static constexpr Setup kInSwitches{
      {{.counter_bits = reference::kIbWideCounterBits, .blocks_bits = reference::kIbWideBlocksBits},
       0,
       reference::kTcdStampBits,
       reference::kQBits},
      kAllClasses,
      reference::kLinearBlockShift};

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<LinearPortKind>& recorder);
  static std::vector<Variant<LinearPortKind>> variants();
  // The port is still; so are a division once it is over, and limiters once their waits are.
  static bool stands_still(const Inputs& in) { return EquippedPortKind::stands_still(in); }
  static Block block(const Variant<LinearPortKind>& variant);
};

}  // namespace weir::cosim
