// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of the deadlock-detection methods with which ITSY is compared: docs/reference/baselines.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw_model/base/units.h"

namespace weir::baselines {

struct Settings {
  Time period;         // of control planes that inspect their ports; > 0
  Time control_delay;  // of a control plane or controller, from a message's arrival to its action
  unsigned bloom_bits = 0;
  unsigned bloom_hashes = 0;
  unsigned unroller_base = 0;
  std::uint64_t seed = 0;  // of names and phases
};

// In the order in which results list them.
inline constexpr std::array<std::string_view, 7> kNames{"m1",       "m2",       "path_dump",       "bloom_filter",
                                                        "int_path", "unroller", "unroller_minimum"};

inline constexpr std::size_t kByPeriod = 2;  // the first kByPeriod of kNames use control planes

}  // namespace weir::baselines
