// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Private messages: messages of mechanisms for which no Ethernet standard has a frame. Ethertype 0x88B5 (IEEE 802 local
// experimental 1), then a one-byte subtype; byte diagrams in docs/reference/wire_formats.md. 64 bytes with FCS.
//
// A link-local message goes to the nearest-bridge group address, which bridges never forward, and is encoded like a MAC
// control frame. A message of several hops goes to the unicast address of a port, behind a tag that gives its class:
// for switches it is data, which they bridge.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

// IEEE 802.1Q table 8-1: nearest bridge.
inline constexpr MacAddress kNearestBridgeAddress{0x01'80'c2'00'00'0eU};

enum class PrivateSubtype : std::uint8_t {
  kCbfcCredit = 0x01,
  kGfcQueueDepth = 0x02,
  kFeraTag = 0x10,       // of several hops: fera_tag.h
  kItsyChecking = 0x20,  // itsy_message.h
  kItsyConsistency = 0x21,
  kItsyCollecting = 0x22,  // itsy_list.h
  kItsyResuming = 0x23,
  kItsyAlive = 0x24,               // itsy_alive.h
  kItsyGroups = 0x25,              // itsy_groups.h
  kItsyLimit = 0x26,               // itsy_limit.h
  kCongestionNotification = 0x30,  // of several hops: congestion_notification.h
};

// The flow control packet of InfiniBand (architecture specification, volume 1, section 7.9.4) in Ethernet. The
// counters are modular and 12 bits wide there; here the fields are 32 bits, and their width is a setting of both ends.
enum class CbfcOp : std::uint8_t { kNormal = 0, kInit = 1 };

struct CbfcCredit {
  ClassId virtual_lane{};
  CbfcOp op = CbfcOp::kNormal;
  std::uint32_t fctbs = 0;  // blocks that the sender of this message has sent in this lane
  std::uint32_t fccl = 0;   // count of blocks up to which its receiver may send
  bool operator==(const CbfcCredit&) const = default;
};

// Conceptual GFC's feedback: the VIQ depth itself (GFC, SIGCOMM '19, section 4.1).
struct GfcQueueDepth {
  ClassId traffic_class{};
  Bytes depth{};  // 0..2^32-1
  bool operator==(const GfcQueueDepth&) const = default;
};

// For link-local messages defined elsewhere: writes addresses, ethertype, subtype and zeros up to 60 bytes. Returns the
// offset of the body, 15, or 0 if `bytes` is shorter than 60.
inline constexpr std::size_t kPrivateBody = 15;
std::size_t write_private_header(std::span<std::uint8_t> bytes, MacAddress source, std::uint8_t subtype);

// Writes the 60 bytes of the message; returns 60, or 0 if `bytes` is shorter or a field is out of its range.
std::size_t write_cbfc_credit(std::span<std::uint8_t> bytes, MacAddress source, const CbfcCredit& credit);
std::size_t write_gfc_queue_depth(std::span<std::uint8_t> bytes, MacAddress source, const GfcQueueDepth& message);

// For messages of several hops: writes addresses, a priority tag with this class, ethertype, subtype and zeros up to 60
// bytes. Returns the offset of the body, 19, or 0 if `bytes` is shorter than 60 or `destination` is a group address.
std::size_t write_routed_header(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress source, ClassId c,
                                std::uint8_t subtype);

// Offset of the TTL of a message of several hops, counted from the end of the ethertype: one octet, the last of the 60
// behind one tag. 0: the message has no TTL. Like IP's, the TTL is lowered by one at each switch, and the message ends
// where it would become 0.
inline constexpr std::size_t kRoutedTtl = 41;
// Sets the TTL of a message that write_routed_header() has begun.
void set_routed_ttl(std::span<std::uint8_t> bytes, std::uint8_t ttl);

// Subtype and body of a frame with that ethertype behind any tags. Errors: kTruncated, kTooManyTags, kWrongEtherType.
struct RoutedMessage {
  std::uint8_t subtype = 0;
  std::span<const std::uint8_t> body;  // to the last byte that is known
};
Decoded<RoutedMessage> read_routed_message(std::span<const std::uint8_t> bytes);

using PrivateMessage = std::variant<CbfcCredit, GfcQueueDepth>;

// Reads a private message from its destination MAC on. Reserved bytes are ignored. Errors: kTruncated,
// kWrongEtherType, kWrongDestination, kUnknownSubtype, kFieldOutOfRange (class above 7, unknown op).
Decoded<PrivateMessage> read_private_message(std::span<const std::uint8_t> bytes);

}  // namespace weir::frame
