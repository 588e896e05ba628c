// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Known bytes, every verdict, and agreement with the codecs, which are written and tested independently.

#include "hw_model/datapath/parser/parser.h"

#include <rapidcheck/gtest.h>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/udp.h"
#include "tb/tests/frames/parser_agreement.h"
#include "tb/tests/unit/datapath/packets.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::parser::parser_test {

using frame::DecodeError;

constexpr ParserConfig kTimed{.clock = Time(1'000), .state_cycles = 3, .lookup_cycles = 5};
constexpr Time states(std::int64_t n) { return 1_ns * (3 * n + 5); }

constexpr std::initializer_list<std::uint8_t> kAddresses{0x02, 0, 0, 2, 0, 0, 0x02, 0, 0, 1, 0, 0};
// IPv4: TOS 0xb8 (DSCP 46), 46 bytes, TTL 64, UDP, 10.0.0.1 to 10.0.0.2. The checksum is worked out by hand:
// 4500+00b8+002e+0000+4000+4011+0000+0a00+0001+0a00+0002 without the b8 in its own byte, see the table in the test.
constexpr std::initializer_list<std::uint8_t> kIpv4{0x45, 0xb8, 0x00, 0x2e, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11,
                                                    0x26, 0x05, 10,   0,    0,    1,    10,   0,    0,    2};
constexpr std::initializer_list<std::uint8_t> kUdp{0x00, 0x07, 0x13, 0x89, 0x00, 0x1a, 0x00, 0x00};

// A frame of these pieces, zeros behind them.
class Frame {
 public:
  Frame(Bytes length, std::initializer_list<std::initializer_list<std::uint8_t>> pieces) {
    packet_.length = length;
    packet_.bytes.fill(0);
    auto* at = packet_.bytes.data();
    for (const auto& piece : pieces) {
      at = std::copy(piece.begin(), piece.end(), at);
    }
  }
  std::uint8_t& operator[](std::size_t i) { return packet_.bytes[i]; }
  HeaderVector parsed(const ParserConfig& config = kTimed) const { return Parser(config).parse(packet_); }

 private:
  frame::Packet packet_;
};

Frame untagged() { return {64_B, {kAddresses, {0x08, 0x00}, kIpv4, kUdp}}; }
Frame tagged() { return {68_B, {kAddresses, {0x81, 0x00, 0x60, 0x2a}, {0x08, 0x00}, kIpv4, kUdp}}; }
Frame double_tagged() {
  return {72_B, {kAddresses, {0x88, 0xa8, 0xb0, 0x01}, {0x81, 0x00, 0xc0, 0x02}, {0x08, 0x00}, kIpv4, kUdp}};
}

// 0x4500|b8 + 002e + 0000 + 4000 + 4011 + 0a00 + 0001 + 0a00 + 0002 = 0xd9fa; its complement is 0x2605.
static_assert(0x45b8 + 0x002e + 0x0000 + 0x4000 + 0x4011 + 0x0a00 + 0x0001 + 0x0a00 + 0x0002 == 0xffff - 0x2605);

void expect_the_udp_packet(const HeaderVector& header, std::size_t ip_offset) {
  EXPECT_EQ(header.error, std::nullopt);
  EXPECT_EQ(header.ip_offset, ip_offset);
  EXPECT_EQ(header.ttl, 64);
  EXPECT_EQ(header.dscp, 46);
  EXPECT_EQ(header.protocol, 17);
  EXPECT_EQ(header.source_ip, 0x0a000001U);
  EXPECT_EQ(header.destination_ip, 0x0a000002U);
  EXPECT_EQ(header.transport_ports, 0x00071389U);
}

TEST(Parser, ReadsUntagged) {
  const HeaderVector header = untagged().parsed();
  expect_the_udp_packet(header, 14);
  EXPECT_EQ(header.code_point, 0);
  EXPECT_EQ(header.latency, states(3));
}

TEST(Parser, ReadsThePriorityOfATag) {
  const HeaderVector header = tagged().parsed();
  expect_the_udp_packet(header, 18);
  EXPECT_EQ(header.code_point, 3 << 1);
  EXPECT_EQ(header.latency, states(4));
}

TEST(Parser, ReadsThePriorityOfTheOuterTag) {
  const HeaderVector header = double_tagged().parsed();
  expect_the_udp_packet(header, 22);
  EXPECT_EQ(header.code_point, (5 << 1 | 1)) << "with DEI";
  EXPECT_EQ(header.latency, states(5));
  EXPECT_LE(header.latency, longest_latency(kTimed));
}

TEST(Parser, CostsNothingByDefault) { EXPECT_EQ(double_tagged().parsed(ParserConfig{}).latency, 0_ns); }

TEST(Parser, ToldApartWhatIsNotIp) {
  Frame arp = untagged();
  arp[12] = 0x08;
  arp[13] = 0x06;
  EXPECT_EQ(arp.parsed().error, std::nullopt);
  EXPECT_EQ(arp.parsed().network, Network::kNone);
  EXPECT_EQ(arp.parsed().ethertype, 0x0806);
  EXPECT_EQ(arp.parsed().latency, states(1));
  Frame third_tag = double_tagged();
  third_tag[20] = 0x81;
  third_tag[21] = 0x00;
  EXPECT_EQ(third_tag.parsed().error, DecodeError::kTooManyTags);
  EXPECT_EQ(third_tag.parsed().latency, states(3));
}

TEST(Parser, RefusesMalformedHeaders) {
  const auto with = [](std::size_t at, std::uint8_t value) {
    Frame frame = untagged();
    frame[at] = value;
    return frame.parsed().error;
  };
  EXPECT_EQ(with(14, 0x55), DecodeError::kBadIpVersion);
  EXPECT_EQ(with(14, 0x44), DecodeError::kBadIpHeaderLength);
  EXPECT_EQ(with(14, 0x46), DecodeError::kBadIpHeaderChecksum) << "it covers the options";
  EXPECT_EQ(with(17, 19), DecodeError::kBadIpTotalLength) << "below the header";
  EXPECT_EQ(with(17, 47), DecodeError::kBadIpTotalLength) << "beyond the frame: 64 - 14 - 4 = 46";
  EXPECT_EQ(with(39, 7), DecodeError::kBadUdpLength);
  EXPECT_EQ(with(39, 27), DecodeError::kBadUdpLength) << "46 - 20 = 26 bytes are there";
}

TEST(Parser, TakesATotalLengthOfTheHeaderAlone) {
  Frame frame = untagged();
  frame[17] = 20;
  frame[23] = 253;
  frame[24] = 0x25;
  frame[25] = static_cast<std::uint8_t>(0x05 + 0x2e - 20 + 0x100 + 17 - 253);
  const HeaderVector header = frame.parsed();
  EXPECT_EQ(header.error, std::nullopt);
  EXPECT_EQ(header.transport_ports, 0U) << "no transport header in the packet, whatever the padding holds";
  EXPECT_EQ(header.latency, states(2));
}

TEST(Parser, RefusesEveryWrongChecksum) {
  for (std::size_t at = 15; at < 34; ++at) {
    if (at == 16 || at == 17) {
      continue;  // a wrong total length is found before
    }
    for (unsigned bit = 0; bit < 8; ++bit) {
      Frame frame = untagged();
      frame[at] = static_cast<std::uint8_t>(frame[at] ^ (1U << bit));
      EXPECT_EQ(frame.parsed().error, DecodeError::kBadIpHeaderChecksum) << "byte " << at << " bit " << bit;
    }
  }
}

TEST(Parser, ExpiresTtlOneAndZero) {
  const auto with_ttl = [](std::uint8_t ttl) {
    Frame frame = untagged();
    frame[22] = ttl;
    frame[24] = static_cast<std::uint8_t>(0x26 + 64 - ttl);
    return frame.parsed().error;
  };
  EXPECT_EQ(with_ttl(0), DecodeError::kTtlExpired);
  EXPECT_EQ(with_ttl(1), DecodeError::kTtlExpired);
  EXPECT_EQ(with_ttl(2), std::nullopt);
}

TEST(Parser, ReadsNoPortsOfOtherProtocols) {
  Frame frame = untagged();
  frame[23] = 1;  // ICMP
  frame[25] = 0x05 + 16;
  const HeaderVector header = frame.parsed();
  EXPECT_EQ(header.error, std::nullopt);
  EXPECT_EQ(header.protocol, 1);
  EXPECT_EQ(header.transport_ports, 0U);
  EXPECT_EQ(header.latency, states(2));
}

// Of a packet whose bytes beyond the first ones are zeros.
void expect_the_codecs_view(const frame::Packet& packet) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(packet.length.count()) - frame::kFcsBytes);
  std::copy_n(packet.bytes.begin(), std::min(bytes.size(), packet.bytes.size()), bytes.begin());
  RC_ASSERT(samples::disagreement(Parser(kTimed).parse(packet), frame::read_headers(bytes, packet.length), packet) ==
            "");
}

RC_GTEST_PROP(ParserProperties, AgreesWithTheCodecsOnFramesOfHosts, ()) {
  frame::DataFrameFields fields = some_fields();
  fields.tagged = *rc::gen::arbitrary<bool>();
  fields.traffic_class = ClassId(*rc::gen::inRange<std::size_t>(0, kClasses));
  fields.vid = *rc::gen::inRange<std::uint16_t>(0, 4096);
  fields.ttl = *rc::gen::arbitrary<std::uint8_t>();
  fields.dscp = *rc::gen::inRange<std::uint8_t>(0, 64);
  fields.source_ip = frame::Ipv4Address(*rc::gen::arbitrary<std::uint32_t>());
  fields.source_port = *rc::gen::arbitrary<std::uint16_t>();
  fields.destination_port = *rc::gen::inRange<std::uint16_t>(5000, 65535);  // not RoCEv2: the payload is no BTH
  fields.length = Bytes(*rc::gen::inRange<std::int64_t>(64, 9217));
  frame::Packet packet;
  write_packet(packet, fields);
  expect_the_codecs_view(packet);
  const HeaderVector header = Parser(kTimed).parse(packet);
  if (fields.ttl > 1) {
    RC_ASSERT(header.error == std::nullopt);
    RC_ASSERT(header.transport_ports == ((std::uint32_t{fields.source_port} << 16U) | fields.destination_port));
  }
}

// Any bytes, and any length of frame, give a verdict and a latency within the pipeline's; and the same as the codecs.
// Ethertype, version and length are often right, so that the random rest is looked at.
RC_GTEST_PROP(ParserProperties, IsTotal, ()) {
  frame::Packet packet;
  for (std::uint8_t& byte : packet.bytes) {
    byte = *rc::gen::arbitrary<std::uint8_t>();
  }
  packet.length = Bytes(*rc::gen::inRange<std::int64_t>(64, 9217));
  const auto tags = *rc::gen::inRange<std::size_t>(0, 4);
  for (std::size_t tag = 0; tag < tags; ++tag) {
    packet.bytes[12 + 4 * tag] = 0x81;
    packet.bytes[13 + 4 * tag] = 0x00;
  }
  const std::size_t ip = 14 + 4 * tags;
  if (*rc::gen::inRange(0, 4) > 0 && tags <= 2) {
    packet.bytes[ip - 2] = 0x08;
    packet.bytes[ip - 1] = 0x00;
    packet.bytes[ip] = *rc::gen::inRange(0, 4) > 0 ? 0x45 : packet.bytes[ip];
    packet.bytes[ip + 2] = 0;
    if (*rc::gen::arbitrary<bool>()) {  // a right checksum
      packet.bytes[ip + 10] = packet.bytes[ip + 11] = 0;
      const std::uint16_t sum =
          frame::internet_checksum(std::span<const std::uint8_t>(packet.bytes).subspan(ip, frame::kIpv4HeaderBytes));
      packet.bytes[ip + 10] = static_cast<std::uint8_t>(sum >> 8U);
      packet.bytes[ip + 11] = static_cast<std::uint8_t>(sum & 0xffU);
    }
  }
  const HeaderVector header = Parser(kTimed).parse(packet);
  RC_ASSERT(header.latency >= states(1));
  RC_ASSERT(header.latency <= longest_latency(kTimed));
  expect_the_codecs_view(packet);
  RC_TAG(header.error ? std::string(frame::name(*header.error)) : "sound");
}

}  // namespace weir::parser::parser_test
