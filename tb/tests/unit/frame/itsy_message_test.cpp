// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_message.h"

#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::itsy_message_test {

const MacAddress kSource = MacAddress::of_port(2, 0);
using Bytes60 = std::array<std::uint8_t, kControlFrameBytes>;

ItsyMessage message(std::uint32_t s, std::size_t p, std::uint32_t seq, std::uint8_t ttl) {
  return {
      .kind = ItsyKind::kChecking, .entry = {.switch_id = s, .port = PortId(p), .seq = seq, .ttl = ttl}, .trigger = {}};
}

Bytes60 pfc() {
  Bytes60 bytes{};
  write_pfc(bytes, kSource, pfc_frame(mask_of(ClassId(3)), 0xffff));
  return bytes;
}

TEST(ItsyMessage, KnownBytesOnAPfcFrame) {
  ItsyMessages messages;
  messages[3] = message(1, 2, 3, 16);
  messages[3]->trigger = ItsyTrigger{.switch_id = 0x3fff, .port = PortId(63), .host = true};
  Bytes60 bytes = pfc();
  ASSERT_EQ(ride_itsy(bytes, messages, kItsyUpTo64Ports), mask_of(ClassId(3)));
  // 14, 6, 8 and 4 bits: 00000000000001 000010 00000011 1111; the trigger in 24 bits: 000 11111111111111 111111 1.
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin() + kItsyRides, bytes.end()),
            padded(hex("1754 08 08 0004203f 1fffff"), kControlFrameBytes - kItsyRides));
  EXPECT_EQ(read_itsy_rider(bytes, kItsyUpTo64Ports), messages);
  EXPECT_EQ(read_mac_control(bytes), MacControl(pfc_frame(mask_of(ClassId(3)), 0xffff)));
}

TEST(ItsyMessage, KnownBytesAlone) {
  ItsyMessages messages;
  messages[0] = message(0xabcd, 0x7f, 0x3ff, 64);
  messages[7] = message(1, 0, 0, 1);
  Bytes60 bytes{};
  ASSERT_EQ(write_itsy(bytes, kSource, ItsyKind::kChecking, messages, kItsyUpTo256Ports), 0x81);
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()),
            padded(hex("0180c200000e 020000020000 88b5 20 81 00 abcd7fffff 0001000000"), kControlFrameBytes));
  EXPECT_EQ(read_itsy(bytes, kItsyUpTo256Ports), messages);
}

TEST(ItsyMessage, FiveEntriesRideOrThreeWithTriggers) {
  ItsyMessages messages;
  for (std::size_t c = 0; c < kClasses; ++c) {
    messages[c] = message(1, c, 7, 3);
  }
  Bytes60 bytes = pfc();
  EXPECT_EQ(ride_itsy(bytes, messages, kItsyUpTo64Ports), 0x1f);
  for (auto& each : messages) {
    each->trigger = ItsyTrigger{.switch_id = 9, .port = PortId(1), .host = false};
  }
  bytes = pfc();
  EXPECT_EQ(ride_itsy(bytes, messages, kItsyUpTo64Ports), 0x07);
  EXPECT_EQ(write_itsy(bytes, kSource, ItsyKind::kChecking, messages, kItsyUpTo64Ports), 0x3f);
}

TEST(ItsyMessage, NobodyRidesWhereSomebodyDoesOrOnAnythingElse) {
  ItsyMessages messages;
  messages[1] = message(1, 0, 0, 2);
  Bytes60 taken = pfc();
  taken.back() = 1;
  const Bytes60 before = taken;
  EXPECT_EQ(ride_itsy(taken, messages, kItsyUpTo64Ports), 0);
  EXPECT_EQ(taken, before);
  Bytes60 pause{};
  write_pause(pause, kSource, {.quanta = 1});
  EXPECT_EQ(ride_itsy(pause, messages, kItsyUpTo64Ports), 0);
}

TEST(ItsyMessage, AConsistencyCheckGoesAlone) {
  ItsyMessages messages;
  messages[2] = message(5, 1, 9, 1);
  messages[2]->kind = ItsyKind::kConsistency;
  Bytes60 bytes = pfc();
  EXPECT_EQ(ride_itsy(bytes, messages, kItsyUpTo64Ports), 0);
  EXPECT_EQ(bytes, pfc());
  EXPECT_EQ(write_itsy(bytes, kSource, ItsyKind::kChecking, messages, kItsyUpTo64Ports), 0);
  EXPECT_EQ(write_itsy(bytes, kSource, ItsyKind::kConsistency, messages, kItsyUpTo64Ports), 0x04);
  EXPECT_EQ(bytes[14], 0x21);
  EXPECT_EQ(read_itsy(bytes, kItsyUpTo64Ports), messages);
}

TEST(ItsyMessage, RefusesFieldsOutOfTheirRange) {
  const auto written = [](const ItsyMessage& one) {
    ItsyMessages messages;
    messages[0] = one;
    Bytes60 bytes = pfc();
    const ClassMask classes = ride_itsy(bytes, messages, kItsyUpTo64Ports);
    EXPECT_TRUE(classes != 0 || bytes == pfc());
    return classes != 0;
  };
  EXPECT_TRUE(written(message(0x3fff, 63, 255, 16)));
  EXPECT_FALSE(written(message(0x4000, 63, 255, 16)));
  EXPECT_FALSE(written(message(1, 64, 255, 16)));
  EXPECT_FALSE(written(message(1, 63, 256, 16)));
  EXPECT_FALSE(written(message(1, 63, 255, 17)));
  EXPECT_FALSE(written(message(0, 63, 255, 16)));
}

TEST(ItsyMessage, WhatCannotBeRead) {
  const auto reason = [](const std::string& text) {
    const auto read = read_itsy(padded(hex(text), kControlFrameBytes), kItsyUpTo64Ports);
    return read ? "accepted" : std::string(name(read.error()));
  };
  const std::string start = "0180c200000e 020000020000 88b5 ";
  EXPECT_EQ(reason(start + "20 01 00 00042030"), "accepted");
  EXPECT_EQ(reason(start + "20 01 00 00002030"), "field_out_of_range");  // switch 0
  EXPECT_EQ(reason(start + "20 01 02 00042030"), "field_out_of_range");  // a trigger of a class without an entry
  EXPECT_EQ(reason(start + "20 ff ff"), "truncated");                    // eight of each do not fit
  EXPECT_EQ(reason(start + "22 01 00 00042030"), "unknown_subtype");
  EXPECT_EQ(reason("0180c2000001 020000020000 88b5 20 01 00 00042030"), "wrong_destination");
  EXPECT_EQ(reason("0180c200000e 020000020000 8808 20 01 00 00042030"), "wrong_ethertype");
}

// 512 ports in as many octets, for a bit of the switch.
TEST(ItsyMessage, NinePortBits) {
  constexpr ItsyWidths kWidths = kItsyUpTo256Ports.with_port(9);
  EXPECT_EQ(kWidths.entry_octets(), kItsyUpTo256Ports.entry_octets());
  EXPECT_EQ(kWidths.trigger_octets(), kItsyUpTo256Ports.trigger_octets());
  ItsyMessages messages;
  messages[0] = message(0x7fff, 511, 5, 64);
  Bytes60 bytes{};
  ASSERT_EQ(write_itsy(bytes, kSource, ItsyKind::kChecking, messages, kWidths), 0x01);
  EXPECT_EQ(read_itsy(bytes, kWidths), messages);
  EXPECT_EQ(write_itsy(bytes, kSource, ItsyKind::kChecking, messages, kItsyUpTo256Ports), 0) << "port 511";
  messages[0] = message(0x8000, 0, 5, 64);
  EXPECT_EQ(write_itsy(bytes, kSource, ItsyKind::kChecking, messages, kWidths), 0) << "switch 32768";
}

TEST(ItsyMessage, ComesBackAsItWas) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  for (int n = 0; n < 10'000; ++n) {
    const ItsyWidths entry = n % 2 == 0 ? kItsyUpTo64Ports : kItsyUpTo256Ports;
    const ItsyWidths widths = n % 3 == 0 ? entry : entry.with_port(1 + below(10));
    const auto entry_id = [&](unsigned bits) { return 1 + below((1U << bits) - 1); };
    ItsyMessages messages;
    for (auto& each : messages) {
      if (below(3) == 0) {
        each = message(entry_id(widths.switch_id), below(1U << widths.port), below(1U << widths.seq),
                       static_cast<std::uint8_t>(1 + below(1U << widths.ttl)));
        if (below(2) == 0)
          each->trigger = ItsyTrigger{
              .switch_id = entry_id(widths.switch_id), .port = PortId(below(1U << widths.port)), .host = below(2) == 1};
      }
    }
    Bytes60 bytes{};
    const ClassMask classes = write_itsy(bytes, kSource, ItsyKind::kChecking, messages, widths);
    for (std::size_t c = 0; c < kClasses; ++c) {
      if ((classes & mask_of(ClassId(c))) == 0)
        messages[c].reset();
    }
    if (classes != 0) {
      EXPECT_EQ(read_itsy(bytes, widths), messages);
    }
  }
}

}  // namespace weir::frame::itsy_message_test
