// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ipv6.h"

#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::ipv6_test {

constexpr Bytes kRoom{1500};

// Traffic class 0xb9 (DSCP 46, ECN 1), flow label 0xabcde, 24 bytes of UDP, hop limit 64.
const auto kHeader =
    hex("6b9abcde 0018 11 40"
        "20010db8000100000000000000000001"
        "20010db8000200000000000000abcdef");

TEST(Ipv6, ReadsAndWritesKnownBytes) {
  const auto header = read_ipv6(kHeader, kRoom);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->dscp, 46);
  EXPECT_EQ(header->ecn, Ecn::kEct1);
  EXPECT_EQ(header->flow_label, 0xabcdeU);
  EXPECT_EQ(header->payload_length, 24);
  EXPECT_EQ(header->next_header, 17);
  EXPECT_EQ(header->hop_limit, 64);
  EXPECT_EQ(to_string(header->source), "2001:db8:1:0:0:0:0:1");
  EXPECT_EQ(header->destination, Ipv6Address(0x20010db800020000, 0xabcdef));
  std::vector<std::uint8_t> again(kIpv6HeaderBytes);
  EXPECT_EQ(write_ipv6(again, *header), kIpv6HeaderBytes);
  EXPECT_EQ(again, kHeader);
}

TEST(Ipv6, RefusesWhatIsNone) {
  for (std::size_t n = 0; n < kIpv6HeaderBytes; ++n) {
    EXPECT_EQ(read_ipv6(std::span(kHeader).first(n), kRoom).error(), DecodeError::kTruncated);
  }
  EXPECT_TRUE(read_ipv6(kHeader, Bytes(64)));
  EXPECT_EQ(read_ipv6(kHeader, Bytes(63)).error(), DecodeError::kBadIpPayloadLength);
  auto version = kHeader;
  version[0] = 0x4b;
  EXPECT_EQ(read_ipv6(version, kRoom).error(), DecodeError::kBadIpVersion);
}

TEST(Ipv6, WritesNothingThatDoesNotFit) {
  std::vector<std::uint8_t> bytes(kIpv6HeaderBytes);
  EXPECT_EQ(write_ipv6(bytes, {.dscp = 64}), 0U);
  EXPECT_EQ(write_ipv6(bytes, {.flow_label = 0x100000}), 0U);
  EXPECT_EQ(write_ipv6(std::span(bytes).first(39), {}), 0U);
}

TEST(Ipv6, AHopChangesOneByteAndMarkingTwoBits) {
  auto bytes = kHeader;
  EXPECT_EQ(decrement_hop_limit(bytes), 63);
  EXPECT_EQ(bytes[7], 63);
  EXPECT_EQ(set_ipv6_ecn(bytes, Ecn::kCongestion), Ecn::kEct1);
  EXPECT_EQ(bytes[1], 0xba);
  bytes[1] = 0x9a;
  bytes[7] = 64;
  EXPECT_EQ(bytes, kHeader) << "nothing else";
  bytes[7] = 0;
  EXPECT_EQ(decrement_hop_limit(bytes).error(), DecodeError::kTtlExpired);
  EXPECT_EQ(decrement_hop_limit(std::span(bytes).first(39)).error(), DecodeError::kTruncated);
  EXPECT_EQ(set_ipv6_ecn(std::span(bytes).first(39), Ecn::kEct0).error(), DecodeError::kTruncated);
}

TEST(Ipv6, WalksItsExtensionHeaders) {
  const auto chain_bytes =
      hex("2c00 0104 00000000"                                    // hop-by-hop, then a fragment header
          "3300 0001 0000002a"                                    // first fragment, then authentication
          "1104 0000 00000001 00000002 000000000000000000000000"  // 24 bytes, then UDP
          "0001 0002 0008 0000");
  Ipv6Chain chain;
  const auto walked = read_ipv6_chain(chain_bytes, static_cast<std::uint16_t>(chain_bytes.size()), 0, chain);
  ASSERT_TRUE(walked);
  ASSERT_EQ(chain.count, 3);
  EXPECT_EQ(chain.links[0], (Ipv6Chain::Link{Ipv6Extension::kHopByHop, 0, 8}));
  EXPECT_EQ(chain.links[1], (Ipv6Chain::Link{Ipv6Extension::kFragment, 8, 8}));
  EXPECT_EQ(chain.links[2], (Ipv6Chain::Link{Ipv6Extension::kAuthentication, 16, 24}));
  EXPECT_EQ(chain.protocol, 17);
  EXPECT_EQ(chain.length, 40);
  EXPECT_EQ(chain.fragment, Fragment::kFirst);
  const auto error = [&](std::size_t known, std::size_t length) {
    Ipv6Chain cut;
    return read_ipv6_chain(std::span(chain_bytes).first(known), static_cast<std::uint16_t>(length), 0, cut).error();
  };
  EXPECT_EQ(error(39, 39), DecodeError::kTruncated);
  EXPECT_EQ(error(39, 48), DecodeError::kBeyondParseDepth);
}

TEST(Ipv6, ALaterFragmentEndsTheWalk) {
  const auto bytes = hex("0600 05b0 0000002a 0000000000000000");
  Ipv6Chain chain;
  ASSERT_TRUE(read_ipv6_chain(bytes, 16, 44, chain));
  EXPECT_EQ(chain.fragment, Fragment::kLater);
  EXPECT_EQ(chain.length, 8);
}

}  // namespace weir::frame::ipv6_test
