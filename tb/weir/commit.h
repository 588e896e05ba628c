// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The commit that the program is built of: 40 digits, and "+changes" where its sources were changed since; "unknown"
// where the source is under no version control.

#pragma once

#include <string>
#include <string_view>

#include "tb/report/version.h"

namespace weir {

std::string_view program_commit();

// "weir 0.1.0, commit 0123..."
inline std::string program_text() {
  return "weir " + std::string(report::program_version()) + ", commit " + std::string(program_commit());
}

}  // namespace weir
