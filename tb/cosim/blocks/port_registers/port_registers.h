// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The register bank of a port: a kind of block (kind.h).

#pragma once

#include <span>
#include <vector>

#include "hw_model/cycle_models/port_registers_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/port_registers/coverage.h"
#include "tb/cosim/blocks/port_registers/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

struct PortRegistersKind : KindOfWidths<PortRegistersKind, reference::PortRegistersConfig,
                                        reference::PortRegistersCycle, PortRegistersStimulus, PortRegistersCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<PortRegistersKind>& recorder);
  static std::vector<Variant<PortRegistersKind>> variants();
  static Block block(const Variant<PortRegistersKind>& variant);
};

}  // namespace weir::cosim
