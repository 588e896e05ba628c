// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/large_pages.h"

#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace weir {

#ifdef __linux__

void* map_memory(std::size_t bytes) {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    throw std::bad_alloc();
  madvise(mapped, bytes, MADV_NOHUGEPAGE);
  return mapped;
}

void Unmap::operator()(void* memory) const { munmap(memory, bytes); }

void* take_large_page() {
  auto* const begin = static_cast<std::byte*>(map_memory(2 * kLargePage));
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) % kLargePage;
  if (before != 0)
    munmap(begin, before);
  munmap(begin + before + kLargePage, kLargePage - before);
  return begin + before;
}

void give_back_large_page(void* page) { munmap(page, kLargePage); }

void want_large_page(void* page) { madvise(page, kLargePage, MADV_HUGEPAGE); }

bool move_into_large_pages(void* begin, std::size_t bytes) {
  constexpr int kCollapse = 25;  // MADV_COLLAPSE; older headers do not name it
  madvise(begin, bytes, MADV_HUGEPAGE);
  return madvise(begin, bytes, kCollapse) == 0;
}

void forget_large_page(void* page) { madvise(page, kLargePage, MADV_DONTNEED); }

#else

void* map_memory(std::size_t bytes) { return ::operator new(bytes); }
void Unmap::operator()(void* memory) const { ::operator delete(memory); }

void* take_large_page() {
  void* const page = std::aligned_alloc(kLargePage, kLargePage);
  if (page == nullptr)
    throw std::bad_alloc();
  return page;
}

void give_back_large_page(void* page) { std::free(page); }
void want_large_page(void* /*page*/) {}
bool move_into_large_pages(void* /*begin*/, std::size_t /*bytes*/) { return false; }
void forget_large_page(void* /*page*/) {}

#endif

}  // namespace weir
