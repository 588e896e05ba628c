// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A frame as a TLM-2.0 transaction, and the pool that frames come from.
//
// A frame crosses a link by one nb_transport_fw call (BEGIN_REQ) with the delay until its last bit annotated; the
// receiver answers TLM_COMPLETED. A receiver of ours takes the frame out of the transaction: one packet goes from its
// source to its sink, and nothing is allocated or copied on the way. The transaction itself is the sending port's and
// carries frame after frame. A component that is not ours reads what it needs before it answers; the frame then goes
// back to the pool, unless the component has acquired the transaction, which keeps both until it releases it.
// Attributes: TLM_WRITE_COMMAND, address kWithoutFcs, data pointer and length = the frame's first bytes, which are all
// that exist, or all of its bytes without the FCS where those are kept; FramePool::packet_of tells a component that is
// not ours the frame's true length. A payload of another type comes from such a component: the port copies it into a
// frame of its own.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include <tlm>

#include "hw_model/base/cold_line.h"
#include "hw_model/base/large_pages.h"
#include "hw_model/datapath/link/whole_frames.h"
#include "hw_model/frame/packet.h"

namespace weir::link {

// The address of a frame's transaction says how it ends: with its last byte of payload, or with the FCS.
inline constexpr std::uint64_t kWithoutFcs = 0;
inline constexpr std::uint64_t kWithFcs = 1;

class FramePool;

class FrameTransaction final : public tlm::tlm_generic_payload {
 public:
  explicit FrameTransaction(FramePool& pool);

  const FramePool& pool() const { return pool_; }

  // Before a call: sets the frame that crosses. The transaction owns `packet` until a receiver takes it.
  void carry(frame::Packet& packet);

  frame::Packet* packet() const { return packet_; }

  // Hands the frame to the caller; null when it has been taken.
  frame::Packet* take() { return std::exchange(packet_, nullptr); }

 private:
  const FramePool& pool_;
  frame::Packet* packet_ = nullptr;
};

// The pool of frames: grows to the largest number of frames that were ever under way at once, and never shrinks.
class FramePool : public tlm::tlm_mm_interface {
 public:
  FramePool() : carrier_(&acquire_transaction()) {}
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  // A free frame, which its last holder gives back by release().
  frame::Packet& acquire() {
    if (free_count_ == 0) [[unlikely]]
      return fresh();
    return *free_[--free_count_];
  }
  void release(frame::Packet& packet) {
    if (packet.extras != 0) [[unlikely]]
      forget_extras(packet);
    release_plain(packet);
  }
  // The same for a packet that is known to have no extras: it is not read, and may have left the cache.
  void release_plain(frame::Packet& packet) { free_[free_count_++] = &packet; }
  // Asks for the cache lines of a frame.
  [[gnu::always_inline]] static void ask_for_frame(const frame::Packet& packet) {
    ask_for_line(&packet);
    ask_for_line(&packet.flow);
  }

  // An empty transaction with one reference.
  FrameTransaction& acquire_transaction();

  // The transaction in which a frame crosses now. A call across a cable returns at once and starts no other, so one
  // serves all ports, and stays in the cache.
  FrameTransaction& carrier() { return *carrier_; }

  // After that call: releases a frame that no receiver took. A foreign receiver may keep the transaction beyond its
  // answer; then another transaction becomes the carrier.
  void crossed() {
    if (carrier_->get_ref_count() > 1) [[unlikely]] {
      carrier_->release();
      carrier_ = &acquire_transaction();
    } else if (frame::Packet* unclaimed = carrier_->take()) {
      release(*unclaimed);
    }
  }

  // After a call that has not completed: the carrier, with its frame and one reference, is the caller's, and another
  // takes its place.
  FrameTransaction& keep_carrier() { return *std::exchange(carrier_, &acquire_transaction()); }

  // Our frame behind a payload, of this pool or of another, or null.
  static frame::Packet* packet_of(tlm::tlm_generic_payload& payload) {
    FrameTransaction* ours = ours_or_null(payload);
    return ours != nullptr ? ours->packet() : nullptr;
  }

  // The frame of this pool behind a payload, or null; it is the caller's from now on.
  frame::Packet* take_packet(tlm::tlm_generic_payload& payload) {
    FrameTransaction* ours = ours_or_null(payload);
    return ours != nullptr && &ours->pool() == this ? ours->take() : nullptr;
  }

  // A copy of a frame of another pool, with its extras: each frame returns to its own pool.
  frame::Packet& copy(frame::Packet& theirs);

  // Keeps all bytes of the frame, `bytes`, beside the packet, and its first ones in it. `bytes`: destination MAC to the
  // last byte before the FCS, at most 65,536. Nothing is kept beside it where the packet has room for all.
  void keep_whole(frame::Packet& packet, std::span<const std::uint8_t> bytes) { whole_frames_.keep(packet, bytes); }

  // The same for a packet whose bytes kept so far, if any, are no longer needed.
  void keep_instead(frame::Packet& packet, std::span<const std::uint8_t> bytes) {
    whole_frames_.forget(packet);
    packet.extras = static_cast<std::uint8_t>(packet.extras & ~frame::kWholeFrame);
    packet.bytes.fill(0);
    whole_frames_.keep(packet, bytes);
  }

  // The bytes that keep_whole has kept, the first of them as they are in the packet now; empty for all other frames.
  static std::span<std::uint8_t> whole_of(frame::Packet& packet) { return WholeFrames::of(packet); }

  // Reserves a device's index, from which the addresses of its ports are made. A network has one pool, and so one set
  // of indices: throws std::invalid_argument, one line, if another device has this index.
  void claim_index(std::uint32_t index, const std::string& device);

  std::size_t in_use() const { return frames_ - fresh_.size() - free_count_; }

  // At the end of a run, when nothing reads frames or sends any more: gives the memory of the frames back to the system
  // where this is Linux. What they were is lost; the pool and the queues with frames may be destroyed as before.
  void forget_frames();

 private:
  static FrameTransaction* ours_or_null(tlm::tlm_generic_payload& payload) {
    return typeid(payload) == typeid(FrameTransaction) ? static_cast<FrameTransaction*>(&payload) : nullptr;
  }

  // The last holder of a transaction has released it.
  void free(tlm::tlm_generic_payload* transaction) override;
  void forget_extras(frame::Packet& packet);
  // A frame that has never been in use.
  frame::Packet& fresh();
  void grow();

  // Frames lie in slabs of one large page each, the first of them smaller: a large network touches them in no order
  // that a translation buffer of small pages could follow.
  using Slab = std::unique_ptr<frame::Packet[], void (*)(void*)>;
  Slab next_slab();

  WholeFrames whole_frames_;

  std::vector<Slab> slabs_;
  std::size_t frames_ = 0;          // in all slabs
  std::span<frame::Packet> fresh_;  // those of the last slab that have never been in use
  // As many places as frames: giving back never allocates. What is never free at once takes no memory.
  Mapped<frame::Packet*> free_;
  std::size_t free_count_ = 0;
  std::deque<FrameTransaction> transactions_;
  std::vector<FrameTransaction*> free_transactions_;
  FrameTransaction* carrier_;
  std::map<std::uint32_t, std::string> devices_;  // by index
};

}  // namespace weir::link
