// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/udp.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::ip_test {

// A UDP datagram of 115 bytes from 192.168.0.1 to 192.168.0.199: the textbook example of the header checksum.
const char* const kTextbook = "4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7";

Ipv4Header textbook() {
  return {.total_length = 115,
          .ttl = 64,
          .protocol = IpProtocol::kUdp,
          .source = Ipv4Address(192, 168, 0, 1),
          .destination = Ipv4Address(192, 168, 0, 199)};
}

TEST(Ipv4, WritesTheTextbookHeader) {
  std::array<std::uint8_t, kIpv4HeaderBytes> bytes{};
  ASSERT_EQ(write_ipv4(bytes, textbook()), kIpv4HeaderBytes);
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex(kTextbook)));
  EXPECT_EQ(read_ipv4(bytes, 115_B), textbook());
}

TEST(Ipv4, AddressesPrintDotted) { EXPECT_EQ(to_string(Ipv4Address(10, 0, 255, 7)), "10.0.255.7"); }

TEST(Ipv4, TrafficClassByteHoldsDscpAndEcn) {
  Ipv4Header header = textbook();
  header.dscp = 46;
  header.ecn = Ecn::kUndetermined;
  std::array<std::uint8_t, kIpv4HeaderBytes> bytes{};
  ASSERT_EQ(write_ipv4(bytes, header), kIpv4HeaderBytes);
  EXPECT_EQ(bytes[1], 46 << 2 | 0b10);
  EXPECT_EQ(read_ipv4(bytes, 115_B), header);
}

TEST(Ipv4, OptionsAreSkippedAndSummed) {
  auto bytes = hex("4600 0073 0000 4000 4011 0000 c0a80001 c0a800c7 94040000");  // router alert
  const std::uint16_t checksum = internet_checksum(bytes);
  bytes[10] = static_cast<std::uint8_t>(checksum >> 8U);
  bytes[11] = static_cast<std::uint8_t>(checksum);
  const auto header = read_ipv4(bytes, 115_B);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->header_length, 24);
  EXPECT_EQ(read_ipv4(std::span(bytes).first(23), 115_B), tl::unexpected(DecodeError::kTruncated));
  bytes[21] ^= 1U;
  EXPECT_EQ(read_ipv4(bytes, 115_B), tl::unexpected(DecodeError::kBadIpHeaderChecksum));
}

TEST(Ipv4, EveryTruncationIsAnError) {
  const auto whole = hex(kTextbook);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(read_ipv4(std::span(whole).first(size), 115_B), tl::unexpected(DecodeError::kTruncated)) << size;
  }
}

TEST(Ipv4, MalformedHeadersAreRefusedWithTheirReason) {
  const auto refused = [](std::size_t at, std::uint8_t value, Bytes room = 115_B) {
    auto bytes = hex(kTextbook);
    bytes[at] = value;
    const auto header = read_ipv4(bytes, room);
    return header ? std::string("accepted") : std::string(name(header.error()));
  };
  EXPECT_EQ(refused(0, 0x65), "bad_ip_version");
  EXPECT_EQ(refused(0, 0x44), "bad_ip_header_length");
  EXPECT_EQ(refused(0, 0x4f), "truncated");
  EXPECT_EQ(refused(3, 19), "bad_ip_total_length");
  EXPECT_EQ(refused(3, 116), "bad_ip_total_length");
  EXPECT_EQ(refused(0, 0x45, 114_B), "bad_ip_total_length");
  EXPECT_EQ(refused(0, 0x45, Bytes(-18)), "bad_ip_total_length");
  EXPECT_EQ(refused(0, 0x45), "accepted");
}

TEST(Ipv4, ChecksumNoticesEveryChangedByte) {
  for (std::size_t at = 0; at < kIpv4HeaderBytes; ++at) {
    auto bytes = hex(kTextbook);
    bytes[at] ^= 0x01U;
    EXPECT_FALSE(read_ipv4(bytes, 9000_B).has_value()) << at;
  }
}

TEST(Ipv4, RefusesToWriteWhatTheFieldsCannotHold) {
  std::array<std::uint8_t, 24> bytes{};
  Ipv4Header header = textbook();
  EXPECT_EQ(write_ipv4(std::span(bytes).first(19), header), 0U);
  header.dscp = 64;
  EXPECT_EQ(write_ipv4(bytes, header), 0U);
  header = textbook();
  header.header_length = 24;
  EXPECT_EQ(write_ipv4(bytes, header), 0U);
}

TEST(Checksum, ExampleOfRfc1071) {
  const auto bytes = hex("0001 f203 f4f5 f6f7");  // sums to ddf2
  EXPECT_EQ(internet_checksum(bytes), static_cast<std::uint16_t>(~0xddf2));
  EXPECT_EQ(internet_checksum(hex("00")), 0xffff);
  EXPECT_EQ(internet_checksum(hex("0100 02")), static_cast<std::uint16_t>(~0x0300));
}

TEST(Checksum, ExampleOfRfc1624) {
  // Section 4: the case in which the update of RFC 1141 gives ffff instead of 0000.
  EXPECT_EQ(checksum_after(0xdd2f, 0x5555, 0x3285), 0x0000);
}

TEST(Ipv4InPlace, TtlCountsDownAndTheChecksumFollows) {
  auto bytes = hex(kTextbook);
  for (int ttl = 63; ttl >= 0; --ttl) {
    ASSERT_EQ(decrement_ttl(bytes), static_cast<std::uint8_t>(ttl));
    const auto header = read_ipv4(bytes, 115_B);
    ASSERT_TRUE(header.has_value()) << ttl;
    EXPECT_EQ(header->ttl, ttl);
  }
  const auto before = bytes;
  EXPECT_EQ(decrement_ttl(bytes), tl::unexpected(DecodeError::kTtlExpired));
  EXPECT_EQ(bytes, before);
}

TEST(Ipv4InPlace, EveryEcnChangeKeepsTheHeaderValid) {
  for (unsigned from = 0; from < 4; ++from) {
    for (unsigned to = 0; to < 4; ++to) {
      Ipv4Header header = textbook();
      header.dscp = 21;
      header.ecn = static_cast<Ecn>(from);
      std::array<std::uint8_t, kIpv4HeaderBytes> bytes{};
      write_ipv4(bytes, header);
      EXPECT_EQ(set_ecn(bytes, static_cast<Ecn>(to)), static_cast<Ecn>(from));
      header.ecn = static_cast<Ecn>(to);
      EXPECT_EQ(read_ipv4(bytes, 115_B), header);
    }
  }
}

TEST(Ipv4InPlace, TooFewBytesAreLeftAlone) {
  auto bytes = padded(hex(kTextbook), 19);
  const auto before = bytes;
  EXPECT_EQ(decrement_ttl(bytes), tl::unexpected(DecodeError::kTruncated));
  EXPECT_EQ(set_ecn(bytes, Ecn::kCongestion), tl::unexpected(DecodeError::kTruncated));
  EXPECT_EQ(bytes, before);
}

TEST(Udp, KnownBytes) {
  const UdpHeader header{.source_port = 49152, .destination_port = 4791, .length = 95};
  std::array<std::uint8_t, kUdpHeaderBytes> bytes{};
  ASSERT_EQ(write_udp(bytes, header), kUdpHeaderBytes);
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex("c000 12b7 005f 0000")));
  EXPECT_EQ(read_udp(bytes, 95_B), header);
}

TEST(Udp, MalformedHeadersAreRefusedWithTheirReason) {
  const auto whole = hex("c000 12b7 005f 0000");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(read_udp(std::span(whole).first(size), 95_B), tl::unexpected(DecodeError::kTruncated)) << size;
  }
  EXPECT_EQ(read_udp(whole, 94_B), tl::unexpected(DecodeError::kBadUdpLength));
  EXPECT_EQ(read_udp(hex("c000 12b7 0007 0000"), 95_B), tl::unexpected(DecodeError::kBadUdpLength));
}

TEST(Udp, RefusesToWriteALengthBelowItsOwnHeader) {
  std::array<std::uint8_t, kUdpHeaderBytes> bytes{};
  EXPECT_EQ(write_udp(bytes, UdpHeader{.length = 7}), 0U);
  EXPECT_EQ(write_udp(std::span(bytes).first(7), UdpHeader{.length = 8}), 0U);
}

}  // namespace weir::frame::ip_test
