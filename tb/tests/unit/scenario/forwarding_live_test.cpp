// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whole networks that forward by what their scenario says. One a process.

#include <atomic>

#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario::forwarding_live_test {

struct Outcome {
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;
  std::uint64_t dropped = 0;
};

Outcome run(const std::string& text, std::unique_ptr<network::Network>& net) {
  const Scenario scenario = load_text("[scenario]\nduration = \"100us\"\n" + text, "test.toml");
  net = build(scenario);
  weir::run(scenario.duration);
  Outcome outcome;
  for (const host::FlowMeasurement& flow : net->measurements) {
    outcome.sent += flow.sent.packets;
    outcome.delivered += flow.received.packets;
  }
  for (const network::Device& device : net->devices) {
    for (std::size_t p = 0; device.asic && p < device.asic->ports(); ++p) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        outcome.dropped += device.asic->drops(PortId(p), ClassId(c)).total();
      }
    }
  }
  return outcome;
}

Outcome run(const std::string& text) {
  std::unique_ptr<network::Network> net;
  return run(text, net);
}

// 1 Gbps for 50 us: four packets and one at time 0, long since delivered.
const std::string kOneFlow =
    "[traffic]\nkind = \"constant_rate\"\nrate = \"1Gbps\"\nstop = \"50us\"\n[[flow]]\nsrc = \"h1\"\ndst = \"h3\"\n";
const std::string kRing = "[topology]\nkind = \"ring\"\nswitches = 4\n";

void expect_all_delivered(const Outcome& outcome) {
  EXPECT_EQ(outcome.sent, 5U);
  EXPECT_EQ(outcome.delivered, 5U);
  EXPECT_EQ(outcome.dropped, 0U);
}

TEST(ForwardingLive, BridgesAWholeFatTree) {
  const Outcome outcome =
      run("[topology]\nkind = \"fat_tree\"\nk = 4\n[switch.forwarding]\ntables = \"bridged\"\n"
          "[traffic]\npattern = \"shift\"\nby = 5\nkind = \"constant_rate\"\nrate = \"1Gbps\"\nstop = \"50us\"\n");
  EXPECT_EQ(outcome.sent, 16U * 5U);
  EXPECT_EQ(outcome.delivered, outcome.sent);
  EXPECT_EQ(outcome.dropped, 0U);
}

TEST(ForwardingLive, FollowsListedPrefixes) {
  expect_all_delivered(run(kRing + kOneFlow +
                           "[switch.forwarding]\ntables = \"listed\"\n"
                           "[[switch.route]]\ndevice = \"s1\"\nto = \"10.0.0.0/24\"\nvia = [\"s4\"]\n"
                           "[[switch.route]]\ndevice = \"s4\"\nto = \"0.0.0.0/0\"\nvia = [\"s3\"]\n"
                           "[[switch.route]]\ndevice = \"s3\"\nto = \"h3\"\nvia = [\"h3\"]\n"));
}

TEST(ForwardingLive, DropsWhatNoTableHas) {
  const Outcome outcome = run(kRing + kOneFlow + "[switch.forwarding]\ntables = \"listed\"\n");
  EXPECT_EQ(outcome.delivered, 0U);
  EXPECT_EQ(outcome.dropped, 5U);
}

// Twice round the ring, and back once: s2 is passed three times, twice by the same port.
TEST(ForwardingLive, FollowsARouteWithLoops) {
  std::unique_ptr<network::Network> net;
  const std::string route = R"(route = ["h1", "s1", "s2", "s3", "s4", "s1", "s2", "s1", "s2", "s3", "h3"])"
                            "\n";
  expect_all_delivered(run(kRing + kOneFlow + route, net));
  // The class of s2's VIQs stays that of the packet.
  EXPECT_GT(net->devices[net->topology.find("s2")].asic->mmu().counters(PortId(2), ClassId(0)).peak, Bytes(0));
}

TEST(ForwardingLive, CountsTheHopsOfALoopByClass) {
  std::unique_ptr<network::Network> net;
  const std::string route = R"(route = ["h1", "s1", "s2", "s1", "s2", "s3", "h3"])"
                            "\n[switch.class_mapper]\nsource = \"ttl\"\nttl0 = 6\n";
  expect_all_delivered(run(kRing + kOneFlow + route, net));
  const auto peak = [&](const std::string& device, std::size_t port, std::size_t traffic_class) {
    return net->devices[net->topology.find(device)].asic->mmu().counters(PortId(port), ClassId(traffic_class)).peak;
  };
  // Hop i in class i: s1 from h1, s2 from s1, s1 from s2, s2 from s1, s3 from s2.
  EXPECT_EQ(peak("s1", 0, 1), Bytes(1500));
  EXPECT_EQ(peak("s2", 2, 2), Bytes(1500));
  EXPECT_EQ(peak("s1", 1, 3), Bytes(1500));
  EXPECT_EQ(peak("s2", 2, 4), Bytes(1500));
  EXPECT_EQ(peak("s3", 2, 5), Bytes(1500));
  EXPECT_EQ(peak("s2", 2, 0), Bytes(0));
}

// What the loader says of a network whose switches have tables of these sizes; what it accepts can be built.
std::string refusal(const std::string& flows, const std::string& sizes, const std::string& topology = kRing) {
  return error_of<ScenarioError>([&] {
    build(load_text("[scenario]\nduration = \"1us\"\n" + topology + flows + "[switch.forwarding]\n" + sizes,
                    "test.toml"));
  });
}

// Four addresses in two buckets of one way.
TEST(ForwardingLive, RefusesWhatFindsNoPlace) {
  EXPECT_THAT(refusal(kOneFlow, "tables = \"bridged\"\nl2_entries = 2\nl2_ways = 1\n"),
              HasSubstr("whose bucket is full; wanted a larger switch.forwarding.l2_entries"));
}

TEST(ForwardingLive, RefusesMoreHostsThanATableHas) {
  EXPECT_THAT(
      refusal(kOneFlow, "host_entries = 3\n"),
      AllOf(StartsWith("test.toml:"),
            HasSubstr("have no place for a route to 10.0.0.4; wanted a larger switch.forwarding.host_entries")));
  EXPECT_EQ(refusal(kOneFlow, "host_entries = 4\n"), "");
}

TEST(ForwardingLive, RefusesMoreGroupsAndMembersThanThereAre) {
  const auto wanted = HasSubstr(
      "have no place for another group of ports (1); wanted a larger switch.forwarding.ecmp_groups or ecmp_members");
  EXPECT_THAT(refusal(kOneFlow, "ecmp_groups = 1\n"), AllOf(StartsWith("test.toml:"), wanted));
  EXPECT_THAT(refusal(kOneFlow, "ecmp_groups = 3\n"), wanted);
  EXPECT_THAT(refusal(kOneFlow, "ecmp_members = 4\n"), wanted) << "both ways to the other side are one group";
  EXPECT_EQ(refusal(kOneFlow, "ecmp_groups = 4\necmp_members = 5\n"), "");
}

TEST(ForwardingLive, RefusesMoreRoutesOfFlowsThanATableHas) {
  const std::string routed =
      "[[flow]]\nname = \"round\"\nsrc = \"h1\"\ndst = \"h2\"\nroute = [\"h1\", \"s1\", \"s2\", \"h2\"]\n";
  EXPECT_THAT(refusal(routed, "flow_entries = 0\n"),
              HasSubstr("the tables of s1 have no place for the route of flow round; wanted a larger "
                        "switch.forwarding.flow_entries"));
  EXPECT_EQ(refusal(routed, "flow_entries = 1\nhop_entries = 0\n"), "");
}

// At a spine one group for each of eight switches with hosts; at a leaf one for each of four hosts, and one for others.
TEST(ForwardingLive, RefusesMoreGroupsThanThereAreOfTheHostsOfASwitch) {
  const std::string tree = "[topology]\nkind = \"leaf_spine\"\nleaves = 8\nspines = 2\nhosts_per_switch = 4\n";
  const auto refused = [&](const std::string& sizes) {
    return refusal("[traffic]\npattern = \"shift\"\nby = 5\n", sizes, tree);
  };
  EXPECT_THAT(refused("ecmp_groups = 4\n"), HasSubstr("have no place for another group of ports"));
  EXPECT_THAT(refused("ecmp_groups = 7\n"), HasSubstr("have no place for another group of ports"));
  EXPECT_EQ(refused("ecmp_groups = 8\n"), "");
}

// A signal that comes while a large network is made is not kept waiting for the rest of it.
TEST(Build, EndsBetweenTwoDevicesWhereTheUserWishes) {
  const Scenario scenario = load_text("[scenario]\nduration = \"1us\"\n" + kRing + kOneFlow, "test.toml");
  const std::atomic<bool> stopped = true;
  EXPECT_THROW(build(scenario, {}, {}, &stopped), BuildStopped);
  EXPECT_EQ(sc_core::sc_find_object("s1"), nullptr) << "nothing is left of what was begun";
}

// A quantum may have thousands of samples, each of which is a look at the whole network.
TEST(Build, EndsBetweenTwoSamplesWhereTheUserWishes) {
  const Scenario scenario = load_text("[scenario]\nduration = \"1us\"\n" + kRing + kOneFlow, "test.toml");
  std::atomic<bool> stopped = false;
  const auto net = build(scenario, {}, {}, &stopped);
  int samples = 0;
  net->devices.front()->sample_every(Time(1'000), [&](Time) { stopped = ++samples == 3; });
  weir::run(scenario.duration);
  EXPECT_EQ(samples, 3);
}

}  // namespace weir::scenario::forwarding_live_test
