// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a flow's hosts tell each other in their frames: headers of both directions, the number of a packet, and answers.
// All of it is bytes on the wire (docs/reference/wire_formats.md): the transport word behind UDP, or BTH and AETH.

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
  kUdp,     // UDP; with a transport word at the start of the payload where the flow has numbers
  kRoceV2,  // UDP port 4791, BTH; acknowledgements have an AETH
  kTcp,     // TCP: tcp_wire.h
};

// The shortest frames that hold what a framing needs, FCS included.
inline constexpr Bytes kLeastRoceData{66};    // Ethernet, tag, IPv4, UDP, BTH, ICRC
inline constexpr Bytes kLeastRoceAnswer{70};  // and AETH
inline constexpr Bytes kRoceCnp{82};          // instead: the 16 reserved bytes of a CNP

// UDP source ports of RoCEv2 flows, which give switches something to hash: the upper quarter, as usual.
inline constexpr std::uint16_t kFirstRoceSourcePort = 0xc000;

// The shortest data frame, without padding: headers and FCS, the transport word where packets of UDP have numbers.
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
  std::uint32_t number = 0;    // of the packet; of an answer: the first packet that has not been taken. Its lower bits
  bool answer_wanted = false;  // data only
  Mark mark = Mark::kNone;     // answers: of the packet that is answered; data: what a switch wrote into its BTH
};

enum class Direction : std::uint8_t { kForward, kBack };

// The queue pair of a flow, at both of its ends; 0 and 1 are for management.
constexpr std::uint32_t queue_pair(std::uint32_t flow_index) { return (flow_index + 2) & 0xff'ffffU; }

// Writes headers; the rest of `bytes` becomes zero. `Direction::kBack`: source and destination trade places. Of TCP:
// those of the first connection's first segment, or of an answer before it.
void write_headers(std::span<std::uint8_t> bytes, const FlowSpec& flow, Direction direction);
// The same of a data frame of another length than the flow's others.
void write_headers(std::span<std::uint8_t> bytes, const FlowSpec& flow, Direction direction, Bytes length);

// Writes the transport word, or BTH and AETH, behind the headers that write_headers() has written.
void write_transport(std::span<std::uint8_t> bytes, const FlowSpec& flow, const Transport& transport);

// What a received frame says; kNothing where it has no such bytes, or others.
Transport read_transport(const frame::Packet& packet, const parser::HeaderVector& header);

// How a frame's bytes name its flow.
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

// Of a received frame, and of the frames that `flow` sends this way.
Connection connection_of(const frame::Packet& packet, const parser::HeaderVector& header);
// Of a flow of TCP: of that connection of it.
Connection connection_of(const FlowSpec& flow, Direction direction, std::uint32_t connection = 0);

// By which answers to the packet are known that a switch tells of.
Connection answer_to(const frame::CongestionNotification& notification);

// The code point with which a frame has arrived; not capable where it has no IP header.
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
