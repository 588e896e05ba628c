// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/frame_transaction.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "hw_model/base/large_pages.h"
#include "hw_model/frame/ethernet.h"

namespace weir::link {
namespace {

constexpr std::size_t kFirstSlab = std::size_t{1} << 17U;
// So many slabs take memory by small pages, as their frames are used, and are moved into large pages when they are
// full. A pool with more than that is a little larger for it if the next slab is a large page from its first frame on,
// and the kernel then has neither hundreds of pages to give nor a slab to move.
constexpr std::size_t kSlabsBySmallPages = 4;
// Whether this kernel, as far as is known, moves what lies in small pages into a large one.
bool moves_pages = true;

}  // namespace

FrameTransaction::FrameTransaction(FramePool& pool) : tlm::tlm_generic_payload(&pool), pool_(pool) {
  set_command(tlm::TLM_WRITE_COMMAND);
  set_address(kWithoutFcs);
}

void FrameTransaction::carry(frame::Packet& packet) {
  packet_ = &packet;
  auto known = static_cast<unsigned>(
      std::min(packet.length.count() - std::int64_t{frame::kFcsBytes}, std::int64_t{frame::kHeaderBytes}));
  set_data_ptr(packet.bytes.data());
  if ((packet.extras & frame::kWholeFrame) != 0) [[unlikely]] {
    const std::span<std::uint8_t> whole = FramePool::whole_of(packet);
    set_data_ptr(whole.data());
    known = static_cast<unsigned>(whole.size());
  }
  set_data_length(known);
  set_streaming_width(known);
  set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

[[gnu::hot]] frame::Packet& FramePool::copy(frame::Packet& theirs) {
  frame::Packet& packet = acquire();
  packet = theirs;
  packet.whole = nullptr;
  packet.extras = static_cast<std::uint8_t>(theirs.extras & ~frame::kWholeFrame);
  if (const std::span<const std::uint8_t> whole = whole_of(theirs); !whole.empty())
    keep_whole(packet, whole);
  if (free_count_ != 0)
    ask_for_frame(*free_[free_count_ - 1]);  // the next copy is written there
  return packet;
}

void FramePool::claim_index(std::uint32_t index, const std::string& device) {
  const auto [known, is_new] = devices_.emplace(index, device);
  if (!is_new)
    throw std::invalid_argument(device + ": index " + std::to_string(index) + " is that of " + known->second +
                                ", and so would be the addresses of its ports; wanted one of its own");
}

void FramePool::forget_extras(frame::Packet& packet) {
  whole_frames_.forget(packet);
  packet.extras = 0;
}

FramePool::Slab FramePool::next_slab() {
  if (slabs_.empty()) {
    void* const memory = std::aligned_alloc(alignof(frame::Packet), kFirstSlab);
    if (memory == nullptr)
      throw std::bad_alloc();
    return {static_cast<frame::Packet*>(memory), std::free};
  }
  const auto by_small_pages = [](std::size_t slab) { return 0 < slab && slab < kSlabsBySmallPages && moves_pages; };
  if (by_small_pages(slabs_.size() - 1))
    moves_pages = move_into_large_pages(slabs_.back().get(), kLargePage);
  void* const memory = take_large_page();
  if (!by_small_pages(slabs_.size()))
    want_large_page(memory);
  return {static_cast<frame::Packet*>(memory), give_back_large_page};
}

void FramePool::grow() {
  const std::size_t size = (slabs_.empty() ? kFirstSlab : kLargePage) / sizeof(frame::Packet);
  slabs_.push_back(next_slab());
  fresh_ = {slabs_.back().get(), size};
  frames_ += size;
  free_.reset();  // none is free, so nothing of the old list is kept
  free_ = map_memory<frame::Packet*>(frames_);
}

void FramePool::forget_frames() {
  for (std::size_t i = 1; i < slabs_.size(); ++i)  // the first one is a part of the heap
    forget_large_page(slabs_[i].get());
}

[[gnu::noinline]] frame::Packet& FramePool::fresh() {
  if (fresh_.empty())
    grow();
  frame::Packet* const packet = new (&fresh_.front()) frame::Packet;
  fresh_ = fresh_.subspan(1);
  return *packet;
}

FrameTransaction& FramePool::acquire_transaction() {
  if (free_transactions_.empty()) {
    transactions_.emplace_back(*this);
    free_transactions_.reserve(transactions_.size());
    free_transactions_.push_back(&transactions_.back());
  }
  FrameTransaction& transaction = *free_transactions_.back();
  free_transactions_.pop_back();
  transaction.acquire();
  return transaction;
}

void FramePool::free(tlm::tlm_generic_payload* payload) {
  auto& transaction = static_cast<FrameTransaction&>(*payload);
  if (frame::Packet* packet = transaction.take())
    release(*packet);
  free_transactions_.push_back(&transaction);
}

}  // namespace weir::link
