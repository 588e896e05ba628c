// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which rule of repaired ITSY is left out, by the environment variable WEIR_UNDO.

#pragma once

#include <cstdlib>
#include <string_view>

namespace weir::reference {

inline bool undone(std::string_view rule) {
  static const char* const kUndo = std::getenv("WEIR_UNDO");
  return kUndo != nullptr && rule == kUndo;
}

}  // namespace weir::reference
