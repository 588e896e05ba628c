// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How a policy refuses settings that no hardware could have: one line that names the setting, its value and what is
// wanted.

#pragma once

#include <stdexcept>
#include <string>

#include "hw_model/base/units.h"

namespace weir::flow_control {

inline void require(bool holds, const std::string& message) {
  if (!holds)
    throw std::invalid_argument(message);
}

inline std::string text(Bytes length) { return std::to_string(length.count()) + " B"; }
inline std::string text(Time span) { return std::to_string(span.count()) + " ps"; }

}  // namespace weir::flow_control
