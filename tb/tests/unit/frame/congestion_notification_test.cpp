// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/congestion_notification.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/hop_label.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/frame/roce.h"
#include "tb/tests/unit/frame/hex.h"

namespace weir::frame::congestion_notification_test {

constexpr CongestionNotification kSome{.source_ip = Ipv4Address(10, 0, 0, 1),
                                       .destination_ip = Ipv4Address(10, 0, 0, 2),
                                       .protocol = 17,
                                       .source_port = 0xc001,
                                       .destination_port = 4791,
                                       .queue_pair = 0x000203,
                                       .depth = 75'000_B};

Packet data_packet(std::uint16_t destination_port = 5001, bool tagged = true) {
  Packet packet;
  packet.bytes.fill(0);
  packet.length = 1500_B;
  write_data_frame(packet.bytes, {.tagged = tagged,
                                  .traffic_class = ClassId(3),
                                  .source_ip = Ipv4Address(10, 0, 0, 1),
                                  .destination_ip = Ipv4Address(10, 0, 0, 2),
                                  .source_port = 7,
                                  .destination_port = destination_port,
                                  .length = packet.length});
  return packet;
}

TEST(CongestionNotification, KnownBytes) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  bytes.fill(0xee);
  ASSERT_EQ(write_congestion_notification(bytes, MacAddress(0x02'00'00'01'00'00U), MacAddress(0x02'00'00'05'00'03U),
                                          ClassId(3), kSome),
            kControlFrameBytes);
  EXPECT_EQ(std::vector(bytes.begin(), bytes.end()), padded(hex("020000010000 020000050003 8100 6000 88b5 30"
                                                                "11 000124f8 0a000001 0a000002 c001 12b7 00000203"),
                                                            kControlFrameBytes));
}

TEST(CongestionNotification, IsReadAsItWasWritten) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  write_congestion_notification(bytes, MacAddress(0x02), MacAddress(0x06), ClassId(0), kSome);
  const auto message = read_routed_message(bytes).value();
  EXPECT_EQ(message.subtype, 0x30);
  EXPECT_EQ(read_congestion_notification(message.body).value(), kSome);
  for (std::size_t size = 0; size < 33; ++size) {
    EXPECT_EQ(read_congestion_notification(message.body.first(size)).error(), DecodeError::kTruncated) << size;
  }
  EXPECT_TRUE(read_congestion_notification(message.body.first(33)).has_value());
}

TEST(CongestionNotification, AnIndexHasItsSignAndItsQueue) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  CongestionNotification slow = kSome;
  slow.index = -1875;
  slow.point = queue_of(MacAddress(0x02'00'00'05'00'03U), ClassId(3));
  write_congestion_notification(bytes, MacAddress(0x02), MacAddress(0x06), ClassId(3), slow);
  EXPECT_EQ(std::vector(bytes.begin() + 40, bytes.begin() + 54), hex("fffff8ad 0200000500030003 0000"));
  EXPECT_EQ(read_congestion_notification(read_routed_message(bytes).value().body).value(), slow);
}

TEST(CongestionNotification, ADepthBeyondItsFieldIsTheMost) {
  std::array<std::uint8_t, kControlFrameBytes> bytes{};
  CongestionNotification deep = kSome;
  deep.depth = 5'000'000'000_B;
  write_congestion_notification(bytes, MacAddress(0x02), MacAddress(0x06), ClassId(0), deep);
  EXPECT_EQ(read_congestion_notification(read_routed_message(bytes).value().body).value().depth, 4'294'967'295_B);
}

TEST(CongestionNotification, NamesTheFlowOfAPacketAsItStandsOnTheWire) {
  for (const bool tagged : {true, false}) {
    const auto about = notification_about(data_packet(5001, tagged));
    ASSERT_TRUE(about) << tagged;
    EXPECT_EQ(*about, (CongestionNotification{.source_ip = Ipv4Address(10, 0, 0, 1),
                                              .destination_ip = Ipv4Address(10, 0, 0, 2),
                                              .protocol = 17,
                                              .source_port = 7,
                                              .destination_port = 5001}));
  }
}

TEST(CongestionNotification, NamesTheQueuePairOfRoce) {
  Packet packet = data_packet(kRoceV2Port);
  RoceHeaders roce;
  roce.bth = {.opcode = 0x04, .destination_qp = 0x000203};
  write_roce(std::span(packet.bytes).subspan(kMaxDataHeaderBytes), roce);
  EXPECT_EQ(notification_about(packet).value().queue_pair, 0x000203U);
}

// With a hop label an acknowledgement's AETH ends two bytes beyond those that a packet keeps.
TEST(CongestionNotification, NamesTheQueuePairOfAnAcknowledgementWithAHopLabel) {
  Packet packet = data_packet(kRoceV2Port);
  RoceHeaders roce;
  roce.bth = {.opcode = 0x11, .destination_qp = 0x000203};
  write_roce(std::span(packet.bytes).subspan(kMaxDataHeaderBytes), roce);
  std::vector<std::uint8_t> labelled(packet.bytes.begin(), packet.bytes.end());
  put_on_hop_label(labelled, ClassId(1), 0);
  std::copy_n(labelled.begin(), packet.bytes.size(), packet.bytes.begin());
  packet.length = Bytes(packet.length) + Bytes(kVlanTagBytes);
  EXPECT_EQ(notification_about(packet).value().queue_pair, 0x000203U);
}

TEST(CongestionNotification, ThereIsNoneAboutWhatIsNotIpv4) {
  Packet packet = data_packet();
  packet.bytes[16] = 0x86;
  packet.bytes[17] = 0xdd;
  EXPECT_EQ(notification_about(packet), std::nullopt);
}

}  // namespace weir::frame::congestion_notification_test
