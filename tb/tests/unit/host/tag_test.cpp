// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rate tags on the wire between a host and a plain TLM component, at 10 Gbps over 1 us. Each test needs a process of
// its own.

#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "tb/host/nic.h"
#include "tb/tests/unit/datapath/far_end.h"

namespace weir::host::tag_test {

constexpr Time kDelay = 1_us;
constexpr std::uint32_t kHere = 0x0a000001;
constexpr std::uint32_t kThere = 0x0a000002;
const frame::MacAddress kHereAddress = frame::MacAddress::of_port(1, 0);
const frame::MacAddress kThereAddress = frame::MacAddress::of_port(2, 0);
constexpr ClassId kClass{3};

const RateControlKind& fera() {
  for (const RateControlKind* kind : rate_controls()) {
    if (kind->tags) {
      return *kind;
    }
  }
  throw std::logic_error("no control sends tags");
}

// The host sends flow 0 and receives flow 1; both are regulated. Flow 2 goes out without.
class TagTest : public testing::Test {
 protected:
  TagTest() {
    flows_ = {flow(0, true), flow(1, false), flow(2, true)};
    flows_[2].control = nullptr;
    flows_[2].demand.start = kNever;
    measurements_.resize(flows_.size());
    NicContext context;
    context.config.ports = {link::LinkConfig{.rate = 10_Gbps, .delay = kDelay}};
    context.config.flow_control.scheme = flow_control::Scheme::kPfc;
    context.config.flow_control.lossless = 0x08;
    context.timing = {.quantum = kDelay};
    context.pool = &pool_;
    context.index = 1;
    context.ip = kHere;
    context.flows = &flows_;
    context.measurements = &measurements_;
    host_ = std::make_unique<Nic>("h1", context);
    plug(host_->port(PortId(0)), far_);
    host_->add_source(0);
    host_->add_destination(1);
    host_->add_source(2);
  }

  static FlowSpec flow(std::uint32_t index, bool out) {
    FlowSpec spec;
    spec.index = index;
    spec.source_ip = out ? kHere : kThere;
    spec.destination_ip = out ? kThere : kHere;
    spec.source_address = out ? kHereAddress : kThereAddress;
    spec.destination_address = out ? kThereAddress : kHereAddress;
    spec.source_port = static_cast<std::uint16_t>(index);
    spec.destination_port = 5001;
    spec.traffic_class = kClass;
    spec.acknowledgement_length = 64_B;
    spec.control = &fera();
    spec.settings.line_rate = 10_Gbps;
    spec.settings.parameters = std::make_shared<ControlParameters>();
    return spec;
  }

  void send(const frame::FeraTag& tag, frame::MacAddress from = kThereAddress, frame::MacAddress to = kHereAddress) {
    std::vector<std::uint8_t> bytes(frame::kControlFrameBytes);
    ASSERT_EQ(frame::write_fera_tag(bytes, to, from, tag), bytes.size());
    EXPECT_EQ(far_.send(bytes, kDelay), tlm::TLM_OK_RESPONSE);
    run(1_us);  // no two on the wire at once
  }

  // Frames of the host that are tags, without their FCS.
  std::vector<std::vector<std::uint8_t>> tags() const {
    std::vector<std::vector<std::uint8_t>> found;
    for (const FarEnd::Call& call : far_.received) {
      const auto message = frame::read_routed_message(call.data);
      if (message && message->subtype == 0x10) {
        found.push_back(call.data);
      }
    }
    return found;
  }

  link::FramePool pool_;
  std::vector<FlowSpec> flows_;
  std::vector<FlowMeasurement> measurements_;
  FarEnd far_{"far"};
  std::unique_ptr<Nic> host_;
};

TEST_F(TagTest, GoesBeforeTheFirstPacketWithItsFields) {
  run(20_us);
  const auto message = frame::read_routed_message(far_.received.front().data);
  ASSERT_TRUE(message) << "the first frame is the tag";
  const auto tag = frame::read_fera_tag(message->body);
  ASSERT_TRUE(tag);
  EXPECT_EQ(*tag, (frame::FeraTag{.traffic_class = kClass, .flow = 0}));
  const auto ethernet = frame::read_ethernet(far_.received.front().data).value();
  EXPECT_EQ(ethernet.source, kHereAddress);
  EXPECT_EQ(ethernet.destination, kThereAddress);
  EXPECT_EQ(ethernet.tags[0].pcp, kClass.index());
  EXPECT_EQ(tags().size(), 1U);
  EXPECT_EQ(measurements_[0].sent.tags, 1U);
}

TEST_F(TagTest, WhatReturnsIsTheRate) {
  run(5_us);
  send({.op = frame::FeraOp::kReturning, .traffic_class = kClass, .flow = 0, .rate_kbps = 2'000'000, .lowered_by = 5});
  run(5_us);
  EXPECT_EQ(host_->rate_of(0), 2_Gbps);
  EXPECT_EQ(measurements_[0].sent.tags_returned, 1U);
  EXPECT_EQ(measurements_[0].sent.tags_lowered, 1U);
  EXPECT_EQ(host_->misdelivered(), 0U);
}

// What the destination of flow 1 sends back is what has come, but for the addresses and the op.
TEST_F(TagTest, IsReturnedAsItCame) {
  run(5_us);
  const frame::FeraTag tag{
      .traffic_class = kClass, .flow = 1, .rate_kbps = 77, .lowered_by = 9, .sequence = 40, .clock_ns = 123'456'789};
  send(tag);
  run(10_us);
  ASSERT_EQ(tags().size(), 2U) << "its own, and the one that returns";
  const std::vector<std::uint8_t> frame = tags().back();
  frame::FeraTag returning = tag;
  returning.op = frame::FeraOp::kReturning;
  EXPECT_EQ(frame::read_fera_tag(frame::read_routed_message(frame)->body), returning);
  const auto ethernet = frame::read_ethernet(frame).value();
  EXPECT_EQ(ethernet.source, kHereAddress);
  EXPECT_EQ(ethernet.destination, kThereAddress);
  EXPECT_EQ(ethernet.tags[0].pcp, kClass.index());
  EXPECT_EQ(measurements_[1].received.tags, 1U);
}

// Of no flow, of one without a regulator, of one to elsewhere, from another address, of no meaning: nothing changes.
TEST_F(TagTest, WhatIsForNobodyHereIsMisdelivered) {
  run(5_us);
  using frame::FeraOp;
  const BitRate before = host_->rate_of(0).value();
  send({.op = FeraOp::kReturning, .flow = 99, .rate_kbps = 1});
  send({.op = FeraOp::kReturning, .flow = 2, .rate_kbps = 1});
  send({.op = FeraOp::kReturning, .flow = 1, .rate_kbps = 1});
  send({.op = FeraOp::kForward, .flow = 0, .rate_kbps = 1});
  send({.op = FeraOp::kReturning, .flow = 0, .rate_kbps = 1}, frame::MacAddress::of_port(7, 0));
  std::vector<std::uint8_t> bytes(frame::kControlFrameBytes);
  frame::write_fera_tag(bytes, kHereAddress, kThereAddress, {.op = FeraOp::kReturning, .flow = 0, .rate_kbps = 1});
  bytes[19] = 2;  // another version
  EXPECT_EQ(far_.send(bytes, kDelay), tlm::TLM_OK_RESPONSE);
  run(10_us);
  EXPECT_EQ(host_->misdelivered(), 6U);
  EXPECT_EQ(host_->rate_of(0), before);
  EXPECT_EQ(tags().size(), 1U);
}

// A clock that the host never had, and a number that it never sent.
TEST_F(TagTest, AForgedReturnTeachesNothing) {
  run(5_us);
  const BitRate before = host_->rate_of(0).value();
  send({.op = frame::FeraOp::kReturning,
        .traffic_class = kClass,
        .flow = 0,
        .rate_kbps = 1,
        .sequence = 1,
        .clock_ns = 0xffff'ffff'ffff'ffffU});
  run(10_us);
  EXPECT_EQ(host_->rate_of(0), before);
  EXPECT_EQ(measurements_[0].sent.longest_tag, 0_us);
  EXPECT_EQ(measurements_[0].sent.tags_returned, 1U);
}

}  // namespace weir::host::tag_test
