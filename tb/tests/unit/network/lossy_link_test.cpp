// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a link with faults lets through, between a sender and a receiver that keep times. Each test needs a process of
// its own, as ctest gives it.

#include "tb/network/lossy_link.h"

#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::lossy_link_test {

constexpr Time kDelay{1'000'000};
constexpr std::size_t kRiding = 34;

struct Arrived {
  std::uint64_t mark = 0;  // the depth of a depth message, the first riding octet of a PFC frame
  Time at;
  bool depth = false;
  bool operator==(const Arrived& other) const { return mark == other.mark && at == other.at; }
};

void PrintTo(const Arrived& arrived, std::ostream* out) { *out << arrived.mark << " at " << arrived.at.count(); }

// Both ends of the cable. Frames are handed over at the kernel's time, as by devices that run event by event.
struct Ends : sc_core::sc_module, tlm::tlm_bw_transport_if<>, tlm::tlm_fw_transport_if<> {
  explicit Ends(const sc_core::sc_module_name& name) : sc_core::sc_module(name), tx("tx"), rx("rx") {
    tx.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    rx.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }

  void send(frame::Packet& packet) {
    link::FrameTransaction& transaction = pool.carrier();
    transaction.carry(packet);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = link::to_kernel(kDelay);
    tx->nb_transport_fw(transaction, phase, delay);
    pool.crossed();
  }
  void send_depth(std::int64_t depth) {
    frame::Packet& packet = pool.acquire();
    packet.bytes.fill(0);
    packet.length = Bytes(64);
    frame::write_gfc_queue_depth(packet.bytes, frame::MacAddress(1), {ClassId(0), Bytes(depth)});
    send(packet);
  }
  // A message of several hops about flow `flow`.
  void send_routed(std::uint8_t subtype, std::uint8_t mark, std::uint32_t flow = 5) {
    frame::Packet& packet = pool.acquire();
    packet.bytes.fill(0);
    packet.length = Bytes(64);
    packet.flow = flow;
    frame::write_routed_header(packet.bytes, frame::MacAddress(2), frame::MacAddress(1), ClassId(3), subtype);
    packet.bytes[kRiding] = mark;
    send(packet);
  }
  void send_pfc(std::uint8_t rider) {
    frame::Packet& packet = pool.acquire();
    packet.bytes.fill(0);
    packet.length = Bytes(64);
    frame::write_pfc(packet.bytes, frame::MacAddress(1), {});
    packet.bytes[kRiding] = rider;
    send(packet);
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time& delay) override {
    const frame::Packet& packet = *link::FramePool::packet_of(payload);
    const auto message = frame::read_private_message(packet.bytes);
    const bool is_depth = message && std::holds_alternative<frame::GfcQueueDepth>(*message);
    const Time at = link::to_time(sc_core::sc_time_stamp() + delay);
    arrived.push_back({is_depth ? static_cast<std::uint64_t>(std::get<frame::GfcQueueDepth>(*message).depth.count())
                                : packet.bytes[kRiding],
                       at, is_depth});
    earliest_notice = std::min(earliest_notice, at - link::kernel_time());
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  link::FramePool pool;
  tlm::tlm_initiator_socket<> tx;
  tlm::tlm_target_socket<> rx;
  std::vector<Arrived> arrived;
  Time earliest_notice = kNever;  // how long before its arrival a frame was handed over
};

class LossyLinkTest : public testing::Test {
 protected:
  LossyLinkTest() {
    ends_.tx.bind(link_.rx);
    link_.tx.bind(ends_.rx);
  }
  void add(const LinkFault& fault) { link_.add(fault, RandomStream(1, "test." + std::to_string(++faults_))); }
  // Depth messages 1, 2, ... a microsecond apart, the first at 0.
  void send_depths(int count) {
    for (int i = 0; i < count; ++i) {
      run_until(Time(i) * 1'000'000);
      ends_.send_depth(i + 1);
    }
    run_until(Time(count) * 1'000'000 + 100_us);
  }
  std::size_t data_held() const {
    std::size_t data = 0;
    link_.for_each_held([&](const frame::Packet&, bool control) { data += control ? 0 : 1; });
    return data;
  }
  std::vector<std::uint64_t> marks() const {
    std::vector<std::uint64_t> marks;
    for (const Arrived& arrived : ends_.arrived) {
      marks.push_back(arrived.mark);
    }
    return marks;
  }

  Ends ends_{"ends"};
  LossyLink link_{"link", ends_.pool, kDelay, Time(0)};
  int faults_ = 0;
};

TEST_F(LossyLinkTest, PassesWhatNoFaultIsAboutAsACableWould) {
  add({.kind = FaultKind::kLose, .subtype = 0x01, .probability = 1});
  add({.kind = FaultKind::kLose, .riding = true, .subtype = {}, .probability = 0});
  send_depths(2);
  ends_.send_pfc(7);
  run_until(200_us);
  EXPECT_THAT(ends_.arrived, ElementsAre(Arrived{1, 1_us}, Arrived{2, 2_us}, Arrived{7, 103_us}));
  EXPECT_EQ(link_.counters().lost, 0U);
}

TEST_F(LossyLinkTest, LosesTheSubtypeThatItIsAbout) {
  add({.kind = FaultKind::kLose, .subtype = 0x02, .probability = 1});
  send_depths(3);
  ends_.send_pfc(7);
  run_until(200_us);
  EXPECT_THAT(marks(), ElementsAre(7));
  EXPECT_EQ(link_.counters().lost, 3U);
  EXPECT_EQ(ends_.pool.in_use(), 0U);
}

// Private messages that cross switches are data behind a tag.
TEST_F(LossyLinkTest, LosesMessagesOfSeveralHopsBySubtype) {
  add({.kind = FaultKind::kLose, .subtype = 0x30, .probability = 1});
  ends_.send_routed(0x30, 1);
  ends_.send_routed(0x10, 2);
  ends_.send_depth(3);
  EXPECT_EQ(data_held(), 1U);
  run_until(10_us);
  EXPECT_THAT(marks(), ElementsAre(2, 3));
  EXPECT_EQ(link_.counters().lost, 1U);
  EXPECT_EQ(link_.data().lost, 1U);
  EXPECT_EQ(ends_.pool.in_use(), 0U);
}

TEST_F(LossyLinkTest, LosesEveryPrivateFrameUnlessASubtypeIsSaid) {
  add({.kind = FaultKind::kLose, .subtype = {}, .probability = 1});
  ends_.send_routed(0x30, 1);
  ends_.send_depth(2);
  ends_.send_pfc(3);
  run_until(10_us);
  EXPECT_THAT(marks(), ElementsAre(3));
  EXPECT_EQ(link_.counters().lost, 2U);
  EXPECT_EQ(link_.data().lost, 1U) << "the depth message is control";
}

TEST_F(LossyLinkTest, CountsWhatItDoesToDataByFlow) {
  add({.kind = FaultKind::kDouble, .subtype = 0x30, .probability = 1, .least = 500_ns, .most = 500_ns});
  add({.kind = FaultKind::kDelay, .subtype = 0x10, .probability = 1, .least = 3_us, .most = 4_us});
  ends_.send_routed(0x30, 1, 7);
  ends_.send_routed(0x30, 2, 9);
  ends_.send_routed(0x10, 3, 9);
  EXPECT_EQ(data_held(), 5U);
  run_until(10_us);
  EXPECT_THAT(marks(), ElementsAre(1, 2, 1, 2, 3));
  EXPECT_EQ(link_.data_by_flow().at(7).doubled, 1U);
  EXPECT_EQ(link_.data_by_flow().at(9).doubled, 1U);
  EXPECT_EQ(link_.data_by_flow().at(9).delayed, 1U);
  EXPECT_EQ(link_.data().doubled, 2U);
  EXPECT_EQ(link_.longest_delay(), 4_us);
  EXPECT_EQ(ends_.pool.in_use(), 0U);
}

// Each frame that a fault is about takes one draw, in the order in which they are sent.
TEST_F(LossyLinkTest, TheSeedSaysWhichAreLost) {
  add({.kind = FaultKind::kLose, .subtype = 0x30, .probability = 0.3});
  RandomStream draws(1, "test.1");
  std::vector<std::uint64_t> kept;
  for (std::uint8_t mark = 1; mark <= 100; ++mark) {
    ends_.send_depth(mark);
    ends_.send_routed(0x30, mark);
    if (draws.unit() >= 0.3) {
      kept.push_back(mark);
    }
  }
  run_until(10_us);
  std::erase_if(ends_.arrived, [](const Arrived& arrived) { return arrived.depth; });
  EXPECT_EQ(marks(), kept);
  EXPECT_EQ(link_.counters().lost, 100 - kept.size());
}

TEST_F(LossyLinkTest, LosesAboutAsManyAsItIsTold) {
  add({.kind = FaultKind::kLose, .subtype = {}, .probability = 0.2});
  send_depths(1000);
  EXPECT_NEAR(static_cast<double>(link_.counters().lost), 200, 50);
  EXPECT_EQ(ends_.arrived.size() + link_.counters().lost, 1000U);
}

TEST_F(LossyLinkTest, DoublesAFrameAfterATime) {
  add({.kind = FaultKind::kDouble, .subtype = {}, .probability = 1, .least = 1500_ns, .most = 1500_ns});
  send_depths(2);
  EXPECT_THAT(ends_.arrived, ElementsAre(Arrived{1, 1_us}, Arrived{2, 2_us}, Arrived{1, 2500_ns}, Arrived{2, 3500_ns}));
  EXPECT_EQ(link_.counters().doubled, 2U);
  EXPECT_EQ(ends_.pool.in_use(), 0U);
}

// By up to 10 us, ten frames a microsecond apart: what arrives is in the order of its arrival, never earlier than sent
// and handed over before it arrives, but not in the order in which it was sent.
TEST_F(LossyLinkTest, DelaysSoThatFramesOvertakeOneAnother) {
  add({.kind = FaultKind::kDelay, .subtype = {}, .probability = 0.5, .least = 1_us, .most = 10_us});
  send_depths(40);
  ASSERT_EQ(ends_.arrived.size(), 40U);
  EXPECT_TRUE(std::ranges::is_sorted(ends_.arrived, {}, &Arrived::at));
  const std::vector<std::uint64_t> order = marks();
  EXPECT_FALSE(std::ranges::is_sorted(order));
  for (const Arrived& arrived : ends_.arrived) {
    const Time sent = Time(static_cast<std::int64_t>(arrived.mark) - 1) * 1'000'000;
    EXPECT_GE(arrived.at - sent, kDelay);
    EXPECT_LE(arrived.at - sent, kDelay + 10_us);
  }
  EXPECT_EQ(ends_.earliest_notice, kDelay) << "a device that runs ahead by the delay of the cable hears in time";
}

TEST_F(LossyLinkTest, TakesWhatRidesOffAFrameThatArrives) {
  add({.kind = FaultKind::kLose, .riding = true, .subtype = {}, .probability = 1});
  ends_.send_pfc(7);
  run_until(10_us);
  EXPECT_THAT(ends_.arrived, ElementsAre(Arrived{0, 1_us}));
  EXPECT_EQ(link_.counters().lost, 1U);
}

TEST_F(LossyLinkTest, ADoubledRiderGoesAgainWithTheNextFrameThatIsFree) {
  add({.kind = FaultKind::kDouble, .riding = true, .subtype = {}, .probability = 1});
  for (const int rider : {7, 8, 0, 0}) {
    ends_.send_pfc(static_cast<std::uint8_t>(rider));
  }
  run_until(10_us);
  EXPECT_THAT(marks(), ElementsAre(7, 8, 8, 0));
}

TEST_F(LossyLinkTest, ADelayedRiderGoesOnlyWithTheNextFrameThatIsFree) {
  add({.kind = FaultKind::kDelay, .riding = true, .subtype = {}, .probability = 1});
  for (const int rider : {7, 0, 0}) {
    ends_.send_pfc(static_cast<std::uint8_t>(rider));
  }
  run_until(10_us);
  EXPECT_THAT(marks(), ElementsAre(0, 7, 0));
}

TEST_F(LossyLinkTest, HoldsWhatIsStillToCome) {
  add({.kind = FaultKind::kDelay, .subtype = {}, .probability = 1, .least = 50_us, .most = 50_us});
  ends_.send_depth(1);
  run_until(10_us);
  EXPECT_THAT(ends_.arrived, IsEmpty());
  std::size_t held = 0;
  link_.for_each_held([&](const frame::Packet&, bool control) { held += control ? 1 : 0; });
  EXPECT_EQ(held, 1U);
  EXPECT_EQ(ends_.pool.in_use(), 1U);
}

}  // namespace weir::network::lossy_link_test
