// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/frame_transaction.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "hw_model/base/large_pages.h"
#include "hw_model/frame/ethernet.h"

namespace weir::link {
namespace {

constexpr std::size_t kFirstSlab = std::size_t{1} << 17U;
#ifdef __linux__
// Whether this kernel, as far as is known, moves what lies in small pages into a huge one.
bool moves_pages = true;
#endif

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

void FramePool::grow() {
  const bool first = slabs_.empty();
  const std::size_t bytes = first ? kFirstSlab : kLargePage;
  const std::size_t size = bytes / sizeof(frame::Packet);
  void* memory = std::aligned_alloc(first ? alignof(frame::Packet) : kLargePage, bytes);
  if (memory == nullptr)
    throw std::bad_alloc();
#ifdef __linux__
  // A slab is moved into a huge page when it is full: of the last slab only what frames have used takes memory, also
  // where the kernel gives huge pages unasked. A kernel that cannot move it is asked for them at once, a wish as well.
  if (slabs_.size() > 1 && moves_pages)
    moves_pages = move_into_large_pages(slabs_.back().get(), kLargePage);
  if (!first)
    madvise(memory, bytes, moves_pages ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
#endif
  auto* frames = static_cast<frame::Packet*>(memory);
  slabs_.emplace_back(frames, std::free);
  fresh_ = {frames, size};
  frames_ += size;
  free_.reset();  // none is free, so nothing of the old list is kept
  // A place is written when the first frame comes back to it: what is never free at once takes no memory.
  free_ = std::make_unique_for_overwrite<frame::Packet*[]>(frames_);
}

void FramePool::forget_frames() {
#ifdef __linux__
  for (std::size_t i = 1; i < slabs_.size(); ++i)  // the first one is a part of the heap
    madvise(slabs_[i].get(), kLargePage, MADV_DONTNEED);
#endif
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
