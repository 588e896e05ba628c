// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/transport.h"

#include "hw_model/frame/roce.h"
#include "hw_model/frame/udp.h"
#include "hw_model/frame/wire.h"
#include "tb/host/flow.h"
#include "tb/host/tcp_sender.h"
#include "tb/host/tcp_wire.h"

namespace weir::host {

namespace {

constexpr std::uint8_t kAnswerWanted = 0x80;
constexpr std::uint8_t kMarkMask = 0x03;
constexpr std::uint8_t kSaysCongestion = 0x03;    // as the code point CE
constexpr std::uint8_t kSaysUndetermined = 0x02;  // as UE of the TCD paper, whatever the code points of the network are

constexpr std::uint8_t kSendOnly = 0x04;     // reliable connection
constexpr std::uint8_t kAcknowledge = 0x11;  // reliable connection
constexpr std::uint8_t kAckSyndrome = 0x1f;  // syndrome: no end-to-end credits
constexpr std::uint8_t kNakSyndrome = 0x60;
constexpr std::uint16_t kDefaultPartition = 0xffff;
constexpr std::uint32_t k24Bits = 0xff'ffff;

std::uint8_t bits_of(Mark mark) {
  return mark == Mark::kCongestion ? kSaysCongestion : mark == Mark::kUndetermined ? kSaysUndetermined : 0;
}

Mark mark_in(std::uint8_t flags) {
  const unsigned bits = flags & kMarkMask;
  return bits == kSaysCongestion ? Mark::kCongestion : bits == kSaysUndetermined ? Mark::kUndetermined : Mark::kNone;
}

void write_word(std::span<std::uint8_t> bytes, const Transport& transport) {
  frame::WireWriter out(bytes);
  out.u8(static_cast<std::uint8_t>(transport.meaning));
  out.u8(static_cast<std::uint8_t>((transport.answer_wanted ? kAnswerWanted : 0U) | bits_of(transport.mark)));
  out.u16(0);
  out.u32(transport.number);
}

Transport read_word(std::span<const std::uint8_t> bytes) {
  frame::WireReader in(bytes);
  const std::uint8_t meaning = in.u8();
  const std::uint8_t flags = in.u8();
  in.skip(2);
  const std::uint32_t number = in.u32();
  if (!in.ok() || meaning > static_cast<std::uint8_t>(Meaning::kNotification)) {
    return {};
  }
  return {.meaning = static_cast<Meaning>(meaning),
          .number = number,
          .answer_wanted = (flags & kAnswerWanted) != 0,
          .mark = mark_in(flags)};
}

// BECN says that the packet that is answered was marked, a reserved bit beside it that the mark was UE: whoever knows
// only BECN takes it for congestion. FECN cannot say so: a switch may set it in any packet, an answer included.
void write_marks(frame::Bth& bth, Mark mark) {
  bth.becn = mark != Mark::kNone;
  bth.undetermined = mark == Mark::kUndetermined;
}

Mark marks_in(const frame::Bth& bth) {
  return !bth.becn ? Mark::kNone : bth.undetermined ? Mark::kUndetermined : Mark::kCongestion;
}

// An acknowledgement has the number of the last packet taken, a negative one that of the packet that is lacking.
void write_bth(std::span<std::uint8_t> bytes, std::uint32_t queue_pair, const Transport& transport) {
  frame::RoceHeaders headers;
  headers.bth = {.opcode = kSendOnly,
                 .partition_key = kDefaultPartition,
                 .destination_qp = queue_pair,
                 .acknowledge_request = transport.answer_wanted,
                 .sequence = transport.number & k24Bits};
  if (transport.meaning == Meaning::kNotification) {
    headers.bth.opcode = frame::kCnpOpcode;
    write_marks(headers.bth, transport.mark);
    headers.bth.sequence = 0;
  } else if (transport.meaning != Meaning::kData) {
    const bool lacking = transport.meaning == Meaning::kNak;
    headers.bth.opcode = kAcknowledge;
    write_marks(headers.bth, transport.mark);
    headers.bth.sequence = (transport.number - (lacking ? 0 : 1)) & k24Bits;
    headers.extensions.aeth_syndrome = lacking ? kNakSyndrome : kAckSyndrome;
    headers.extensions.aeth_message_sequence = transport.number & k24Bits;  // each packet is a message
  }
  frame::write_roce(bytes, headers);
}

Transport read_bth(std::span<const std::uint8_t> bytes) {
  const auto headers = frame::read_roce(bytes, Bytes(static_cast<std::int64_t>(bytes.size())));
  if (!headers) {
    return {};
  }
  const frame::Bth& bth = headers->bth;
  const Mark mark = marks_in(bth);
  switch (bth.opcode) {
    case kSendOnly:
      return {.meaning = Meaning::kData,
              .number = bth.sequence,
              .answer_wanted = bth.acknowledge_request,
              .mark = bth.fecn ? Mark::kCongestion : Mark::kNone};
    case frame::kCnpOpcode:
      return {.meaning = Meaning::kNotification, .mark = mark};
    case kAcknowledge:
      if (headers->extensions.aeth_syndrome == kNakSyndrome) {
        return {.meaning = Meaning::kNak, .number = bth.sequence, .mark = mark};
      }
      if (headers->extensions.aeth_syndrome == kAckSyndrome) {
        return {.meaning = Meaning::kAck, .number = (bth.sequence + 1) & k24Bits, .mark = mark};
      }
      return {};
    default:
      return {};
  }
}

}  // namespace

void write_headers(std::span<std::uint8_t> bytes, const FlowSpec& flow, Direction direction) {
  write_headers(bytes, flow, direction,
                direction == Direction::kBack ? flow.acknowledgement_length : flow.demand.frame_length);
}

void write_headers(std::span<std::uint8_t> bytes, const FlowSpec& flow, Direction direction, Bytes length) {
  if (flow.framing == Framing::kTcp) {
    direction == Direction::kBack ? write_tcp_answer(bytes, flow, 0, TcpSender::kFirstByte)
                                  : write_tcp_segment(bytes, flow, 0, TcpSender::kFirstByte, false);
    return;
  }
  const bool back = direction == Direction::kBack;
  const bool roce = flow.framing == Framing::kRoceV2;
  frame::DataFrameFields fields;
  fields.source = back ? flow.destination_address : flow.source_address;
  fields.destination = back ? flow.source_address : flow.destination_address;
  fields.traffic_class = flow.priority();
  fields.drop_eligible = flow.drop_eligible;
  fields.source_ip = frame::Ipv4Address(back ? flow.destination_ip : flow.source_ip);
  fields.destination_ip = frame::Ipv4Address(back ? flow.source_ip : flow.destination_ip);
  // RoCEv2 uses the same destination port in both directions.
  fields.source_port = back && !roce ? flow.destination_port : flow.source_port;
  fields.destination_port = back && !roce ? flow.source_port : flow.destination_port;
  fields.ttl = flow.ttl;
  fields.dscp = flow.dscp;
  fields.ecn = back ? frame::Ecn::kNotCapable : flow.ecn;
  fields.length = length;
  frame::write_data_frame(bytes, fields);
}

void write_transport(std::span<std::uint8_t> bytes, const FlowSpec& flow, const Transport& transport) {
  const auto behind_headers = bytes.subspan(frame::kMaxDataHeaderBytes);
  if (flow.framing == Framing::kRoceV2) {
    write_bth(behind_headers, queue_pair(flow.index), transport);
  } else {
    write_word(behind_headers, transport);
  }
}

Transport read_transport(const frame::Packet& packet, const parser::HeaderVector& header) {
  const std::size_t at = header.transport_offset + frame::kUdpHeaderBytes;
  if (header.transport_offset == 0 || header.protocol != static_cast<std::uint8_t>(frame::IpProtocol::kUdp) ||
      at >= packet.bytes.size()) {
    return {};
  }
  const auto bytes = std::span(packet.bytes).subspan(at);
  return header.has_bth ? read_bth(bytes) : read_word(bytes);
}

Connection connection_of(const frame::Packet& packet, const parser::HeaderVector& header) {
  if (!header.has_bth) {
    return {header.source_ip, header.transport_ports, is_tcp(header) ? Framing::kTcp : Framing::kUdp};
  }
  constexpr std::size_t kQueuePairInBth = 5;
  const std::size_t at = header.transport_offset + frame::kUdpHeaderBytes + kQueuePairInBth;
  return {header.source_ip, static_cast<std::uint32_t>(frame::field_of(packet, at, 3)), Framing::kRoceV2};
}

Connection connection_of(const FlowSpec& flow, Direction direction, std::uint32_t connection) {
  const bool back = direction == Direction::kBack;
  const std::uint32_t from = back ? flow.destination_ip : flow.source_ip;
  if (flow.framing == Framing::kRoceV2) {
    return {from, queue_pair(flow.index), Framing::kRoceV2};
  }
  const std::uint32_t own = flow.source_port + connection;
  const std::uint32_t source_port = back ? flow.destination_port : own;
  const std::uint32_t destination_port = back ? own : flow.destination_port;
  return {from, source_port << 16U | destination_port, flow.framing};
}

Connection answer_to(const frame::CongestionNotification& notification) {
  const std::uint32_t from = notification.destination_ip.value();
  if (notification.queue_pair != 0) {
    return {from, notification.queue_pair, Framing::kRoceV2};
  }
  const bool tcp = notification.protocol == static_cast<std::uint8_t>(frame::IpProtocol::kTcp);
  return {from, std::uint32_t{notification.destination_port} << 16U | notification.source_port,
          tcp ? Framing::kTcp : Framing::kUdp};
}

}  // namespace weir::host
