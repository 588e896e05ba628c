// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/scheduler.h"

#include <algorithm>
#include <cstddef>

namespace weir {

namespace {

// Apart, and called last, so that schedule() saves no registers for a heap that grows.
template <class Heap>
[[gnu::noinline, gnu::cold]] void grow_and_schedule(Heap& heap, Scheduler& scheduler, Time at, EventKind kind,
                                                    PortId port, ClassId traffic_class) {
  heap.reserve(std::max<std::size_t>(16, 2 * heap.size()));
  scheduler.schedule(at, kind, port, traffic_class);
}

}  // namespace

inline void Scheduler::fill_top(Entry entry) {
  Entry* const heap = heap_.data();
  Entry* const end = heap + heap_.size();
  Entry* hole = heap;
  for (Entry* child = heap + 1; child < end; child += child - heap + 1) {
    child += std::ptrdiff_t{child + 1 < end && child[1].before(child[0])};
    if (!child->before(entry)) {
      break;
    }
    *hole = *child;
    hole = child;
  }
  *hole = entry;
}

[[gnu::hot]] void Scheduler::schedule(Time at, EventKind kind, PortId port, ClassId traffic_class) {
  const Entry entry = entry_of(at, kind, port, traffic_class);
  if (top_is_free_) {
    top_is_free_ = false;
    return fill_top(entry);
  }
  if (heap_.data() + heap_.size() == heap_.data() + heap_.capacity()) [[unlikely]] {
    return grow_and_schedule(heap_, *this, at, kind, port, traffic_class);
  }
  std::size_t hole = heap_.size();
  heap_.push_back(entry);
  Entry* const heap = heap_.data();
  while (hole > 0) {
    const std::size_t parent = (hole - 1) / 2;
    if (!entry.before(heap[parent])) {
      break;
    }
    heap[hole] = heap[parent];
    hole = parent;
  }
  heap[hole] = entry;
  if (hole == 0 && !running_) {
    owner_.earliest_is_now(at);
  }
}

[[gnu::hot]] void Scheduler::fill_top_with_last() {
  top_is_free_ = false;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    fill_top(last);
  }
}

}  // namespace weir
