// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_groups.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::itsy_groups_test {

const MacAddress kSource = MacAddress::of_port(2, 0);
using Bytes60 = std::array<std::uint8_t, kControlFrameBytes>;

TEST(ItsyGroups, KnownBytes) {
  ItsyGroups message{.traffic_class = ClassId(3), .blocked = {}};
  message.blocked.set(0).set(2).set(9).set(255);
  Bytes60 bytes{};
  ASSERT_TRUE(write_itsy_groups(bytes, kSource, message));
  std::vector<std::uint8_t> known = padded(hex("0180c200000e 020000020000 88b5 25 03 05 02"), kControlFrameBytes);
  known[16 + 31] = 0x80;
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()), known);
  EXPECT_EQ(read_itsy_groups(bytes), message);
}

TEST(ItsyGroups, AnyListComesBack) {
  std::mt19937 random(1);
  for (int n = 0; n < 100; ++n) {
    ItsyGroups message{.traffic_class = ClassId(random() % kClasses), .blocked = {}};
    for (std::size_t group = 0; group < kDestinationGroups; ++group)
      message.blocked[group] = random() % 2 == 0;
    Bytes60 bytes{};
    ASSERT_TRUE(write_itsy_groups(bytes, kSource, message));
    EXPECT_EQ(read_itsy_groups(bytes), message);
  }
}

TEST(ItsyGroups, RefusesWhatIsNone) {
  Bytes60 bytes{};
  EXPECT_FALSE(write_itsy_groups(std::span(bytes).first(59), kSource, {}));
  ASSERT_TRUE(write_itsy_groups(bytes, kSource, {}));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_EQ(read_itsy_groups(std::span(bytes).first(length)), tl::unexpected(DecodeError::kTruncated)) << length;
  Bytes60 other = bytes;
  other[15] = 8;
  EXPECT_EQ(read_itsy_groups(other), tl::unexpected(DecodeError::kFieldOutOfRange));
  other = bytes;
  other[14] = 0x23;
  EXPECT_EQ(read_itsy_groups(other), tl::unexpected(DecodeError::kUnknownSubtype));
  other = bytes;
  other[5] = 0x01;
  EXPECT_EQ(read_itsy_groups(other), tl::unexpected(DecodeError::kWrongDestination));
}

TEST(ItsyGroups, ADestinationIsOfTheGroupOfItsLastOctet) {
  DestinationGroups groups;
  groups.set(7);
  Packet packet;
  packet.length = Bytes(1500);
  const auto to = [&](Ipv4Address address) {
    write_data_frame(packet.bytes, {.destination_ip = address, .length = packet.length});
  };
  to(Ipv4Address(10, 0, 0, 7));
  EXPECT_TRUE(is_of(packet, groups));
  to(Ipv4Address(10, 0, 9, 7));
  EXPECT_TRUE(is_of(packet, groups));
  to(Ipv4Address(10, 0, 7, 8));
  EXPECT_FALSE(is_of(packet, groups));
  packet.bytes[12] = packet.bytes[13] = 0x86;
  packet.bytes[16] = packet.bytes[17] = 0x86;
  EXPECT_TRUE(is_of(packet, groups)) << "what is not IPv4 is of every group";
  EXPECT_FALSE(is_of(packet, {}));
}

}  // namespace weir::frame::itsy_groups_test
