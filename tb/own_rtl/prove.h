// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether RTL of one's own has the properties of a block of ours, and equals it in every output of every cycle, for any
// inputs: by Yosys and z3.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/port_dut.h"
#include "tb/own_rtl/own_rtl.h"
#include "tb/synthesis/design.h"

namespace weir::own_rtl {

struct ProofOptions {
  unsigned cycles = 10;    // from reset
  unsigned induction = 4;  // cycles in which it agrees before the one that is asked for; 0: not asked
  unsigned seconds = 600;  // each of the two may take
};

struct Proof {
  bool holds = false;     // for so many cycles from reset
  bool for_ever = false;  // by induction; where it holds and this is not so, nothing is decided
  std::string waves{};    // of a counterexample, VCD
  std::string fault{};    // which output differs, or which property is broken, in which cycle
};

// Neither a proof nor a counterexample in the time given.
class NoAnswer : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// The widths at which proofs of the block answer in seconds; empty where it has none.
std::vector<synthesis::Parameter> small_widths(std::string_view block);

// What is proved of the block's ports (docs/reference/proofs.md), by name; empty where equality is all that there is.
std::vector<std::string> port_properties(std::string_view block);

// Of these; `shape`: the block's ports at the widths at which it is asked. Throws as prove_equal does.
Proof prove_properties(const Module& own, const cosim::BlockShape& shape, const ProofOptions& options);

// `ours`: the block with the widths at which both are compared; `shape`: its ports at these. Throws
// std::invalid_argument, in one line, for a tool that is not installed or files that Yosys refuses, and NoAnswer.
Proof prove_equal(const Module& own, const synthesis::Design& ours, const cosim::BlockShape& shape,
                  const ProofOptions& options);

}  // namespace weir::own_rtl
