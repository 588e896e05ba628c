// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether what is declared is what synthesis finds: each RTL block of a switch, at exactly the parameters of that
// switch.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tb/cost/setup.h"
#include "tb/synthesis/synthesis.h"

namespace weir::cost {

struct SynthesisedBlock {
  std::string block;                                // of rtl/
  std::map<std::string, std::uint64_t> parameters;  // by the module's names
  std::uint64_t instances = 0;                      // in the switch
  std::uint64_t declared_bits = 0;                  // of one instance, by the ledger
  synthesis::Report report;

  std::uint64_t found_bits() const { return report.flip_flops + report.memory_bits; }
  bool agrees() const { return found_bits() == declared_bits; }
  std::string parameter_text() const;  // "COUNT_W=40, STAGE_W=5"
};

// The RTL blocks of what `declare` merges, each set of parameters once. Empty where the switch has none with RTL.
// Throws what synthesis::synthesise throws.
std::vector<SynthesisedBlock> synthesise_blocks(const Setup& setup, const synthesis::Options& options);

// A line for each block whose flip-flops are not what was declared.
std::vector<std::string> differences(const std::vector<SynthesisedBlock>& blocks);

}  // namespace weir::cost
