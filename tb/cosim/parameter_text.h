// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A parameter of an RTL module as users write it.

#pragma once

#include <optional>
#include <string_view>

#include "tb/cosim/vectors.h"

namespace weir::cosim {

// NAME=NUMBER, or NAME=NUMBER,NUMBER,... for a table; nothing if the text is neither.
std::optional<OtherParameters::value_type> parameter_in(std::string_view text);

}  // namespace weir::cosim
