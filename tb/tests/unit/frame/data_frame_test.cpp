// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/data_frame.h"

#include <array>

#include <gmock/gmock.h>

#include "hw_model/frame/packet.h"
#include "hw_model/frame/udp.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame {
namespace {

using namespace weir::literals;

DataFrameFields fields() {
  return {.destination = MacAddress::of_port(2, 0),
          .source = MacAddress::of_port(1, 0),
          .traffic_class = ClassId(4),
          .source_ip = Ipv4Address(10, 0, 0, 1),
          .destination_ip = Ipv4Address(10, 0, 0, 2),
          .ttl = 64,
          .ecn = Ecn::kEct0,
          .source_port = 49152,
          .destination_port = 4791,
          .length = 1500_B};
}

TEST(DataFrame, TaggedFrameOf1500Bytes) {
  std::vector<std::uint8_t> bytes(kHeaderBytes, 0xee);
  ASSERT_EQ(write_data_frame(bytes, fields()), kMaxDataHeaderBytes);
  EXPECT_EQ(bytes, padded(hex("020000020000 020000010000 8100 8000 0800"
                              "4502 05c6 0000 4000 4011 2123 0a000001 0a000002"
                              "c000 12b7 05b2 0000"),
                          kHeaderBytes));
}

TEST(DataFrame, UntaggedFrameOf64Bytes) {
  DataFrameFields f = fields();
  f.tagged = false;
  f.ttl = 5;
  f.dscp = 46;
  f.ecn = Ecn::kTcdCapable;
  f.length = 64_B;
  std::array<std::uint8_t, 42> bytes{};
  ASSERT_EQ(write_data_frame(bytes, f), 42U);
  EXPECT_THAT(bytes, testing::ElementsAreArray(hex("020000020000 020000010000 0800"
                                                   "45b9 002e 0000 4000 0511 6104 0a000001 0a000002"
                                                   "c000 12b7 001a 0000")));
}

TEST(DataFrame, LengthsFillTheFrameExactly) {
  for (const bool tagged : {false, true}) {
    for (const std::int64_t length : {64, 65, 1500, 1518, 4000, 9216}) {
      DataFrameFields f = fields();
      f.tagged = tagged;
      f.length = Bytes(length);
      std::array<std::uint8_t, kHeaderBytes> bytes{};
      ASSERT_GT(write_data_frame(bytes, f), 0U);
      const auto ethernet = read_ethernet(bytes);
      ASSERT_TRUE(ethernet.has_value());
      const Bytes room = f.length - Bytes(static_cast<std::int64_t>(ethernet->length() + kFcsBytes));
      const auto ip = std::span(bytes).subspan(ethernet->length());
      const auto ipv4 = read_ipv4(ip, room);
      ASSERT_TRUE(ipv4.has_value()) << length;
      EXPECT_EQ(Bytes(ipv4->total_length), room);
      const auto udp = read_udp(ip.subspan(ipv4->header_length), Bytes(ipv4->total_length - ipv4->header_length));
      ASSERT_TRUE(udp.has_value()) << length;
      EXPECT_EQ(udp->length + ipv4->header_length, ipv4->total_length);
    }
  }
}

TEST(DataFrame, RefusesWhatTheFieldsCannotHold) {
  std::array<std::uint8_t, kHeaderBytes> bytes{};
  const auto refused = [&](auto change) {
    DataFrameFields f = fields();
    change(f);
    return write_data_frame(bytes, f) == 0;
  };
  EXPECT_TRUE(refused([](DataFrameFields& f) { f.length = 63_B; }));
  EXPECT_TRUE(refused([](DataFrameFields& f) { f.length = 9217_B; }));
  EXPECT_TRUE(refused([](DataFrameFields& f) { f.length = Bytes(-1); }));
  EXPECT_TRUE(refused([](DataFrameFields& f) { f.traffic_class = ClassId(8); }));
  EXPECT_TRUE(refused([](DataFrameFields& f) { f.vid = 4096; }));
  EXPECT_TRUE(refused([](DataFrameFields& f) { f.dscp = 64; }));
  EXPECT_EQ(write_data_frame(std::span(bytes).first(45), fields()), 0U);
  EXPECT_FALSE(refused([](DataFrameFields&) {}));
}

}  // namespace
}  // namespace weir::frame
