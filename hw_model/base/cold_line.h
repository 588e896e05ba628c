// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A prefetch of a cache line.

#pragma once

namespace weir {

// Asks for the cache line at `where`, for work that is known to come: in a large network a device's state has left the
// cache when its turn comes, and lines that are asked for in time, many at once, cost one wait together. Changes
// nothing but time; `where` may be any address.
//
// Always inline, as every function that only calls it must be: GCC takes such a function for one without effect and
// drops the call.
[[gnu::always_inline]] inline void ask_for_line(const void* where) { __builtin_prefetch(where); }

}  // namespace weir
