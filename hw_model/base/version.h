// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The version of weir, which CMakeLists.txt reads here.

#pragma once

namespace weir {

inline constexpr const char* kVersion = "0.4.0";

}  // namespace weir
