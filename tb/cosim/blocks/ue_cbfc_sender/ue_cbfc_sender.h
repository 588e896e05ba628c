// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sending side of Ultra Ethernet's credits: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/ue_cbfc_sender/coverage.h"
#include "tb/cosim/blocks/ue_cbfc_sender/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct UeCbfcSenderKind : KindOfWidths<UeCbfcSenderKind, reference::UeCbfcSenderConfig, reference::UeCbfcSenderCycle,
                                       UeCbfcSenderStimulus, UeCbfcSenderCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<UeCbfcSenderKind>& recorder);
  static std::vector<Variant<UeCbfcSenderKind>> variants();
  // Whether inputs that stay leave the block as it is: nothing comes.
  static bool stands_still(const Inputs& in) { return !(in.frame || in.cf || in.tick || in.cc_take || in.set); }
  static Block block(const Variant<UeCbfcSenderKind>& variant);
};

}  // namespace weir::cosim
