// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Proofs by Yosys and z3 that the user's own RTL has a block's properties, or equals the block in every output of every
// cycle, for any inputs.

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
  unsigned induction = 4;  // cycles of agreement from which the next cycle's is proved; 0: no induction
  unsigned seconds = 600;  // time limit of each of the two steps
};

struct Proof {
  bool holds = false;     // for `cycles` cycles from reset
  bool for_ever = false;  // by induction; `holds` without `for_ever`: undecided beyond `cycles`
  bool by_registers =
      false;            // for ever, by induction over one cycle, from states in which registers of one name are equal
  std::string waves{};  // of a counterexample, as VCD
  std::string fault{};  // the differing output or the broken property, and the cycle
};

// Thrown when the time limit passed without proof or counterexample.
class NoAnswer : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// The widths at which proofs of the block take seconds; empty: none.
std::vector<synthesis::Parameter> small_widths(std::string_view block);

// Names of the properties to be proved of the block's ports (docs/reference/proofs.md); empty: only equality.
std::vector<std::string> port_properties(std::string_view block);

// Proves these properties; `shape`: the block's ports at the widths of the proof. Throws as prove_equal does.
Proof prove_properties(const Module& own, const cosim::BlockShape& shape, const ProofOptions& options);

// `ours`: the block with the widths of the comparison; `shape`: its ports at these widths. Throws
// std::invalid_argument, one line, if a tool is not installed or Yosys refuses files; throws NoAnswer.
Proof prove_equal(const Module& own, const synthesis::Design& ours, const cosim::BlockShape& shape,
                  const ProofOptions& options);

}  // namespace weir::own_rtl
