// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A frame as a TLM-2.0 transaction, and the pool that frames come from.
//
// A frame crosses a link by one nb_transport_fw call (BEGIN_REQ) with the delay until its last bit annotated; the
// receiver answers TLM_COMPLETED, and ownership has passed: the sender never touches the transaction again. So one
// transaction carries a packet from its source to its sink, and nothing is allocated or copied on the way.
// Attributes: TLM_WRITE_COMMAND, address 0, data pointer and length = the frame's first bytes, which are all that
// exist; FramePool::packet_of tells a component that is not ours the frame's true length. A payload of another type
// comes from such a component: the port copies it into a frame of its own.

#pragma once

#include <deque>
#include <typeinfo>

#include <tlm>

#include "hw_model/frame/packet.h"

namespace weir::link {

// The packet comes first and lies on its own cache lines: a hop touches those and the payload's first one.
class alignas(64) FrameTransaction final : public frame::Packet, public tlm::tlm_generic_payload {
 public:
  explicit FrameTransaction(tlm::tlm_mm_interface& pool);
};

// Grows to the largest number of frames that were ever under way at once, and never shrinks.
class FramePool : public tlm::tlm_mm_interface {
 public:
  FramePool() = default;
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

  std::size_t in_use() const { return frames_.size() - free_count_; }

 private:
  void free(tlm::tlm_generic_payload* transaction) override;

  std::deque<FrameTransaction> frames_;
  frame::PacketList free_;
  std::size_t free_count_ = 0;
};

// Asks for the cache lines of a packet that will be worked on soon: in a large network they have long gone cold.
inline void prefetch(const frame::Packet& packet) {
  const auto* line = reinterpret_cast<const char*>(&packet);
  __builtin_prefetch(line);
  __builtin_prefetch(line + 64);
  __builtin_prefetch(line + 128);
}

}  // namespace weir::link
