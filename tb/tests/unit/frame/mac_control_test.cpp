// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/mac_control.h"

#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::mac_control_test {

const MacAddress kSource = MacAddress::of_port(1, 3);
const char* const kStart = "0180c2000001 020000010003 8808 ";

std::vector<std::uint8_t> frame_of(const std::string& rest) { return padded(hex(kStart + rest), kControlFrameBytes); }

template <class Frame, class Write>
std::vector<std::uint8_t> written(Write write, const Frame& frame) {
  std::vector<std::uint8_t> bytes(kControlFrameBytes, 0xee);  // what a recycled packet holds
  EXPECT_EQ(write(bytes, kSource, frame), kControlFrameBytes);
  return bytes;
}

std::string reason(std::span<const std::uint8_t> bytes) {
  const auto frame = read_mac_control(bytes);
  return frame ? "accepted" : std::string(name(frame.error()));
}

TEST(Pause, KnownBytes) {
  const auto bytes = written(write_pause, PauseFrame{.quanta = 0xffff});
  EXPECT_EQ(bytes, frame_of("0001 ffff"));
  EXPECT_EQ(read_mac_control(bytes), MacControl(PauseFrame{.quanta = 0xffff}));
}

TEST(Pause, ResumeIsZeroQuanta) {
  const auto bytes = written(write_pause, PauseFrame{});
  EXPECT_EQ(bytes, frame_of("0001 0000"));
  EXPECT_EQ(read_mac_control(bytes), MacControl(PauseFrame{.quanta = 0}));
}

TEST(Pfc, KnownBytes) {
  const PfcFrame frame{.enabled = 0b1000'0101, .time = {0xffff, 0, 0x0102, 0, 0, 0, 0, 0x8000}};
  const auto bytes = written(write_pfc, frame);
  EXPECT_EQ(bytes, frame_of("0101 0085 ffff 0000 0102 0000 0000 0000 0000 8000"));
  EXPECT_EQ(read_mac_control(bytes), MacControl(frame));
}

TEST(Pfc, OneTimeForSeveralClasses) {
  EXPECT_EQ(pfc_frame(0b0000'1010, 7), (PfcFrame{.enabled = 0b0000'1010, .time = {0, 7, 0, 7, 0, 0, 0, 0}}));
  EXPECT_EQ(pfc_frame(0, 7), PfcFrame{});
}

TEST(Pfc, EveryClassAloneReadsBack) {
  for (std::size_t c = 0; c < kClasses; ++c) {
    const PfcFrame frame = pfc_frame(mask_of(ClassId(c)), 0x1234);
    const auto bytes = written(write_pfc, frame);
    EXPECT_EQ(bytes[18 + 2 * c], 0x12) << c;
    EXPECT_EQ(bytes[19 + 2 * c], 0x34) << c;
    EXPECT_EQ(read_mac_control(bytes), MacControl(frame));
  }
}

TEST(Gfc, StageIdTravelsInThePlaceOfTheTime) {
  const auto bytes = written(write_pfc, gfc_stage_frame(ClassId(6), 16));
  EXPECT_EQ(bytes, frame_of("0101 0040 0000 0000 0000 0000 0000 0000 0010 0000"));
}

TEST(MacControl, ReservedBitsAndPaddingAreIgnored) {
  auto bytes = frame_of("0101 ff01 0005");
  bytes.back() = 0x77;
  EXPECT_EQ(read_mac_control(bytes), MacControl(pfc_frame(0b1, 5)));
}

TEST(MacControl, EveryTruncationIsAnError) {
  const auto pause = frame_of("0001 ffff");
  for (std::size_t size = 0; size < 18; ++size) {
    EXPECT_EQ(reason(std::span(pause).first(size)), "truncated") << size;
  }
  EXPECT_EQ(reason(std::span(pause).first(18)), "accepted");
  const auto pfc = frame_of("0101 0001 ffff");
  for (std::size_t size = 0; size < 34; ++size) {
    EXPECT_EQ(reason(std::span(pfc).first(size)), "truncated") << size;
  }
  EXPECT_EQ(reason(std::span(pfc).first(34)), "accepted");
}

TEST(MacControl, MalformedFramesAreRefusedWithTheirReason) {
  const auto refused = [](std::size_t at, std::uint8_t value) {
    auto bytes = frame_of("0101 0001 ffff");
    bytes[at] = value;
    return reason(bytes);
  };
  EXPECT_EQ(refused(5, 0x02), "wrong_destination");
  EXPECT_EQ(refused(12, 0x08), "wrong_ethertype");
  EXPECT_EQ(refused(15, 0x02), "unknown_opcode");  // GATE of EPON is 0002
  EXPECT_EQ(refused(14, 0x02), "unknown_opcode");
  EXPECT_EQ(refused(6, 0x12), "accepted");  // any station may be the source
}

TEST(MacControl, WritesNothingIntoTooShortASpan) {
  std::array<std::uint8_t, kControlFrameBytes - 1> bytes{};
  EXPECT_EQ(write_pause(bytes, kSource, PauseFrame{.quanta = 1}), 0U);
  EXPECT_EQ(write_pfc(bytes, kSource, pfc_frame(0xff, 1)), 0U);
  EXPECT_THAT(bytes, testing::Each(0));
}

}  // namespace weir::frame::mac_control_test
