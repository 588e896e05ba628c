// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "hw_model/base/units.h"

namespace weir {

// The value of --rate. Throws std::invalid_argument, in one line that names the option.
BitRate rate_option(const std::string& text);

}  // namespace weir
