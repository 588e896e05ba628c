// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The wire format of a flow's TCP segments: Ethernet, IPv4 and TCP without options, correct checksums, payload of
// zeros. Each connection of a flow has its own source port; both directions start from numbers drawn for flow and
// connection, as if both SYNs had gone before. All segments have ACK set, a transaction's last one also PSH. Answers
// carry no data.

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

// Length of a frame's headers and FCS.
inline constexpr Bytes kTcpOverhead = least_data(Framing::kTcp, true);

// Ports of TCP flows. Each flow has `kMostConnections` source ports.
inline constexpr std::uint16_t kFirstTcpSourcePort = 0xc000;
inline constexpr std::uint16_t kFirstTcpDestinationPort = 5001;

// The number on the wire of byte 0; the first byte sent is number TcpSender::kFirstByte.
std::uint32_t tcp_origin(const FlowSpec& flow, std::uint32_t connection, Direction direction);

// Writes a full-length data segment whose first byte is `sequence`; writes an answer that acknowledges up to `next`.
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

// The TCP segment in a received IPv4 frame; nullopt: the frame is not TCP, or its header is not valid.
std::optional<TcpSegment> read_tcp_segment(const frame::Packet& packet, const parser::HeaderVector& header);

}  // namespace weir::host
