// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_wire.h"

#include <algorithm>

#include "hw_model/frame/data_frame.h"
#include "tb/host/flow.h"
#include "tb/host/tcp_sender.h"

namespace weir::host {

namespace {

frame::DataFrameFields fields_of(const FlowSpec& flow, Direction direction) {
  const bool back = direction == Direction::kBack;
  return {.destination = back ? flow.source_address : flow.destination_address,
          .source = back ? flow.destination_address : flow.source_address,
          .traffic_class = flow.priority(),
          .drop_eligible = flow.drop_eligible,
          .source_ip = frame::Ipv4Address(back ? flow.destination_ip : flow.source_ip),
          .destination_ip = frame::Ipv4Address(back ? flow.source_ip : flow.destination_ip),
          .ttl = flow.ttl,
          .dscp = flow.dscp,
          .ecn = back ? frame::Ecn::kNotCapable : flow.ecn,
          .length = back ? flow.acknowledgement_length : flow.demand.frame_length};
}

std::uint16_t source_port(const FlowSpec& flow, std::uint32_t connection) {
  return static_cast<std::uint16_t>(flow.source_port + connection);
}

std::uint16_t window_of(const FlowSpec& flow) { return static_cast<std::uint16_t>(flow.tcp->receive_window.count()); }

}  // namespace

std::uint32_t tcp_origin(const FlowSpec& flow, std::uint32_t connection, Direction direction) {
  constexpr std::uint32_t kSpread = 0x9e37'79b9;  // 2^32 over the golden ratio: neighbours lie far apart
  const std::uint32_t number = (flow.index * kMostConnections + connection) * 2;
  return (number + (direction == Direction::kBack ? 1U : 0U)) * kSpread;
}

void write_tcp_segment(std::span<std::uint8_t> bytes, const FlowSpec& flow, std::uint32_t connection,
                       std::uint64_t sequence, bool push) {
  const frame::TcpHeader header{
      .source_port = source_port(flow, connection),
      .destination_port = flow.destination_port,
      .sequence = tcp_origin(flow, connection, Direction::kForward) + static_cast<std::uint32_t>(sequence),
      .acknowledgement =
          tcp_origin(flow, connection, Direction::kBack) + static_cast<std::uint32_t>(TcpSender::kFirstByte),
      .flags = static_cast<std::uint8_t>(frame::kTcpAck | (push ? frame::kTcpPush : 0U)),
      .window = window_of(flow)};
  frame::write_tcp_frame(bytes, fields_of(flow, Direction::kForward), header, flow.demand.frame_length - kTcpOverhead);
}

void write_tcp_answer(std::span<std::uint8_t> bytes, const FlowSpec& flow, std::uint32_t connection,
                      std::uint64_t next) {
  const frame::TcpHeader header{
      .source_port = flow.destination_port,
      .destination_port = source_port(flow, connection),
      .sequence = tcp_origin(flow, connection, Direction::kBack) + static_cast<std::uint32_t>(TcpSender::kFirstByte),
      .acknowledgement = tcp_origin(flow, connection, Direction::kForward) + static_cast<std::uint32_t>(next),
      .flags = frame::kTcpAck,
      .window = window_of(flow)};
  frame::write_tcp_frame(bytes, fields_of(flow, Direction::kBack), header, Bytes(0));
}

std::optional<TcpSegment> read_tcp_segment(const frame::Packet& packet, const parser::HeaderVector& header) {
  constexpr std::size_t kTotalLength = 2;  // of an IPv4 header
  if (!is_tcp(header) || header.network != parser::Network::kIpv4) {
    return std::nullopt;
  }
  const auto total = static_cast<std::int64_t>(frame::field_of(packet, header.ip_offset + kTotalLength, 2));
  const Bytes room(total - (header.transport_offset - header.ip_offset));
  const auto tcp = frame::read_tcp(std::span(packet.bytes).subspan(header.transport_offset), room);
  if (!tcp) {
    return std::nullopt;
  }
  return TcpSegment{.header = *tcp, .payload = room - Bytes(tcp->header_length)};
}

}  // namespace weir::host
