// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Large pages of the kernel, for memory in which a network stays.

#pragma once

#include <cstddef>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace weir {

inline constexpr std::size_t kLargePage = std::size_t{2} << 20;

// Moves what lies in small pages from `begin` on, a multiple of kLargePage, into large ones: a wish. Returns whether
// the kernel has; it cannot before Linux 6.1.
inline bool move_into_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr int kCollapse = 25;  // MADV_COLLAPSE; older headers do not name it
  madvise(begin, bytes, MADV_HUGEPAGE);
  return madvise(begin, bytes, kCollapse) == 0;
#else
  return false;
#endif
}

}  // namespace weir
