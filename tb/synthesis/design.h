// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A design for synthesis: a top module, its source texts and the values of its parameters. Here are the blocks of rtl/
// with the parameters with which they are built.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::synthesis {

using Parameter = std::pair<std::string, std::uint64_t>;

// One block of rtl/.
struct RtlBlock {
  std::string_view name;                                               // also the name of its module
  std::vector<std::pair<std::string_view, std::string_view>> sources;  // file name, text; the block's own first
  std::vector<Parameter> parameters;                                   // as built: hw_model/reference/widths.h
  // Properties to be proved of its ports; the file of the top module, named like that module, comes first.
  std::vector<std::pair<std::string_view, std::string_view>> properties;
};

// Every block with RTL, in the order of rtl/CMakeLists.txt.
std::span<const RtlBlock> rtl_blocks();

// Throws std::invalid_argument, which lists the known names.
const RtlBlock& rtl_block(std::string_view name);

struct SourceFile {
  std::string name;  // letters, digits, '_' and '.'
  std::string text;
};

struct Design {
  std::string top;
  std::vector<SourceFile> sources;
  std::vector<Parameter> parameters;  // all of them, in the module's order
  // Parameters that are reset values, by name, in Verilog's notation; the other ones keep their defaults.
  std::vector<std::pair<std::string, std::string>> resets = {};
  // Inputs that are constants of this design; registers that they keep at their reset value are no registers.
  struct Tie {
    std::string input;
    unsigned width;
    std::uint64_t value;
  };
  std::vector<Tie> ties = {};
};

// A block of rtl/ with some parameters changed, and inputs of a fixed width, by the names of their ports, tied to
// constants. Throws std::invalid_argument, one line that says what was wanted, for an unknown block or parameter, or
// for values that do not fit each other or their input.
Design block_design(std::string_view block, std::span<const Parameter> changed = {});

// "NAME=VALUE". Throws std::invalid_argument.
Parameter parse_parameter(std::string_view text);

}  // namespace weir::synthesis
