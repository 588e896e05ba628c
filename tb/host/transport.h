// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The fields by which a flow's hosts talk to each other: headers of both directions, packet numbers, and answers. All
// are bytes on the wire (docs/reference/wire_formats.md): the transport word behind UDP, or BTH and AETH.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/datapath/parser/header_vector.h"
#include "hw_model/frame/congestion_notification.h"
#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/packet.h"
#include "tb/host/mark.h"

namespace weir::host {

struct FlowSpec;

enum class Framing : std::uint8_t {
  kUdp,     // UDP; a transport word starts the payload if the flow has numbers
  kRoceV2,  // UDP port 4791, BTH; acknowledgements have an AETH
  kTcp,     // TCP: tcp_wire.h
};

// Shortest frames of each framing, FCS included.
inline constexpr Bytes kLeastRoceData{66};    // Ethernet, tag, IPv4, UDP, BTH, ICRC
inline constexpr Bytes kLeastRoceAnswer{70};  // with AETH
inline constexpr Bytes kRoceCnp{82};          // with the 16 reserved bytes of a CNP instead

// First of the upper quarter of UDP ports, from which RoCEv2 flows have source ports, for switches to hash, as usual.
inline constexpr std::uint16_t kFirstRoceSourcePort = 0xc000;

// The shortest data frame, without padding: headers, FCS and, for UDP packets with numbers, the transport word.
constexpr Bytes least_data(Framing framing, bool numbered) {
  constexpr Bytes kUdp{50};
  constexpr Bytes kTransportWord{8};
  constexpr Bytes kTcp{62};
  if (framing == Framing::kTcp) {
    return kTcp;
  }
  return framing == Framing::kRoceV2 ? kLeastRoceData : numbered ? kUdp + kTransportWord : kUdp;
}

// Bits of a packet's number on the wire.
constexpr unsigned number_bits(Framing framing) { return framing == Framing::kRoceV2 ? 24 : 32; }

enum class Meaning : std::uint8_t {
  kNothing = 0,
  kData = 1,
  kAck = 2,
  kNak = 3,
  kNotification = 4,
};

struct Transport {
  Meaning meaning = Meaning::kNothing;
  std::uint32_t number = 0;    // lower bits; data: of the packet; answers: the first packet not taken
  bool answer_wanted = false;  // data only
  Mark mark = Mark::kNone;     // answers: of the answered packet; data: written into its BTH by a switch
};

enum class Direction : std::uint8_t { kForward, kBack };

// The queue pair of a flow, the same at both ends; 0 and 1 are reserved for management.
constexpr std::uint32_t queue_pair(std::uint32_t flow_index) { return (flow_index + 2) & 0xff'ffffU; }

// Writes headers and zeros the rest of `bytes`. `Direction::kBack`: source and destination are swapped. TCP: headers of
// the first segment of the first connection, or of an answer before that segment.
void write_headers(std::span<std::uint8_t> bytes, const FlowSpec& flow, Direction direction);
// The same, for a data frame whose length differs from the flow's other frames.
void write_headers(std::span<std::uint8_t> bytes, const FlowSpec& flow, Direction direction, Bytes length);

// Writes the transport word, or BTH and AETH, behind the headers written by write_headers().
void write_transport(std::span<std::uint8_t> bytes, const FlowSpec& flow, const Transport& transport);

// The transport fields of a received frame; kNothing: the frame has none, or they are not ours.
Transport read_transport(const frame::Packet& packet, const parser::HeaderVector& header);

// The fields of a frame that identify its flow.
struct Connection {
  std::uint32_t source_ip = 0;
  std::uint32_t queue_pair_or_ports = 0;
  Framing framing = Framing::kUdp;
  bool operator==(const Connection&) const = default;
};

struct ConnectionHash {
  std::size_t operator()(const Connection& c) const {
    const std::uint64_t both = std::uint64_t{c.source_ip} << 32U | c.queue_pair_or_ports;
    return static_cast<std::size_t>((both + static_cast<std::uint64_t>(c.framing)) * 0x9e3779b97f4a7c15U >> 16U);
  }
};

// The connection of a received frame.
Connection connection_of(const frame::Packet& packet, const parser::HeaderVector& header);
// The connection of frames that `flow` sends in this direction; TCP: of its connection number `connection`.
Connection connection_of(const FlowSpec& flow, Direction direction, std::uint32_t connection = 0);

// The connection of answers to the packet named by a switch's notification.
Connection answer_to(const frame::CongestionNotification& notification);

// The ECN code point of a received frame; kNotCapable: no IP header.
inline frame::Ecn mark_of(const frame::Packet& packet, const parser::HeaderVector& header) {
  constexpr unsigned kMask = 3;
  const unsigned second = packet.bytes[header.ip_offset + std::size_t{1}];
  switch (header.network) {
    case parser::Network::kIpv4:
      return static_cast<frame::Ecn>(second & kMask);
    case parser::Network::kIpv6:
      return static_cast<frame::Ecn>(second >> 4U & kMask);
    case parser::Network::kNone:
      break;
  }
  return frame::Ecn::kNotCapable;
}

}  // namespace weir::host
