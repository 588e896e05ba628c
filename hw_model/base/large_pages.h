// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Memory apart from the heap, and large pages of the kernel, in which a large network stays. Where the kernel is not
// Linux, all memory is of the heap, and wishes have no effect.

#pragma once

#include <cstddef>
#include <memory>

namespace weir {

inline constexpr std::size_t kLargePage = std::size_t{2} << 20;

// Memory apart from the heap, of which what has been written takes memory, by small pages. Throws std::bad_alloc.
void* map_memory(std::size_t bytes);
struct Unmap {
  std::size_t bytes = 0;
  void operator()(void* memory) const;
};
template <class T>
using Mapped = std::unique_ptr<T[], Unmap>;
template <class T>
Mapped<T> map_memory(std::size_t n) {
  return {static_cast<T*>(map_memory(n * sizeof(T))), Unmap{n * sizeof(T)}};
}

// kLargePage bytes of such memory, at a multiple of kLargePage, to be given back by give_back_large_page().
void* take_large_page();
void give_back_large_page(void* page);

// Before a first byte is written there, a wish: `page` is to be one large page from then on.
void want_large_page(void* page);

// Moves what lies in small pages from `begin` on, a multiple of kLargePage, into large ones: a wish. Returns whether
// the kernel has; it cannot before Linux 6.1.
bool move_into_large_pages(void* begin, std::size_t bytes);

// What has been written there is lost, and takes no memory any more, where this is Linux.
void forget_large_page(void* page);

}  // namespace weir
