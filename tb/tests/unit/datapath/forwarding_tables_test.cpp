// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of MAC addresses and prefixes, each against a plain list, and what the forwarding engine does with them.

#include <rapidcheck/gtest.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/forwarding/bucket_table.h"
#include "hw_model/datapath/forwarding/forwarding.h"
#include "hw_model/datapath/forwarding/prefix_table.h"
#include "tb/tests/unit/datapath/packets.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::forwarding::forwarding_tables_test {

TEST(BucketTable, HasAPowerOfTwoOfBuckets) {
  EXPECT_EQ(BucketTable(16'384, 4, 1).buckets(), 4'096U);
  EXPECT_EQ(BucketTable(100, 4, 1).buckets(), 16U);
  EXPECT_EQ(BucketTable(1, 4, 1).buckets(), 1U);
  EXPECT_EQ(BucketTable(0, 0, 1).ways(), 1U);
}

TEST(BucketTable, FindsReplacesAndCounts) {
  BucketTable table(4, 4, 1);  // one bucket
  EXPECT_EQ(table.find(7), std::nullopt);
  for (std::uint16_t key = 0; key < 4; ++key) {
    EXPECT_TRUE(table.insert(key, key));
  }
  EXPECT_TRUE(table.insert(2, 99));
  EXPECT_THAT(table.find(2), Optional(99));
  EXPECT_FALSE(table.insert(4, 4)) << "the bucket is full";
  EXPECT_EQ(table.find(4), std::nullopt);
  EXPECT_EQ(table.counters().entries, 4U);
  EXPECT_EQ(table.counters().collisions, 3U);
  EXPECT_EQ(table.counters().overflows, 1U);
}

// Whatever is inserted is there, whatever was refused is not, and only a full bucket refuses.
RC_GTEST_PROP(BucketTable, AgreesWithAMap, (const std::vector<std::pair<std::uint8_t, std::uint16_t>>& inserts)) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  BucketTable table(32, 2, seed);
  std::map<std::uint64_t, std::uint16_t> expected;
  std::uint64_t refused = 0;
  for (const auto& [key, value] : inserts) {
    if (table.insert(key, value)) {
      expected[key] = value;
    } else {
      ++refused;
      RC_ASSERT(!expected.contains(key));
    }
  }
  for (unsigned key = 0; key < 256; ++key) {
    const auto known = expected.find(key);
    RC_ASSERT(table.find(key) == (known == expected.end() ? std::nullopt : std::optional(known->second)));
  }
  RC_ASSERT(table.counters().entries == expected.size());
  RC_ASSERT(table.counters().overflows == refused);
}

// Balls into bins: with n keys in n/4 buckets of 4 ways, 1 - E[min(Poisson(4), 4)]/4 = 19.5 % find no place.
TEST(BucketTable, OverflowsAsRandomHashingDoes) {
  BucketTable table(16'384, 4, 3);
  for (std::uint64_t i = 0; i < 16'384; ++i) {
    table.insert(0x0200'0000'0000U + (i << 16U), 1);
  }
  EXPECT_NEAR(static_cast<double>(table.counters().overflows) / 16'384, 0.195, 0.01);
  // A quarter full, Poisson(1): 0.10 % of the keys.
  BucketTable quarter(16'384, 4, 3);
  for (std::uint64_t i = 0; i < 4'096; ++i) {
    quarter.insert(0x0200'0000'0000U + (i << 16U), 1);
  }
  EXPECT_LT(quarter.counters().overflows, 40U);
  EXPECT_GT(quarter.counters().collisions, 1'000U);
}

TEST(BucketTable, PlacesKeysByItsSeed) {
  std::size_t differ = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    BucketTable table(64, 1, seed);
    BucketTable other(64, 1, seed + 100);
    for (std::uint64_t key = 0; key < 40; ++key) {
      differ += table.insert(key, 0) != other.insert(key, 0) ? 1 : 0;
    }
  }
  EXPECT_GT(differ, 100U);
}

struct Prefix {
  AddressBits bits{};
  unsigned length = 0;
  std::uint16_t value = 0;
};

// The longest of those that match; of equal ones the last.
std::optional<std::uint16_t> by_scan(const std::vector<Prefix>& prefixes, const AddressBits& address) {
  const Prefix* best = nullptr;
  for (const Prefix& prefix : prefixes) {
    bool matches = true;
    for (unsigned bit = 0; bit < prefix.length; ++bit) {
      const auto at = [bit](const AddressBits& a) { return a[bit / 64] >> (63 - bit % 64) & 1U; };
      matches = matches && at(prefix.bits) == at(address);
    }
    if (matches && (best == nullptr || prefix.length >= best->length)) {
      best = &prefix;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(best->value);
}

// Few distinct bits, so that prefixes lie in one another and addresses meet them.
AddressBits draw_address(RandomStream& random, unsigned width) {
  AddressBits bits{random.next() & random.next() & random.next(), random.next() & random.next()};
  return masked(bits, width);
}

void expect_agreement(unsigned width) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, "prefixes");
    PrefixTable table(1'000);
    std::vector<Prefix> prefixes;
    const std::uint64_t count = random.below(80);
    for (std::uint64_t i = 0; i < count; ++i) {
      Prefix prefix{draw_address(random, width), static_cast<unsigned>(random.below(width + 1)),
                    static_cast<std::uint16_t>(i)};
      if (i % 3 == 1) {  // more specific than the one before it
        prefix.bits = masked(prefixes.back().bits, prefixes.back().length);
        prefix.length = std::max(prefix.length, prefixes.back().length);
      }
      ASSERT_TRUE(table.insert(prefix.bits, prefix.length, prefix.value));
      prefixes.push_back(prefix);
    }
    for (int i = 0; i < 300; ++i) {
      AddressBits address = draw_address(random, width);
      if (!prefixes.empty() && i % 2 == 0) {
        address = prefixes[random.below(prefixes.size())].bits;
        const auto bit = random.below(width);
        address[bit / 64] ^= std::uint64_t{1} << (63 - bit % 64);
      }
      ASSERT_EQ(table.find(address), by_scan(prefixes, address)) << "seed " << seed;
    }
  }
}

TEST(PrefixTable, AgreesWithAScanOfIpv4) { expect_agreement(32); }
TEST(PrefixTable, AgreesWithAScanOfIpv6) { expect_agreement(128); }

TEST(PrefixTable, IsFullAtItsSize) {
  PrefixTable table(2);
  EXPECT_TRUE(table.insert(bits_of(0x0a000000), 8, 1));
  EXPECT_TRUE(table.insert(bits_of(0x0a0000ff), 8, 2)) << "the same prefix";
  EXPECT_TRUE(table.insert(bits_of(0), 0, 3));
  EXPECT_FALSE(table.insert(bits_of(0x0b000000), 8, 4));
  EXPECT_EQ(table.size(), 2U);
  EXPECT_THAT(table.find(bits_of(0x0a010203)), Optional(2));
  EXPECT_THAT(table.find(bits_of(0x0b010203)), Optional(3));
}

std::vector<PortId> ports(std::size_t first, std::size_t count) {
  std::vector<PortId> list;
  for (std::size_t i = 0; i < count; ++i) {
    list.emplace_back(first + i);
  }
  return list;
}

parser::HeaderVector parse(const frame::Packet& packet) { return parser::Parser({}).parse(packet); }

std::optional<PortId> routed(const Forwarding& forwarding, frame::Packet& packet) {
  return forwarding.route(packet, parse(packet)) ? std::optional(packet.egress) : std::nullopt;
}

TEST(ForwardingTables, TakeTheLongestPrefixAfterTheHostRoute) {
  Forwarding forwarding(1);
  EXPECT_TRUE(forwarding.add_prefix(frame::Ipv4Address(10, 0, 0, 0), 8, ports(1, 1)));
  EXPECT_TRUE(forwarding.add_prefix(frame::Ipv4Address(10, 0, 0, 0), 24, ports(2, 1)));
  EXPECT_TRUE(forwarding.add_prefix(frame::Ipv4Address(), 0, ports(3, 1)));
  forwarding.add_host(0x0a000007, ports(4, 1));
  const auto to = [&](std::uint32_t address) {
    frame::DataFrameFields fields = some_fields();
    fields.destination_ip = frame::Ipv4Address(address);
    frame::Packet packet;
    write_packet(packet, fields);
    return routed(forwarding, packet);
  };
  EXPECT_EQ(to(0x0a000007), PortId(4));
  EXPECT_EQ(to(0x0a000008), PortId(2));
  EXPECT_EQ(to(0x0a000108), PortId(1));
  EXPECT_EQ(to(0x0b000108), PortId(3));
}

// A frame of IPv6 and UDP, hop limit 64, untagged.
void write_ipv6(frame::Packet& packet, std::uint8_t last_byte) {
  write_packet(packet, some_fields());
  packet.bytes.fill(0);
  packet.bytes[0] = 0x02;
  packet.bytes[5] = 0x02;
  packet.bytes[12] = 0x86;
  packet.bytes[13] = 0xdd;
  packet.bytes[14] = 0x60;
  packet.bytes[18] = 0x05;  // payload length 1280
  packet.bytes[20] = 59;    // no next header
  packet.bytes[21] = 64;
  packet.bytes[22] = 0x20;
  packet.bytes[38] = 0x20;
  packet.bytes[39] = 0x01;
  packet.bytes[53] = last_byte;
}

TEST(ForwardingTables, RouteIpv6ByPrefix) {
  Forwarding forwarding(1);
  frame::Packet packet;
  write_ipv6(packet, 9);
  ASSERT_EQ(parse(packet).network, parser::Network::kIpv6);
  EXPECT_EQ(routed(forwarding, packet), std::nullopt);
  EXPECT_TRUE(forwarding.add_prefix(frame::Ipv6Address(0x2001'0000'0000'0000U, 0), 16, ports(1, 1)));
  EXPECT_TRUE(forwarding.add_prefix(frame::Ipv6Address(0x2001'0000'0000'0000U, 9), 128, ports(2, 1)));
  EXPECT_EQ(routed(forwarding, packet), PortId(2));
  EXPECT_EQ(packet.bytes[21], 63) << "the hop limit falls by one";
  write_ipv6(packet, 8);
  EXPECT_EQ(routed(forwarding, packet), PortId(1));
}

TEST(ForwardingTables, BridgeWhatTheyDoNotRoute) {
  Forwarding forwarding(1);
  EXPECT_TRUE(forwarding.add_mac(some_fields().destination, 0, ports(6, 1)));
  frame::Packet packet;
  write_packet(packet, some_fields());
  const auto before = packet.bytes;
  EXPECT_EQ(routed(forwarding, packet), PortId(6));
  EXPECT_EQ(packet.bytes, before) << "a bridged frame leaves as it came";
  EXPECT_EQ(packet.traffic_class, ClassId(3));
  forwarding.add_host(some_fields().destination_ip.value(), ports(5, 1));
  EXPECT_EQ(routed(forwarding, packet), PortId(5)) << "routes go before";
  // Not IP at all.
  write_packet(packet, some_fields());
  packet.bytes[16] = 0x08;
  packet.bytes[17] = 0x06;
  EXPECT_EQ(routed(forwarding, packet), PortId(6));
  // Another VLAN is another key.
  packet.bytes[15] = 5;
  EXPECT_EQ(routed(forwarding, packet), std::nullopt);
}

TEST(ForwardingTables, SpreadBridgedFramesToo) {
  Forwarding forwarding(1);
  EXPECT_TRUE(forwarding.add_mac(some_fields().destination, 0, ports(0, 4)));
  std::map<std::size_t, int> count;
  for (std::uint16_t i = 0; i < 400; ++i) {
    frame::DataFrameFields fields = some_fields();
    fields.source_port = i;
    frame::Packet packet;
    write_packet(packet, fields);
    ++count[routed(forwarding, packet).value().index()];
  }
  ASSERT_EQ(count.size(), 4U);
  for (const auto& [port, flows] : count) {
    EXPECT_NEAR(flows, 100, 40) << port;
  }
}

}  // namespace weir::forwarding::forwarding_tables_test
