// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/large_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

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
constexpr int kGrowth = 3 * kLargePage;                             // of the heap, at a time
constexpr int kOfMalloc = 128 << 10;                                // M_MMAP_THRESHOLD, unless it is set

// To a multiple of `page`, a power of two.
std::uintptr_t rounded_up(std::uintptr_t address, std::uintptr_t page) { return (address + page - 1) & ~(page - 1); }
std::uintptr_t end_of_heap() { return reinterpret_cast<std::uintptr_t>(sbrk(0)); }

// Where the heap ended when the program began.
void*& first_end() {
  static void* end = nullptr;
  return end;
}

}  // namespace

void grow_heap_by_large_pages() {
  first_end() = sbrk(0);
  mallopt(M_TOP_PAD, kGrowth);
}

void build_in_large_pages(std::size_t bytes) {
  if (first_end() == nullptr || bytes < kCoveredBySmallPages) {
    return;
  }
  constexpr std::size_t kMostPad = std::size_t{1} << 30;  // mallopt() takes an int
  constexpr int kBlock = 16 << 20;                        // no free block of the heap is as large
  const std::uintptr_t begin = rounded_up(end_of_heap(), kLargePage);
  mallopt(M_TOP_PAD, static_cast<int>(std::min(bytes, kMostPad)));
  mallopt(M_MMAP_THRESHOLD, 2 * kBlock);
  // At a block for which there is no room, malloc makes the free end of the heap M_TOP_PAD long.
  void* volatile block = std::malloc(kBlock);  // read again: otherwise the compiler leaves both calls out
  std::free(block);
  mallopt(M_MMAP_THRESHOLD, kOfMalloc);
  if (const std::uintptr_t end = end_of_heap(); begin < end) {
    static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
  }
}

void forget_temporary_bytes() {
  const sc_core::sc_byte_heap& heap = sc_core::sc_temp_heap;
  if (heap.m_next_p != heap.m_bgn_p) {
    return;
  }
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = rounded_up(reinterpret_cast<std::uintptr_t>(heap.m_bgn_p), page);
  const auto end = reinterpret_cast<std::uintptr_t>(heap.m_end_p) & ~(page - 1);
  if (begin < end) {
    static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED));
  }
}

void gather_heap_in_large_pages() {
  if (first_end() == nullptr) {
    return;
  }
  mallopt(M_TOP_PAD, kGrowth);
  const std::uintptr_t begin = rounded_up(reinterpret_cast<std::uintptr_t>(first_end()), kLargePage);
  const std::size_t free_at_end = mallinfo2().keepcost;
  const std::uintptr_t end = (end_of_heap() - free_at_end) & ~(kLargePage - 1);
  if (end < begin + kCoveredBySmallPages) {
    return;
  }
  // A refusal leaves the pages as they are.
  static_cast<void>(move_into_large_pages(reinterpret_cast<void*>(begin), end - begin));
}

void give_back_freed_heap() { malloc_trim(0); }

#else

void grow_heap_by_large_pages() {}
void build_in_large_pages(std::size_t /*bytes*/) {}
void forget_temporary_bytes() {}
void gather_heap_in_large_pages() {}
void give_back_freed_heap() {}

#endif

}  // namespace weir
