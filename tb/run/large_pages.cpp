// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/large_pages.h"

#include <cstddef>
#include <cstdint>

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>

#include <sys/mman.h>
#include <systemc>
#endif

#include "hw_model/base/large_pages.h"

namespace weir {

#ifdef __GLIBC__

namespace {

constexpr std::size_t kCoveredBySmallPages = std::size_t{8} << 20;  // 2,048 of them

// Where the heap ended when the program began.
void*& first_end() {
  static void* end = nullptr;
  return end;
}

}  // namespace

void grow_heap_by_large_pages() {
  first_end() = sbrk(0);
  mallopt(M_TOP_PAD, 3 * kLargePage);
}

void forget_temporary_bytes() {
  const sc_core::sc_byte_heap& heap = sc_core::sc_temp_heap;
  if (heap.m_next_p != heap.m_bgn_p) {
    return;
  }
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(heap.m_bgn_p) + page - 1) & ~(page - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(heap.m_end_p) & ~(page - 1);
  if (begin < end) {
    static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED));
  }
}

void gather_heap_in_large_pages() {
  if (first_end() == nullptr) {
    return;
  }
  const auto rounded_up = (reinterpret_cast<std::uintptr_t>(first_end()) + kLargePage - 1) & ~(kLargePage - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) & ~(kLargePage - 1);
  if (end < rounded_up + kCoveredBySmallPages) {
    return;
  }
  void* const begin = reinterpret_cast<void*>(rounded_up);
  // A refusal leaves the pages as they are.
  static_cast<void>(move_into_large_pages(begin, end - rounded_up));
}

void give_back_freed_heap() { malloc_trim(0); }

#else

void grow_heap_by_large_pages() {}
void forget_temporary_bytes() {}
void gather_heap_in_large_pages() {}
void give_back_freed_heap() {}

#endif

}  // namespace weir
