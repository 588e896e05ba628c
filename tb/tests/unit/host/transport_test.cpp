// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What hosts write into their frames is what the parser and they themselves read there.

#include "tb/host/transport.h"

#include <rapidcheck/gtest.h>

#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/frame/roce.h"
#include "tb/host/flow.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host::transport_test {

FlowSpec flow(Framing framing) {
  FlowSpec flow;
  flow.index = 70'000;
  flow.source_ip = 0x0a000001;
  flow.destination_ip = 0x0a000002;
  flow.source_port = framing == Framing::kRoceV2 ? kFirstRoceSourcePort : 4'464;
  flow.destination_port = framing == Framing::kRoceV2 ? frame::kRoceV2Port : 5'002;
  flow.framing = framing;
  flow.ecn = frame::Ecn::kEct0;
  flow.demand.frame_length = 1500_B;
  flow.acknowledgement_length = framing == Framing::kRoceV2 ? kLeastRoceAnswer : 64_B;
  return flow;
}

frame::Packet packet_of(const FlowSpec& flow, Direction direction, const Transport& transport) {
  frame::Packet packet;
  packet.length = direction == Direction::kBack ? flow.acknowledgement_length : flow.demand.frame_length;
  write_headers(packet.bytes, flow, direction);
  write_transport(packet.bytes, flow, transport);
  return packet;
}

parser::HeaderVector parse(const frame::Packet& packet) { return parser::Parser({}).parse(packet); }

class Framings : public testing::TestWithParam<Framing> {};
INSTANTIATE_TEST_SUITE_P(Both, Framings, testing::Values(Framing::kUdp, Framing::kRoceV2));

TEST_P(Framings, NumbersAndRequestsComeThrough) {
  const FlowSpec spec = flow(GetParam());
  for (const std::uint32_t number : {0U, 1U, 0x7f'ffffU, 0xff'ffffU}) {
    for (const bool wanted : {false, true}) {
      const frame::Packet packet =
          packet_of(spec, Direction::kForward, {.meaning = Meaning::kData, .number = number, .answer_wanted = wanted});
      const parser::HeaderVector header = parse(packet);
      EXPECT_FALSE(header.error);
      const Transport read = read_transport(packet, header);
      EXPECT_EQ(read.meaning, Meaning::kData);
      EXPECT_EQ(read.number, number);
      EXPECT_EQ(read.answer_wanted, wanted);
      EXPECT_EQ(mark_of(packet, header), frame::Ecn::kEct0);
      EXPECT_EQ(connection_of(packet, header), connection_of(spec, Direction::kForward));
    }
  }
}

TEST_P(Framings, PcpAndDeiAreThoseOfTheFlowBothWays) {
  FlowSpec spec = flow(GetParam());
  spec.traffic_class = ClassId(3);
  for (const Direction direction : {Direction::kForward, Direction::kBack}) {
    EXPECT_EQ(parse(packet_of(spec, direction, {})).code_point, 3 << 1) << "by default the number of the class";
  }
  spec.pcp = 6;
  spec.drop_eligible = true;
  for (const Direction direction : {Direction::kForward, Direction::kBack}) {
    EXPECT_EQ(parse(packet_of(spec, direction, {})).code_point, 6 << 1 | 1);
  }
}

// The first PCP that, with the DEI, leads to the class.
TEST(Flow, HasThePcpOfItsClass) {
  reference::ClassMapperConfig mapper;
  mapper.pcp_classes.fill(ClassId(0));
  mapper.pcp_classes[reference::code_point(2, false)] = ClassId(5);
  mapper.pcp_classes[reference::code_point(4, false)] = ClassId(5);
  mapper.pcp_classes[reference::code_point(7, true)] = ClassId(5);
  EXPECT_EQ(pcp_of(mapper, ClassId(5), false), 2);
  EXPECT_EQ(pcp_of(mapper, ClassId(5), true), 7);
  EXPECT_EQ(pcp_of(mapper, ClassId(6), true), std::nullopt);
  mapper.source = reference::ClassSource::kDscp;
  EXPECT_EQ(pcp_of(mapper, ClassId(6), true), 6) << "does not decide";
}

TEST_P(Framings, AnswersComeThrough) {
  const FlowSpec spec = flow(GetParam());
  for (const Meaning meaning : {Meaning::kAck, Meaning::kNak}) {
    for (const std::uint32_t number : {1U, 0U, 0xff'ffffU}) {
      for (const Mark mark : {Mark::kNone, Mark::kUndetermined, Mark::kCongestion}) {
        const frame::Packet packet =
            packet_of(spec, Direction::kBack, {.meaning = meaning, .number = number, .mark = mark});
        const parser::HeaderVector header = parse(packet);
        EXPECT_FALSE(header.error);
        const Transport read = read_transport(packet, header);
        EXPECT_EQ(read.meaning, meaning);
        EXPECT_EQ(read.number, number);
        EXPECT_EQ(read.mark, mark);
        EXPECT_EQ(mark_of(packet, header), frame::Ecn::kNotCapable) << "answers are not ECN-capable";
        EXPECT_EQ(connection_of(packet, header), connection_of(spec, Direction::kBack));
      }
    }
  }
}

TEST_P(Framings, NotificationsComeThrough) {
  const FlowSpec spec = flow(GetParam());
  for (const Mark mark : {Mark::kUndetermined, Mark::kCongestion}) {
    const frame::Packet packet = packet_of(spec, Direction::kBack, {.meaning = Meaning::kNotification, .mark = mark});
    const Transport read = read_transport(packet, parse(packet));
    EXPECT_EQ(read.meaning, Meaning::kNotification);
    EXPECT_EQ(read.mark, mark);
  }
}

// BECN alone is congestion, as everywhere; a reserved bit beside it says that it is undetermined. FECN, which a switch
// may write into any packet, is congestion in data and nothing in answers.
TEST(Transport, CnpsAndDataHaveTheBitsOfTheBth) {
  const FlowSpec spec = flow(Framing::kRoceV2);
  for (const Mark mark : {Mark::kUndetermined, Mark::kCongestion}) {
    frame::Packet cnp = packet_of(spec, Direction::kBack, {.meaning = Meaning::kNotification, .mark = mark});
    EXPECT_EQ(parse(cnp).bth_opcode, 0x81);
    const auto headers = frame::read_roce(std::span(cnp.bytes).subspan(frame::kMaxDataHeaderBytes), 18_B);
    ASSERT_TRUE(headers);
    EXPECT_TRUE(headers->bth.becn);
    EXPECT_FALSE(headers->bth.fecn);
    EXPECT_EQ(headers->bth.undetermined, mark == Mark::kUndetermined);
    frame::set_fecn(cnp);
    EXPECT_EQ(read_transport(cnp, parse(cnp)).mark, mark);
  }
  frame::Packet data = packet_of(spec, Direction::kForward, {.meaning = Meaning::kData, .number = 9});
  EXPECT_EQ(read_transport(data, parse(data)).mark, Mark::kNone);
  frame::set_fecn(data);
  EXPECT_EQ(read_transport(data, parse(data)).mark, Mark::kCongestion);
}

TEST(Marks, TheCodePointOfUeIsASetting) {
  using enum frame::Ecn;
  EXPECT_EQ(mark_of(kCongestion, std::nullopt), Mark::kCongestion);
  EXPECT_EQ(mark_of(kEct0, std::nullopt), Mark::kNone);
  for (const frame::Ecn ue : {kEct0, kEct1}) {
    EXPECT_EQ(mark_of(kCongestion, ue), Mark::kCongestion);
    EXPECT_EQ(mark_of(ue, ue), Mark::kUndetermined);
    EXPECT_EQ(mark_of(ue == kEct0 ? kEct1 : kEct0, ue), Mark::kNone);
    EXPECT_EQ(mark_of(kNotCapable, ue), Mark::kNone);
  }
}

TEST(Transport, RoceFramesAreWhatTheyClaim) {
  const FlowSpec spec = flow(Framing::kRoceV2);
  const frame::Packet data = packet_of(spec, Direction::kForward, {.meaning = Meaning::kData, .number = 9});
  EXPECT_TRUE(parse(data).has_bth);
  EXPECT_EQ(parse(data).bth_opcode, 0x04) << "reliable connection, SEND only";
  const frame::Packet ack = packet_of(spec, Direction::kBack, {.meaning = Meaning::kAck, .number = 9});
  EXPECT_EQ(parse(ack).bth_opcode, 0x11);
  const auto headers = frame::read_roce(std::span(ack.bytes).subspan(frame::kMaxDataHeaderBytes), 18_B);
  ASSERT_TRUE(headers);
  EXPECT_EQ(headers->bth.sequence, 8U) << "an acknowledgement has the PSN of the last packet";
  EXPECT_EQ(headers->extensions.aeth_syndrome, 0x1f);
  EXPECT_EQ(headers->bth.destination_qp, 70'002U);
}

TEST(Transport, APayloadOfZerosSaysNothing) {
  const FlowSpec spec = flow(Framing::kUdp);
  frame::Packet packet;
  packet.length = 64_B;
  write_headers(packet.bytes, spec, Direction::kForward);
  EXPECT_EQ(read_transport(packet, parse(packet)).meaning, Meaning::kNothing);
}

// Whatever the bytes are, they are read or say nothing.
RC_GTEST_PROP(TransportProperty, AnyBytesAreReadOrSayNothing, (bool roce, bool back, std::uint32_t noise)) {
  const FlowSpec spec = flow(roce ? Framing::kRoceV2 : Framing::kUdp);
  frame::Packet packet = packet_of(spec, back ? Direction::kBack : Direction::kForward, {.meaning = Meaning::kData});
  for (std::size_t at = 46; at < packet.bytes.size(); ++at) {
    noise = noise * 1'664'525U + 1'013'904'223U;
    packet.bytes[at] = static_cast<std::uint8_t>(noise >> 24U);
  }
  const parser::HeaderVector header = parse(packet);
  const Transport read = read_transport(packet, header);
  RC_ASSERT(read.meaning <= Meaning::kNotification);
  connection_of(packet, header);
}

}  // namespace weir::host::transport_test
