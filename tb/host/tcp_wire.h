// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How the segments of a flow's connections look on the wire: Ethernet, IPv4 and TCP without options, all checksums
// right, payload of zeros. Connection k of a flow has a source port of its own; both directions start from numbers
// drawn of flow and connection, and both SYNs have gone before. Segments have ACK, the last of a transaction PSH, too.
// Answers are pure: no data goes back.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/datapath/parser/header_vector.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/tcp.h"
#include "tb/host/transport.h"

namespace weir::host {

// Headers and FCS of a frame whose rest is payload.
inline constexpr Bytes kTcpOverhead = least_data(Framing::kTcp, true);

// Ports of TCP flows. Each has `kMostConnections` source ports.
inline constexpr std::uint16_t kFirstTcpSourcePort = 0xc000;
inline constexpr std::uint16_t kFirstTcpDestinationPort = 5001;

// Which number the first byte's number, TcpSender::kFirstByte, is counted from on the wire.
std::uint32_t tcp_origin(const FlowSpec& flow, std::uint32_t connection, Direction direction);

// A data segment of full length, whose first byte is `sequence`; answers of the connection have number `next`.
void write_tcp_segment(std::span<std::uint8_t> bytes, const FlowSpec& flow, std::uint32_t connection,
                       std::uint64_t sequence, bool push);
void write_tcp_answer(std::span<std::uint8_t> bytes, const FlowSpec& flow, std::uint32_t connection,
                      std::uint64_t next);

struct TcpSegment {
  frame::TcpHeader header;
  Bytes payload{0};
};

inline bool is_tcp(const parser::HeaderVector& header) {
  return header.transport_offset != 0 && header.protocol == static_cast<std::uint8_t>(frame::IpProtocol::kTcp);
}

// What a received IPv4 frame says; nothing where it is no such frame or its header is none.
std::optional<TcpSegment> read_tcp_segment(const frame::Packet& packet, const parser::HeaderVector& header);

}  // namespace weir::host
