// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A frame as a TLM-2.0 transaction, and the pool that frames come from.
//
// A frame crosses a link by one nb_transport_fw call (BEGIN_REQ) with the delay until its last bit annotated; the
// receiver answers TLM_COMPLETED, and ownership has passed: the sender never touches the transaction again. So one
// transaction carries a packet from its source to its sink, and nothing is allocated or copied on the way.
// Attributes: TLM_WRITE_COMMAND, address kWithoutFcs, data pointer and length = the frame's first bytes, which are all
// that exist, or all of its bytes without the FCS where those are kept; FramePool::packet_of tells a component that is
// not ours the frame's true length. A payload of another type comes from such a component: the port copies it into a
// frame of its own.
//
// Few frames have all their bytes kept: those of captures and of components that are not ours, as far as they are
// longer than Packet::bytes. They lie in a block beside the packet, from a pool of its own; others pay nothing for it.

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <typeinfo>
#include <vector>

#include <tlm>

#include "hw_model/frame/packet.h"

namespace weir::link {

// The address of a frame's transaction says how it ends: with its last byte of payload, or with the FCS.
inline constexpr std::uint64_t kWithoutFcs = 0;
inline constexpr std::uint64_t kWithFcs = 1;

// The packet comes first and lies on its own cache lines: a hop touches those and the payload's first one.
class alignas(64) FrameTransaction final : public frame::Packet, public tlm::tlm_generic_payload {
 public:
  explicit FrameTransaction(tlm::tlm_mm_interface& pool);
};

// Grows to the largest number of frames that were ever under way at once, and never shrinks.
class FramePool : public tlm::tlm_mm_interface {
 public:
  FramePool() = default;
  ~FramePool() override;
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  // A frame with one reference, which its holder gives back by release().
  frame::Packet& acquire();
  static void release(frame::Packet& packet) { transaction_of(packet).release(); }

  // Our frame behind a payload, or null.
  static frame::Packet* packet_of(tlm::tlm_generic_payload& payload) {
    return typeid(payload) == typeid(FrameTransaction) ? static_cast<FrameTransaction*>(&payload) : nullptr;
  }

  static FrameTransaction& transaction_of(frame::Packet& packet) { return static_cast<FrameTransaction&>(packet); }

  // Keeps all bytes of the frame, `bytes`, beside the packet, and its first ones in it. `bytes`: destination MAC to the
  // last byte before the FCS, at most 65,536. Nothing is kept beside it where the packet has room for all.
  void keep_whole(frame::Packet& packet, std::span<const std::uint8_t> bytes);

  // What keep_whole has kept, with its first bytes as they are in the packet now; empty for all other frames.
  static std::span<std::uint8_t> whole_of(frame::Packet& packet);

  std::size_t in_use() const { return frames_.size() - free_count_; }

 private:
  void free(tlm::tlm_generic_payload* transaction) override;
  void free_whole(frame::Packet& packet);

  // Blocks of 2^7 to 2^16 bytes behind a head that only the pool touches, a list of free ones for each size.
  struct BlockHead {
    std::uint32_t size_class = 0;
    std::uint32_t length = 0;  // of the frame
  };
  static constexpr std::size_t kSizeClasses = 10;
  static BlockHead* head_of(frame::Packet& packet);

  std::deque<FrameTransaction> frames_;
  frame::PacketList free_;
  std::size_t free_count_ = 0;
  std::array<std::vector<BlockHead*>, kSizeClasses> free_blocks_;
};

// Asks for the cache lines of a packet that will be worked on soon: in a large network they have long gone cold.
inline void prefetch(const frame::Packet& packet) {
  const auto* line = reinterpret_cast<const char*>(&packet);
  __builtin_prefetch(line);
  __builtin_prefetch(line + 64);
  __builtin_prefetch(line + 128);
}

}  // namespace weir::link
