// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_alive.h"

#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::itsy_alive_test {

const MacAddress kSource = MacAddress::of_port(2, 0);
using Bytes60 = std::array<std::uint8_t, kControlFrameBytes>;

Bytes60 pfc() {
  Bytes60 bytes{};
  write_pfc(bytes, kSource, pfc_frame(mask_of(ClassId(3)), 0xffff));
  return bytes;
}

ItsyMessages messages(std::size_t classes, bool triggers) {
  ItsyMessages messages;
  for (std::size_t c = 0; c < classes; ++c) {
    messages[c] = ItsyMessage{
        .kind = ItsyKind::kChecking, .entry = {.switch_id = 1, .port = PortId(2), .seq = 3, .ttl = 16}, .trigger = {}};
    if (triggers)
      messages[c]->trigger = ItsyTrigger{.switch_id = 0x3fff, .port = PortId(63), .host = true};
  }
  return messages;
}

std::vector<std::uint8_t> padding(const Bytes60& bytes) { return {bytes.begin() + kItsyRides, bytes.end()}; }

TEST(ItsyAlive, KnownBytesAlone) {
  const ItsyAlive alive{.classes = 0x81, .round = 13};
  Bytes60 bytes{};
  ASSERT_TRUE(write_itsy_alive(bytes, kSource, alive));
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()),
            padded(hex("0180c200000e 020000020000 88b5 24 81 0d"), kControlFrameBytes));
  EXPECT_EQ(read_itsy_alive(bytes), alive);
}

TEST(ItsyAlive, KnownBytesOnAPfcFrame) {
  const ItsyAlive alive{.classes = 0x08, .round = 5};
  Bytes60 bytes = pfc();
  ASSERT_TRUE(ride_itsy_alive(bytes, alive, kItsyUpTo64Ports));
  std::vector<std::uint8_t> wanted = padded(hex("1755"), kControlFrameBytes - kItsyRides - 2);
  wanted.insert(wanted.end(), {0x08, 0x05});
  EXPECT_EQ(padding(bytes), wanted);
  EXPECT_EQ(read_itsy_alive_rider(bytes), alive);
  EXPECT_EQ(read_itsy_rider(bytes, kItsyUpTo64Ports), ItsyMessages{}) << "and no message";
  EXPECT_EQ(read_mac_control(bytes), MacControl(pfc_frame(mask_of(ClassId(3)), 0xffff)));
}

// Five entries leave the last two octets free, and so do two with triggers; three with triggers do not.
TEST(ItsyAlive, RidesBehindMessages) {
  const ItsyAlive alive{.classes = 0x20, .round = 15};
  for (const auto& [classes, triggers, fits] :
       {std::tuple(5, false, true), std::tuple(2, true, true), std::tuple(3, true, false)}) {
    Bytes60 bytes = pfc();
    const ItsyMessages said = messages(static_cast<std::size_t>(classes), triggers);
    ASSERT_NE(ride_itsy(bytes, said, kItsyUpTo64Ports), 0);
    const Bytes60 before = bytes;
    EXPECT_EQ(ride_itsy_alive(bytes, alive, kItsyUpTo64Ports), fits) << classes;
    EXPECT_EQ(bytes == before, !fits);
    EXPECT_EQ(read_itsy_rider(bytes, kItsyUpTo64Ports), said);
    EXPECT_EQ(read_itsy_alive_rider(bytes), fits ? alive : ItsyAlive{});
  }
}

TEST(ItsyAlive, AMessageThatRunsIntoItIsTruncated) {
  Bytes60 bytes = pfc();
  ASSERT_NE(ride_itsy(bytes, messages(3, true), kItsyUpTo64Ports), 0);
  bytes[kItsyRides + 1] = kItsyMagicWithAlive & 0xffU;
  EXPECT_EQ(read_itsy_rider(bytes, kItsyUpTo64Ports).error(), DecodeError::kTruncated);
}

TEST(ItsyAlive, NobodyRidesWhereSomebodyDoesOrOnAnythingElse) {
  const ItsyAlive alive{.classes = 1, .round = 1};
  Bytes60 taken = pfc();
  taken.back() = 1;
  EXPECT_FALSE(ride_itsy_alive(taken, alive, kItsyUpTo64Ports));
  Bytes60 twice = pfc();
  ASSERT_TRUE(ride_itsy_alive(twice, alive, kItsyUpTo64Ports));
  EXPECT_FALSE(ride_itsy_alive(twice, alive, kItsyUpTo64Ports));
  Bytes60 pause{};
  write_pause(pause, kSource, {.quanta = 1});
  EXPECT_FALSE(ride_itsy_alive(pause, alive, kItsyUpTo64Ports));
  EXPECT_EQ(read_itsy_alive_rider(pfc()), ItsyAlive{});
}

TEST(ItsyAlive, RefusesWhatIsOutOfRange) {
  Bytes60 bytes = pfc();
  for (const ItsyAlive& wrong : {ItsyAlive{.classes = 0, .round = 1}, ItsyAlive{.classes = 1, .round = 16}}) {
    EXPECT_FALSE(write_itsy_alive(bytes, kSource, wrong));
    EXPECT_FALSE(ride_itsy_alive(bytes, wrong, kItsyUpTo64Ports));
  }
  ASSERT_TRUE(write_itsy_alive(bytes, kSource, {.classes = 1, .round = 1}));
  EXPECT_EQ(read_itsy_alive(std::span(bytes).first(16)).error(), DecodeError::kTruncated);
  EXPECT_EQ(read_itsy_alive_rider(std::span(bytes).first(59)).error(), DecodeError::kTruncated);
  bytes[16] = 16;
  EXPECT_EQ(read_itsy_alive(bytes).error(), DecodeError::kFieldOutOfRange);
  bytes[14] = 0x23;
  EXPECT_EQ(read_itsy_alive(bytes).error(), DecodeError::kUnknownSubtype);
}

}  // namespace weir::frame::itsy_alive_test
