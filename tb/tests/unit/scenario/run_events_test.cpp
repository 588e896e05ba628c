// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Events in a running network. Each test needs a process of its own, as ctest gives it.

#include "tb/scenario/run_events.h"

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/mechanisms/congestion/fera.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::scenario::run_events_test {

using oracle::Live;

// A packet each way every 12.5 us and less: 1500 B take 1.2 us at 10 Gbps and 12 us at 1 Gbps.
constexpr const char* kBothWays = R"([scenario]
duration = "2ms"
[topology]
kind = "star"
hosts = 2
[flow_control]
scheme = "pfc"
[[flow]]
src = "h1"
dst = "h2"
[[flow]]
src = "h2"
dst = "h1"
)";

class RunEventsTest : public testing::Test {
 protected:
  network::Network& make(const std::string& text) {
    live_ = std::make_unique<Live>(load_text(text, "s.toml", {}), 20_us);
    events_ = std::make_unique<RunEvents>(live_->scenario(), live_->network());
    return live_->network();
  }
  network::Device& device(const std::string& name) { return live_->device(name); }
  // When the last bits of the frames left that this port has sent.
  std::vector<Time>& watch(const std::string& name, std::size_t port) {
    auto& ends = ends_.emplace_back();
    device(name)->port(PortId(port)).set_tap([&ends](frame::Packet&, Time end, port::Port::Direction direction) {
      if (direction == port::Port::Direction::kOut) {
        ends.push_back(end);
      }
    });
    return ends;
  }

  std::unique_ptr<Live> live_;
  std::unique_ptr<RunEvents> events_;
  std::deque<std::vector<Time>> ends_;
};

// Time from one frame's end to the next, at and around `at`.
std::vector<Time> gaps_around(const std::vector<Time>& ends, Time at) {
  const auto next = std::upper_bound(ends.begin(), ends.end(), at);
  return {next[0] - next[-1], next[1] - next[0], next[2] - next[1]};
}

TEST_F(RunEventsTest, BothEndsSendTheirNextFramesAtTheNewRate) {
  make(std::string(kBothWays) + R"([[event]]
at = "1ms"
do = "set_link_rate"
between = ["s1", "h1"]
rate = "1Gbps"
)");
  const std::vector<Time>& to_host = watch("s1", 0);
  const std::vector<Time>& to_switch = watch("h1", 0);
  live_->run(20);
  for (const std::vector<Time>* ends : {&to_host, &to_switch}) {
    EXPECT_THAT(gaps_around(*ends, 1_ms), ElementsAre(1'200_ns, 12_us, 12_us));
  }
  EXPECT_THAT(events_->times(2_ms), ElementsAre(Optional(1_ms)));
}

TEST_F(RunEventsTest, OrOneOfThem) {
  make(std::string(kBothWays) + R"([[event]]
at = "1ms"
do = "set_link_rate"
between = ["s1", "h1"]
from = "s1"
rate = "1Gbps"
)");
  const std::vector<Time>& to_host = watch("s1", 0);
  const std::vector<Time>& to_switch = watch("h1", 0);
  live_->run(20);
  EXPECT_THAT(gaps_around(to_host, 1_ms), ElementsAre(1'200_ns, 12_us, 12_us));
  EXPECT_THAT(gaps_around(to_switch, 1_ms), ElementsAre(1'200_ns, 1'200_ns, 1'200_ns));
}

// A frame is on the wire for 120 us while the link is fast again after 1 us.
constexpr const char* kSlowFrame = R"([[event]]
at = "1ms"
do = "set_link_rate"
between = ["s1", "h1"]
rate = "100Mbps"
[[event]]
at = "1001us"
do = "set_link_rate"
between = ["s1", "h1"]
rate = "10Gbps"
)";

TEST_F(RunEventsTest, AMeterHearsOfTheRateOfItsPort) {
  make(std::string(kBothWays) + "[congestion]\ndetector = \"fera\"\n" + R"([[event]]
at = "1ms"
do = "set_link_rate"
between = ["s1", "h1"]
rate = "1Gbps"
)");
  const auto capacity = [&](std::size_t port) {
    const congestion::Detector& detector = (*device("s1")->egress().watchers().detectors(PortId(port)))[0];
    return dynamic_cast<const congestion::Fera&>(detector).meter().capacity();
  };
  EXPECT_EQ(capacity(0), 10_Gbps);
  live_->run(20);
  EXPECT_EQ(capacity(0), BitRate(1'000'000'000));
  EXPECT_EQ(capacity(1), 10_Gbps);
}

TEST_F(RunEventsTest, TheBooksGoByTheSlowestRate) {
  make(std::string(kBothWays) + kSlowFrame);
  EXPECT_NO_THROW(live_->run(20));
}

TEST_F(RunEventsTest, TheBooksWouldMissTheSlowFrameOtherwise) {
  make(std::string(kBothWays) + kSlowFrame).slowest_rate.reset();
  EXPECT_THROW(live_->run(20), InvariantBroken);
}

TEST_F(RunEventsTest, AFlowStartsWhereItIsToldAndKeepsItsPace) {
  network::Network& net = make(R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 2
[[flow]]
src = "h1"
dst = "h2"
kind = "constant_rate"
rate = "1Gbps"
[[event]]
at = "100001ps"
do = "start_flow"
flow = "f1"
)");
  const std::vector<Time>& sent = watch("h1", 0);
  live_->run(5);
  EXPECT_EQ(net.measurements[0].sent.started, Time(100'001));
  ASSERT_GE(sent.size(), 3U);
  EXPECT_EQ(sent[0], Time(100'001) + 1'200_ns);
  EXPECT_EQ(sent[1] - sent[0], 12_us);
  EXPECT_EQ(sent.size(), 84U) << "of 12 us each in 999.9 us";
}

// f1 is alone until 500 us and shares with f2 after that: 10 and 5 Gbps. The intervals end at 400, 800 and 1200 us; in
// the second it still gets 6.25 Gbps. A stretch is 1 us.
TEST_F(RunEventsTest, AConditionComesTrueAfterTheIntervalInWhichTheFlowWasSlow) {
  make(R"([scenario]
duration = "2ms"
[topology]
kind = "star"
hosts = 3
[flow_control]
scheme = "pfc"
[[flow]]
src = "h1"
dst = "h3"
[[flow]]
src = "h2"
dst = "h3"
start = "500us"
[[event]]
after = "f1"
below = "6Gbps"
over = "400us"
do = "stop_host"
host = "h3"
[[event]]
after = "f2"
below = "6Gbps"
over = "400us"
do = "stop_host"
host = "h3"
)");
  live_->run(10);
  EXPECT_THAT(events_->times(2_ms), ElementsAre(Optional(1'201_us), std::nullopt))
      << "f2 has never been above: it cannot fall below";
  EXPECT_EQ(device("h3").nic->intake().for_ever_since(ClassId(0)), 1'201_us);
  EXPECT_THAT(events_->times(1'201_us), ElementsAre(std::nullopt, std::nullopt)) << "what a run did not reach";
}

// XON 3 KB, then XOFF 5 KB: the other way round XOFF would not be above XON.
std::string writes(const char* first, const char* second) {
  const auto write = [](const char* what) {
    return std::string("[[event]]\nat = \"1ms\"\ndo = \"write_register\"\ndevice = \"s1\"\nregister = ") + what + "\n";
  };
  return std::string(kBothWays) + write(first) + write(second);
}

constexpr const char* kXon = "\"flow_control.xon[1]\"\nvalue = 3000";
constexpr const char* kXoff = "\"flow_control.xoff[1]\"\nvalue = 5000";

TEST_F(RunEventsTest, RegistersAreWrittenAtTheirTimeInTheOrderOfTheFile) {
  make(writes(kXon, kXoff));
  const auto settings = [&](std::size_t port) { return device("s1")->engine(PortId(port)).config().pfc; };
  const flow_control::PfcConfig before = settings(1);
  run_until(1_ms);
  EXPECT_EQ(settings(1).xoff, before.xoff);
  run_until(1_ms + 2_us);
  EXPECT_EQ(settings(1).xoff, Bytes(5000));
  EXPECT_EQ(settings(1).xon, Bytes(3000));
  EXPECT_EQ(settings(0).xoff, before.xoff) << "another port";
  EXPECT_FALSE(events_->refusal().has_value());
}

TEST_F(RunEventsTest, AWriteThatTheSwitchRefusesPausesTheRunAndSaysWhereItStands) {
  make(writes(kXoff, kXon));
  run_until(2_ms);
  EXPECT_LT(link::kernel_time(), 2_ms);
  ASSERT_TRUE(events_->refusal().has_value());
  EXPECT_EQ(events_->refusal()->at, 1_ms);
  EXPECT_THAT(events_->refusal()->why,
              testing::AllOf(testing::StartsWith("s.toml:19:9: key 'event[1].value': the switch refuses: "),
                             testing::HasSubstr("xon")));
}

}  // namespace weir::scenario::run_events_test
