// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The commit that the program is built of: 40 digits, and "+changes" where its sources were changed since; "unknown"
// where the source is under no version control.

#pragma once

#include <string_view>

namespace weir {

std::string_view program_commit();

}  // namespace weir
