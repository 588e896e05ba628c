// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A heap of many small blocks grows in large pages, or is moved into them, where the kernel can do so, and holds what
// it held.

#include "tb/run/large_pages.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <systemc>

#include "tb/tests/unit/resident.h"

namespace weir {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// Whether this kernel moves pages into a large one when asked.
bool kernel_gathers() {
  constexpr std::size_t kBytes = 4 * kMiB;
  constexpr int kCollapse = 25;
  void* const some = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (some == MAP_FAILED) {
    return false;
  }
  for (std::size_t at = 0; at < kBytes; at += 4096) {
    static_cast<volatile char*>(some)[at] = 1;
  }
  const auto aligned = (reinterpret_cast<std::uintptr_t>(some) + 2 * kMiB - 1) & ~(2 * kMiB - 1);
  const bool gathers = madvise(reinterpret_cast<void*>(aligned), 2 * kMiB, kCollapse) == 0;
  munmap(some, kBytes);
  return gathers;
}

// KiB of the heap that are in large pages.
std::size_t heap_in_large_pages() {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool in_heap = false;
  std::size_t sum = 0;
  while (std::getline(maps, line)) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first.find('-') != std::string::npos) {
      in_heap = line.ends_with("[heap]");
    } else if (in_heap && first == "AnonHugePages:") {
      std::size_t here = 0;
      words >> here;
      sum += here;
    }
  }
  return sum;
}

using Block = std::array<std::uint64_t, 128>;
using Blocks = std::vector<std::unique_ptr<Block>>;

// Blocks of 1 KiB, each full of its number.
Blocks blocks_of(std::size_t bytes) {
  Blocks blocks;
  for (std::uint64_t n = 0; n < bytes / sizeof(Block); ++n) {
    blocks.push_back(std::make_unique<Block>());
    blocks.back()->fill(n);
  }
  return blocks;
}

TEST(LargePages, TemporaryBytesOfTheKernelComeBackAsZeroes) {
  sc_core::sc_byte_heap& heap = sc_core::sc_temp_heap;
  const std::size_t before = resident();
  forget_temporary_bytes();
  EXPECT_LT(resident() + 2 * 1024U, before);
  EXPECT_TRUE(std::all_of(heap.m_bgn_p, heap.m_end_p, [](char byte) { return byte == 0; }));

  std::ranges::fill(std::span(heap.allocate(64), 64), 'x');
  forget_temporary_bytes();
  EXPECT_EQ(*heap.m_bgn_p, 'x') << "what has been written stays";
}

TEST(LargePages, WhatTheHeapNoLongerUsesIsGivenBack) {
  Blocks blocks = blocks_of(16 * kMiB);
  const std::size_t full = resident();
  blocks.erase(blocks.begin(), blocks.end() - 1);  // the last one, at the end of the heap, stays
  give_back_freed_heap();
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  EXPECT_LT(resident() + 12 * 1024U, full);
#endif
  EXPECT_EQ(blocks.back()->back(), 16 * 1024U - 1);
}

TEST(LargePages, HoldWhatTheHeapHolds) {
  if (!kernel_gathers()) {
    GTEST_SKIP() << "the kernel has no MADV_COLLAPSE, or no large pages";
  }
  grow_heap_by_large_pages();
  gather_heap_in_large_pages();  // a heap that is hardly larger than at the start stays
  EXPECT_LT(heap_in_large_pages(), 8 * 1024U);

  const Blocks blocks = blocks_of(32 * kMiB);
  gather_heap_in_large_pages();
  EXPECT_GE(heap_in_large_pages(), 28 * 1024U);
  for (std::uint64_t n = 0; n < blocks.size(); ++n) {
    ASSERT_EQ(blocks[n]->front(), n);
    ASSERT_EQ(blocks[n]->back(), n);
  }
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

TEST(LargePages, TheHeapGrowsByANetworkThatTakesNoMemoryYet) {
  grow_heap_by_large_pages();
  const auto* const end = static_cast<const char*>(sbrk(0));
  const std::size_t before = resident();
  build_in_large_pages(8 * kMiB - 1);
  EXPECT_EQ(sbrk(0), end) << "a small network";
  build_in_large_pages(64 * kMiB);
  EXPECT_GE(static_cast<const char*>(sbrk(0)), end + 56 * kMiB);
  EXPECT_LT(resident(), before + 3 * 1024U);
}

TEST(LargePages, AHeapThatIsBuiltInLargePagesHasNothingLeftToGather) {
  if (!kernel_gathers()) {
    GTEST_SKIP() << "the kernel has no MADV_COLLAPSE, or no large pages";
  }
  grow_heap_by_large_pages();
  build_in_large_pages(64 * kMiB);
  const std::size_t before = resident();
  const Blocks blocks = blocks_of(32 * kMiB);
  EXPECT_GE(heap_in_large_pages(), 28 * 1024U);
  const std::size_t built = resident();
  EXPECT_LT(built, before + 40 * 1024U) << "what is not touched takes no memory";
  gather_heap_in_large_pages();
  EXPECT_LT(resident(), built + 4 * 1024U) << "nor afterwards";
  EXPECT_EQ(blocks.back()->back(), blocks.size() - 1);
}

#endif

}  // namespace weir
