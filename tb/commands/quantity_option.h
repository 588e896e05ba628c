// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "hw_model/base/units.h"

namespace weir {

// Values with a unit. All throw std::invalid_argument, in one line that names the option.

// Of --rate.
BitRate rate_option(const std::string& text);
// Of an option such as "--waves-from".
Time time_option(const std::string& option, const std::string& text);
// Of an option such as "--cell".
Bytes bytes_option(const std::string& option, const std::string& text);

}  // namespace weir
