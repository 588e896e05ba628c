// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether RTL of one's own equals a block of ours in every output of every cycle, for any inputs: by Yosys and z3.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/port_dut.h"
#include "tb/own_rtl/own_rtl.h"
#include "tb/synthesis/design.h"

namespace weir::own_rtl {

struct ProofOptions {
  unsigned cycles = 10;    // from reset
  unsigned induction = 4;  // cycles in which it agrees before the one that is asked for
  unsigned seconds = 600;  // each of the two may take
};

struct Proof {
  bool equal = false;        // for so many cycles from reset
  bool for_ever = false;     // by induction
  std::string waves{};       // of a counterexample, VCD
  std::string difference{};  // which output, in which cycle
};

// The widths at which proofs of the block answer in seconds; empty where it has none.
std::vector<synthesis::Parameter> small_widths(std::string_view block);

// `ours`: the block with the widths at which both are compared; `shape`: its ports at these. Throws
// std::invalid_argument, in one line, for a tool that is not installed, files that Yosys refuses, or no answer in the
// time given.
Proof prove_equal(const Module& own, const synthesis::Design& ours, const cosim::BlockShape& shape,
                  const ProofOptions& options);

}  // namespace weir::own_rtl
