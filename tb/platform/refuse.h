// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a user of the library does wrong: an error of the report handler in one line.

#pragma once

#include <string>

namespace weir::platform {

// `where`: the module, or empty. By default the report handler throws; otherwise the call returns.
void refuse(const std::string& where, const std::string& what);

}  // namespace weir::platform
