// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scenario files that tests load and change by --set.

#pragma once

#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario {

inline constexpr std::string_view kMinimalScenario = R"([scenario]
duration = "1ms"

[topology]
kind = "star"
hosts = 3

[[flow]]
src = "h1"
dst = "h3"
)";

inline Scenario load_minimal(std::vector<std::string> sets) {
  return load_text(kMinimalScenario, "s.toml", {std::move(sets), {}, {}});
}

// Two hosts at s1, one at s2, a slow loop between the switches.
inline constexpr std::string_view kCustomScenario = R"([scenario]
duration = "1ms"

[topology]
kind = "custom"
device = [
  { name = "a", kind = "host" },
  { name = "b", kind = "host" },
  { name = "c", kind = "host" },
  { name = "s1", kind = "switch" },
  { name = "s2", kind = "switch" },
]
link = [
  { between = ["a", "s1"] },
  { between = ["b", "s1"], rate = "5Gbps" },
  { between = ["s1", "s2"], delay = "10us" },
  { between = ["s2", "c"] },
]

[[flow]]
name = "x"
src = "a"
dst = "c"
route = ["a", "s1", "s2", "c"]

[[flow]]
name = "y"
src = "b"
dst = "c"
)";

}  // namespace weir::scenario
