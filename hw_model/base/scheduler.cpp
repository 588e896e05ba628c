// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/scheduler.h"

namespace weir {

void Scheduler::schedule(Time at, EventKind kind, PortId port, ClassId traffic_class) {
  const Entry entry{static_cast<std::uint64_t>(at.count()), (static_cast<std::uint64_t>(kind) << kKindShift) |
                                                                (port.index() << kPortShift) | traffic_class.index()};
  std::size_t hole = heap_.size();
  heap_.push_back(entry);
  while (hole > 0) {
    const std::size_t parent = (hole - 1) / 2;
    if (!entry.before(heap_[parent])) {
      break;
    }
    heap_[hole] = heap_[parent];
    hole = parent;
  }
  heap_[hole] = entry;
  if (hole == 0 && !running_) {
    owner_.earliest_is_now(at);
  }
}

inline void Scheduler::sift_down(Entry entry) {
  const std::size_t size = heap_.size();
  std::size_t hole = 0;
  for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
    if (child + 1 < size && heap_[child + 1].before(heap_[child])) {
      ++child;
    }
    if (!heap_[child].before(entry)) {
      break;
    }
    heap_[hole] = heap_[child];
    hole = child;
  }
  heap_[hole] = entry;
}

Event Scheduler::pop() {
  const Entry top = heap_.front();
  const Entry last = heap_.back();
  if (top.time != reached_.time || top.order > reached_.order) [[likely]] {
    reached_ = top;
  }
  heap_.pop_back();
  if (!heap_.empty()) {
    sift_down(last);
  }
  return top.event();
}

}  // namespace weir
