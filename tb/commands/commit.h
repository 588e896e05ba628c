// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The commit from which the program is built: 40 digits, and "+changes" if its sources have changed since; "unknown" if
// the sources are under no version control.

#pragma once

#include <string_view>

namespace weir {

std::string_view program_commit();

}  // namespace weir
