// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/whole_frames.h"

#include <algorithm>
#include <bit>
#include <new>

namespace weir::frame {

// The head of a block, before its bytes.
struct WholeFrame {
  std::uint32_t size_class = 0;
  std::uint32_t length = 0;  // of the frame

  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(this + 1); }
};

}  // namespace weir::frame

namespace weir::link {

WholeFrames::~WholeFrames() {
  for (frame::WholeFrame* block : all_)
    ::operator delete(block);
}

void WholeFrames::keep(frame::Packet& packet, std::span<const std::uint8_t> bytes) {
  std::copy_n(bytes.begin(), std::min(bytes.size(), frame::kHeaderBytes), packet.bytes.begin());
  if (bytes.size() <= frame::kHeaderBytes)
    return;
  constexpr std::size_t kSmallest = 7;
  const auto size_class = static_cast<std::size_t>(std::bit_width((bytes.size() - 1) >> kSmallest));
  std::vector<frame::WholeFrame*>& free = free_.at(size_class);
  if (free.empty()) {
    void* memory = ::operator new(sizeof(frame::WholeFrame) + (std::size_t{1} << (kSmallest + size_class)));
    free.push_back(all_.emplace_back(static_cast<frame::WholeFrame*>(memory)));
  }
  frame::WholeFrame* const block = free.back();
  free.pop_back();
  *block = {static_cast<std::uint32_t>(size_class), static_cast<std::uint32_t>(bytes.size())};
  std::copy(bytes.begin(), bytes.end(), block->bytes());
  packet.whole = block;
  packet.extras |= frame::kWholeFrame;
}

std::span<std::uint8_t> WholeFrames::of(frame::Packet& packet) {
  if (packet.whole == nullptr)
    return {};
  std::copy(packet.bytes.begin(), packet.bytes.end(), packet.whole->bytes());
  return {packet.whole->bytes(), packet.whole->length};
}

void WholeFrames::forget(frame::Packet& packet) {
  if (packet.whole == nullptr)
    return;
  free_[packet.whole->size_class].push_back(packet.whole);
  packet.whole = nullptr;
}

}  // namespace weir::link
