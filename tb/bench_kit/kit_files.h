// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The files of a bench kit, but for vectors and RTL: parameters and ports of a block in SystemVerilog, a scoreboard
// with the reference model of libweir_reference.so, a bench, file lists.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/vector_files.h"

namespace weir::bench_kit {

struct Kit {
  const cosim::Vectors& vectors;     // ports and parameters are of these
  std::string reference_parameters;  // as weir_reference_new() takes them
  std::vector<std::string> rtl;      // names of files in rtl/, the block's own first
  std::string version;               // of the model
};

// Names below the kit's directory.
std::vector<cosim::VectorFile> kit_files(const Kit& kit);

}  // namespace weir::bench_kit
