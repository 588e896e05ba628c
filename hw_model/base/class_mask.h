// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functions that visit the classes of a mask in ascending order.

#pragma once

#include <bit>

#include "hw_model/base/ids.h"

namespace weir {

inline constexpr ClassMask kAllClasses = 0xff;

// The lowest class of `mask`, which is not empty.
constexpr ClassId lowest_class(unsigned mask) { return ClassId(static_cast<std::size_t>(std::countr_zero(mask))); }

// Calls `visit` with each class of `mask`; bits above kClasses - 1 are not set.
template <class Visit>
constexpr void for_each_class(unsigned mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) {
    visit(lowest_class(mask));
  }
}

// The class at `place` of the mask, from 0; kClasses if the mask has no more. Registers that exist for some classes
// only are numbered this way.
constexpr ClassId nth_class(ClassMask mask, std::uint64_t place) {
  std::size_t c = 0;
  for (; c < kClasses; ++c) {
    if ((mask & mask_of(ClassId(c))) != 0 && place-- == 0) {
      break;
    }
  }
  return ClassId(c);
}

}  // namespace weir
