// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The source of the frames that a switch makes itself: congestion notifications, and rate tags at the edge of a FERA
// region. These frames come in through no port, so they are in no VIQ and not in the packet buffer: a small buffer of
// their own holds them until they have left; when it is full, no frame is made. No peer is paused for them here; from
// the next switch on they are data of their class. From that buffer they cross as packets do from an input
// (crossbar::Crossbar::own_in). Latency: none; a frame asks to cross at the instant at which it is made, after the
// other work of that instant.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/amount.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::asic {

enum class OwnKind : std::uint8_t { kNotification, kRateTag };
inline constexpr std::array<Named<OwnKind>, 2> kOwnKinds{
    {{OwnKind::kNotification, "notification"}, {OwnKind::kRateTag, "rate_tag"}}};

// The kind of a frame that has frame::kMadeInNetwork in Packet::flow.
constexpr OwnKind own_kind(std::uint32_t flow) {
  return (flow & frame::kRateTag) == frame::kRateTag ? OwnKind::kRateTag : OwnKind::kNotification;
}

class InternalSource {
 public:
  explicit InternalSource(link::FramePool& pool) : pool_(pool) {}

  // A notification about this packet, from the port with this address, with this TTL (frame::set_routed_ttl); null:
  // there is no room, or `about` is not IPv4.
  frame::Packet* make(frame::MacAddress port, const frame::Packet& about, const congestion::Notice& notice,
                      std::uint8_t ttl);

  // A rate tag between these stations, about that flow; null: there is no room.
  frame::Packet* make_tag(frame::MacAddress destination, frame::MacAddress source, const frame::FeraTag& tag,
                          std::uint32_t about, std::uint8_t ttl, Time now);

  // Takes over a rate tag that came in by a port and goes back, as if it had been made here; false: there is no room.
  bool adopt(frame::Packet& packet);

  // wait(): a frame that was made waits for its turn; true if it is the first. give_up(): it has no way to its
  // destination.
  bool wait(frame::Packet& packet);
  void give_up(frame::Packet& packet);
  void withdraw(frame::Packet& packet);  // the frame has served its purpose

  // The next waiting frame, which asks to cross now; null: none.
  frame::Packet* enter();

  // A frame of this length has left its VEQ on the wire.
  void left(Bytes length);
  // A frame is dropped in its VEQ or at the crossbar; it goes back to the pool.
  void drop(frame::Packet& packet);

  // Since the start of the run; lengths are frame::made_length().
  const Amount& entered(OwnKind kind) const { return entered_[static_cast<std::size_t>(kind)]; }
  const Amount& dropped(OwnKind kind) const { return dropped_[static_cast<std::size_t>(kind)]; }  // of these
  std::uint64_t entered() const { return entered_[0].packets + entered_[1].packets; }
  std::uint64_t dropped() const { return dropped_[0].packets + dropped_[1].packets; }
  std::uint64_t refused() const { return refused_; }  // asked for and not made
  Bytes queued() const { return queued_; }            // at the crossbar and in VEQs now

 private:
  link::FramePool& pool_;
  frame::PacketQueue waiting_;
  std::size_t held_ = 0;  // places in use
  Bytes queued_;
  std::array<Amount, kOwnKinds.size()> entered_;
  std::array<Amount, kOwnKinds.size()> dropped_;
  std::uint64_t refused_ = 0;
};

}  // namespace weir::asic
