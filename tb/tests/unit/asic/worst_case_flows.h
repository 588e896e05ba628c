// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The traffic of the worst case of a VIQ, on a star of six hosts.

#pragma once

#include "tb/tests/unit/switch_kit.h"

namespace weir::asic {

// h1 fills VIQ s1.p0.c0. Class 7 of h4 keeps the port to h2 for itself, so that nothing or little leaves; class 1 of h3
// keeps the port to h1 busy without a gap, so that feedback waits. h5 and h6 send two frames ahead, so that both are
// always waited for.
inline const std::string kWorstCaseFlows = R"(
[[flow]]
name = "fill"
src = "h1"
dst = "h2"
[[flow]]
name = "block"
src = "h4"
dst = "h2"
class = 7
[[flow]]
name = "block_first"
src = "h5"
dst = "h2"
class = 7
size = "3KB"
[[flow]]
name = "back"
src = "h3"
dst = "h1"
class = 1
[[flow]]
name = "back_first"
src = "h6"
dst = "h1"
class = 1
size = "3KB"
)";

}  // namespace weir::asic
