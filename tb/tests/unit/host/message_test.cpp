// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Private messages of several hops: from a plain TLM component through two switches to a host, at 10 Gbps over cables
// of 1 us. Each test needs a process of its own.

#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/private_tags.h"
#include "tb/host/nic.h"
#include "tb/tests/unit/datapath/far_end.h"

namespace weir::host::message_test {

constexpr Time kDelay = 1_us;
constexpr Time kFrameTime{51'200};
constexpr PortId kLeft{0};
constexpr PortId kRight{1};
constexpr ClassId kClass{5};
constexpr std::uint8_t kSubtype = 0x7f;
constexpr std::uint32_t kHost = 9;  // its index, and of its address
const frame::MacAddress kHostAddress = frame::MacAddress::of_port(kHost, 0);

class MessageTest : public testing::Test {
 protected:
  MessageTest() {
    asic::SwitchConfig config;
    config.ports.assign(2, link::LinkConfig{.rate = 10_Gbps, .delay = kDelay});
    config.mmu = {.viq_limit = 100'000_B};
    config.flow_control.scheme = flow_control::Scheme::kPfc;
    config.flow_control.lossless = 0x01;
    config.flow_control.pfc = {.xoff = 50'000_B, .xon = 40'000_B};
    const asic::Timing timing{.quantum = kDelay};
    for (std::uint32_t i = 1; i <= 2; ++i) {
      switches_.push_back(std::make_unique<asic::SwitchAsic>(("s" + std::to_string(i)).c_str(), config, timing,
                                                             asic::Factories{}, pool_, i, 1));
      switches_.back()->forwarding().add_mac(kHostAddress, 0, std::vector{kRight});
    }
    NicContext context;
    context.config = config;
    context.config.ports.resize(1);
    context.timing = timing;
    context.pool = &pool_;
    context.index = kHost;
    context.ip = 0x0a000001;
    context.flows = &flows_;
    context.measurements = &measurements_;
    host_ = std::make_unique<Nic>("h1", context);
    plug(switches_[0]->port(kLeft), far_);
    join(switches_[0]->port(kRight), switches_[1]->port(kLeft));
    join(switches_[1]->port(kRight), host_->port(PortId(0)));
  }

  std::vector<std::uint8_t> message(std::uint8_t subtype, frame::MacAddress to = kHostAddress) const {
    std::vector<std::uint8_t> bytes(frame::kControlFrameBytes);
    const std::size_t body = frame::write_routed_header(bytes, to, frame::MacAddress(0x02), kClass, subtype);
    bytes[body] = 42;
    return bytes;
  }
  void send(const std::vector<std::uint8_t>& bytes, Time at) { EXPECT_EQ(far_.send(bytes, at), tlm::TLM_OK_RESPONSE); }

  link::FramePool pool_;
  std::vector<FlowSpec> flows_;
  std::vector<FlowMeasurement> measurements_;
  FarEnd far_{"far"};
  std::vector<std::unique_ptr<asic::SwitchAsic>> switches_;
  std::unique_ptr<Nic> host_;
};

TEST_F(MessageTest, CrossesSwitchesAsDataInItsClassAndIsHeardBySubtype) {
  std::vector<std::pair<Time, int>> heard;
  host_->hear(kSubtype, [&](std::span<const std::uint8_t> body, Time now) {
    heard.emplace_back(now, body[0]);
    return true;
  });
  run(0_us);
  send(message(kSubtype), 5_us);
  run(20_us);
  EXPECT_THAT(heard, ElementsAre(std::pair(5_us + 2 * (kFrameTime + kDelay), 42)));
  for (const auto& one : switches_) {
    EXPECT_EQ(one->egress().counters(kRight, kClass).sent, 1U);
    EXPECT_EQ(one->mmu().counters(kLeft, kClass).admitted, 1U);
    EXPECT_EQ(one->port(kLeft).counters().control_frames_received, 0U);
  }
  EXPECT_EQ(host_->taken(), 1U);
  EXPECT_EQ(host_->misdelivered(), 0U);
  EXPECT_EQ(pool_.in_use(), 0U);
}

TEST_F(MessageTest, WithoutAHandlerItIsMisdelivered) {
  host_->hear(kSubtype, [](auto, Time) { return true; });
  run(0_us);
  send(message(kSubtype + 1), 5_us);
  run(20_us);
  EXPECT_EQ(host_->taken(), 1U);
  EXPECT_EQ(host_->misdelivered(), 1U);
}

TEST_F(MessageTest, AHandlerMaySayThatItIsForNobody) {
  host_->hear(kSubtype, [](auto, Time) { return false; });
  run(0_us);
  send(message(kSubtype), 5_us);
  run(20_us);
  EXPECT_EQ(host_->misdelivered(), 1U);
}

TEST_F(MessageTest, ToAnAddressThatNoTableHasItIsDropped) {
  run(0_us);
  send(message(kSubtype, frame::MacAddress(0x02'00'00'00'00'77U)), 5_us);
  run(20_us);
  EXPECT_EQ(switches_[0]->drops(kLeft, kClass).not_ip, 1U);
}

TEST_F(MessageTest, ToAnotherHostsAddressItIsMisdelivered) {
  const frame::MacAddress other(0x02'00'00'00'00'77U);
  switches_[0]->forwarding().add_mac(other, 0, std::vector{kRight});
  switches_[1]->forwarding().add_mac(other, 0, std::vector{kRight});
  host_->hear(kSubtype, [](auto, Time) { return true; });
  run(0_us);
  send(message(kSubtype, other), 5_us);
  run(20_us);
  EXPECT_EQ(host_->misdelivered(), 1U);
}

// The same bytes to the nearest-bridge group address are link-local, and nobody here knows the subtype.
TEST_F(MessageTest, ToTheGroupAddressItGoesNoFurther) {
  run(0_us);
  std::vector<std::uint8_t> bytes(frame::kControlFrameBytes);
  frame::write_private_header(bytes, frame::MacAddress(0x02), kSubtype);
  send(bytes, 5_us);
  run(20_us);
  EXPECT_EQ(switches_[0]->drops(kLeft, ClassId(0)).of(frame::DecodeError::kUnknownSubtype), 1U);
  EXPECT_EQ(host_->taken(), 0U);
}

}  // namespace weir::host::message_test
