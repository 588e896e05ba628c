// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_wire.h"

#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/headers.h"
#include "tb/host/flow.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host::tcp_wire_test {

FlowSpec flow() {
  FlowSpec flow;
  flow.index = 3;
  flow.source_address = frame::MacAddress::of_port(1, 0);
  flow.destination_address = frame::MacAddress::of_port(2, 0);
  flow.source_ip = 0x0a00'0001;
  flow.destination_ip = 0x0a00'0002;
  flow.source_port = kFirstTcpSourcePort;
  flow.destination_port = kFirstTcpDestinationPort;
  flow.traffic_class = ClassId(2);
  flow.framing = Framing::kTcp;
  flow.acknowledgement_length = 64_B;
  flow.tcp = std::make_shared<TcpSettings>(TcpSettings{.receive_window = 63'272_B, .connections = 10});
  return flow;
}

// Summed as a receiver would, over pseudo header, header and zeros.
bool checksum_holds(const frame::Headers& headers, const frame::Packet& packet) {
  const std::size_t at = headers.length - frame::kTcpHeaderBytes;
  std::uint32_t sum = 0;
  const std::size_t length = headers.ipv4->total_length - frame::kIpv4HeaderBytes;
  for (const std::uint32_t address : {headers.ipv4->source.value(), headers.ipv4->destination.value()}) {
    sum += (address >> 16U) + (address & 0xffffU);
  }
  sum += 6 + static_cast<std::uint32_t>(length);
  for (std::size_t i = 0; i < frame::kTcpHeaderBytes; i += 2) {
    sum += static_cast<std::uint32_t>(packet.bytes[at + i] << 8U | packet.bytes[at + i + 1]);
  }
  sum = (sum & 0xffffU) + (sum >> 16U);
  sum = (sum & 0xffffU) + (sum >> 16U);
  return sum == 0xffffU;
}

TEST(TcpWire, WritesSegmentsAsTheyAreRead) {
  const FlowSpec of = flow();
  frame::Packet packet;
  packet.length = 1500_B;
  write_tcp_segment(packet.bytes, of, 4, 1 + 1438, true);
  const frame::Headers headers = frame::read_headers(packet.bytes, packet.length);
  ASSERT_FALSE(headers.error);
  ASSERT_TRUE(headers.tcp);
  EXPECT_EQ(headers.ipv4->total_length, 1478);
  EXPECT_EQ(headers.tcp->source_port, kFirstTcpSourcePort + 4);
  EXPECT_EQ(headers.tcp->destination_port, kFirstTcpDestinationPort);
  EXPECT_EQ(headers.tcp->sequence - tcp_origin(of, 4, Direction::kForward), 1439U);
  EXPECT_EQ(headers.tcp->flags, frame::kTcpAck | frame::kTcpPush);
  EXPECT_EQ(headers.tcp->window, 63'272);
  EXPECT_TRUE(checksum_holds(headers, packet));

  const parser::HeaderVector header = parser::Parser({}).parse(packet);
  const auto read = read_tcp_segment(packet, header);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->payload, 1438_B);
  EXPECT_EQ(connection_of(packet, header), connection_of(of, Direction::kForward, 4));
}

TEST(TcpWire, HasPcpAndDeiOfTheFlowBothWays) {
  FlowSpec of = flow();
  of.pcp = 5;
  of.drop_eligible = true;
  frame::Packet packet;
  packet.length = 1500_B;
  write_tcp_segment(packet.bytes, of, 0, 1, true);
  EXPECT_EQ(parser::Parser({}).parse(packet).code_point, 5 << 1 | 1);
  packet.length = 64_B;
  write_tcp_answer(packet.bytes, of, 0, 1);
  EXPECT_EQ(parser::Parser({}).parse(packet).code_point, 5 << 1 | 1);
}

TEST(TcpWire, WritesAnswersWithPaddingBehindTheIpPacket) {
  const FlowSpec of = flow();
  frame::Packet packet;
  packet.length = 64_B;
  write_tcp_answer(packet.bytes, of, 9, 1);
  const frame::Headers headers = frame::read_headers(packet.bytes, packet.length);
  ASSERT_FALSE(headers.error);
  EXPECT_EQ(headers.ipv4->total_length, 40);
  EXPECT_EQ(headers.tcp->acknowledgement, tcp_origin(of, 9, Direction::kForward) + 1);
  EXPECT_EQ(headers.tcp->flags, frame::kTcpAck);
  EXPECT_TRUE(checksum_holds(headers, packet));
  const parser::HeaderVector header = parser::Parser({}).parse(packet);
  EXPECT_EQ(read_tcp_segment(packet, header)->payload, 0_B);
  EXPECT_EQ(connection_of(packet, header), connection_of(of, Direction::kBack, 9));
}

TEST(TcpWire, ChecksumFailsWhereABitIsWrong) {
  const FlowSpec of = flow();
  frame::Packet packet;
  packet.length = 1500_B;
  write_tcp_segment(packet.bytes, of, 0, 1, false);
  const frame::Headers headers = frame::read_headers(packet.bytes, packet.length);
  EXPECT_TRUE(checksum_holds(headers, packet));
  packet.bytes[headers.length - 1] ^= 1U;
  EXPECT_FALSE(checksum_holds(headers, packet));
}

TEST(TcpWire, ConnectionsStartFarApart) {
  const FlowSpec of = flow();
  for (std::uint32_t i = 1; i < 10; ++i) {
    EXPECT_NE(tcp_origin(of, i, Direction::kForward), tcp_origin(of, i - 1, Direction::kForward));
    EXPECT_NE(tcp_origin(of, i, Direction::kForward), tcp_origin(of, i, Direction::kBack));
  }
}

TEST(TcpWire, ReadsNothingFromUdp) {
  FlowSpec of = flow();
  of.framing = Framing::kUdp;
  frame::Packet packet;
  packet.length = 1500_B;
  write_headers(packet.bytes, of, Direction::kForward);
  EXPECT_FALSE(read_tcp_segment(packet, parser::Parser({}).parse(packet)));
}

}  // namespace weir::host::tcp_wire_test
