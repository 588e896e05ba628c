// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Who sends and takes control frames beside flow control, between two real switches under PFC, at 10 Gbps over cables
// of 1 us. Data goes from the left of s1 to the right of s2, whose cable there has a tenth of the rate, so that s2
// pauses s1. Each test needs a process of its own.

#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"
#include "tb/tests/unit/mechanisms/control/messenger.h"

namespace weir::asic::control_frames_test {

using control::Messenger;

constexpr Time kDelay = 1_us;
constexpr Time kProcessing = 600_ns;
constexpr Time kControlTime{51'200};
constexpr PortId kLeft{0};
constexpr PortId kRight{1};
constexpr ClassId kClass{3};

using Heard = Messenger::Heard;

class ControlFramesTest : public testing::Test {
 protected:
  static SwitchConfig config(BitRate right) {
    SwitchConfig config;
    config.ports.assign(2, link::LinkConfig{.rate = 10_Gbps, .delay = kDelay});
    config.ports[1].rate = right;
    config.mmu = {.viq_limit = 200'000_B};
    config.flow_control.scheme = flow_control::Scheme::kPfc;
    config.flow_control.lossless = mask_of(kClass);
    config.flow_control.pfc = {.xoff = 10'000_B, .xon = 5'000_B};
    config.flow_control.processing_delay = kProcessing;
    return config;
  }

  // A unit of the switch that is nothing but a messenger.
  struct Unit final : deadlock::DeadlockUnit {
    explicit Unit(Messenger& who) : messenger(who) {}
    control::Roles roles() override { return {.source = &messenger, .sink = &messenger}; }
    Messenger& messenger;
  };
  static Watchers unit(Messenger& messenger) {
    return {.deadlock_unit = [&](const auto&, auto&) { return std::make_unique<Unit>(messenger); }};
  }

  void make(const Watchers& in_s1 = {}, const Watchers& in_s2 = {}) {
    const Timing timing{.quantum = kDelay};
    s1_ = std::make_unique<SwitchAsic>("s1", config(10_Gbps), timing, Factories{}, pool_, 1, 1, in_s1);
    s2_ = std::make_unique<SwitchAsic>("s2", config(1_Gbps), timing, Factories{}, pool_, 2, 1, in_s2);
    plug(s1_->port(kLeft), left_);
    join(s1_->port(kRight), s2_->port(kLeft));
    plug(s2_->port(kRight), right_);
    for (SwitchAsic* one : {s1_.get(), s2_.get()}) {
      one->forwarding().add_host(0x0a000001, std::vector{kLeft});
      one->forwarding().add_host(0x0a000002, std::vector{kRight});
    }
    s2_->port(kLeft).set_tap([this](const frame::Packet& packet, Time, port::Port::Direction direction) {
      if (direction == port::Port::Direction::kOut) {
        sent_.push_back(packet);
      }
    });
    run(0_us);
  }

  // 20 packets of 1250 B to the right: s2 tells s1 to pause at the ninth that it holds.
  void congest() {
    for (int i = 0; i < 20; ++i) {
      left_.send(data(some_fields()), 2_us + 1_us * i);
    }
  }
  static std::vector<std::uint8_t> data(frame::DataFrameFields fields) {
    fields.length = 1250_B;
    return bytes_of(fields);
  }
  static frame::DataFrameFields to_the_left() {
    frame::DataFrameFields fields = some_fields();
    std::swap(fields.source_ip, fields.destination_ip);
    return fields;
  }
  bool held() const { return (s1_->engine(kRight).held() & mask_of(kClass)) != 0; }

  link::FramePool pool_;
  Messenger m1_;
  Messenger m2_;
  FarEnd left_{"left"};
  FarEnd right_{"right"};
  std::unique_ptr<SwitchAsic> s1_;
  std::unique_ptr<SwitchAsic> s2_;
  std::vector<frame::Packet> sent_;  // by s2 to s1
};

TEST_F(ControlFramesTest, AFrameOfItsOwnGoesAtOnceWhenThePortIsFree) {
  make(unit(m1_), unit(m2_));
  s2_->at(5_us, [this](Time now) { m2_.say(kLeft, 77, now); });
  run(10_us);
  EXPECT_THAT(m1_.heard, ElementsAre(Heard{kRight, 77, false, 5_us + kControlTime + kDelay + kProcessing}));
  ASSERT_THAT(sent_, SizeIs(1));
  EXPECT_EQ(sent_.front().length, 64_B);
  EXPECT_EQ(s1_->port(kRight).counters().control_frames_received, 1U);
  EXPECT_EQ(s1_->port(kRight).counters().frames_received, 0U);
  EXPECT_THAT(m2_.heard, IsEmpty());
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(ControlFramesTest, RidesOnAPauseThatIsObeyedAllTheSame) {
  make(unit(m1_), unit(m2_));
  m2_.say_with_pfc(kLeft, 5);
  m2_.say_with_pfc(kLeft, 6);
  congest();
  run(100_us);
  ASSERT_THAT(sent_, SizeIs(testing::Ge(2U))) << "a PAUSE and a RESUME";
  const auto& pause = sent_.front();
  EXPECT_EQ(pause.length, 64_B);
  EXPECT_EQ(frame::read_mac_control(pause.bytes), frame::MacControl(frame::pfc_frame(mask_of(kClass), 0xffff)));
  ASSERT_THAT(m1_.heard, SizeIs(2));
  EXPECT_EQ(m1_.heard[0].number, 5U);
  EXPECT_EQ(m1_.heard[1].number, 6U) << "on the RESUME";
  EXPECT_TRUE(m1_.heard[0].rode);
  EXPECT_TRUE(m1_.heard[1].rode);
  EXPECT_EQ(s1_->engine(kRight).counters(kClass).pauses_received, s2_->engine(kLeft).counters(kClass).pauses_sent);
  EXPECT_EQ(m2_.built, 0U);
}

TEST_F(ControlFramesTest, BothSinksHaveAFrameAtTheSameInstant) {
  make(unit(m1_), unit(m2_));
  m2_.say_with_pfc(kLeft, 5);
  congest();
  run(40_us);
  ASSERT_THAT(m1_.heard, SizeIs(1));
  EXPECT_EQ(s1_->egress().counters(kRight, kClass).held.since(), m1_.heard.front().at);
}

// A data frame is on the wire to s1 from 10.5 to 11.5 us. Meanwhile the eighth packet reaches XOFF, at 11 us, and the
// messenger has something to say.
TEST_F(ControlFramesTest, OneFrameSaysAllThatIsDueWhenThePortIsFree) {
  make(unit(m1_), unit(m2_));
  congest();
  right_.send(data(to_the_left()), Time(10'500'000));
  s2_->at(Time(11'200'000), [this](Time now) { m2_.say(kLeft, 9, now); });
  run(20_us);
  const Time effect = Time(11'500'000) + kControlTime + kDelay + kProcessing;
  EXPECT_THAT(m1_.heard, ElementsAre(Heard{kRight, 9, true, effect}));
  EXPECT_EQ(s1_->egress().counters(kRight, kClass).held.since(), effect);
  EXPECT_THAT(sent_, SizeIs(2)) << "data and PAUSE";
  EXPECT_EQ(m2_.built, 0U);
}

TEST_F(ControlFramesTest, ASwitchThatKnowsNothingOfItObeysThePauseAndDropsTheMessage) {
  make({}, unit(m2_));
  m2_.say_with_pfc(kLeft, 5);
  congest();
  run(40_us);
  EXPECT_TRUE(held());
  s2_->at(41_us, [this](Time now) { m2_.say(kLeft, 6, now); });
  run(20_us);
  EXPECT_EQ(s1_->drops(kRight, ClassId(0)).of(frame::DecodeError::kUnknownSubtype), 1U);
}

TEST_F(ControlFramesTest, WhoeverHasJoinedFirstGoesFirst) {
  Messenger later;
  make(unit(m1_), unit(m2_));
  s2_->join({.source = &later});
  right_.send(data(to_the_left()), 14_us);  // on the wire to s1 until 15 us
  s2_->at(Time(14'500'000), [&](Time now) {
    later.say(kLeft, 2, now);
    m2_.say(kLeft, 1, now);
    later.say(kLeft, 3, now);
  });
  run(20_us);
  ASSERT_THAT(m1_.heard, SizeIs(3));
  EXPECT_EQ(m1_.heard[0].number, 1U);
  EXPECT_EQ(m1_.heard[1].number, 2U);
  EXPECT_EQ(m1_.heard[2].number, 3U);
  EXPECT_EQ(m1_.heard[0].at, 15_us + kControlTime + kDelay + kProcessing);
  EXPECT_EQ(m1_.heard[2].at - m1_.heard[1].at, kControlTime);
}

TEST_F(ControlFramesTest, ADetectorJoinsAtItsPort) {
  struct Detector final : congestion::Detector {
    explicit Detector(Messenger& who) : messenger(who) {}
    control::Roles roles() override { return {.source = &messenger, .sink = &messenger}; }
    Messenger& messenger;
  };
  const auto detectors = [](Messenger& messenger) {
    return Watchers{.detectors = [&messenger](const congestion::PortContext& context) {
      egress::DetectorRow::Row row;
      if (context.name == "s1.p1" || context.name == "s2.p0") {
        row.push_back(std::make_unique<Detector>(messenger));
      }
      return row;
    }};
  };
  make(detectors(m1_), detectors(m2_));
  s2_->at(5_us, [this](Time now) { m2_.say(kLeft, 77, now); });
  run(10_us);
  EXPECT_THAT(m1_.heard, SizeIs(1));
}

TEST_F(ControlFramesTest, APauseToThePortsOwnAddressHoldsIt) {
  make();
  std::vector<std::uint8_t> pause(frame::kControlFrameBytes);
  frame::write_pfc(pause, frame::MacAddress(0x02), frame::pfc_frame(mask_of(kClass), 0xffff));
  frame::WireWriter(pause).u48(s2_->engine(kRight).address().value());
  right_.send(pause, 5_us);
  run(10_us);
  EXPECT_EQ(s2_->egress().counters(kRight, kClass).held.since(), 5_us + kProcessing);
  EXPECT_EQ(s2_->drops(kRight, ClassId(0)).total(), 0U);
}

}  // namespace weir::asic::control_frames_test
