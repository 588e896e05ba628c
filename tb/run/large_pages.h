// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Large pages for the state of a large network. When a device runs again, none of its state is left in the caches, and
// with pages of 4 KiB the addresses are not left in the processor's table of pages either. Where the C library or the
// kernel offers nothing of this, nothing is done.

#pragma once

#include <cstddef>

namespace weir {

// For the start of a program: the heap grows by 6 MiB at a time.
void grow_heap_by_large_pages();

// For the start of a program: gives back the 3 MB that SystemC clears for temporary bytes of concatenations, which read
// as 0 again when touched. Does nothing once something has been written there.
void forget_temporary_bytes();

// For a network that will be built, of about `bytes`: the heap grows by them at once, and what is not touched takes no
// memory; the kernel is asked for large pages as they are touched. Where `bytes` are no more than a processor's table
// of small pages covers, nothing is done.
void build_in_large_pages(std::size_t bytes);

// For a network that has been built: moves what the heap holds into large pages, under the same condition; what is in
// one stays.
void gather_heap_in_large_pages();

// For a network that is gone: gives what the heap no longer uses back to the system.
void give_back_freed_heap();

}  // namespace weir
