// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The class mapper: a kind of block (kind.h).

#pragma once

#include <string>
#include <vector>

#include "hw_model/reference/class_mapper_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/class_mapper/coverage.h"
#include "tb/cosim/blocks/class_mapper/stimulus.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct ClassMapperKind : OneMode<reference::ClassMapperBlock> {
  using Inputs = reference::ClassMapperInputs;
  using Outputs = reference::ClassMapperOutputs;
  using Setup = reference::ClassMapperBlock;
  using Stimulus = ClassMapperStimulus;
  using Coverage = ClassMapperCoverage;

  static reference::ClassMapperCycle model(const Setup& setup) { return reference::ClassMapperCycle(setup); }
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static void require_built(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static std::vector<RtlParameter> parameters(Setup& setup);
  static void require_playable(const Setup& setup);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<ClassMapperKind>& recorder);
  static HeaderLines header(const Setup& setup);
  static void take_header(const Recording& recording, Setup& setup);
  static std::vector<Variant<ClassMapperKind>> variants();
  static Block block(const Variant<ClassMapperKind>& variant);
};

}  // namespace weir::cosim
