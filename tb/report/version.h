// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The version of this build, as the build system has it: "0.1.0".

#pragma once

#include <string_view>

namespace weir::report {

std::string_view program_version();

}  // namespace weir::report
