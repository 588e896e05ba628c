// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The egress scheduler: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/egress_scheduler/coverage.h"
#include "tb/cosim/blocks/egress_scheduler/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct EgressSchedulerKind
    : KindOfWidths<EgressSchedulerKind, reference::EgressSchedulerConfig, reference::EgressSchedulerCycle,
                   EgressSchedulerStimulus, EgressSchedulerCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<EgressSchedulerKind>& recorder);
  static std::vector<Variant<EgressSchedulerKind>> variants();
  // Without a grant, or with that of a strict class.
  static bool stands_still(const Inputs& in) { return !in.ready || (in.may() & in.strict) != 0; }
  static Block block(const Variant<EgressSchedulerKind>& variant);
};

}  // namespace weir::cosim
