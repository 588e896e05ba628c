// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate discovery tag of FERA (Jiang, Forward Explicit Rate Advertising, section 4.1): a private message of several
// hops (private_tags.h), subtype 0x10, from the source of a flow to its destination, and back. Each switch on its way
// there that knows FERA lowers the rate in it to what its port advertises; one that does not bridges it as any frame.
// Byte diagram in docs/reference/wire_formats.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::uint8_t kFeraVersion = 1;
inline constexpr std::uint32_t kFeraNotLimited = 0xffff'ffff;  // as rate: no port has named one
inline constexpr std::uint32_t kFeraNobody = 0xffff'ffff;      // as port: nobody has lowered the rate

// In Packet::flow, bits beside the flow: a tag of one of our hosts, either way. kMadeInNetwork is among them.
inline constexpr std::uint32_t kRateTag = 0xc000'0000;

enum class FeraOp : std::uint8_t {
  kForward = 0,    // on the path of the data
  kReturning = 1,  // on the way back: nobody lowers it any more
};

struct FeraTag {
  FeraOp op = FeraOp::kForward;
  ClassId traffic_class{};
  std::uint32_t flow = 0;                     // the sender's name of it; opaque to all others
  std::uint32_t rate_kbps = kFeraNotLimited;  // 1..2^32-2, or kFeraNotLimited
  std::uint32_t lowered_by = kFeraNobody;     // the port that did so last: fera_port()
  std::uint32_t sequence = 0;                 // modular, one more each tag of the flow
  std::uint64_t clock_ns = 0;                 // the sender's, when it sent the tag
  bool operator==(const FeraTag&) const = default;
};

// How tags name a port: the last four octets of its MAC address, so that of the device's number 16 bits.
constexpr std::uint32_t fera_port(MacAddress port) { return static_cast<std::uint32_t>(port.value()); }

// A rate as tags say it, rounded down; never 0, which would be no rate, and never kFeraNotLimited.
std::uint32_t fera_rate(BitRate rate);

// Writes the 60 bytes; returns 60, or 0 as write_routed_header() and where a field is out of its range.
std::size_t write_fera_tag(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress source,
                           const FeraTag& tag);

// Reads the body, as read_routed_message() gives it. Errors: kTruncated, kFieldOutOfRange (version, op, class, a rate
// of 0).
Decoded<FeraTag> read_fera_tag(std::span<const std::uint8_t> body);

// Whether the frame is a tag behind one VLAN tag, as hosts send them: asked of every packet that leaves a port with a
// meter, and no more than that. Whether its fields are in their ranges is another matter.
bool is_fera_tag(std::span<const std::uint8_t, kHeaderBytes> bytes);

enum class FeraLowering : std::uint8_t {
  kNoTag,    // not a forward tag, or not one of our version
  kPassed,   // a forward tag with a rate that is no higher
  kLowered,  // a forward tag whose rate has been changed
};

// Which way a frame goes that is_fera_tag(), of our version; nothing: it is none.
std::optional<FeraOp> fera_op(std::span<const std::uint8_t, kHeaderBytes> bytes);

// A forward tag goes back to whoever sent it: its addresses are traded, and all else is as it came.
void turn_fera_tag(std::span<std::uint8_t, kHeaderBytes> bytes);

// What a switch does with a packet at its dequeue: the rate in a forward tag becomes what the port advertises, where it
// is higher, and the port that of `port`. No other byte changes.
FeraLowering lower_fera_tag(std::span<std::uint8_t, kHeaderBytes> bytes, BitRate advertised, MacAddress port);

}  // namespace weir::frame
