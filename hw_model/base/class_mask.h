// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Classes of a mask by their place in it: registers that exist for some classes only are numbered so.

#pragma once

#include "hw_model/base/ids.h"

namespace weir {

// The class at `place` of the mask, in ascending order from 0; kClasses where it has no more.
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
