// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Notifications that a detector asks for, through two real switches at 10 Gbps over cables of 1 us: data goes from the
// left of s1 to the right of s2, whose detector there tells the source of packets. Each test needs a process of its
// own.

#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/congestion_notification.h"
#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/private_tags.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::asic::notification_test {

constexpr Time kDelay = 1_us;
constexpr Time kFrameTime{51'200};
constexpr PortId kLeft{0};
constexpr PortId kRight{1};
constexpr ClassId kClass{3};

struct Teller final : congestion::Detector {
  void departs(frame::Packet& packet, Bytes behind, Time now) override {
    for (int i = 0; i < times; ++i) {
      answers.push_back(port_->notify(packet, {.depth = behind}, now));
    }
  }
  int times = 1;
  std::vector<bool> answers;
};

class NotificationTest : public testing::Test {
 protected:
  NotificationTest() {
    config_.ports.assign(2, link::LinkConfig{.rate = 10_Gbps, .delay = kDelay});
    config_.mmu = {.viq_limit = 200'000_B};
    config_.flow_control.lossless = 0;
  }

  void make_under_pfc_with_watchdog() {
    config_.flow_control.scheme = flow_control::Scheme::kPfc;
    config_.flow_control.lossless = mask_of(kClass);
    config_.flow_control.pfc = {.xoff = 100'000_B, .xon = 90'000_B};
    config_.deadlock.unit = deadlock::Unit::kWatchdog;
    config_.deadlock.watchdog.timeout = 30_us;
    make();
  }

  void make_with_labels(ClassMask services) {
    config_.class_mapper.source = reference::ClassSource::kLabel;
    config_.class_mapper.services = services;
    make();
  }

  void make_with_ttl(reference::ClassSource source) {
    config_.class_mapper.source = source;
    config_.class_mapper.ttl0 = 4;
    make();
  }

  void make(bool knows_source = true) {
    const Timing timing{.quantum = kDelay};
    const Watchers watchers{.detectors = [this](const congestion::PortContext& context) {
      egress::DetectorRow::Row row;
      if (context.name == "s2.p1") {
        auto teller = std::make_unique<Teller>();
        teller_ = teller.get();
        row.push_back(std::move(teller));
      }
      return row;
    }};
    config_.to_switches = {0, 1};
    s1_ = std::make_unique<SwitchAsic>("s1", config_, timing, Factories{}, pool_, 1, 1);
    config_.to_switches = {1, 0};
    s2_ = std::make_unique<SwitchAsic>("s2", config_, timing, Factories{}, pool_, 2, 1, watchers);
    plug(s1_->port(kLeft), left_);
    join(s1_->port(kRight), s2_->port(kLeft));
    plug(s2_->port(kRight), right_);
    for (SwitchAsic* one : {s1_.get(), s2_.get()}) {
      one->forwarding().add_host(0x0a000002, std::vector{kRight});
      if (knows_source) {
        one->forwarding().add_mac(some_fields().source, 0, std::vector{kLeft});
      }
    }
    run(0_us);
  }
  void send(Time at) {
    frame::DataFrameFields fields = some_fields();
    fields.length = 1250_B;
    left_.send(bytes_of(fields), at);
  }

  SwitchConfig config_;
  link::FramePool pool_;
  FarEnd left_{"left"};
  FarEnd right_{"right"};
  std::unique_ptr<SwitchAsic> s1_;
  std::unique_ptr<SwitchAsic> s2_;
  Teller* teller_ = nullptr;
};

// The packet leaves s1 at 5 us, is at s2 at 7 us and leaves it at once: the notification is at s1 1.0512 us later.
TEST_F(NotificationTest, GoesBackToTheSourceOverSwitchesAsDataOfItsClass) {
  make();
  send(5_us);
  run(20_us);
  EXPECT_THAT(teller_->answers, ElementsAre(true));
  ASSERT_THAT(left_.received, SizeIs(1));
  const FarEnd::Call& call = left_.received.front();
  EXPECT_EQ(call.at + call.delay, 7_us + 2 * (kFrameTime + kDelay));
  const auto ethernet = frame::read_ethernet(call.data).value();
  EXPECT_EQ(ethernet.destination, some_fields().source);
  EXPECT_EQ(ethernet.source, s2_->engine(kRight).address()) << "the congestion point";
  EXPECT_EQ(ethernet.tags[0].pcp, kClass.index());
  const auto message = frame::read_routed_message(call.data).value();
  const auto read = frame::read_congestion_notification(message.body).value();
  EXPECT_EQ(read.source_ip, some_fields().source_ip);
  EXPECT_EQ(read.source_port, some_fields().source_port);
  EXPECT_EQ(read.depth, 0_B);
  EXPECT_EQ(s2_->egress().counters(kLeft, kClass).sent, 1U);
  EXPECT_EQ(s1_->mmu().counters(kRight, kClass).admitted, 1U) << "data to the next switch";
  EXPECT_THAT(right_.received, SizeIs(1));
  EXPECT_EQ(pool_.in_use(), 0U);
}

// The data is in class 0 at s1 and in class 1 at s2, and so is the notification on its way back: it starts in the first
// class of its service, and goes with a label to the next switch, which takes it off.
TEST_F(NotificationTest, StartsAtItsFirstHopWhereLabelsCountThem) {
  make_with_labels(reference::kOneService);
  send(5_us);
  run(20_us);
  EXPECT_EQ(s1_->mmu().counters(kLeft, ClassId(0)).admitted, 1U);
  EXPECT_EQ(s2_->mmu().counters(kLeft, ClassId(1)).admitted, 1U);
  EXPECT_EQ(s2_->egress().counters(kLeft, ClassId(0)).sent, 1U);
  EXPECT_EQ(s1_->mmu().counters(kRight, ClassId(1)).admitted, 1U);
  EXPECT_EQ(s1_->mmu().counters(kRight, ClassId(0)).admitted, 0U);
  ASSERT_THAT(left_.received, SizeIs(1));
  const auto ethernet = frame::read_ethernet(left_.received.front().data).value();
  ASSERT_EQ(ethernet.tag_count, 1U);
  EXPECT_EQ(ethernet.tags[0].pcp, 1U) << "of the packet that it is about, at the switch that made it";
  EXPECT_EQ(pool_.in_use(), 0U);
}

// Services {0 to 2}, {3} and {4 to 7}: the data is in the plain class 3 everywhere, and so is the notification.
TEST_F(NotificationTest, StaysInAPlainClassWithALabelThatSaysSo) {
  make_with_labels(0b0001'1001);
  send(5_us);
  run(20_us);
  EXPECT_EQ(s2_->mmu().counters(kLeft, kClass).admitted, 1U);
  EXPECT_EQ(s1_->mmu().counters(kRight, kClass).admitted, 1U);
  EXPECT_THAT(left_.received, SizeIs(1));
}

// Class 1 where it is made, 2 at the next switch; what arrives has as many hops left as a packet of a host would.
TEST_F(NotificationTest, CountsItsHopsWhereClassesFollowTheTtl) {
  make_with_ttl(reference::ClassSource::kTtl);
  send(5_us);
  run(20_us);
  EXPECT_EQ(s2_->egress().counters(kLeft, ClassId(1)).sent, 1U);
  EXPECT_EQ(s1_->mmu().counters(kRight, ClassId(2)).admitted, 1U);
  ASSERT_THAT(left_.received, SizeIs(1));
  EXPECT_EQ(left_.received.front().data[59], 2U);
}

// A switch at even hops counts its own notification at hop 2, so that the next one has it at hop 3.
TEST_F(NotificationTest, IsAtAnEvenHopWhereAllPacketsAre) {
  config_.flow_control.ttl_pfc.class_shift = false;
  make_with_ttl(reference::ClassSource::kTtlParity);
  send(5_us);
  run(20_us);
  EXPECT_EQ(s2_->egress().counters(kLeft, ClassId(1)).sent, 1U);
  EXPECT_EQ(s1_->mmu().counters(kRight, ClassId(2)).admitted, 1U);
  ASSERT_THAT(left_.received, SizeIs(1));
  EXPECT_EQ(left_.received.front().data[59], 1U);
}

// With room for one frame behind the crossbar they wait in front of it, in the account of their switch.
TEST_F(NotificationTest, WaitsForRoomAtItsOutput) {
  config_.crossbar.strategy = crossbar::Strategy::kInputQueued;
  config_.crossbar.transfer = crossbar::Transfer::kPacket;
  make();
  teller_->times = 3;
  int looked = 0;
  s2_->at(Time(7'020'000), [&](Time) {
    ++looked;
    EXPECT_EQ(s2_->egress().veq_depth(kLeft, kClass), 64_B);
    EXPECT_EQ(s2_->crossbar().in_transit(), 128_B);
    EXPECT_EQ(s2_->internal_source().queued(), 192_B);
    s2_->check();
  });
  send(5_us);
  run(20_us);
  EXPECT_EQ(looked, 1);
  EXPECT_THAT(left_.received, SizeIs(3));
  EXPECT_EQ(s2_->internal_source().entered(), 3U);
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(NotificationTest, IsInNoViqAndInTheAccountOfTheSwitchUntilItHasLeft) {
  make();
  int looked = 0;
  s2_->at(Time(7'020'000), [&](Time) {
    ++looked;
    EXPECT_EQ(s2_->egress().veq_depth(kLeft, kClass), 64_B);
    EXPECT_EQ(s2_->internal_source().queued(), 64_B);
    EXPECT_EQ(s2_->mmu().buffer().counted(), 1250_B) << "the packet that it is about";
    s2_->check();
  });
  send(5_us);
  run(20_us);
  EXPECT_EQ(looked, 1);
  EXPECT_EQ(s2_->internal_source().queued(), 0_B);
  EXPECT_EQ(s2_->internal_source().entered(), 1U);
  s2_->check();
}

TEST_F(NotificationTest, IsRefusedWhereNoTableHasTheSource) {
  make(false);
  send(5_us);
  run(20_us);
  EXPECT_THAT(teller_->answers, ElementsAre(false));
  EXPECT_EQ(s2_->internal_source().refused(), 1U);
  EXPECT_THAT(left_.received, IsEmpty());
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(NotificationTest, AreRefusedWhenTheirBufferIsFullAndMadeAgainWhenItHasRoom) {
  make();
  teller_->times = 70;
  send(5_us);
  run(20_us);
  EXPECT_EQ(std::count(teller_->answers.begin(), teller_->answers.end(), true), 64);
  EXPECT_EQ(s2_->internal_source().refused(), 6U);
  EXPECT_THAT(left_.received, SizeIs(64));
  teller_->answers.clear();
  teller_->times = 1;
  send(5_us);
  run(20_us);
  EXPECT_THAT(teller_->answers, ElementsAre(true));
  EXPECT_EQ(pool_.in_use(), 0U);
}

// A port that a detector has told of holds its class; the notification waits there as any packet.
TEST_F(NotificationTest, ObeysAPauseAndMayBeDroppedByTheWatchdog) {
  make_under_pfc_with_watchdog();
  std::vector<std::uint8_t> pause(frame::kControlFrameBytes);
  frame::write_pfc(pause, frame::MacAddress(0x02), frame::pfc_frame(mask_of(kClass), 0xffff));
  left_.send(pause, 2_us);  // holds the left of s1
  send(5_us);
  run(30_us);
  EXPECT_THAT(left_.received, IsEmpty());
  EXPECT_EQ(s1_->egress().veq_depth(kLeft, kClass), 64_B);
  run(30_us);
  EXPECT_EQ(s1_->drops(kRight, kClass).watchdog, 1U) << "of s1 it is a packet as any other";
  EXPECT_EQ(pool_.in_use(), 0U);
}

// At the switch that has made it there is no VIQ to count it in.
TEST_F(NotificationTest, IsDroppedAtTheHeadOfItsQueueWhereItWasMade) {
  make_under_pfc_with_watchdog();
  s2_->at(2_us, [this](Time now) {
    std::array<std::uint8_t, frame::kControlFrameBytes> pause{};
    frame::write_pfc(pause, frame::MacAddress(0x02), frame::pfc_frame(mask_of(kClass), 0xffff));
    const_cast<flow_control::FlowControl&>(s2_->engine(kLeft)).feedback_received(pause, now);
  });
  send(5_us);
  run(60_us);
  EXPECT_EQ(s2_->internal_source().dropped(), 1U);
  EXPECT_EQ(s2_->internal_source().queued(), 0_B);
  EXPECT_EQ(pool_.in_use(), 0U);
  s2_->check();
}

TEST_F(NotificationTest, IsLostByAResetWhileItWaits) {
  make();
  teller_->times = 10;
  s2_->reset(7_us + 2 * kFrameTime, 1_us);  // the third is about to leave
  send(5_us);
  run(20_us);
  EXPECT_EQ(s2_->internal_source().entered(), 10U);
  EXPECT_EQ(s2_->internal_source().dropped(), 10U - left_.received.size());
  EXPECT_GE(s2_->internal_source().dropped(), 7U);
  EXPECT_EQ(s2_->internal_source().queued(), 0_B);
  EXPECT_EQ(pool_.in_use(), 0U);
  s2_->check();
}

}  // namespace weir::asic::notification_test
