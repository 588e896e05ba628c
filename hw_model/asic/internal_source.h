// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The frames that a switch makes itself: congestion notifications, and rate tags at the edge of a FERA region. They
// come in through no port, so they are in no VIQ and not in the packet buffer: a small buffer of their own holds them
// until they have left, and a frame that finds it full is not made. Nobody is paused for them here; from the next
// switch on they are data of their class. Latency: none; a frame is in its VEQ at the instant at which it was asked
// for, after the other work of that instant.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::asic {

class InternalSource {
 public:
  explicit InternalSource(link::FramePool& pool) : pool_(pool) {}

  // A notification about this packet, from the port with this address; null: there is no room, or `about` is not IPv4.
  frame::Packet* make(frame::MacAddress port, const frame::Packet& about, const congestion::Notice& notice);

  // A rate tag between these stations, about that flow; null: there is no room.
  frame::Packet* make_tag(frame::MacAddress destination, frame::MacAddress source, const frame::FeraTag& tag,
                          std::uint32_t about, Time now);

  // What becomes of a frame that was made: it waits for its turn, true where it is the first; or nobody can be told.
  bool wait(frame::Packet& packet);
  void give_up(frame::Packet& packet);
  void withdraw(frame::Packet& packet);  // it has done what it was for

  // The next one that waits, which enters its VEQ now; null: none.
  frame::Packet* enter();

  // One has left its VEQ, on the wire or dropped there.
  void left(Bytes length, bool dropped = false);

  // Since the start of the run.
  std::uint64_t entered() const { return entered_; }
  std::uint64_t refused() const { return refused_; }  // asked for and not made
  std::uint64_t dropped() const { return dropped_; }  // of `entered`, out of a VEQ
  Bytes queued() const { return queued_; }            // in VEQs now

 private:
  link::FramePool& pool_;
  frame::PacketQueue waiting_;
  std::size_t held_ = 0;  // places in use
  Bytes queued_;
  std::uint64_t entered_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace weir::asic
