// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The replay buffer of a port's transmitter: sent frames that are not acknowledged yet, oldest first. Its capacity in
// frames is fixed when the buffer is made. It is a ring that grows to the most frames that were ever kept at once, and
// never shrinks: in a ring of its capacity each frame would touch a cold line of memory.

#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "hw_model/base/invariant.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/packet.h"

namespace weir::llr {

// Frame: what the port sends once more; a default constructed one holds nothing.
template <class Frame>
class ReplayBuffer {
 public:
  // In a port half a cache line: between its two uses a slot leaves the first-level cache.
  struct alignas(32) Slot {
    [[no_unique_address]] Frame frame{};
    bool poisoned = false;
    frame::FrameLength length;  // from destination MAC to FCS
    Time first_sent;            // for DATA_AGE_TIMEOUT
  };

  explicit ReplayBuffer(std::size_t capacity) : capacity_(capacity) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == capacity_; }
  Bytes bytes() const { return bytes_; }

  // The frame `age` places behind the oldest. age < size().
  const Slot& at(std::size_t age) const {
    if (age >= size_) [[unlikely]]
      broken("the replay buffer does not hold the frame that is to be replayed");
    return slots_[place(age)];
  }
  const Slot& oldest() const { return at(0); }

  // !full().
  void push(Frame frame, Bytes length, bool poisoned, Time first_sent) {
    if (full()) [[unlikely]]
      broken("the replay buffer has no room for a frame");
    if (size_ == slots_.size()) [[unlikely]]
      grow();
    Slot& slot = slots_[place(size_)];
    std::construct_at(&slot.frame, std::move(frame));  // over one that holds nothing, and that need not be read
    slot.length = length;
    slot.poisoned = poisoned;
    slot.first_sent = first_sent;
    bytes_ += length;
    ++size_;
  }
  // !empty().
  void poison_newest() { slots_[place(size_ - 1)].poisoned = true; }
  // Frees the oldest frame. !empty().
  void pop() {
    Slot& slot = slots_[first_];
    bytes_ -= slot.length;
    slot.frame = Frame{};
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
  }
  void clear() {
    while (!empty())
      pop();
  }

 private:
  static constexpr std::size_t kFirstSlots = 8;

  [[noreturn, gnu::noinline, gnu::cold]] static void broken(const char* what) { throw InvariantBroken(what); }

  std::size_t place(std::size_t age) const { return (first_ + age) & (slots_.size() - 1); }
  [[gnu::noinline, gnu::cold]] void grow() {
    std::vector<Slot> larger(slots_.empty() ? kFirstSlots : 2 * slots_.size());
    for (std::size_t age = 0; age < size_; ++age)
      larger[age] = std::move(slots_[place(age)]);
    slots_ = std::move(larger);
    first_ = 0;
  }

  std::size_t capacity_;
  std::vector<Slot> slots_;  // a power of two, or none
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  Bytes bytes_;
};

}  // namespace weir::llr
