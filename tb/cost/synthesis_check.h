// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether what is declared is what synthesis finds: each RTL block of a switch, at exactly the parameters of that
// switch.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/ledger/chip.h"
#include "tb/cost/setup.h"
#include "tb/synthesis/synthesis.h"

namespace weir::cost {

struct SynthesisedBlock {
  std::string block;                                // of rtl/
  std::map<std::string, std::uint64_t> parameters;  // by the module's names
  std::map<std::string, std::string> resets = {};   // and what it is told of reset values
  std::uint64_t instances = 0;                      // in the switch
  std::uint64_t declared_bits = 0;                  // flip-flops of one instance, by the ledger
  std::uint64_t declared_memory_bits = 0;           // likewise
  synthesis::Report report;
  std::optional<double> gate_area = {};  // of the library's smallest NAND2; nothing where it names none
  std::optional<double> fo4_ns = {};     // of the library's smallest inverter with a load of four; as gate_area

  // Of one instance, mapped for speed.
  std::optional<double> gate_equivalents() const {
    return gate_area ? std::optional(report.fast.area / *gate_area) : std::nullopt;
  }
  std::optional<double> in_fo4(const synthesis::Mapping& mapping) const {
    return fo4_ns ? std::optional(mapping.longest_path_ns / *fo4_ns) : std::nullopt;
  }
  bool agrees() const { return report.flip_flops == declared_bits && report.memory_bits == declared_memory_bits; }
  std::string parameter_text() const;  // "COUNT_W=40, STAGE_W=5"
};

// The parameters of an instance that are reset values, as synthesis::Design has them.
std::vector<std::pair<std::string, std::string>> reset_constants(const ledger::Block& block,
                                                                 const ledger::RtlInstance& instance);

// One instance, with the reset values of the chip. `block` is the one that declares the instance.
synthesis::Design design_of(const ledger::Chip& chip, const ledger::Block& block, const ledger::RtlInstance& instance);

// An RTL block of a switch before it is built: its report is empty.
struct PlannedBlock {
  SynthesisedBlock block;
  synthesis::Design design;
};

// The RTL blocks of what `declare` merges, each set of parameters once: those of each setting, then the bank of a port.
std::vector<PlannedBlock> planned_blocks(const Setup& setup);

// planned_blocks() but those of not_built(). Empty where the switch has none with RTL. Throws what
// synthesis::synthesise throws.
std::vector<SynthesisedBlock> synthesise_blocks(const Setup& setup, const synthesis::Options& options);

// A line for each block with more flip-flops than are built, with the command that builds one.
std::vector<std::string> not_built(const Setup& setup);

// All instances of all blocks, mapped for speed.
struct SynthesisTotal {
  std::uint64_t instances = 0;
  std::uint64_t declared_bits = 0;
  std::uint64_t flip_flops = 0;
  std::uint64_t memory_bits = 0;
  std::uint64_t combinational_cells = 0;
  double area = 0;
  std::optional<double> gate_equivalents = {};
  std::uint64_t ice40_luts = 0;
  std::uint64_t xilinx_luts = 0;
  std::uint64_t xilinx_dsps = 0;
};
SynthesisTotal total_of(const std::vector<SynthesisedBlock>& blocks);

// A line for each block whose flip-flops or memories are not what was declared.
std::vector<std::string> differences(const std::vector<SynthesisedBlock>& blocks);

}  // namespace weir::cost
