// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether a PFC watchdog that polls counts a frame of a pause that stands between any two polls.

#pragma once

#include <string>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// A pause that stands is said again with each refresh, which may wait for a frame. A poll interval without one looks to
// most rules like a pause that has ended: a line for the link with the longest time between two such frames, or "".
std::string polled_pause_warning(const Alike& alike);

}  // namespace weir::bounds
