// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The commit from which the program is built: 40 digits, and "+changes" if its sources have changed since; "unknown" if
// the sources are under no version control.

#pragma once

#include <string>
#include <string_view>

#include "tb/plugin/plugins.h"
#include "tb/report/version.h"

namespace weir {

std::string_view program_commit();

// The commit, and the plugins that this process has loaded.
inline std::string built_from() { return std::string(program_commit()) + plugin::loaded_text(); }

// What tells whether two processes compute alike: "weir 0.3.0, commit 0123...", with its plugins.
inline std::string program_identity() { return report::program_text(built_from()); }

}  // namespace weir
