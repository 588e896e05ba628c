// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How the ways to find a deadlock that ITSY is compared with are set: docs/reference/baselines.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw_model/base/units.h"

namespace weir::baselines {

struct Settings {
  Time period;         // of control planes that look at their ports; more than 0
  Time control_delay;  // of a control plane or a controller, from a message's arrival until it has acted on it
  unsigned bloom_bits = 0;
  unsigned bloom_hashes = 0;
  unsigned unroller_base = 0;
  std::uint64_t seed = 0;  // of names and phases
};

// In the order in which results list them.
inline constexpr std::array<std::string_view, 7> kNames{"m1",       "m2",       "path_dump",       "bloom_filter",
                                                        "int_path", "unroller", "unroller_minimum"};

inline constexpr std::size_t kByPeriod = 2;  // of these, the first: whose control planes look at ports

}  // namespace weir::baselines
