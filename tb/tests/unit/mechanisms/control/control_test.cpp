// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/control/control.h"

#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "tb/tests/unit/mechanisms/control/messenger.h"

namespace weir::control::control_test {

constexpr PortId kP{1};
constexpr frame::MacAddress kAddress{0x02};
using Bytes60 = std::array<std::uint8_t, frame::kControlFrameBytes>;

Bytes60 pfc() {
  Bytes60 bytes{};
  frame::write_pfc(bytes, kAddress, frame::pfc_frame(1, 9));
  return bytes;
}

Bytes60 message(std::uint8_t subtype, std::uint8_t first_octet) {
  Bytes60 bytes{};
  const std::size_t body = frame::write_private_header(bytes, kAddress, subtype);
  bytes[body] = first_octet;
  return bytes;
}

TEST(ControlFind, GoesByEtherTypeCodeAndSoundness) {
  static constexpr auto kSound = [](std::span<const std::uint8_t> frame) { return frame[frame::kPrivateBody] < 8; };
  constexpr std::array<FrameKind, 3> kinds{{
      {.type = frame::EtherType::kMacControl, .code = 0x0101},
      {.type = frame::EtherType::kLocalExperiment, .code = 0x20, .sound = kSound},
      {.type = frame::EtherType::kLocalExperiment, .code = 0x21, .out_of_band = true},
  }};
  EXPECT_EQ(find(kinds, pfc()), &kinds[0]);
  Bytes60 pause{};
  frame::write_pause(pause, kAddress, {});
  EXPECT_EQ(find(kinds, pause), nullptr);
  EXPECT_EQ(find(kinds, message(0x20, 7)), &kinds[1]);
  EXPECT_EQ(find(kinds, message(0x20, 8)), nullptr) << "no sound body";
  EXPECT_EQ(find(kinds, message(0x21, 8)), &kinds[2]);
  EXPECT_EQ(find(kinds, message(0x01, 1)), nullptr) << "the opcode of PFC is no subtype";
  Bytes60 data = pfc();
  data[12] = 0x08;
  data[13] = 0x00;
  EXPECT_EQ(find(kinds, data), nullptr);
}

TEST(ControlFind, ABodyThatOneCannotReadMayBeAnothers) {
  static constexpr auto kNever = [](std::span<const std::uint8_t>) { return false; };
  constexpr std::array<FrameKind, 2> kinds{{
      {.type = frame::EtherType::kLocalExperiment, .code = 0x20, .sound = kNever},
      {.type = frame::EtherType::kLocalExperiment, .code = 0x20},
  }};
  EXPECT_EQ(find(kinds, message(0x20, 0)), &kinds[1]);
}

TEST(ControlFind, FlowControlTakesTheFiveFramesThatThereAre) {
  const auto kinds = flow_control::frame_kinds();
  ASSERT_THAT(kinds, SizeIs(5));
  Bytes60 bytes{};
  for (std::uint8_t c = 7; c <= 8; ++c) {
    frame::write_cbfc_credit(bytes, kAddress, {});
    bytes[frame::kPrivateBody] = c;
    EXPECT_EQ(find(kinds, bytes) != nullptr, c == 7) << "a class that there is";
  }
  frame::write_gfc_queue_depth(bytes, kAddress, {});
  ASSERT_NE(find(kinds, bytes), nullptr);
  EXPECT_TRUE(find(kinds, bytes)->out_of_band);
  EXPECT_FALSE(find(kinds, pfc())->out_of_band);
}

TEST(ControlSinks, EachGetsWhatItTakesInTheOrderOfJoining) {
  struct Scribe final : Sink {
    Scribe(std::vector<int>& all, int my, std::vector<FrameKind> taken)
        : lines(all), name(my), kinds(std::move(taken)) {}
    std::span<const FrameKind> takes() const override { return kinds; }
    void control(PortId p, std::span<const std::uint8_t>, Time) override {
      EXPECT_EQ(p, kP);
      lines.push_back(name);
    }
    std::vector<int>& lines;
    int name;
    std::vector<FrameKind> kinds;
  };
  std::vector<int> lines;
  Scribe a(lines, 1, {{.type = frame::EtherType::kMacControl, .code = 0x0101}});
  Scribe b(lines, 2,
           {{.type = frame::EtherType::kLocalExperiment, .code = 0x20},
            {.type = frame::EtherType::kMacControl, .code = 0x0101}});
  Sinks sinks;
  sinks.add(b);
  sinks.add(a);
  EXPECT_THAT(sinks.takes(), SizeIs(3));
  sinks.control(kP, pfc(), Time(1));
  EXPECT_THAT(lines, ElementsAre(2, 1));
  sinks.control(kP, message(0x20, 0), Time(2));
  EXPECT_THAT(lines, ElementsAre(2, 1, 2));
}

}  // namespace weir::control::control_test
