// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdexcept>
#include <string>

namespace weir {

// Refuses what no hardware could have: throws std::invalid_argument, one line that names the setting, its value and
// what is wanted, unless it holds.
inline void require(bool holds, const std::string& message) {
  if (!holds)
    throw std::invalid_argument(message);
}

}  // namespace weir
