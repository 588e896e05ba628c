// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The replay buffer of a port's transmitter: sent frames that are not acknowledged yet, oldest first. A ring whose
// capacity in frames is fixed when the buffer is made; nothing is allocated later.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hw_model/base/invariant.h"
#include "hw_model/base/units.h"

namespace weir::llr {

// Frame: what the port sends once more; a default constructed one holds nothing.
template <class Frame>
class ReplayBuffer {
 public:
  struct Slot {
    Frame frame{};
    Bytes length;  // from destination MAC to FCS
    bool poisoned = false;
    Time first_sent;  // for DATA_AGE_TIMEOUT
    bool operator==(const Slot&) const = default;
  };

  explicit ReplayBuffer(std::size_t capacity) : slots_(capacity) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == slots_.size(); }
  Bytes bytes() const { return bytes_; }

  // The frame `age` places behind the oldest. age < size().
  const Slot& at(std::size_t age) const {
    if (age >= size_)
      throw InvariantBroken("the replay buffer does not hold the frame that is to be replayed");
    return slots_[place(age)];
  }
  const Slot& oldest() const { return at(0); }

  // !full().
  void push(Slot slot) {
    if (full())
      throw InvariantBroken("the replay buffer has no room for a frame");
    bytes_ += slot.length;
    slots_[place(size_)] = std::move(slot);
    ++size_;
  }
  // !empty().
  void poison_newest() { slots_[place(size_ - 1)].poisoned = true; }
  // Frees the oldest frame. !empty().
  void pop() {
    bytes_ -= slots_[first_].length;
    slots_[first_] = Slot{};
    first_ = first_ + 1 == slots_.size() ? 0 : first_ + 1;
    --size_;
  }
  void clear() {
    while (!empty())
      pop();
  }

 private:
  std::size_t place(std::size_t age) const {
    const std::size_t at = first_ + age;
    return at < slots_.size() ? at : at - slots_.size();
  }

  std::vector<Slot> slots_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  Bytes bytes_;
};

}  // namespace weir::llr
