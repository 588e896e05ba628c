// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What frames take in a buffer of cells for the time that they take on a line. Derived (docs/user_guide/cost.md).

#pragma once

#include <cstdint>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// The cells of whole frames of `length` bytes that take `line` bytes of this link, in bytes, rounded up to a byte.
inline Bytes cells_of_frames(const mmu::MmuConfig& mmu, Bytes line, Bytes length, const link::LinkConfig& link) {
  const std::int64_t cost = on_wire(length, link).count();
  return Bytes((line.count() * mmu.whole_cells(length).count() + cost - 1) / cost);
}

}  // namespace weir::bounds
