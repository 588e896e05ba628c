// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/packet_queue.h"

#include <memory>
#include <vector>

namespace weir::frame {

// The blocks of all queues that are in none.
class PacketQueue::Store {
 public:
  static Block& take() {
    if (free() == nullptr)
      grow();
    return *std::exchange(free(), free()->next);
  }
  static void give_back(Block& block) { block.next = std::exchange(free(), &block); }

 private:
  static constexpr std::size_t kBlocksAtOnce = 1024;

  static Block*& free() {
    static constinit Block* first = nullptr;
    return first;
  }

  [[gnu::cold, gnu::noinline]] static void grow() {
    static auto& all = *new std::vector<std::unique_ptr<Block[]>>;  // for ever: a queue may outlive static objects
    Block* const blocks = all.emplace_back(std::make_unique_for_overwrite<Block[]>(kBlocksAtOnce)).get();
    for (std::size_t i = kBlocksAtOnce; i-- > 0;)
      give_back(blocks[i]);
  }
};

PacketQueue::~PacketQueue() {
  if (tail_ == nullptr)
    return;
  Block* const last = block_of(tail_);
  for (Block* block = block_of(head_); block != last;) {
    Block& done = *std::exchange(block, block->next);
    Store::give_back(done);
  }
  Store::give_back(*last);
}

// Puts a block behind the last one.
[[gnu::noinline]] void PacketQueue::extend() {
  Block& block = Store::take();
  if (tail_ == nullptr)
    head_ = block.packets.data();
  else
    block_of(tail_)->next = &block;
  tail_ = block.packets.data();
}

// The front has left the last place of its block. An empty queue keeps the block.
[[gnu::noinline]] void PacketQueue::leave_block() {
  Block& done = *block_of(head_);
  if (size_ == 0) {
    head_ = done.packets.data();
    tail_ = head_;
    return;
  }
  head_ = done.next->packets.data();
  ask_for_line(done.next->next);  // where there is none, a block of the store or nothing
  Store::give_back(done);
}

Packet& PacketQueue::take(std::size_t n) {
  Packet* taken = *head_;
  Packet** place = head_;
  for (; n != 0; --n) {
    if (at_end(++place))
      place = block_of(place)->next->packets.data();
    std::swap(*place, taken);
  }
  pop_front();
  return *taken;
}

}  // namespace weir::frame
