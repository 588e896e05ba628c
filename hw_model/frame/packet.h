// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One frame on its way through the model: its first bytes as they are on the wire, its length, and the descriptor
// that the hardware carries beside it from the parser to the egress port.

#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"

namespace weir::frame {

// Ethernet, two VLAN tags, IPv4, UDP and BTH (62 bytes), or a whole control frame without its FCS (60). With the
// descriptor a frame is two cache lines.
inline constexpr std::size_t kHeaderBytes = 64;

// Packet::flow of a frame from a foreign component. Its sequence number counts, from 1, the frames that came in at the
// same port.
inline constexpr std::uint32_t kForeignFlow = 0xffff'ffff;

// A bit of Packet::flow: no host sent the frame as a packet of a flow. In a frame that a switch has made, the other
// bits are the flow that the frame is about; the bit is set in kForeignFlow.
inline constexpr std::uint32_t kMadeInNetwork = 0x4000'0000;

// Packet::ingress of a frame in the switch that has made it.
inline constexpr PortId kNoIngress{0xffff};

// Bits of Packet::extras.
inline constexpr std::uint8_t kWholeFrame = 1;  // all bytes are kept beside the packet, in `whole`
inline constexpr std::uint8_t kFcsWrong = 2;    // the frame came with a wrong FCS
// A switch has put a tag on, so that the frame is longer than its maker made it. Three bits from kTakenOff on: by how
// many bytes the frame is shorter, because a switch took off a tag that its maker had put on.
inline constexpr std::uint8_t kTagPutOn = 4;
inline constexpr unsigned kTakenOff = 3;  // a bit number
inline constexpr unsigned kMostTakenOff = 7;
// Beside kFcsWrong.
inline constexpr std::uint8_t kPoisoned = 0x40;  // its FCS is wrong on purpose: the frame was known to be bad before
inline constexpr std::uint8_t kMarked = 0x80;    // PCS or FEC marks it as bad, so that nothing of it can be trusted

// Packet::link_number of a frame without a number.
inline constexpr std::uint32_t kNoLinkNumber = 0xffff'ffff;

struct WholeFrame;

// A frame's length in 32 bits; a Bytes in all arithmetic.
class FrameLength {
 public:
  constexpr FrameLength() = default;
  constexpr FrameLength(Bytes length) : bytes_(static_cast<std::uint32_t>(length.count())) {}
  constexpr operator Bytes() const { return Bytes(bytes_); }
  constexpr std::int64_t count() const { return bytes_; }
  friend constexpr auto operator<=>(FrameLength a, Bytes b) { return Bytes(a) <=> b; }
  friend constexpr bool operator==(FrameLength a, Bytes b) { return Bytes(a) == b; }

 private:
  std::uint32_t bytes_ = 0;
};

// A switch touches the first cache line only: it holds the descriptor and the headers up to UDP.
struct alignas(64) Packet {
  Time at;             // when the present stage's result takes effect: arrival, then admission
  FrameLength length;  // destination MAC to FCS inclusive

  // Descriptor, rewritten by each switch.
  PortId ingress;
  PortId egress;
  ClassId traffic_class;

  // Properties that few frames have, one bit each; 0 for all others.
  std::uint8_t extras = 0;

  std::array<std::uint8_t, kHeaderBytes> bytes;

  // For measurement only; the hardware never reads these.
  std::uint32_t flow = 0;
  std::uint32_t sequence = 0;
  Time injected;

  WholeFrame* whole = nullptr;    // see link::FramePool::whole_of; null unless kWholeFrame
  const char* entered = nullptr;  // of a foreign frame (kForeignFlow): the port at which it came in

  // In its preamble, on a link with link-level retry; kNoLinkNumber everywhere else.
  std::uint32_t link_number = kNoLinkNumber;
};

static_assert(sizeof(Packet) == 128, "a frame is two cache lines");

// The length with which the frame was made.
inline Bytes made_length(const Packet& packet) {
  const Bytes put_on((packet.extras & kTagPutOn) != 0 ? kVlanTagBytes : 0);
  return packet.length - put_on + Bytes((packet.extras >> kTakenOff) & kMostTakenOff);
}

// The packet's name in messages, behind "packet": "5 of flow 2", or "5 of those that came in at s1.p0" for a foreign
// frame.
std::string identity(const Packet& packet);

}  // namespace weir::frame
