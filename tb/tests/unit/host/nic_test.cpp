// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host against a plain TLM component, and two hosts on one cable. Frames of 1250 B take 1 us at 10 Gbps. Each test
// needs a process of its own, as ctest gives it.

#include "tb/host/nic.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::host::nic_test {

constexpr Time kDelay = 1_us;
constexpr Bytes kFrame{1250};
constexpr std::uint32_t kFirstHost = 0x0a000001;
constexpr std::uint32_t kSecondHost = 0x0a000002;

struct Sent {
  Time start;
  int flow;  // by its source port
  int traffic_class;
};

class NicTest : public testing::Test {
 protected:
  traffic::Demand& add_flow(const traffic::Demand& demand, ClassId c = ClassId(0)) {
    FlowSpec flow;
    flow.index = static_cast<std::uint32_t>(flows_.size());
    flow.name = "f" + std::to_string(flow.index);
    flow.source_ip = kFirstHost;
    flow.destination_ip = kSecondHost;
    flow.source_port = static_cast<std::uint16_t>(flow.index);
    flow.destination_port = 5001;
    flow.traffic_class = c;
    flow.demand = demand;
    flow.acknowledgement_length = 64_B;
    flows_.push_back(flow);
    return flows_.back().demand;
  }

  static traffic::Demand backlogged() { return {.frame_length = kFrame}; }
  static traffic::Demand constant(BitRate rate, Bytes length = kFrame) {
    return {.kind = traffic::SourceKind::kConstantRate, .frame_length = length, .rate = rate};
  }

  std::unique_ptr<Nic> make_nic(const std::string& name, std::uint32_t ip) {
    NicContext context;
    context.config.ports = {link::LinkConfig{.rate = 10_Gbps, .delay = kDelay}};
    context.config.flow_control.scheme = flow_control::Scheme::kPfc;
    context.config.flow_control.lossless = 0x01;
    context.timing = {.quantum = kDelay, .until = until_};
    context.pool = &pool_;
    context.index = ip;
    context.ip = ip;
    context.steady_from = until_ - until_ / 4;
    context.flows = &flows_;
    context.measurements = &measurements_;
    return std::make_unique<Nic>(name.c_str(), context);
  }

  // One host that sends all flows, and the far end.
  void connect_to_far_end() {
    measurements_.resize(flows_.size());
    first_ = make_nic("h1", kFirstHost);
    plug(first_->port(PortId(0)), far_);
    for (const FlowSpec& flow : flows_) {
      first_->add_source(flow.index);
    }
  }
  // Two hosts: the first sends, the second receives.
  void connect_two() {
    measurements_.resize(flows_.size());
    first_ = make_nic("h1", kFirstHost);
    second_ = make_nic("h2", kSecondHost);
    join(first_->port(PortId(0)), second_->port(PortId(0)));
    spare_ = make_nic("spare", kFirstHost + 9);  // the far end's peer
    plug(spare_->port(PortId(0)), far_);
    for (const FlowSpec& flow : flows_) {
      first_->add_source(flow.index);
      second_->add_destination(flow.index);
    }
  }

  // Every frame that the far end has got. The kernel's time at the call is the start of its quantum, so starts are
  // taken from the lengths: frames of 1250 B.
  std::vector<Sent> sent() const {
    std::vector<Sent> list;
    for (const FarEnd::Call& call : far_.received) {
      constexpr std::size_t kSourcePort = 38;
      const int flow = call.data[kSourcePort] << 8U | call.data[kSourcePort + 1];
      list.push_back({call.at + call.delay - kDelay - 1_us, flow, call.data[14] >> 5U});
    }
    return list;
  }
  std::vector<Time> starts() const {
    std::vector<Time> list;
    for (const Sent& frame : sent()) {
      list.push_back(frame.start);
    }
    return list;
  }

  void pause(ClassMask classes, std::uint16_t quanta, Time delay) {
    std::vector<std::uint8_t> bytes(frame::kControlFrameBytes);
    frame::write_pfc(bytes, frame::MacAddress(0x02U), frame::pfc_frame(classes, quanta));
    EXPECT_EQ(far_.send(bytes, delay), tlm::TLM_OK_RESPONSE);
  }

  Time until_ = 100_us;
  link::FramePool pool_;
  std::vector<FlowSpec> flows_;
  std::vector<FlowMeasurement> measurements_;
  FarEnd far_{"far"};
  std::unique_ptr<Nic> first_;
  std::unique_ptr<Nic> second_;
  std::unique_ptr<Nic> spare_;
};

TEST_F(NicTest, ABackloggedFlowFillsTheLineFromItsStart) {
  add_flow(backlogged()).start = 2'500_ns;
  connect_to_far_end();
  run(until_);
  const std::vector<Time> list = starts();
  ASSERT_EQ(list.size(), 98U);
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i], 2'500_ns + 1_us * static_cast<std::int64_t>(i));
  }
}

TEST_F(NicTest, SourcesOfAClassTakeTurns) {
  for (int i = 0; i < 3; ++i) {
    add_flow(backlogged());
  }
  add_flow(backlogged()).start = 50_us;
  connect_to_far_end();
  run(until_);
  std::map<int, int> early;
  std::map<int, int> late;
  for (const Sent& frame : sent()) {
    ++(frame.start < 48_us ? early : late)[frame.flow];
  }
  EXPECT_EQ(early.size(), 3U);
  for (const auto& [flow, count] : early) {
    EXPECT_NEAR(count, 16, 1) << flow;
  }
  EXPECT_EQ(late.size(), 4U);
  for (const auto& [flow, count] : late) {
    EXPECT_NEAR(count, 13, 1) << flow;
  }
}

TEST_F(NicTest, AHigherClassGoesFirst) {
  add_flow(backlogged(), ClassId(0));
  add_flow(constant(5_Gbps), ClassId(6));
  connect_to_far_end();
  run(until_);
  int high = 0;
  for (const Sent& frame : sent()) {
    high += frame.traffic_class == 6 ? 1 : 0;
  }
  EXPECT_EQ(high, 50) << "one each 2 us";
  EXPECT_EQ(sent().size(), 100U) << "and the other class takes what is left";
}

// The n-th packet is due at n x length / rate, rounded once: no error adds up.
TEST_F(NicTest, AConstantRateIsExactOverTime) {
  until_ = 10'000_us;
  add_flow(constant(3_Gbps));
  add_flow(constant(BitRate(777'777'777)), ClassId(1));
  connect_to_far_end();
  run(until_);
  // 3 Gbps: 10/3 us a packet; 777,777,777 bit/s: 12.857 us.
  EXPECT_EQ(measurements_[0].sent.packets, 3'000U);
  EXPECT_EQ(measurements_[1].sent.packets, 778U);
}

TEST_F(NicTest, AFlowEndsWithItsSizeOrItsStop) {
  add_flow(backlogged()).packets = 7;
  add_flow(constant(1_Gbps)).packets = 3;
  add_flow(constant(1_Gbps)).stop = 50_us;
  traffic::Demand& window = add_flow(backlogged(), ClassId(1));
  window.start = 60_us;
  window.stop = 70_us;
  connect_to_far_end();
  run(until_);
  EXPECT_EQ(measurements_[0].sent.packets, 7U);
  EXPECT_EQ(measurements_[1].sent.packets, 3U);
  EXPECT_EQ(measurements_[2].sent.packets, 5U) << "due at 0, 10, 20, 30 and 40 us, not at 50";
  std::vector<Time> in_window;
  for (const Sent& frame : sent()) {
    if (frame.flow == 3) {
      in_window.push_back(frame.start);
    }
  }
  ASSERT_FALSE(in_window.empty());
  EXPECT_EQ(in_window.front(), 60_us);
  EXPECT_LE(in_window.back(), 70_us) << "the last was made before 70 us";
  EXPECT_GE(in_window.back(), 68_us);
}

TEST_F(NicTest, ABlockedHostHoldsOnePacketAClass) {
  for (int i = 0; i < 3; ++i) {
    add_flow(backlogged());
  }
  add_flow(constant(5_Gbps), ClassId(1));
  connect_to_far_end();
  run(10_us);
  pause(0x01, 65'535, 2_us);  // 3.3 ms of 10 Gbps
  run(80_us);
  EXPECT_EQ(first_->egress().waiting(PortId(0), ClassId(0)).size(), 1U);
  EXPECT_LE(pool_.in_use(), 3U);
  int blocked = 0;
  for (const Sent& frame : sent()) {
    blocked += frame.start > 13_us && frame.traffic_class == 0 ? 1 : 0;
  }
  EXPECT_EQ(blocked, 0);
  EXPECT_GT(first_->egress().counters(PortId(0), ClassId(0)).hold_and_wait.total(90_us), 75_us);
}

// What has become due while the host was blocked is sent as fast as the line takes it.
TEST_F(NicTest, AConstantRateCatchesUp) {
  add_flow(constant(5_Gbps));
  connect_to_far_end();
  run(10_us);
  pause(0x01, 65'535, 2_us);
  run(38_us);
  pause(0x01, 0, 2_us);
  run(until_ - 48_us);
  EXPECT_EQ(measurements_[0].sent.packets, 50U) << "one each 2 us in the end";
  std::vector<Time> after;
  for (const Time start : starts()) {
    if (start >= 50_us && start < 80_us) {
      after.push_back(start);
    }
  }
  EXPECT_EQ(after.size(), 30U) << "at line rate";
}

TEST_F(NicTest, DeliversMeasuresAndAcknowledges) {
  add_flow(backlogged()).packets = 20;
  flows_[0].acknowledged = true;
  add_flow(constant(1_Gbps), ClassId(1)).packets = 4;
  connect_two();
  run(until_);
  const FlowMeasurement& first = measurements_[0];
  EXPECT_EQ(first.received.packets, 20U);
  EXPECT_EQ(first.received.bytes, 20U * 1250U);
  EXPECT_EQ(first.received.acknowledgements_sent, 20U);
  EXPECT_EQ(first.sent.acknowledgements_received, 20U);
  EXPECT_EQ(first.received.out_of_order, 0U);
  EXPECT_EQ(measurements_[1].received.packets, 4U);
  EXPECT_EQ(measurements_[1].received.acknowledgements_sent, 0U);
  // Of class 1 three are sent in between, due at 0, 10 and 20 us.
  EXPECT_EQ(first.received.last, 23_us + kDelay);
  EXPECT_EQ(first_->misdelivered(), 0U);
  EXPECT_EQ(second_->misdelivered(), 0U);
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(NicTest, CountsOnlyTheLastQuarterAsSteady) {
  add_flow(backlogged());
  connect_two();
  run(until_);
  // Deliveries at 2, 3, ... 99 us; the last quarter begins at 75 us.
  EXPECT_EQ(measurements_[0].received.packets, 98U);
  EXPECT_EQ(measurements_[0].received.steady_bytes, 25U * 1250U);
}

TEST_F(NicTest, CountsPacketsOfOthers) {
  add_flow(backlogged()).packets = 3;
  flows_[0].destination_ip = kSecondHost + 1;
  connect_two();
  run(until_);
  EXPECT_EQ(second_->misdelivered(), 3U);
  EXPECT_EQ(measurements_[0].received.packets, 0U);
}

TEST_F(NicTest, CountsWhatIsNotForIt) {
  connect_to_far_end();
  run(1_us);
  frame::DataFrameFields fields{.source_ip = frame::Ipv4Address(9), .destination_ip = frame::Ipv4Address(kSecondHost)};
  fields.length = 64_B;
  far_.send(bytes_of(fields), 1_us);
  std::vector<std::uint8_t> noise(60, 0xff);
  far_.send(noise, 2_us);
  run(10_us);
  EXPECT_EQ(first_->misdelivered(), 2U);
  EXPECT_EQ(pool_.in_use(), 0U);
}

// A window of two packets at a host whose far end answers by hand: lost, doubled, late and bogus answers.
class WindowByHand : public NicTest {
 protected:
  void begin() {
    add_flow(backlogged());
    flows_[0].control = rate_controls()[0];
    flows_[0].settings.window = 2 * kFrame;
    flows_[0].settings.timeout = 50_us;
    until_ = 400_us;
    connect_to_far_end();
  }
  void answer(Meaning meaning, std::uint32_t number) {
    std::vector<std::uint8_t> bytes(60);
    write_headers(bytes, flows_[0], Direction::kBack);
    write_transport(bytes, flows_[0], {.meaning = meaning, .number = number});
    after_ = after_ + 100_ns;  // two frames do not end at once
    EXPECT_EQ(far_.send(bytes, 2_us + after_), tlm::TLM_OK_RESPONSE);
  }
  Time after_{0};
  // Numbers of the packets that the far end has got.
  std::vector<int> numbers() const {
    std::vector<int> list;
    for (const FarEnd::Call& call : far_.received) {
      EXPECT_EQ(call.data[46], static_cast<std::uint8_t>(Meaning::kData));
      list.push_back(call.data[53]);
    }
    return list;
  }
};

TEST_F(WindowByHand, AnAnswerOpensTheWindowAndADoubledOneDoesNot) {
  begin();
  run(10_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1));
  answer(Meaning::kAck, 1);
  answer(Meaning::kAck, 1);
  run(10_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1, 2));
  answer(Meaning::kAck, 7);  // never sent
  run(10_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1, 2));
  answer(Meaning::kAck, 3);
  answer(Meaning::kAck, 2);  // overtaken
  run(10_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(first_->misdelivered(), 0U);
  EXPECT_EQ(measurements_[0].sent.retransmitted, 0U);
}

TEST_F(WindowByHand, WithoutAnAnswerAllGoesAgain) {
  begin();
  run(49_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1));
  run(20_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1, 0, 1));
  EXPECT_EQ(measurements_[0].sent.retransmitted, 2U);
}

TEST_F(WindowByHand, WhatIsLackingGoesAgainOnce) {
  begin();
  run(10_us);
  answer(Meaning::kNak, 1);
  answer(Meaning::kNak, 1);
  run(10_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1, 1, 2));
  EXPECT_EQ(measurements_[0].sent.retransmitted, 1U);
}

TEST_F(WindowByHand, AnAnswerToAnotherIsNobodys) {
  begin();
  run(10_us);
  flows_[0].source_port = 77;
  answer(Meaning::kAck, 1);
  run(10_us);
  EXPECT_THAT(numbers(), ElementsAre(0, 1));
  EXPECT_EQ(first_->misdelivered(), 1U);
}

}  // namespace weir::host::nic_test
