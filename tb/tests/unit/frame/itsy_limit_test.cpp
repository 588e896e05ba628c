// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/itsy_limit.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::itsy_limit_test {

const MacAddress kSource = MacAddress::of_port(2, 0);
using Bytes60 = std::array<std::uint8_t, kControlFrameBytes>;

ItsyLimit message(std::uint8_t flows) {
  ItsyLimit limit{.traffic_class = ClassId(3), .trigger = {.switch_id = 0x0102, .port = PortId(5)}, .ttl = 15};
  limit.size = flows;
  for (std::size_t n = 0; n < flows; ++n)
    limit.flows[n] = {.addresses = 0x0a000001'0a000002U + n, .ports = 0xc000'12b7'11U};
  return limit;
}

TEST(ItsyLimit, KnownBytes) {
  Bytes60 bytes{};
  ASSERT_TRUE(write_itsy_limit(bytes, kSource, message(1), {}));
  EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin(), bytes.end()),
            padded(hex("0180c200000e 020000020000 88b5 26 03 004085 0f 01 0a000001 0a000002 c000 12b7 11"),
                   kControlFrameBytes));
  EXPECT_EQ(read_itsy_limit(bytes, {}), message(1));
}

TEST(ItsyLimit, AnyComesBack) {
  std::mt19937_64 random(1);
  for (unsigned n = 0; n < 100; ++n) {
    const ItsyWidths widths = kItsyUpTo256Ports.with_port(6 + n % 5);
    ItsyLimit limit{.traffic_class = ClassId(random() % kClasses),
                    .trigger = {.switch_id = static_cast<std::uint32_t>(random() % 0x3fff + 1),
                                .port = PortId(random() % (1U << widths.port))},
                    .ttl = static_cast<std::uint8_t>(random()),
                    .size = static_cast<std::uint8_t>(random() % (ItsyLimit::kMostFlows + 1))};
    for (std::size_t flow = 0; flow < limit.size; ++flow)
      limit.flows[flow] = {.addresses = random(), .ports = random() >> 24U};
    Bytes60 bytes{};
    ASSERT_TRUE(write_itsy_limit(bytes, kSource, limit, widths));
    EXPECT_EQ(read_itsy_limit(bytes, widths), limit);
  }
}

TEST(ItsyLimit, RefusesWhatIsNone) {
  Bytes60 bytes{};
  EXPECT_FALSE(write_itsy_limit(std::span(bytes).first(59), kSource, message(1), {}));
  EXPECT_FALSE(write_itsy_limit(bytes, kSource, {}, {})) << "switch 0";
  ItsyLimit far = message(1);
  far.trigger.port = PortId(64);
  EXPECT_FALSE(write_itsy_limit(bytes, kSource, far, {})) << "a port that six bits do not name";
  ItsyLimit host = message(1);
  host.trigger.host = true;
  EXPECT_FALSE(write_itsy_limit(bytes, kSource, host, {}));
  ASSERT_TRUE(write_itsy_limit(bytes, kSource, message(3), {}));
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_EQ(read_itsy_limit(std::span(bytes).first(length), {}), tl::unexpected(DecodeError::kTruncated)) << length;
  const auto with = [&](std::size_t octet, std::uint8_t value) {
    Bytes60 other = bytes;
    other[octet] = value;
    return read_itsy_limit(other, {});
  };
  EXPECT_EQ(with(15, 8), tl::unexpected(DecodeError::kFieldOutOfRange)) << "a class";
  EXPECT_EQ(with(20, 4), tl::unexpected(DecodeError::kFieldOutOfRange)) << "flows";
  EXPECT_EQ(with(14, 0x25), tl::unexpected(DecodeError::kUnknownSubtype));
  EXPECT_EQ(with(5, 0x01), tl::unexpected(DecodeError::kWrongDestination));
}

TEST(FiveTuple, IsThatOfIpv4AndUdp) {
  Packet packet;
  packet.length = Bytes(1500);
  write_data_frame(packet.bytes, {.source_ip = Ipv4Address(10, 0, 0, 1),
                                  .destination_ip = Ipv4Address(10, 0, 0, 2),
                                  .source_port = 49152,
                                  .length = packet.length});
  const FiveTuple flow = five_tuple(packet);
  EXPECT_EQ(flow.addresses, 0x0a000001'0a000002U);
  EXPECT_EQ(flow.ports >> 24U, 49152U);
  EXPECT_EQ(flow.ports & 0xffU, 17U);
  packet.bytes[12] = packet.bytes[13] = 0x86;
  packet.bytes[16] = packet.bytes[17] = 0x86;
  EXPECT_EQ(five_tuple(packet), FiveTuple());
}

}  // namespace weir::frame::itsy_limit_test
