// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The check of a setting in a constructor.

#pragma once

#include <stdexcept>
#include <string>

namespace weir {

// Refuses settings that no hardware could have: unless `holds`, throws std::invalid_argument with `message`, one line
// that names the setting, its value and what is wanted.
inline void require(bool holds, const std::string& message) {
  if (!holds)
    throw std::invalid_argument(message);
}

}  // namespace weir
