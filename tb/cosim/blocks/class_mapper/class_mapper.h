// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The class mapper: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/class_mapper_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/class_mapper/coverage.h"
#include "tb/cosim/blocks/class_mapper/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct ClassMapperKind : KindOfWidths<ClassMapperKind, reference::ClassMapperBlock, reference::ClassMapperCycle,
                                      ClassMapperStimulus, ClassMapperCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<ClassMapperKind>& recorder);
  static std::vector<Variant<ClassMapperKind>> variants();
  static Block block(const Variant<ClassMapperKind>& variant);
};

}  // namespace weir::cosim
