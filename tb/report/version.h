// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The version of this build.

#pragma once

#include <string>
#include <string_view>

namespace weir::report {

std::string_view program_version();  // as in the build system: "0.1.0"

// "weir 0.1.0, commit 0123..."
inline std::string program_text(std::string_view commit) {
  return "weir " + std::string(program_version()) + ", commit " + std::string(commit);
}

}  // namespace weir::report
