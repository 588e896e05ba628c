// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The congestion notification that a switch sends to the source of a packet: a private message of several hops
// (private_tags.h), subtype 0x30, from the MAC address of the queue's port to the packet's source address.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

// The packet's flow as it stands on the wire, and the queue that it left.
struct CongestionNotification {
  Ipv4Address source_ip;
  Ipv4Address destination_ip;
  std::uint8_t protocol = 0;
  std::uint16_t source_port = 0;       // of UDP or TCP, 0 for others
  std::uint16_t destination_port = 0;  // likewise
  std::uint32_t queue_pair = 0;        // of RoCEv2; 0: none
  Bytes depth{};                       // 0..2^32-1; larger depths are sent as 2^32-1
  std::int32_t index = 0;              // BCN's e: below 0 slow down, above 0 speed up; 0: none
  std::uint64_t point = 0;             // with an index: queue_of() its queue; 0: none
  bool operator==(const CongestionNotification&) const = default;
};

// A number for a queue, unique in the network.
constexpr std::uint64_t queue_of(MacAddress port, ClassId c) {
  constexpr unsigned kBelowAddress = 16;
  return port.value() << kBelowAddress | c.index();
}

// The notification about a packet whose headers have been parsed, without the queue's fields. Nothing if it is not
// IPv4.
std::optional<CongestionNotification> notification_about(const Packet& packet);

// Writes the 60 bytes; returns 60, or 0 as write_routed_header().
std::size_t write_congestion_notification(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress port,
                                          ClassId c, const CongestionNotification& notification);

// Reads the body, as read_routed_message() gives it. Errors: kTruncated.
Decoded<CongestionNotification> read_congestion_notification(std::span<const std::uint8_t> body);

}  // namespace weir::frame
