// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/forwarding.h"

#include "hw_model/frame/ipv4.h"
#include "tb/tests/unit/datapath/packets.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::forwarding::forwarding_test {

constexpr std::uint32_t kHost = 0x0a000002;
constexpr std::uint32_t kSource = 0x0a000001;
constexpr std::uint32_t kPorts = (7U << 16U) | 5001U;

parser::HeaderVector parse(const frame::Packet& packet) { return parser::Parser({}).parse(packet); }

// The port for this 5-tuple; nothing where no route is known.
std::optional<PortId> routed(const Forwarding& forwarding, const frame::DataFrameFields& fields) {
  frame::Packet packet;
  write_packet(packet, fields);
  return forwarding.route(packet, parse(packet)) ? std::optional(packet.egress) : std::nullopt;
}

std::vector<PortId> ports(std::size_t first, std::size_t count) {
  std::vector<PortId> list;
  for (std::size_t i = 0; i < count; ++i) {
    list.emplace_back(first + i);
  }
  return list;
}

TEST(Forwarding, KnowsNoRouteAtFirst) {
  frame::Packet packet;
  write_packet(packet, some_fields());
  const auto before = packet.bytes;
  EXPECT_FALSE(Forwarding(1).route(packet, parse(packet)));
  EXPECT_EQ(packet.bytes, before) << "a packet without a route keeps its TTL";
}

// Of every route, and of an ECMP group to each of its ports.
TEST(Forwarding, KnowsWhichDestinationsMayLeaveByAPort) {
  Forwarding forwarding(1, {}, {.prefix_entries = 4});
  forwarding.add_host(kHost, ports(5, 1));
  forwarding.add_host(kHost + 1, ports(5, 2));
  forwarding.add_flow(kSource, kHost + 2, kPorts, PortId(6));
  forwarding.add_flow_hop(kSource, kHost + 3, kPorts, 9, PortId(6));
  forwarding.add_prefix(frame::Ipv4Address(10, 1, 0, 128), 31, ports(7, 1));
  const auto groups = [](std::initializer_list<std::size_t> list) {
    frame::DestinationGroups some;
    for (const std::size_t group : list)
      some.set(group);
    return some;
  };
  EXPECT_EQ(forwarding.groups_to(PortId(5)), groups({2, 3}));
  EXPECT_EQ(forwarding.groups_to(PortId(6)), groups({3, 4, 5}));
  EXPECT_EQ(forwarding.groups_to(PortId(7)), groups({128, 129}));
  EXPECT_EQ(forwarding.groups_to(PortId(8)), groups({}));
  forwarding.add_prefix(frame::Ipv4Address(10, 2, 0, 0), 16, ports(8, 1));
  EXPECT_TRUE(forwarding.groups_to(PortId(8)).all());
}

TEST(Forwarding, RoutesToAHost) {
  Forwarding forwarding(1);
  forwarding.add_host(kHost, ports(5, 1));
  forwarding.add_host(kHost + 1, ports(6, 1));
  EXPECT_EQ(routed(forwarding, some_fields()), PortId(5));
  frame::DataFrameFields other = some_fields();
  other.destination_ip = frame::Ipv4Address(kHost + 1);
  EXPECT_EQ(routed(forwarding, other), PortId(6));
  other.destination_ip = frame::Ipv4Address(kHost + 2);
  EXPECT_EQ(routed(forwarding, other), std::nullopt);
  forwarding.add_host(kHost, ports(9, 1));
  EXPECT_EQ(routed(forwarding, some_fields()), PortId(9)) << "a second route replaces the first";
}

TEST(Forwarding, LooksForTheFlowFirst) {
  Forwarding forwarding(1);
  forwarding.add_host(kHost, ports(5, 1));
  forwarding.add_flow(kSource, kHost, kPorts, PortId(300));
  EXPECT_EQ(routed(forwarding, some_fields()), PortId(300));
  // Any other 5-tuple goes the host's way.
  for (int field = 0; field < 3; ++field) {
    frame::DataFrameFields other = some_fields();
    (field == 0 ? other.source_port : other.destination_port) = static_cast<std::uint16_t>(field < 2 ? 9 : 5001);
    other.source_ip = frame::Ipv4Address(field == 2 ? kSource + 7 : kSource);
    EXPECT_EQ(routed(forwarding, other), PortId(5)) << field;
  }
}

TEST(Forwarding, RoutesAFlowWithoutARouteToItsHost) {
  Forwarding forwarding(1);
  forwarding.add_flow(kSource, kHost, kPorts, PortId(4));
  EXPECT_EQ(routed(forwarding, some_fields()), PortId(4));
}

// A loop-laden route: the same flow leaves through another port each time it comes by.
TEST(Forwarding, TellsTheHopsOfALoopByTheirTtl) {
  Forwarding forwarding(1);
  forwarding.add_host(kHost, ports(5, 1));
  forwarding.add_flow_hop(kSource, kHost, kPorts, 8, PortId(1));
  forwarding.add_flow_hop(kSource, kHost, kPorts, 6, PortId(2));
  frame::DataFrameFields fields = some_fields();
  for (const auto& [ttl, port] : {std::pair<std::uint8_t, std::size_t>{8, 1}, {6, 2}, {7, 5}, {64, 5}}) {
    fields.ttl = ttl;
    EXPECT_EQ(routed(forwarding, fields), PortId(port)) << int{ttl};
  }
  fields.ttl = 8;
  fields.source_port = 9;
  EXPECT_EQ(routed(forwarding, fields), PortId(5)) << "another flow";
}

TEST(Forwarding, MapsTheClassAsConfigured) {
  using reference::ClassSource;
  frame::DataFrameFields fields = some_fields();
  fields.dscp = 46;
  fields.ttl = 6;
  frame::Packet packet;
  write_packet(packet, fields);
  for (const auto& [source, traffic_class] :
       {std::pair<ClassSource, std::size_t>{ClassSource::kPcp, 3}, {ClassSource::kDscp, 5}, {ClassSource::kTtl, 3}}) {
    Forwarding forwarding(1, {.source = source, .ttl0 = 8});
    forwarding.add_host(kHost, ports(5, 1));
    frame::Packet routed;
    write_packet(routed, fields);
    ASSERT_TRUE(forwarding.route(routed, parse(routed)));
    EXPECT_EQ(routed.traffic_class, ClassId(traffic_class));
    EXPECT_EQ(forwarding.class_of(parse(packet)), ClassId(traffic_class));
  }
}

TEST(Forwarding, TakesTheClassFromTheHeaderAndOneFromTheTtl) {
  Forwarding forwarding(1);
  forwarding.add_host(kHost, ports(5, 1));
  for (const bool tagged : {true, false}) {
    for (unsigned ttl = 2; ttl < 256; ++ttl) {
      frame::DataFrameFields fields = some_fields();
      fields.tagged = tagged;
      fields.ttl = static_cast<std::uint8_t>(ttl);
      frame::Packet packet;
      write_packet(packet, fields);
      packet.traffic_class = ClassId(6);
      const parser::HeaderVector before = parse(packet);
      ASSERT_TRUE(forwarding.route(packet, before));
      EXPECT_EQ(packet.traffic_class, ClassId(tagged ? 3 : 0));
      const auto ip =
          frame::read_ipv4(std::span<const std::uint8_t>(packet.bytes).subspan(before.ip_offset), 1400_B + 82_B);
      ASSERT_TRUE(ip) << "TTL " << ttl << ": " << frame::name(ip.error());
      EXPECT_EQ(ip->ttl, ttl - 1);
      // Nothing else has changed.
      fields.ttl = static_cast<std::uint8_t>(ttl - 1);
      frame::Packet expected;
      write_packet(expected, fields);
      EXPECT_EQ(packet.bytes, expected.bytes);
    }
  }
}

// One of each of `flows` source ports, from `hosts` sources.
std::map<std::size_t, unsigned> spread(const Forwarding& forwarding, unsigned flows) {
  std::map<std::size_t, unsigned> count;
  for (unsigned i = 0; i < flows; ++i) {
    frame::DataFrameFields fields = some_fields();
    fields.source_port = static_cast<std::uint16_t>(i);
    fields.source_ip = frame::Ipv4Address(kSource + i % 16);
    const auto port = routed(forwarding, fields);
    count[port.value().index()] += 1;
  }
  return count;
}

double chi_square(const std::map<std::size_t, unsigned>& count, std::size_t members, unsigned flows) {
  const double expected = flows / static_cast<double>(members);
  double sum = expected * static_cast<double>(members - count.size());  // members that got nothing
  for (const auto& [port, n] : count) {
    sum += (n - expected) * (n - expected) / expected;
  }
  return sum;
}

// Chi-square beyond which a fair hash lies with probability 0.001, by degrees of freedom. Flows and seeds are fixed.
TEST(Forwarding, SpreadsFlowsOverAGroup) {
  constexpr unsigned kFlows = 4'000;
  const std::map<std::size_t, double> bounds{{2, 10.83}, {3, 13.82}, {4, 16.27}, {8, 24.32}, {16, 37.70}};
  for (const auto& [members, bound] : bounds) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      Forwarding forwarding(seed);
      forwarding.add_host(kHost, ports(10, members));
      const auto count = spread(forwarding, kFlows);
      EXPECT_LT(chi_square(count, members, kFlows), bound) << members << " members, seed " << seed;
      EXPECT_EQ(count.begin()->first, 10U);
      EXPECT_EQ(count.rbegin()->first, 9 + members);
    }
  }
}

TEST(Forwarding, KeepsAFlowOnOnePathAndMovesItBySeed) {
  Forwarding one(1);
  Forwarding same(1);
  Forwarding other(2);
  for (Forwarding* forwarding : {&one, &same, &other}) {
    forwarding->add_host(kHost, ports(0, 4));
  }
  unsigned moved = 0;
  for (unsigned i = 0; i < 1'000; ++i) {
    frame::DataFrameFields fields = some_fields();
    fields.source_port = static_cast<std::uint16_t>(i);
    EXPECT_EQ(routed(one, fields), routed(same, fields));
    fields.length = 64_B;
    fields.ttl = 9;
    const auto port = routed(one, fields);
    fields.length = 1500_B;
    fields.traffic_class = ClassId(1);
    EXPECT_EQ(routed(one, fields), port) << "length, TTL and class are not hashed";
    moved += port != routed(other, fields) ? 1 : 0;
  }
  EXPECT_NEAR(moved, 750, 60);
}

// Every field of the 5-tuple counts.
TEST(Forwarding, HashesTheWholeFiveTuple) {
  Forwarding forwarding(1);
  forwarding.add_host(kHost, ports(0, 64));
  frame::Packet packet;
  write_packet(packet, some_fields());
  const parser::HeaderVector header = parse(packet);
  std::array<bool, 4> moved{};
  for (unsigned i = 1; i < 8; ++i) {
    std::array<parser::HeaderVector, 4> changed{header, header, header, header};
    changed[0].source_ip += i;
    changed[1].transport_ports += i;
    changed[2].transport_ports += i << 16U;
    changed[3].protocol = static_cast<std::uint8_t>(changed[3].protocol + i);
    ASSERT_TRUE(forwarding.route(packet, header));
    const PortId port = packet.egress;
    for (std::size_t field = 0; field < changed.size(); ++field) {
      ASSERT_TRUE(forwarding.route(packet, changed[field]));
      moved[field] = moved[field] || packet.egress != port;
    }
  }
  EXPECT_EQ(moved, (std::array{true, true, true, true}));
}

TEST(Forwarding, HasNoMoreGroupsAndMembersThanItsTables) {
  Forwarding forwarding(1, {}, {.ecmp_groups = 2, .ecmp_members = 5});
  const auto four = ports(0, 4);
  const auto one = ports(1, 1);
  const auto two = ports(0, 2);
  EXPECT_TRUE(forwarding.add_host(kHost, four));
  EXPECT_FALSE(forwarding.has_place_for_group(two)) << "a sixth member";
  EXPECT_FALSE(forwarding.add_host(kHost + 1, two));
  EXPECT_TRUE(forwarding.add_host(kHost + 1, one)) << "the fifth";
  EXPECT_FALSE(forwarding.add_prefix(frame::Ipv4Address(kHost), 24, ports(2, 1))) << "a third group";
  EXPECT_TRUE(forwarding.add_prefix(frame::Ipv4Address(kHost), 24, four)) << "one that is there";
}

// Hosts behind the same ports share a group: 65,536 of them would not fit into 16 bits otherwise.
TEST(Forwarding, SharesGroupsOfEqualPorts) {
  Forwarding forwarding(1, {}, {.host_entries = 100'000});
  const auto four = ports(0, 4);
  const std::vector<PortId> reversed(four.rbegin(), four.rend());
  for (std::uint32_t host = 0; host < 70'000; ++host) {
    forwarding.add_host(0x0b000000 + host, host % 2 == 0 ? ports(host % 8, 1) : four);
  }
  forwarding.add_host(kHost, reversed);
  frame::DataFrameFields fields = some_fields();
  for (const std::uint32_t host : {0U, 4U, 69'998U}) {
    fields.destination_ip = frame::Ipv4Address(0x0b000000 + host);
    EXPECT_EQ(routed(forwarding, fields), PortId(host % 8));
  }
  fields.destination_ip = frame::Ipv4Address(0x0b000000 + 69'999);
  EXPECT_LT(routed(forwarding, fields).value().index(), 4U);
  // The order of the ports is part of a group.
  Forwarding in_order(1);
  in_order.add_host(kHost, four);
  unsigned different = 0;
  for (std::uint16_t i = 0; i < 64; ++i) {
    frame::DataFrameFields flow = some_fields();
    flow.source_port = i;
    const std::size_t a = routed(forwarding, flow).value().index();
    const std::size_t b = routed(in_order, flow).value().index();
    EXPECT_EQ(a, 3 - b);
    different += a != b ? 1 : 0;
  }
  EXPECT_EQ(different, 64U);
}

}  // namespace weir::forwarding::forwarding_test
