// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A queue of packets, in order: pointers in blocks of one cache line, of which a queue has as many as its packets need.
// All queues take their blocks from one store, which grows to the most blocks that were ever in use at once
// (docs/decisions/0325).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <boost/iterator/iterator_facade.hpp>

#include "hw_model/base/cold_line.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

class PacketQueue {
 public:
  PacketQueue() = default;
  PacketQueue(PacketQueue&& other) noexcept { swap(other); }
  PacketQueue& operator=(PacketQueue&& other) noexcept {
    swap(other);
    return *this;
  }
  ~PacketQueue();

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // Undefined when empty.
  Packet& front() const { return **head_; }

  // `n` places behind the front; n < size(). Takes a step for each block on the way.
  Packet& operator[](std::size_t n) const { return **place(n); }

  [[gnu::always_inline]] void push_back(Packet& packet) {
    if (at_end(tail_)) [[unlikely]]
      extend();
    *tail_++ = &packet;
    ++size_;
  }
  void pop_front() {
    --size_;
    if (at_end(++head_)) [[unlikely]]
      leave_block();
  }

  // Takes the packet `n` places behind the front out of the queue; n < size().
  Packet& take(std::size_t n);

  // The prefetch functions ask for cache lines (cold_line.h). This one: the pointers of the first packets.
  [[gnu::always_inline]] void prefetch_places() const { ask_for_line(head_); }

  // The place of the next packet's pointer.
  [[gnu::always_inline]] void prefetch_next_place() const { ask_for_line(tail_); }

  // After prefetch_places(), in two rounds: the lines that a switch touches of the first packets, first of those whose
  // pointers are in the front's block.
  [[gnu::always_inline]] void prefetch_first(std::size_t packets, unsigned round) const {
    const std::size_t here = places_from(head_);
    if (round == 0 && size_ > here)
      ask_for_line(block_of(head_ + 1)->next);
    for (std::size_t ahead = round == 0 ? 0 : here; ahead < packets && (round != 0 || ahead < here); ++ahead)
      prefetch(ahead);
  }

  // The line that a switch touches of the packet `ahead` places behind the front, if there is one.
  [[gnu::always_inline]] void prefetch(std::size_t ahead) const {
    if (ahead < size_)
      ask_for_line(*place(ahead));
  }

  // The packet `ahead` places behind the front, and the front itself where the queue is not that long; of a queue that
  // is not empty, and ahead < kPlaces. Without a branch: how long a queue is and where its block ends are hard to
  // guess.
  [[gnu::always_inline]] Packet* near(std::size_t ahead) const {
    const std::size_t n = ahead < size_ ? ahead : 0;
    const std::size_t here = places_from(head_);
    const auto in_this = reinterpret_cast<std::uintptr_t>(head_ + n);
    const auto in_next =  // behind the pointer to a further block
        reinterpret_cast<std::uintptr_t>(block_of(head_ + 1)->next) + (1 + n - here) * sizeof(Packet*);
    const std::uintptr_t is_here = std::uintptr_t{0} - std::uintptr_t{n < here};
    return *reinterpret_cast<Packet**>((in_this & is_here) | (in_next & ~is_here));
  }
  [[gnu::always_inline]] void prefetch_near(std::size_t ahead) const { ask_for_line(near(ahead)); }

  // The line that a sink touches in addition: the fields for measurement.
  [[gnu::always_inline]] void prefetch_measurement(std::size_t ahead) const {
    if (ahead < size_)
      ask_for_line(&(*place(ahead))->flow);
  }

  class Iterator;
  Iterator begin() const;
  Iterator end() const;
  void swap(PacketQueue& other) noexcept {
    std::swap(head_, other.head_);
    std::swap(tail_, other.tail_);
    std::swap(size_, other.size_);
  }

 private:
  static constexpr std::size_t kPlaces = 7;
  struct alignas(64) Block {
    Block* next = nullptr;                 // of the same queue, or of the store
    std::array<Packet*, kPlaces> packets;  // to the end of the block: at_end()
  };
  static_assert(sizeof(Block) == alignof(Block), "a block is one cache line");
  class Store;

  // Whether this is the end of a block, and no place in it. Null is one.
  static bool at_end(Packet* const* place) { return reinterpret_cast<std::uintptr_t>(place) % sizeof(Block) == 0; }
  // Of a place, or of the end of a block behind it.
  static Block* block_of(Packet** place) {
    const auto last = reinterpret_cast<std::uintptr_t>(place - 1);
    return reinterpret_cast<Block*>(last - last % sizeof(Block));
  }
  static std::size_t places_from(Packet* const* place) {
    return (sizeof(Block) - reinterpret_cast<std::uintptr_t>(place) % sizeof(Block)) / sizeof(Packet*);
  }

  Packet** place(std::size_t n) const {
    Packet** from = head_;
    for (std::size_t here = places_from(from); n >= here; here = kPlaces) {
      n -= here;
      from = block_of(from)->next->packets.data();
    }
    return from + n;
  }

  void extend();
  void leave_block();

  Packet** head_ = nullptr;  // the place of the front
  Packet** tail_ = nullptr;  // the place of the next packet, or the end of the last block; null: no block yet
  std::size_t size_ = 0;
};

class PacketQueue::Iterator final : public boost::iterator_facade<Iterator, Packet, boost::forward_traversal_tag> {
 public:
  Iterator() = default;

 private:
  friend class PacketQueue;
  friend class boost::iterator_core_access;
  Iterator(Packet** place, std::size_t left) : place_(place), left_(left) {}

  Packet& dereference() const { return **place_; }
  bool equal(const Iterator& other) const { return left_ == other.left_; }
  void increment() {
    --left_;
    if (at_end(++place_) && left_ != 0)
      place_ = block_of(place_)->next->packets.data();
  }

  Packet** place_ = nullptr;
  std::size_t left_ = 0;
};

inline PacketQueue::Iterator PacketQueue::begin() const { return {head_, size_}; }
inline PacketQueue::Iterator PacketQueue::end() const { return {}; }

}  // namespace weir::frame
