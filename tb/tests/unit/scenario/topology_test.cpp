// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [topology]: every kind, what failed, what is special about a cable, lists of edges.

#include "tb/scenario/edge_list.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::topology_test {

network::Topology load(const std::string& topology, std::uint64_t seed = 1) {
  const std::string text = "[scenario]\nduration = \"1ms\"\n[traffic]\npattern = \"shift\"\n[topology]\n" + topology;
  Overrides overrides;
  overrides.seed = seed;
  return load_text(text, "test.toml", overrides).topology;
}

const link::LinkConfig& link_between(const network::Topology& topology, const std::string& a, const std::string& b) {
  for (const network::Cable& cable : topology.cables) {
    const std::string& first = topology.devices[cable.a.device].name;
    const std::string& second = topology.devices[cable.b.device].name;
    if ((first == a && second == b) || (first == b && second == a)) {
      return cable.link;
    }
  }
  throw std::logic_error("no cable");
}

TEST(LoadTopology, KnowsEveryGenerator) {
  EXPECT_EQ(load("kind = \"ring\"\nswitches = 5").cables.size(), 10U);
  EXPECT_EQ(load("kind = \"star\"\nhosts = 5").cables.size(), 5U);
  EXPECT_EQ(load("kind = \"fat_tree\"\nk = 4").cables.size(), 48U);
  EXPECT_EQ(load("kind = \"leaf_spine\"\nleaves = 4\nspines = 2\nhosts_per_switch = 3").cables.size(), 20U);
  EXPECT_EQ(load("kind = \"dumbbell\"\nleft = 8\nright = 1").cables.size(), 10U);
  EXPECT_EQ(load("kind = \"parking_lot\"\nswitches = 4").cables.size(), 8U);
  EXPECT_EQ(load("kind = \"random\"\nswitches = 10\ndegree = 3").cables.size(), 25U);
  EXPECT_EQ(load("kind = \"random\"\nswitches = 4\nprobability = 1.0").cables.size(), 10U);
}

TEST(LoadTopology, GivesAddresses) {
  const network::Topology star = load("kind = \"star\"\nhosts = 3");
  EXPECT_EQ(star.address(0), frame::Ipv4Address(10, 0, 0, 1));
  const network::Topology moved = load("kind = \"star\"\nhosts = 3\nfirst_address = \"172.16.0.255\"");
  EXPECT_EQ(moved.address(1), frame::Ipv4Address(172, 16, 1, 0));
  EXPECT_EQ(moved.device_of(frame::Ipv4Address(172, 16, 1, 2)), 3U);
  // Four devices, the last of them on the last address that there is.
  EXPECT_EQ(load("kind = \"star\"\nhosts = 3\nfirst_address = \"223.255.255.252\"").address(3),
            frame::Ipv4Address(223, 255, 255, 255));
  EXPECT_EQ(load("kind = \"star\"\nhosts = 3\nfirst_address = \"126.255.255.252\"").address(3),
            frame::Ipv4Address(126, 255, 255, 255));
}

TEST(LoadTopology, GivesTrunksTheirOwnLink) {
  const network::Topology lot =
      load("kind = \"parking_lot\"\nswitches = 3\nrate = \"1Gbps\"\ntrunk_rate = \"5Gbps\"\ntrunk_delay = \"7us\"");
  EXPECT_EQ(link_between(lot, "h1", "s1").rate, 1_Gbps);
  EXPECT_EQ(link_between(lot, "h1", "s1").delay, 1_us);
  EXPECT_EQ(link_between(lot, "s2", "s3").rate, 5_Gbps);
  EXPECT_EQ(link_between(lot, "s2", "s3").delay, 7_us);
}

TEST(LoadTopology, ChangesSingleCables) {
  const network::Topology star = load(
      "kind = \"star\"\nhosts = 3\n[[topology.link]]\nbetween = [\"s1\", \"h2\"]\nrate = \"1Gbps\"\n"
      "[[topology.link]]\nbetween = [\"h3\", \"s1\"]\ndelay = \"3us\"\nwire_overhead = true");
  EXPECT_EQ(link_between(star, "h1", "s1").rate, 10_Gbps);
  EXPECT_EQ(link_between(star, "h2", "s1").rate, 1_Gbps);
  EXPECT_EQ(link_between(star, "h2", "s1").delay, 1_us);
  EXPECT_EQ(link_between(star, "h3", "s1").rate, 10_Gbps);
  EXPECT_EQ(link_between(star, "h3", "s1").delay, 3_us);
  EXPECT_TRUE(link_between(star, "h3", "s1").wire_overhead);
}

TEST(LoadTopology, DrawsFailuresByTheSeed) {
  const std::string tree = "kind = \"fat_tree\"\nk = 8\nfailure_probability = 0.05";
  const network::Topology one = load(tree, 1);
  const network::Topology same = load(tree, 1);
  const network::Topology other = load(tree, 2);
  const auto names = [](const network::Topology& topology) {
    std::vector<std::string> cables;
    for (const network::Cable& cable : topology.cables) {
      cables.push_back(topology.devices[cable.a.device].name + topology.devices[cable.b.device].name);
    }
    return cables;
  };
  EXPECT_EQ(names(one), names(same));
  EXPECT_NE(names(one), names(other));
  // 256 cables between switches: 12.8 fail on average, deviation 3.5.
  EXPECT_LT(one.cables.size(), 384U - 2U);
  EXPECT_GT(one.cables.size(), 384U - 28U);
  EXPECT_EQ(link_between(one, "h0", "se1").rate, 10_Gbps) << "hosts keep their cable";
}

TEST(EdgeList, NumbersDevicesAndPortsInFileOrder) {
  const network::Topology topology =
      parse_edge_list("# two switches\na,b,rate,delay\nh1,s1,1Gbps,\n\ns1,s2,,5us\r\ns2, \"h2\"\n", "x.csv", {});
  ASSERT_EQ(topology.devices.size(), 4U);
  EXPECT_EQ(topology.devices[0].name, "h1");
  EXPECT_EQ(topology.devices[0].kind, network::DeviceKind::kHost);
  EXPECT_EQ(topology.devices[1].kind, network::DeviceKind::kSwitch);
  EXPECT_EQ(topology.devices[3].name, "h2");
  EXPECT_EQ(topology.devices[3].kind, network::DeviceKind::kHost);
  ASSERT_EQ(topology.cables.size(), 3U);
  EXPECT_EQ(topology.cables[0].link.rate, 1_Gbps);
  EXPECT_EQ(topology.cables[0].link.delay, 1_us);
  EXPECT_EQ(topology.cables[1].link.rate, 10_Gbps);
  EXPECT_EQ(topology.cables[1].link.delay, 5_us);
  EXPECT_EQ(topology.cables[1].a.port, PortId(1));
}

TEST(EdgeList, TakesColumnsInAnyOrder) {
  const network::Topology topology = parse_edge_list("delay,b,a\n2us,s1,h1\n,h2,s1\n", "x.csv", {});
  EXPECT_EQ(topology.devices[0].name, "h1");
  EXPECT_EQ(topology.cables[0].link.delay, 2_us);
  EXPECT_EQ(topology.cables[1].link.delay, 1_us);
}

std::string refusal(const std::string& text) {
  return error_of<ScenarioError>([&] { parse_edge_list(text, "x.csv", {}); });
}

TEST(EdgeList, NamesTheLineThatIsWrong) {
  EXPECT_EQ(refusal("a,b\nh1,s1\ns1,s1\n"), "x.csv:3:4: b: wanted two different devices; got \"s1\" twice");
  EXPECT_EQ(refusal("a,b,speed\n").substr(0, 38), "x.csv:1:5: unknown column \"speed\"; wan");
  EXPECT_EQ(refusal("a,rate\n").substr(0, 38), "x.csv:1:1: there is no column \"b\"; wan");
  EXPECT_EQ(refusal("a,b,a\n"), "x.csv:1:5: there are two columns \"a\"");
  EXPECT_EQ(refusal("a,b\nh1,s1,1Gbps\n"), "x.csv:2:7: wanted 2 fields, as the first line has; got 3");
  EXPECT_EQ(refusal("a,b,rate\nh1,s1,fast\n").substr(0, 20), "x.csv:2:7: rate: wan");
  EXPECT_EQ(refusal("a,b,rate\nh1,s1,100Tbps\n"), "x.csv:2:7: rate: wanted 1Kbps to 10Tbps; got \"100Tbps\"");
  EXPECT_EQ(refusal("a,b,delay\nh1,s1,0ns\n"), "x.csv:2:7: delay: wanted 1ps to 1s; got \"0ns\"");
  EXPECT_EQ(refusal("a,b\nh1\n"), "x.csv:2:1: b: there is nothing; wanted a value");
  EXPECT_EQ(refusal("a,b\nh1,s/1\n").substr(0, 46), "x.csv:2:4: b: wanted the name of a device, of ");
  EXPECT_EQ(refusal("a,b\nh1,\"s1\n"),
            "x.csv:2:4: wanted a quote at the end of the field, and a comma or the end of the line behind it");
  EXPECT_EQ(refusal("a,b\nh1,\"s1\"x\n"), refusal("a,b\nh1,\"s1\n"));
  EXPECT_EQ(refusal("a,b\n"), "x.csv:1:1: there is no line behind the names of the columns");
}

}  // namespace weir::scenario::topology_test
