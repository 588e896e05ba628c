// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether a PAUSE that stands is renewed in time.

#pragma once

#include <string>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// A refresh may wait for a frame, and must still arrive before the PAUSE that it renews has run out: a line for the
// first link on which it may come too late, or "".
std::string refresh_warning(const Alike& alike);

// Whether a pause that stands may run out before its refresh has come, because frames are in the way of that.
bool pauses_may_lapse(const Alike& alike);

}  // namespace weir::bounds
