// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The store for all bytes of frames that have them (from captures and from foreign components) and are longer than
// Packet::bytes. The bytes lie in a block beside the packet; other frames pay nothing for it.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/frame/packet.h"

namespace weir::link {

class WholeFrames {
 public:
  WholeFrames() = default;
  ~WholeFrames();
  WholeFrames(const WholeFrames&) = delete;
  WholeFrames& operator=(const WholeFrames&) = delete;

  // See FramePool::keep_whole.
  void keep(frame::Packet& packet, std::span<const std::uint8_t> bytes);
  static std::span<std::uint8_t> of(frame::Packet& packet);

  // Takes back the packet's block; the packet keeps nothing beside it any more.
  void forget(frame::Packet& packet);

 private:
  // Blocks of 2^7 to 2^16 bytes, a list of free ones for each size.
  static constexpr std::size_t kSizeClasses = 10;
  std::array<std::vector<frame::WholeFrame*>, kSizeClasses> free_;
  std::vector<frame::WholeFrame*> all_;
};

}  // namespace weir::link
