// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/frame_transaction.h"

#include <algorithm>
#include <bit>

namespace weir::link {

static_assert(sizeof(FrameTransaction) == 256, "a frame is four cache lines");

FrameTransaction::FrameTransaction(tlm::tlm_mm_interface& pool) : tlm::tlm_generic_payload(&pool) {
  set_command(tlm::TLM_WRITE_COMMAND);
  set_data_ptr(bytes.data());
}

frame::Packet& FramePool::acquire() {
  if (free_.empty()) {
    frames_.emplace_back(*this);
    free_.push_front(frames_.back());
    ++free_count_;
  }
  frame::Packet& packet = free_.front();
  free_.pop_front();
  --free_count_;
  transaction_of(packet).acquire();
  return packet;
}

void FramePool::free(tlm::tlm_generic_payload* transaction) {
  frame::Packet& packet = *static_cast<FrameTransaction*>(transaction);
  if (packet.extras != 0) {
    free_whole(packet);
    packet.extras = 0;
  }
  free_.push_front(*static_cast<FrameTransaction*>(transaction));
  ++free_count_;
}

FramePool::~FramePool() {
  for (FrameTransaction& transaction : frames_) {
    free_whole(transaction);
  }
  for (const std::vector<BlockHead*>& blocks : free_blocks_) {
    for (BlockHead* block : blocks) {
      ::operator delete(block);
    }
  }
}

FramePool::BlockHead* FramePool::head_of(frame::Packet& packet) {
  return reinterpret_cast<BlockHead*>(transaction_of(packet).get_data_ptr()) - 1;
}

void FramePool::keep_whole(frame::Packet& packet, std::span<const std::uint8_t> bytes) {
  std::copy_n(bytes.begin(), std::min(bytes.size(), frame::kHeaderBytes), packet.bytes.begin());
  if (bytes.size() <= frame::kHeaderBytes) {
    return;
  }
  constexpr std::size_t kSmallest = 7;
  const auto size_class = static_cast<std::size_t>(std::bit_width((bytes.size() - 1) >> kSmallest));
  std::vector<BlockHead*>& free = free_blocks_.at(size_class);
  if (free.empty()) {
    free.push_back(
        static_cast<BlockHead*>(::operator new(sizeof(BlockHead) + (std::size_t{1} << (kSmallest + size_class)))));
  }
  BlockHead* const block = free.back();
  free.pop_back();
  *block = {static_cast<std::uint32_t>(size_class), static_cast<std::uint32_t>(bytes.size())};
  auto* const data = reinterpret_cast<std::uint8_t*>(block + 1);
  std::copy(bytes.begin(), bytes.end(), data);
  transaction_of(packet).set_data_ptr(data);
  packet.extras |= frame::kWholeFrame;
}

std::span<std::uint8_t> FramePool::whole_of(frame::Packet& packet) {
  if ((packet.extras & frame::kWholeFrame) == 0) {
    return {};
  }
  std::uint8_t* const data = transaction_of(packet).get_data_ptr();
  std::copy(packet.bytes.begin(), packet.bytes.end(), data);
  return {data, head_of(packet)->length};
}

void FramePool::free_whole(frame::Packet& packet) {
  if ((packet.extras & frame::kWholeFrame) == 0) {
    return;
  }
  BlockHead* const block = head_of(packet);
  free_blocks_[block->size_class].push_back(block);
  transaction_of(packet).set_data_ptr(packet.bytes.data());
}

}  // namespace weir::link
