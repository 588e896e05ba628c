// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/data_frame.h"

#include "hw_model/frame/packet.h"
#include "hw_model/frame/udp.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::data_frame_test {

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

TEST(DataFrame, HasTheDeiBesideThePcp) {
  DataFrameFields f = fields();
  f.drop_eligible = true;
  f.vid = 5;
  std::vector<std::uint8_t> bytes(kHeaderBytes);
  ASSERT_EQ(write_data_frame(bytes, f), kMaxDataHeaderBytes);
  EXPECT_THAT(std::span(bytes).subspan(12, 4), testing::ElementsAreArray(hex("8100 9005")));
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

// Summed by hand: pseudo header 0a00+0001+0a00+0002+0006+0019, header c001+1389+0+1+0+2+5018+f000, payload of zeros.
TEST(TcpFrame, HoldsItsPayloadAndARightChecksum) {
  DataFrameFields f = fields();
  f.length = 67_B;
  const TcpHeader segment{.source_port = 0xc001,
                          .destination_port = 5001,
                          .sequence = 1,
                          .acknowledgement = 2,
                          .flags = kTcpAck | kTcpPush,
                          .window = 0xf000};
  std::array<std::uint8_t, kHeaderBytes> bytes{};
  ASSERT_EQ(write_tcp_frame(bytes, f, segment, 5_B), 58U);
  EXPECT_EQ(bytes[16], 0x08);  // IPv4 behind the tag
  EXPECT_EQ(bytes[20] << 8U | bytes[21], 45);
  std::uint32_t sum = 0x0a00 + 0x0001 + 0x0a00 + 0x0002 + 6 + 25 + 0xc001 + 5001 + 1 + 2 + 0x5018 + 0xf000;
  sum = (sum & 0xffffU) + (sum >> 16U);
  EXPECT_EQ(bytes[54] << 8U | bytes[55], static_cast<int>(~sum & 0xffffU));
}

TEST(TcpFrame, RefusesWhatDoesNotFit) {
  std::array<std::uint8_t, kHeaderBytes> bytes{};
  EXPECT_EQ(write_tcp_frame(bytes, fields(), {}, 1438_B), 58U);
  EXPECT_EQ(write_tcp_frame(bytes, fields(), {}, 1439_B), 0U);
  EXPECT_EQ(write_tcp_frame(bytes, fields(), {.header_length = 24}, 0_B), 0U);
  EXPECT_EQ(write_tcp_frame(std::span(bytes).first(57), fields(), {}, 0_B), 0U);
}

}  // namespace weir::frame::data_frame_test
