// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two ports of one network, and a wire that damages what the first sends. Each test needs a process of its own, as
// ctest gives it.

#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/datapath/port_bench.h"

namespace weir::port::port_damage_test {

struct ScriptedDamage final : link::LinkDamage {
  link::FrameFate frame_leaves(const frame::Packet& packet, Time begin, Time end) override {
    asked.emplace_back(packet.length, begin, end);
    return asked.size() == damaged ? link::FrameFate{extras, (extras & frame::kPoisoned) != 0} : link::FrameFate{};
  }
  link::SetFate set_leaves(Time, Time) override { return link::SetFate::kArrives; }
  Time set_delay(Time) const override { return Time(0); }

  std::size_t damaged = 0;  // the frame, from 1
  std::uint8_t extras = frame::kFcsWrong;
  std::vector<std::tuple<Bytes, Time, Time>> asked;
};

class PortDamageTest : public PortBench {
 protected:
  PortDamageTest() {
    here_.tx.bind(there_.rx);
    there_.tx.bind(here_.rx);
    here_.damage(damage_);
    there_.take_control(flow_control::frame_kinds(), station_);
  }

  // Sends data, PFC, data, PFC; the last bit of the n-th leaves after n times 10 us.
  void send_four() {
    elaborate();
    for (int n = 1; n <= 4; ++n) {
      frame::Packet& next = packet();
      if (n % 2 == 0) {
        const std::vector<std::uint8_t> bytes = pfc_bytes();
        std::copy(bytes.begin(), bytes.end(), next.bytes.begin());
        next.length = 64_B;
      }
      here_.send(next, n * kEach);
    }
  }

  static constexpr Time kEach = 10_us;
  ScriptedDamage damage_;
  Port here_{"here", kPort, link(), parser_, scheduler_, pool_};
  Port there_{"there", kPort, link(), parser_, scheduler_, pool_};
};

TEST_F(PortDamageTest, AsksForEachFrameAsItLeaves) {
  send_four();
  ASSERT_EQ(damage_.asked.size(), 4U);
  for (int n = 1; n <= 4; ++n) {
    const auto& [length, begin, end] = damage_.asked[static_cast<std::size_t>(n - 1)];
    EXPECT_EQ(length, n % 2 == 0 ? 64_B : 1500_B);
    EXPECT_EQ(end, n * kEach);
    EXPECT_EQ(end - begin, here_.wire_time(length));
  }
  run(there_);
  EXPECT_EQ(there_.counters().frames_received, 2U);
  EXPECT_EQ(there_.counters().control_frames_received, 2U);
  EXPECT_THAT(headers_, testing::Each(testing::Field(&parser::HeaderVector::error, std::nullopt)));
}

TEST_F(PortDamageTest, ADataFrameIsFoundWrongAtItsLastBit) {
  damage_.damaged = 3;
  send_four();
  const std::vector<Due> done = run(there_);
  EXPECT_THAT(done, testing::Contains(Due{3 * kEach + kDelay, EventKind::kAdmission}));
  ASSERT_EQ(headers_.size(), 2U);
  EXPECT_EQ(headers_[0].error, std::nullopt);
  EXPECT_EQ(headers_[1].error, frame::DecodeError::kBadFcs);
  EXPECT_EQ(there_.counters().control_frames_received, 2U);
}

// It takes no effect, whatever its bytes say.
TEST_F(PortDamageTest, ADamagedControlFrameAsksForAdmissionLikeAnyOther) {
  damage_.damaged = 2;
  damage_.extras = frame::kFcsWrong | frame::kMarked;
  send_four();
  run(there_);
  ASSERT_EQ(headers_.size(), 3U);
  EXPECT_EQ(headers_[1].error, frame::DecodeError::kBadFcs);
  EXPECT_EQ(lengths_[1], 64_B);
  EXPECT_EQ(there_.counters().control_frames_received, 1U);
}

// The sender's capture shows the frame as it was sent, the receiver's as it came.
TEST_F(PortDamageTest, CapturesShowTheFrameAtEachEnd) {
  std::vector<std::uint8_t> out;
  std::vector<std::uint8_t> in;
  here_.set_tap([&](frame::Packet& one, Time, Port::Direction) { out.push_back(one.extras); });
  there_.set_tap([&](frame::Packet& one, Time, Port::Direction) { in.push_back(one.extras); });
  damage_.damaged = 1;
  send_four();
  run(there_);
  EXPECT_THAT(out, testing::ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(in, testing::ElementsAre(frame::kFcsWrong, 0, 0, 0));
}

TEST_F(PortDamageTest, APoisonedFrameLeavesAsSuch) {
  std::vector<std::uint8_t> out;
  here_.set_tap([&](frame::Packet& one, Time, Port::Direction) { out.push_back(one.extras); });
  damage_.damaged = 3;
  damage_.extras = frame::kFcsWrong | frame::kPoisoned;
  send_four();
  EXPECT_THAT(out, testing::ElementsAre(0, 0, damage_.extras, 0));
}

TEST_F(PortDamageTest, FeedbackOutOfBandIsNotOnTheWire) {
  damage_.damaged = 1;
  elaborate();
  here_.send_out_of_band(packet(), 1_us);
  run(there_);
  EXPECT_TRUE(damage_.asked.empty());
}

}  // namespace weir::port::port_damage_test
