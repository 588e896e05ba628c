// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string>

#include <fmt/core.h>

#include "tb/report/run_directory.h"

namespace weir {

// Of --out: writes the text to standard output if `out` is empty, otherwise to that file, which gets its name when it
// is complete. Throws report::BadOutputDirectory.
inline void put_out(const std::string& out, const std::string& text) {
  if (out.empty()) {
    fmt::print("{}", text);
    return;
  }
  report::OutputFile file{std::filesystem::path(out)};
  file.write(text);
  file.commit();
}

}  // namespace weir
