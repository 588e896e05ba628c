// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of a lossless switch as one top: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/lossless_port/coverage.h"
#include "tb/cosim/blocks/lossless_port/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct LosslessPortKind : KindOfWidths<LosslessPortKind, reference::LosslessPortConfig, reference::LosslessPortCycle,
                                       LosslessPortStimulus, LosslessPortCoverage> {
  static constexpr Setup kWidest{.counter_bits = reference::kIbWideCounterBits,
                                 .blocks_bits = reference::kIbWideBlocksBits};

  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<LosslessPortKind>& recorder);
  static std::vector<Variant<LosslessPortKind>> variants();
  // Without time no timer runs, and without a MAC nothing is taken.
  static bool stands_still(const Inputs& in) { return in.step == 0 && !in.mac_ready && !counts(in); }
  static Block block(const Variant<LosslessPortKind>& variant);

 private:
  static bool counts(const Inputs& in) {
    return in.admitted_valid || in.released_valid || in.sent_valid || in.heard_valid || in.request;
  }
};

}  // namespace weir::cosim
