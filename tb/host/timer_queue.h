// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The timers of a host's sources: one time per slot, changed in O(log slots); at equal times the lower slot goes first.
// The device's scheduler holds one event for all of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::host {

class TimerQueue {
 public:
  // Room for slots 0..count-1; new slots have no timer.
  void resize(std::size_t count) { place_.resize(count, kNowhere); }

  bool empty() const { return heap_.empty(); }
  Time earliest() const { return heap_.empty() ? kNever : heap_.front().at; }

  // Sets the only timer of `slot` to `at`; kNever: no timer.
  void set(std::size_t slot, Time at) {
    std::size_t place = place_[slot];
    if (at == kNever) {
      if (place != kNowhere) {
        remove(place);
      }
      return;
    }
    if (place == kNowhere) {
      place = heap_.size();
      heap_.push_back({at, static_cast<std::uint32_t>(slot)});
    } else if (heap_[place].at == at) {
      return;
    }
    settle(place, {at, static_cast<std::uint32_t>(slot)});
  }

  // The slot whose timer expires first; removes that timer. The queue must not be empty.
  std::size_t pop() {
    const std::size_t slot = heap_.front().slot;
    remove(0);
    return slot;
  }

 private:
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    Time at;
    std::uint32_t slot;
    auto operator<=>(const Entry&) const = default;
  };

  void put(std::size_t place, Entry entry) {
    heap_[place] = entry;
    place_[entry.slot] = static_cast<std::uint32_t>(place);
  }

  void remove(std::size_t place) {
    place_[heap_[place].slot] = kNowhere;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (place < heap_.size()) {
      settle(place, last);
    }
  }

  // Puts `entry` at its position, moving from `place` up or down.
  void settle(std::size_t place, Entry entry) {
    while (place > 0 && entry < heap_[(place - 1) / 2]) {
      put(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    for (std::size_t child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) {
        ++child;
      }
      if (!(heap_[child] < entry)) {
        break;
      }
      put(place, heap_[child]);
      place = child;
    }
    put(place, entry);
  }

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> place_;  // in heap_, by slot
};

}  // namespace weir::host
