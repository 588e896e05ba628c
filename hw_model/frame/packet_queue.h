// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A queue of packets, in order: a ring of pointers that grows to the longest that the queue has ever been, and never
// shrinks. Not a linked list: appending would touch the packet at the end, and looking ahead every packet on the way,
// and in a large network each of these is a cold line of memory.

#pragma once

#include <cstddef>

#include <boost/circular_buffer.hpp>
#include <boost/iterator/indirect_iterator.hpp>

#include "hw_model/base/cold_line.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

class PacketQueue {
 public:
  bool empty() const { return ring_.empty(); }
  std::size_t size() const { return ring_.size(); }

  // Undefined when empty.
  Packet& front() const { return *ring_.front(); }
  Packet& back() const { return *ring_.back(); }

  // `n` places behind the front; n < size().
  Packet& operator[](std::size_t n) const { return *ring_[n]; }

  [[gnu::always_inline]] void push_back(Packet& packet) {
    if (ring_.full()) [[unlikely]]
      grow();
    ring_.push_back(&packet);
  }
  void pop_front() { ring_.pop_front(); }

  // Takes the packet `n` places behind the front out of the queue; n < size().
  Packet& take(std::size_t n) {
    Packet& packet = *ring_[n];
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(n));
    return packet;
  }

  // The prefetch functions ask for cache lines (cold_line.h). This one: the pointers of the first packets.
  [[gnu::always_inline]] void prefetch_places() const { ask_for_line(ring_.array_one().first); }

  // The place of the next packet's pointer.
  [[gnu::always_inline]] void prefetch_next_place() const {
    const auto last = ring_.array_two().second != 0 ? ring_.array_two() : ring_.array_one();
    ask_for_line(last.first + last.second);
  }

  // The line that a switch touches of the packet `ahead` places behind the front, if there is one.
  [[gnu::always_inline]] void prefetch(std::size_t ahead) const {
    if (ahead >= ring_.size())
      return;
    ask_for_line(ring_[ahead]);
  }

  // The line that a sink touches in addition: the fields for measurement.
  [[gnu::always_inline]] void prefetch_measurement(std::size_t ahead) const {
    if (ahead < ring_.size())
      ask_for_line(&ring_[ahead]->flow);
  }

  auto begin() const { return boost::make_indirect_iterator(ring_.begin()); }
  auto end() const { return boost::make_indirect_iterator(ring_.end()); }
  void swap(PacketQueue& other) { ring_.swap(other.ring_); }

 private:
  static constexpr std::size_t kFirstCapacity = 8;

  [[gnu::noinline, gnu::cold]] void grow() {
    ring_.set_capacity(ring_.empty() ? kFirstCapacity : ring_.capacity() + ring_.capacity() / 2);
  }

  boost::circular_buffer<Packet*> ring_;
};

}  // namespace weir::frame
