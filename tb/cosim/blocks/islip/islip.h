// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// iSLIP: a kind of block (kind.h). Of at most 8 inputs, whose requests fit into a word, as all ports of vectors and
// lock-step do.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/islip_cycle.h"
#include "tb/cosim/block.h"
#include "tb/cosim/blocks/islip/coverage.h"
#include "tb/cosim/blocks/islip/stimulus.h"
#include "tb/cosim/cycle_kind.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

// Ports of requests and pointers are words at these widths (Pins of verilated_block.h).
template <class PortType, std::size_t kWords>
void drive(PortType& port, const std::array<std::uint64_t, kWords>& words) {
  port = static_cast<PortType>(words[0]);
}
template <std::size_t kWords, class PortType>
void read(std::array<std::uint64_t, kWords>& words, const PortType& port) {
  words[0] = port;
}

struct IslipKind
    : KindOfWidths<IslipKind, reference::IslipConfig, reference::IslipCycle, IslipStimulus, IslipCoverage> {
  static std::span<const Width<Setup>> widths();
  static BlockPorts<Inputs, Outputs> ports(const Setup& setup);
  static std::vector<Inputs> directed(const Setup& setup);
  static std::vector<Script<Inputs>> scripts(const Setup& setup);
  static std::vector<Script<Inputs>> ages(const Setup& setup, unsigned least, unsigned most);
  static void play(const Setup& setup, const VectorOptions& options, VectorRecorder<IslipKind>& recorder);
  static std::vector<Variant<IslipKind>> variants();
  static Block block(const Variant<IslipKind>& variant);
  // The RTL for a switch: as many inputs as are built, its own iterations.
  static Setup in_switch(const Setup& asked);
};

}  // namespace weir::cosim
