// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's regulator over a whole network, whose switches know nothing of it. What a meter would advertise is written
// into tags by a tap, as they leave a port. Each test needs a process of its own, as ctest gives it.

#include "hw_model/frame/fera_tag.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::host::fera_live_test {

using oracle::Live;

// h1, h2 and h3 at s1, 10 Gbps; f1 from h1 to h3 is regulated, T = 1 ms, tau = 250 us.
scenario::Scenario one_flow(const std::vector<std::string>& sets = {}, const std::string& more = "") {
  const std::string text = R"([scenario]
duration = "20ms"
[topology]
kind = "star"
hosts = 3
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "150KB"
xon = "120KB"
[switch.mmu]
viq_limit = "300KB"
[[flow]]
name = "f1"
src = "h1"
dst = "h3"
control = "fera"
)" + more;
  return scenario::load_text(text, "s.toml", {sets, {}, {}});
}

// Of a packet more or less in the last quarter, 5 ms, in Gbps.
constexpr double kPacket = 0.0025;

const std::string kLiar = R"([[flow]]
name = "liar"
src = "h2"
dst = "h3"
kind = "constant_rate"
rate = "6Gbps"
)";

std::string losing(const std::string& from, const std::string& probability) {
  return "[[link_fault]]\nbetween = [\"s1\", \"h3\"]\nfrom = \"" + from +
         "\"\ndo = \"lose\"\nsubtype = 0x10\nprobability = " + probability + "\n";
}

class Net {
 public:
  explicit Net(scenario::Scenario scenario) : live_(std::move(scenario), 1_ms) {}

  // The port of s1 to h3 advertises this rate.
  void advertises(BitRate rate) {
    network::Device& s1 = live_.device("s1");
    port::Port& port = s1->port(PortId(2));
    port.set_tap([rate, &port](frame::Packet& packet, Time, port::Port::Direction seen) {
      if (seen == port::Port::Direction::kOut) {
        frame::lower_fera_tag(packet.bytes, rate, frame::MacAddress::of_port(3, 2));
      }
    });
  }
  void stops(const std::string& host, Time from, Time until) {
    live_.device(host).nic->stop_taking(ClassId(0), from, until, Stop::kAtOnce);
  }
  void run() {
    live_.run(20);
    live_.conservation().audit(live_.scenario().duration);
    for (const network::Device& device : live_.network().devices) {
      EXPECT_EQ(device.nic != nullptr ? device.nic->misdelivered() : 0, 0U);
    }
  }
  const FlowMeasurement& flow(std::size_t index = 0) { return live_.network().measurements[index]; }
  // Over the last quarter.
  double gbps(std::size_t index = 0) {
    return static_cast<double>(flow(index).received.steady_bytes) * 8e-9 / seconds(live_.scenario().duration / 4);
  }

 private:
  Live live_;
};

// Tags are bridged, as are those that return; nobody limits the flow, and it takes its cable but for what tags take.
TEST(FeraLive, TagsCrossSwitchesThatKnowNothingOfThem) {
  Net net(one_flow());
  net.run();
  EXPECT_EQ(net.flow().sent.tags, 80U) << "from 0 on every 250 us of 20 ms";
  EXPECT_GE(net.flow().sent.tags_returned, 79U);
  EXPECT_EQ(net.flow().received.tags, net.flow().sent.tags);
  EXPECT_EQ(net.flow().sent.tags_lowered, 0U);
  EXPECT_GT(net.gbps(), 9.99);
  EXPECT_LT(net.flow().sent.longest_tag, 15_us);
}

TEST(FeraLive, AlsoWhereAllIsBridged) {
  Net net(one_flow({"switch.forwarding.tables=bridged"}));
  net.run();
  EXPECT_GE(net.flow().sent.tags_returned, 79U);
}

TEST(FeraLive, TheFlowGoesAtWhatThePortAdvertises) {
  Net net(one_flow());
  net.advertises(BitRate(2'500'000'000));
  net.run();
  EXPECT_EQ(net.flow().sent.tags_lowered, net.flow().sent.tags_returned);
  EXPECT_NEAR(net.gbps(), 2.5, kPacket);
  EXPECT_EQ(net.flow().sent.tags, 80U);
}

// What no host of ours can be kept from: the flow without a regulator sends what it likes.
TEST(FeraLive, AFlowWithoutItIgnoresTags) {
  Net net(one_flow({}, kLiar));
  net.advertises(1_Gbps);
  net.run();
  EXPECT_NEAR(net.gbps(0), 1, kPacket);
  EXPECT_NEAR(net.gbps(1), 6, 0.01);
  EXPECT_EQ(net.flow(1).sent.tags, 0U);
}

// Forward or returning, all the same: without tags the flow goes no faster than at its start, 10 Gbps / 20.
TEST(FeraLive, WithoutTagsItStaysAtItsStart) {
  Net net(one_flow({}, losing("s1", "1.0")));
  net.run();
  EXPECT_GE(net.flow().sent.tags, 79U);
  EXPECT_EQ(net.flow().received.tags, 0U);
  EXPECT_NEAR(net.gbps(), 0.5, kPacket);
}

TEST(FeraLive, ReturningTagsAreLostByThemselves) {
  Net net(one_flow({}, losing("h3", "1.0")));
  net.run();
  EXPECT_GE(net.flow().received.tags, 79U);
  EXPECT_EQ(net.flow().sent.tags_returned, 0U);
  EXPECT_NEAR(net.gbps(), 0.5, kPacket);
}

TEST(FeraLive, OneTagInTenIsEnough) {
  Net net(one_flow({"traffic.fera.silent_after=15ms"}, losing("s1", "0.9")));
  net.advertises(BitRate(2'500'000'000));
  net.run();
  EXPECT_LT(net.flow().sent.tags_returned, 30U);
  EXPECT_GT(net.flow().sent.tags_returned, 0U);
  EXPECT_NEAR(net.gbps(), 2.5, kPacket);
}

// A paused class has one tag of a flow in wait, and not all that were due.
TEST(FeraLive, AFlowThatIsHeldKeepsOneTag) {
  Net net(one_flow());
  net.stops("h3", 5_ms, 15_ms);
  net.run();
  EXPECT_LT(net.flow().sent.tags, 48U) << "40 of 10 ms, and few of the time in which nothing could go";
  EXPECT_GT(net.flow().sent.tags, 39U);
}

// Where it waits for what the class mapper makes of no DSCP, or of the number of the flow's class as PCP, the tag would
// be in another class than its flow.
TEST(FeraLive, IsRefusedWhereTagsWouldGoInAnotherClass) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"switch.class_mapper.source=dscp", "would go in class 0"},
      {"switch.class_mapper.pcp_classes=[0, 0, 2, 2, 1, 1, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]",
       "would go in class 2 and its packets in class 1; wanted PCP 1 of that class in "
       "switch.class_mapper.pcp_classes"}};
  for (const auto& [mapper, why] : refused) {
    try {
      one_flow({mapper, "traffic.class=1", "flow_control.lossless=[1]"});
      ADD_FAILURE() << "accepted: " << mapper;
    } catch (const scenario::ScenarioError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("rate tags of control = \"fera\" " + why));
    }
  }
}

}  // namespace weir::host::fera_live_test
