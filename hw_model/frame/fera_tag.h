// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate discovery tag of FERA (Jiang, Forward Explicit Rate Advertising, section 4.1): a private message of several
// hops (private_tags.h), subtype 0x10, from the source of a flow to its destination, and back. Each switch on the way
// there that supports FERA lowers the tag's rate to what its port advertises; other switches bridge the tag like any
// frame. Byte diagram in docs/reference/wire_formats.md.

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
inline constexpr std::uint32_t kFeraNotLimited = 0xffff'ffff;  // as rate: no port has set one
inline constexpr std::uint32_t kFeraNobody = 0xffff'ffff;      // as port: no port has lowered the rate

// Bits of Packet::flow beside the flow: a tag of one of our hosts, in either direction. kMadeInNetwork is among them.
inline constexpr std::uint32_t kRateTag = 0xc000'0000;

enum class FeraOp : std::uint8_t {
  kForward = 0,    // on the path of the data
  kReturning = 1,  // on the way back: no port lowers the rate any more
};

struct FeraTag {
  FeraOp op = FeraOp::kForward;
  ClassId traffic_class{};
  std::uint32_t flow = 0;                     // the sender's number of the flow; opaque to all others
  std::uint32_t rate_kbps = kFeraNotLimited;  // 1..2^32-2, or kFeraNotLimited
  std::uint32_t lowered_by = kFeraNobody;     // the port that lowered the rate last: fera_port()
  std::uint32_t sequence = 0;                 // number of the tag among the flow's, modular
  std::uint64_t clock_ns = 0;                 // the sender's clock when it sent the tag
  bool operator==(const FeraTag&) const = default;
};

// The name of a port in tags: the last four octets of its MAC address, so 16 bits of the device's number.
constexpr std::uint32_t fera_port(MacAddress port) { return static_cast<std::uint32_t>(port.value()); }

inline constexpr std::int64_t kFeraRateUnit = 1'000;  // bit/s: rates in tags are in kbit/s

// A rate in the format of tags, rounded down; never 0, which would be no rate, and never kFeraNotLimited.
std::uint32_t fera_rate(BitRate rate);

// Writes the 60 bytes; returns 60, or 0 as write_routed_header() and where a field is out of its range.
std::size_t write_fera_tag(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress source,
                           const FeraTag& tag);

// Reads the body, as read_routed_message() gives it. Errors: kTruncated, kFieldOutOfRange (version, op, class, a rate
// of 0).
Decoded<FeraTag> read_fera_tag(std::span<const std::uint8_t> body);

// Whether the frame is a FERA tag behind one VLAN tag, as hosts send them; called for every packet that leaves a port
// with a meter. Does not check the ranges of the fields.
bool is_fera_tag(std::span<const std::uint8_t, kHeaderBytes> bytes);

enum class FeraLowering : std::uint8_t {
  kNoTag,    // not a forward tag, or not one of our version
  kPassed,   // a forward tag with a rate that is no higher
  kLowered,  // a forward tag whose rate has been changed
};

// The direction of a frame for which is_fera_tag() holds; nothing if it is not a tag of our version.
std::optional<FeraOp> fera_op(std::span<const std::uint8_t, kHeaderBytes> bytes);

// Turns a forward tag back to its sender: exchanges its addresses and leaves all else as it came.
void turn_fera_tag(std::span<std::uint8_t, kHeaderBytes> bytes);

// Lowers a packet's tag at its dequeue: if the rate of a forward tag is above what the port advertises, it becomes the
// advertised rate, and the tag's port becomes `port`. No other byte changes.
FeraLowering lower_fera_tag(std::span<std::uint8_t, kHeaderBytes> bytes, BitRate advertised, MacAddress port);

}  // namespace weir::frame
