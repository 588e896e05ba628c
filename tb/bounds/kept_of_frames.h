// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What frames take in a buffer for the time that they take on a line. Derived (docs/user_guide/cost.md).

#pragma once

#include <cstdint>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// `kept` bytes of each frame of `length` bytes, of as many as take `line` bytes of this link, rounded up to a byte.
inline Bytes kept_of_frames(Bytes kept, Bytes line, Bytes length, const link::LinkConfig& link) {
  const std::int64_t cost = on_wire(length, link).count();
  return Bytes((line.count() * kept.count() + cost - 1) / cost);
}

}  // namespace weir::bounds
