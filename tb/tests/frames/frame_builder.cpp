// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/frames/frame_builder.h"

#include <algorithm>
#include <numeric>

namespace weir::samples {

namespace {

ByteString join(ByteString head, const ByteString& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

ByteString extension(const Extension& spec, std::uint8_t next) {
  using enum frame::Ipv6Extension;
  ByteString bytes(spec.length, 0);
  bytes[0] = next;
  if (spec.kind == kFragment) {
    bytes[2] = spec.fragment == frame::Fragment::kLater ? 0x05 : 0x00;  // the last one, 1456 bytes in
    bytes[3] = spec.fragment == frame::Fragment::kLater ? 0xb0 : spec.fragment == frame::Fragment::kFirst ? 0x01 : 0x00;
    bytes[7] = 0x2a;
  } else if (spec.kind == kAuthentication) {
    bytes[1] = static_cast<std::uint8_t>(spec.length / 4 - 2);
    std::iota(bytes.begin() + 4, bytes.end(), std::uint8_t{0x40});
  } else if (spec.kind == kRouting) {
    bytes[1] = static_cast<std::uint8_t>(spec.length / 8 - 1);
    bytes[2] = 4;  // segment routing, nothing left
    bytes[4] = static_cast<std::uint8_t>((spec.length - 8) / 16 - 1);
    std::iota(bytes.begin() + 8, bytes.end(), std::uint8_t{0x20});
  } else {
    bytes[1] = static_cast<std::uint8_t>(spec.length / 8 - 1);
    for (std::size_t at = 2; at < bytes.size();) {  // PadN options, of at most 7 bytes
      const std::size_t size = std::min<std::size_t>(bytes.size() - at, 7);
      const std::size_t used = bytes.size() - at - size == 1 ? size - 1 : size;
      bytes[at] = 1;
      bytes[at + 1] = static_cast<std::uint8_t>(used - 2);
      at += used;
    }
  }
  return bytes;
}

}  // namespace

ByteString payload(std::size_t n) {
  ByteString bytes(n);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0x10});
  return bytes;
}

ByteString roce(std::uint8_t opcode, std::size_t payload_bytes) {
  frame::RoceHeaders headers;
  headers.bth = {.opcode = opcode,
                 .solicited_event = true,
                 .migration_request = false,
                 .pad_count = 0,
                 .header_version = 0,
                 .partition_key = 0xffff,
                 .fecn = (opcode & 1U) != 0,
                 .becn = (opcode & 2U) != 0,
                 .destination_qp = 0x123456,
                 .acknowledge_request = true,
                 .sequence = 0xabcdef};
  headers.extensions = {.present = frame::roce_extensions(opcode),
                        .rdeth_ee_context = 0x0a0b0c,
                        .deth_q_key = 0x11121314,
                        .deth_source_qp = 0x151617,
                        .xrceth_srq = 0x18191a,
                        .reth_virtual_address = 0x2021222324252627,
                        .reth_remote_key = 0x28292a2b,
                        .reth_dma_length = 0x1000,
                        .atomic_virtual_address = 0x3031323334353637,
                        .atomic_remote_key = 0x38393a3b,
                        .atomic_swap = 0x4041424344454647,
                        .atomic_compare = 0x48494a4b4c4d4e4f,
                        .aeth_syndrome = 0x1f,
                        .aeth_message_sequence = 0x515253,
                        .atomic_ack_original = 0x6061626364656667,
                        .immediate = 0x71727374,
                        .invalidated_key = 0x81828384};
  ByteString bytes(headers.length());
  frame::write_roce(bytes, headers);
  return join(join(bytes, payload(payload_bytes)), {0xde, 0xad, 0xbe, 0xef});
}

ByteString udp(std::uint16_t destination_port, const ByteString& inner) {
  ByteString bytes(frame::kUdpHeaderBytes);
  frame::write_udp(bytes, {.source_port = 49'152,
                           .destination_port = destination_port,
                           .length = static_cast<std::uint16_t>(bytes.size() + inner.size())});
  return join(bytes, inner);
}

ByteString tcp(std::uint8_t header_length, const ByteString& inner) {
  ByteString bytes(header_length);
  frame::write_tcp(bytes, {.source_port = 49'153,
                           .destination_port = 80,
                           .sequence = 0x01020304,
                           .acknowledgement = 0x05060708,
                           .header_length = header_length,
                           .flags = 0x18,
                           .window = 0x1234,
                           .checksum = 0xabcd,
                           .urgent = 0});
  std::fill(bytes.begin() + frame::kTcpHeaderBytes, bytes.end(), std::uint8_t{1});
  return join(bytes, inner);
}

ByteString ipv4(std::uint8_t protocol, const ByteString& inner, std::size_t option_bytes, std::uint16_t fragment_word) {
  ByteString bytes(frame::kIpv4HeaderBytes + option_bytes);
  frame::write_ipv4(bytes, {.dscp = 26,
                            .ecn = frame::Ecn::kEct0,
                            .total_length = static_cast<std::uint16_t>(bytes.size() + inner.size()),
                            .identification = 0x4242,
                            .flags_and_fragment_offset = fragment_word,
                            .ttl = 64,
                            .protocol = static_cast<frame::IpProtocol>(protocol),
                            .source = frame::Ipv4Address(192, 0, 2, 1),
                            .destination = frame::Ipv4Address(198, 51, 100, 2)});
  if (option_bytes > 0) {
    bytes[0] = static_cast<std::uint8_t>(0x45 + option_bytes / 4);
    bytes[20] = 7;  // record route; one no-operation behind it
    bytes[21] = static_cast<std::uint8_t>(option_bytes - 1);
    bytes[22] = 4;
    bytes.back() = 1;
    mend_checksum(bytes, 0);
  }
  return join(bytes, inner);
}

ByteString ipv6(std::uint8_t protocol, const ByteString& inner, std::initializer_list<Extension> chain) {
  return ipv6(protocol, inner, std::span(chain.begin(), chain.size()));
}

ByteString ipv6(std::uint8_t protocol, const ByteString& inner, std::span<const Extension> chain) {
  ByteString rest = inner;
  std::uint8_t next = protocol;
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    rest = join(extension(*link, next), rest);
    next = static_cast<std::uint8_t>(link->kind);
  }
  ByteString bytes(frame::kIpv6HeaderBytes);
  frame::write_ipv6(bytes, {.dscp = 46,
                            .ecn = frame::Ecn::kEct1,
                            .flow_label = 0xabcde,
                            .payload_length = static_cast<std::uint16_t>(rest.size()),
                            .next_header = next,
                            .hop_limit = 64,
                            .source = {0x2001'0db8'0000'0001, 0x0000'0000'0000'00aa},
                            .destination = {0x2001'0db8'0000'0002, 0x0123'4567'89ab'cdef}});
  return join(bytes, rest);
}

ByteString ethernet(std::uint16_t ethertype, const ByteString& inner, unsigned tags, bool padded) {
  frame::EthernetHeader header{.destination = frame::MacAddress(0x02'00'00'00'00'02U),
                               .source = frame::MacAddress(0x02'00'00'00'00'01U),
                               .tag_count = static_cast<std::uint8_t>(tags),
                               .ethertype = static_cast<frame::EtherType>(ethertype)};
  header.tags[0] = {.pcp = 3, .drop_eligible = false, .vid = 42};
  if (tags == 2) {
    header.tags = {frame::VlanTag{.pcp = 5, .drop_eligible = true, .vid = 100, .tpid = frame::EtherType::kServiceTag},
                   header.tags[0]};
  }
  ByteString bytes(header.length());
  frame::write_ethernet(bytes, header);
  bytes = join(bytes, inner);
  constexpr std::size_t kShortest = 60;
  bytes.resize(padded ? std::max(bytes.size(), kShortest) : bytes.size());
  return bytes;
}

void mend_checksum(ByteString& frame, std::size_t offset) {
  const std::size_t length = (frame[offset] & 0xfU) * std::size_t{4};
  frame[offset + 10] = frame[offset + 11] = 0;
  const std::uint16_t sum = frame::internet_checksum(std::span<const std::uint8_t>(frame).subspan(offset, length));
  frame[offset + 10] = static_cast<std::uint8_t>(sum >> 8U);
  frame[offset + 11] = static_cast<std::uint8_t>(sum);
}

}  // namespace weir::samples
