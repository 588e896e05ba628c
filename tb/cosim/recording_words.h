// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The words of a recording, for those who read it and those who write it.

#pragma once

#include <array>
#include <string_view>

namespace weir::cosim {

inline constexpr std::string_view kFormat = "weir recording 1";
inline constexpr std::array<std::string_view, 4> kRoundings = {"floor", "ceil", "nearest", "residual"};
inline constexpr std::array<std::string_view, 2> kRaises = {"hold", "clamp"};
// Constant while a limiter is in use: in the header, not in the rows.
inline constexpr std::array<std::string_view, 2> kConstantPorts = {"rounding_i", "clamp_i"};

}  // namespace weir::cosim
