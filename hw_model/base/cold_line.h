// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace weir {

// Asks for the cache line at `where`, for work that is known to come: in a large network the state of a device has left
// the cache when its turn comes, and lines that are asked for in time, many at once, cost one wait together. Changes
// nothing but time; `where` may be any address.
//
// Always inline, and so is every function that does nothing else: GCC takes such a one for a function without effect,
// and drops the call.
[[gnu::always_inline]] inline void ask_for_line(const void* where) { __builtin_prefetch(where); }

}  // namespace weir
