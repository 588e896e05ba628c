// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors as files: for $readmemh, for people and scripts (CSV), with a description (manifest.json), and a bench in
// plain Verilog that plays them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/vectors.h"

namespace weir::cosim {

struct VectorFile {
  std::string name;
  std::string text;
};

// All files of a directory of vectors. `version`: of the model; `seed`: of the random segments.
std::vector<VectorFile> vector_files(const Vectors& vectors, std::uint64_t seed, std::string_view version);

}  // namespace weir::cosim
