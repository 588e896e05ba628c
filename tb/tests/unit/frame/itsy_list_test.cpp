// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_list.h"

#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::itsy_list_test {

const MacAddress kSource = MacAddress::of_port(2, 0);
using Bytes60 = std::array<std::uint8_t, kControlFrameBytes>;

ItsyListMessage message(std::size_t ports) {
  ItsyListMessage message{.kind = ItsyListKind::kCollecting,
                          .traffic_class = ClassId(3),
                          .entry = {.switch_id = 1, .port = PortId(2), .seq = 3, .ttl = 16},
                          .list = {}};
  for (std::size_t n = 0; n < ports; ++n)
    message.list.add({.switch_id = static_cast<std::uint32_t>(n + 1), .port = PortId(2 * n + 1)});
  return message;
}

// Class and count 011 00010, the entry as alone, then 14 and 6 bits a port: 00000000000001 000001, 00000000000010
// 000011.
TEST(ItsyList, KnownBytes) {
  Bytes60 bytes{};
  ASSERT_TRUE(write_itsy_list(bytes, kSource, message(2), kItsyUpTo64Ports));
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()),
            padded(hex("0180c200000e 020000020000 88b5 22 62 0004203f 00041 00083"), kControlFrameBytes));
  EXPECT_EQ(read_itsy_list(bytes, kItsyUpTo64Ports), message(2));
  ItsyListMessage resuming = message(2);
  resuming.kind = ItsyListKind::kResuming;
  ASSERT_TRUE(write_itsy_list(bytes, kSource, resuming, kItsyUpTo64Ports));
  EXPECT_EQ(bytes[14], 0x23);
  EXPECT_EQ(read_itsy_list(bytes, kItsyUpTo64Ports), resuming);
}

TEST(ItsyList, SixteenPortsFitAndThirteenOfLargeSwitches) {
  EXPECT_EQ(itsy_list_room(kItsyUpTo64Ports), 16U);
  EXPECT_EQ(itsy_list_room(kItsyUpTo256Ports), 13U);
  Bytes60 bytes{};
  for (const std::size_t ports : {0, 1, 13, 16}) {
    EXPECT_TRUE(write_itsy_list(bytes, kSource, message(ports), kItsyUpTo64Ports));
    EXPECT_EQ(read_itsy_list(bytes, kItsyUpTo64Ports), message(ports));
    EXPECT_EQ(write_itsy_list(bytes, kSource, message(ports), kItsyUpTo256Ports), ports <= 13) << ports;
  }
}

TEST(ItsyList, RestIsAllButTheFirst) {
  const ItsyPortList list = message(3).list;
  ASSERT_EQ(list.rest().size(), 2U);
  EXPECT_EQ(list.rest()[0], list[1]);
  EXPECT_EQ(list.rest().rest().rest(), ItsyPortList());
}

TEST(ItsyList, RefusesWhatHasNoPlace) {
  Bytes60 bytes{};
  ItsyListMessage wrong = message(1);
  wrong.entry.port = PortId(64);
  EXPECT_FALSE(write_itsy_list(bytes, kSource, wrong, kItsyUpTo64Ports));
  wrong = message(1);
  wrong.entry.switch_id = 0;
  EXPECT_FALSE(write_itsy_list(bytes, kSource, wrong, kItsyUpTo64Ports));
  wrong = message(0);
  wrong.list.add({.switch_id = 0x4000, .port = PortId(0)});
  EXPECT_FALSE(write_itsy_list(bytes, kSource, wrong, kItsyUpTo64Ports));
  wrong = message(0);
  wrong.list.add({});
  EXPECT_FALSE(write_itsy_list(bytes, kSource, wrong, kItsyUpTo64Ports));
  std::array<std::uint8_t, kControlFrameBytes - 1> shorter{};
  EXPECT_FALSE(write_itsy_list(shorter, kSource, message(1), kItsyUpTo64Ports));
}

TEST(ItsyList, ReadsNothingElse) {
  Bytes60 bytes{};
  ASSERT_TRUE(write_itsy_list(bytes, kSource, message(2), kItsyUpTo64Ports));
  const auto error = [&](std::size_t at, std::uint8_t value) {
    Bytes60 other = bytes;
    other[at] = value;
    const auto read = read_itsy_list(other, kItsyUpTo64Ports);
    return read ? std::nullopt : std::optional(read.error());
  };
  EXPECT_EQ(error(0, 2), DecodeError::kWrongDestination);
  EXPECT_EQ(error(12, 0), DecodeError::kWrongEtherType);
  EXPECT_EQ(error(14, 0x21), DecodeError::kUnknownSubtype);
  EXPECT_EQ(error(15, 0x71), DecodeError::kFieldOutOfRange) << "17 ports";
  EXPECT_EQ(error(15, 0x64), DecodeError::kFieldOutOfRange) << "a port of switch 0";
  EXPECT_EQ(read_itsy_list(std::span(bytes).first(59), kItsyUpTo64Ports).error(), DecodeError::kTruncated);
  std::mt19937_64 random(7);
  for (int n = 0; n < 10'000; ++n) {
    for (std::size_t at = 15; at < bytes.size(); ++at)
      bytes[at] = static_cast<std::uint8_t>(random());
    const auto read = read_itsy_list(bytes, kItsyUpTo256Ports);
    Bytes60 again{};
    if (read) {
      ASSERT_TRUE(write_itsy_list(again, kSource, *read, kItsyUpTo256Ports));
      EXPECT_EQ(read_itsy_list(again, kItsyUpTo256Ports), read);
    }
  }
}

}  // namespace weir::frame::itsy_list_test
