// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [[switch.route]]: what is read, and where packets then go.

#include "tb/scenario/routes.h"

#include "tb/bounds/dependencies.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario::routes_test {

// A ring of four: s1 has h1 at 0 (10.0.0.1), s2 at 1, s4 at 2.
Scenario load(const std::string& rest) {
  return load_text(R"([scenario]
duration = "1ms"
[topology]
kind = "ring"
switches = 4
[[flow]]
src = "h1"
dst = "h2"
)" + rest,
                   "test.toml");
}

std::string route(const std::string& device, const std::string& to, const std::string& via,
                  const std::string& more = "") {
  return "[[switch.route]]\ndevice = \"" + device + "\"\nto = \"" + to + "\"\nvia = " + via + "\n" + more;
}

std::string refusal(const std::string& rest) {
  return error_of<ScenarioError>([&] { load(rest); });
}

std::vector<std::size_t> ports_towards(const Scenario& scenario, const std::string& device, const std::string& host) {
  const network::Routes routes = routes_of(scenario);
  std::vector<std::size_t> ports;
  for (const PortId port :
       routes.switches[scenario.topology.find(device)].towards(routes.host_number[scenario.topology.find(host)])) {
    ports.push_back(port.index());
  }
  return ports;
}

const std::string kListed = "[switch.forwarding]\ntables = \"listed\"\n";
const std::string kBridged = "[switch.forwarding]\ntables = \"bridged\"\n";

TEST(TableRoutes, AreReadAsWritten) {
  const Scenario scenario =
      load(route("s1", "10.0.0.0/24", R"(["s2", "s4"])") + route("s2", "2001:db8::/33", R"(["s3"])") +
           route("s3", "02-00-00-01-00-00", R"(["s4"])", "vid = 7\n") + route("s4", "h1", R"(["s1"])"));
  ASSERT_THAT(scenario.table_routes, SizeIs(4));
  const TableRoute& v4 = scenario.table_routes[0];
  EXPECT_EQ(v4.kind, TableRoute::Kind::kIpv4);
  EXPECT_EQ(v4.ipv4.value(), 0x0a000000U);
  EXPECT_EQ(v4.length, 24U);
  EXPECT_THAT(v4.ports, ElementsAre(PortId(1), PortId(2)));
  const TableRoute& v6 = scenario.table_routes[1];
  EXPECT_EQ(v6.kind, TableRoute::Kind::kIpv6);
  EXPECT_EQ(v6.ipv6, frame::Ipv6Address(0x2001'0db8'0000'0000U, 0));
  EXPECT_EQ(v6.length, 33U);
  const TableRoute& mac = scenario.table_routes[2];
  EXPECT_EQ(mac.kind, TableRoute::Kind::kMac);
  EXPECT_EQ(mac.mac, host_mac(1));
  EXPECT_EQ(mac.vid, 7);
  const TableRoute& host = scenario.table_routes[3];
  EXPECT_EQ(host.ipv4, frame::Ipv4Address(10, 0, 0, 1));
  EXPECT_EQ(host.length, 32U);
}

// What is bridged keeps its TTL: its class would be that of another hop.
TEST(TableRoutes, AreRoutedUnderTtlPfc) {
  const std::string ttl = "[switch.class_mapper]\nsource = \"ttl\"\nttl0 = 4\n[flow_control]\nscheme = \"ttl_pfc\"\n";
  const std::string why = "ttl_pfc takes the class from the TTL, which bridging does not decrement";
  EXPECT_THAT(refusal(ttl + kBridged), HasSubstr("key 'switch.forwarding.tables': wanted routes: " + why));
  EXPECT_THAT(refusal(ttl + route("s2", "02:00:00:02:00:00", R"(["s1"])")),
              HasSubstr("key 'switch.route[1].to': wanted no MAC address: " + why));
  EXPECT_EQ(refusal(ttl + route("s1", "h3", R"(["s4"])")), "");
}

TEST(TableRoutes, TakeTheLongestPrefix) {
  const Scenario scenario = load(kListed + route("s1", "10.0.0.2", R"(["s4"])") +
                                 route("s1", "0.0.0.0/0", R"(["h1"])") + route("s1", "10.0.0.0/30", R"(["s2"])"));
  EXPECT_THAT(ports_towards(scenario, "s1", "h2"), ElementsAre(2));
  EXPECT_THAT(ports_towards(scenario, "s1", "h3"), ElementsAre(1));
  EXPECT_THAT(ports_towards(scenario, "s1", "h4"), ElementsAre(0)) << "10.0.0.4 is not in 10.0.0.0/30";
  EXPECT_THAT(ports_towards(scenario, "s2", "h2"), IsEmpty());
}

TEST(TableRoutes, ReplaceShortestPathsOnlyAsHostRoutes) {
  const Scenario scenario = load(route("s1", "10.0.0.0/24", R"(["s4"])") + route("s1", "h3", R"(["s4"])"));
  EXPECT_THAT(ports_towards(scenario, "s1", "h2"), ElementsAre(1));
  EXPECT_THAT(ports_towards(scenario, "s1", "h3"), ElementsAre(2)) << "the shortest paths are both";
}

TEST(TableRoutes, GoBeforeBridging) {
  const Scenario scenario =
      load(kBridged + route("s1", "10.0.0.0/24", R"(["s4"])") + route("s2", "02:00:00:02:00:00", R"(["s1"])"));
  EXPECT_THAT(ports_towards(scenario, "s1", "h2"), ElementsAre(2));
  EXPECT_THAT(ports_towards(scenario, "s2", "h3"), ElementsAre(2)) << "its MAC address, 02-00-00-02-00-00, leads back";
  EXPECT_THAT(ports_towards(scenario, "s3", "h3"), ElementsAre(0));
}

// Tables that send everything the same way round make one circle of buffers; shortest paths go both ways.
TEST(TableRoutes, ShowInTheBufferDependencies) {
  std::string rest;
  for (int i = 1; i <= 4; ++i) {
    const std::string self = std::to_string(i);
    rest += route("s" + self, "0.0.0.0/0", "[\"s" + std::to_string(i % 4 + 1) + "\"]") +
            route("s" + self, "h" + self, "[\"h" + self + "\"]");
  }
  const Scenario listed = load(kListed + rest);
  EXPECT_THAT(bounds::buffer_dependencies(listed, bounds::Pairs::kAllHosts).cycles(10), SizeIs(1));
  const Scenario shortest = load("");
  EXPECT_THAT(bounds::buffer_dependencies(shortest, bounds::Pairs::kAllHosts).cycles(10), SizeIs(2));
}

TEST(CbdWarnings, ComeWhereTheSchemeMayDeadlock) {
  const std::string flows = R"([[flow]]
src = "h1"
dst = "h4"
route = ["h1", "s1", "s2", "s3", "s4", "h4"]
[[flow]]
src = "h3"
dst = "h2"
route = ["h3", "s3", "s4", "s1", "s2", "h2"]
)";
  for (const auto& [scheme, warnings] : {std::pair<std::string, std::size_t>{"none", 0},
                                         {"pfc", 1},
                                         {"cbfc", 1},
                                         {"gfc_buffer_based", 0},
                                         {"gfc_time_based", 0}}) {
    const Scenario scenario = load(flows + "[flow_control]\nscheme = \"" + scheme + "\"\n");
    EXPECT_THAT(bounds::cbd_warnings(scenario), SizeIs(warnings)) << scheme;
    EXPECT_THAT(bounds::buffer_dependencies(scenario).cycles(10), SizeIs(1)) << scheme;
  }
  const Scenario pfc = load(flows + "[flow_control]\nscheme = \"pfc\"\n");
  EXPECT_THAT(
      bounds::cbd_warnings(pfc),
      ElementsAre("the routes have a cyclic buffer dependency, so that the network may deadlock: s1, s2, s3, s4, "
                  "s1 (s1.p2.c0, s2.p2.c0, s3.p2.c0, s4.p2.c0)"));
  // Lossy classes do not wait; hops that change the class make no circle.
  EXPECT_THAT(bounds::cbd_warnings(load(flows + "[flow_control]\nscheme = \"pfc\"\nlossless = [1]\n")), IsEmpty());
  EXPECT_THAT(bounds::cbd_warnings(
                  load(flows + "[flow_control]\nscheme = \"ttl_pfc\"\n[switch.class_mapper]\nsource = \"ttl\"\n")),
              IsEmpty());
}

}  // namespace weir::scenario::routes_test
