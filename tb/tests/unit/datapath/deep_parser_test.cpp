// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Every header and every fault through the parser, beside the codecs; the latency of each state.

#include "hw_model/datapath/parser/deep_parser.h"

#include <regex>

#include <rapidcheck/gtest.h>

#include "hw_model/datapath/parser/parser.h"
#include "tb/tests/frames/frame_builder.h"
#include "tb/tests/frames/parser_agreement.h"
#include "tb/tests/frames/sample_frames.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::parser::deep_parser_test {

using frame::DecodeError;
using frame::Ipv6Extension;
using samples::ByteString;
using samples::SampleFrame;

// One picosecond a step: the latency counts them.
const Parser kParser(ParserConfig{.clock = Time(1), .state_cycles = 1});

HeaderVector parsed(const ByteString& bytes) {
  frame::Packet packet;
  samples::fill(packet, bytes);
  return kParser.parse(packet, bytes);
}

TEST(DeepParser, AcceptsEverySoundFrame) {
  const std::vector<SampleFrame> all = samples::sound_frames();
  ASSERT_GT(all.size(), 80U);
  for (const SampleFrame& sample : all) {
    const HeaderVector header = parsed(sample.bytes);
    EXPECT_EQ(header.error, std::nullopt) << sample.name << ": " << frame::name(*header.error);
    EXPECT_EQ(samples::disagreement(kParser, sample.bytes), "") << sample.name;
  }
}

TEST(DeepParser, RefusesEveryFaultyFrame) {
  std::set<DecodeError> seen;
  for (const SampleFrame& sample : samples::faulty_frames()) {
    const HeaderVector header = parsed(sample.bytes);
    EXPECT_NE(header.error, std::nullopt) << sample.name;
    seen.insert(header.error.value_or(DecodeError::kTruncated));
    EXPECT_EQ(samples::disagreement(kParser, sample.bytes), "") << sample.name;
  }
  using enum DecodeError;
  EXPECT_EQ(seen,
            (std::set{kTruncated, kTooManyTags, kWrongEtherType, kWrongDestination, kUnknownOpcode, kBadIpVersion,
                      kBadIpHeaderLength, kBadIpTotalLength, kBadIpHeaderChecksum, kBadUdpLength, kBadLengthField,
                      kBadIpPayloadLength, kMisplacedExtension, kTooManyExtensions, kBadTcpOffset, kBeyondParseDepth}));
}

TEST(DeepParser, RefusesEveryFrameThatEndsWithinAHeader) {
  const std::vector<SampleFrame> all = samples::cut_frames();
  ASSERT_GT(all.size(), 5'000U);
  for (const SampleFrame& sample : all) {
    ASSERT_NE(parsed(sample.bytes).error, std::nullopt) << sample.name;
    ASSERT_EQ(samples::disagreement(kParser, sample.bytes), "") << sample.name;
  }
}

// Of one bit, and of one byte with any other.
RC_GTEST_PROP(DeepParser, AgreesWithTheCodecsOnChangedFrames, ()) {
  static const std::vector<SampleFrame> kSound = samples::sound_frames();
  ByteString bytes = kSound[*rc::gen::inRange<std::size_t>(0, kSound.size())].bytes;
  for (int changes = *rc::gen::inRange(1, 4); changes > 0; --changes) {
    bytes[*rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(bytes.size(), 130))] =
        *rc::gen::arbitrary<std::uint8_t>();
  }
  const std::size_t ip = 14;
  if (bytes.size() > ip + 60 && bytes[12] == 0x08 && bytes[13] == 0 && *rc::gen::inRange(0, 4) > 0) {
    samples::mend_checksum(bytes, ip);
  }
  bytes.resize(*rc::gen::inRange<std::size_t>(bytes.size() / 2, bytes.size() + 20));
  RC_ASSERT(samples::disagreement(kParser, bytes) == "");
}

TEST(DeepParser, ReadsIpv6) {
  const ByteString bytes =
      samples::ethernet(0x86dd, samples::ipv6(samples::kTcp, samples::tcp(20, {}), {{Ipv6Extension::kRouting, 24}}), 2);
  frame::Packet packet;
  samples::fill(packet, bytes);
  const HeaderVector header = kParser.parse(packet, bytes);
  EXPECT_EQ(header.network, Network::kIpv6);
  EXPECT_EQ(header.code_point, (5 << 1 | 1));
  EXPECT_EQ(header.vid, 100);
  EXPECT_EQ(header.ip_offset, 22);
  EXPECT_EQ(header.ttl, 64);
  EXPECT_EQ(header.dscp, 46);
  EXPECT_EQ(header.protocol, samples::kTcp);
  EXPECT_EQ(header.transport_offset, 22 + 40 + 24);
  EXPECT_EQ(header.transport_ports, 49'153U << 16U | 80U);
  EXPECT_EQ(frame::to_string(source_ipv6(packet, header)), "2001:db8:0:1:0:0:0:aa");
  EXPECT_EQ(frame::to_string(destination_ipv6(packet, header)), "2001:db8:0:2:123:4567:89ab:cdef");
  EXPECT_EQ(header.latency, Time(1 + 2 + 2 + 2 + 1));
}

TEST(DeepParser, ExpiresAHopLimitOfOne) {
  ByteString bytes = samples::ethernet(0x86dd, samples::ipv6(samples::kNoNextHeader, {}));
  bytes[21] = 1;
  EXPECT_EQ(parsed(bytes).error, DecodeError::kTtlExpired);
  bytes[21] = 2;
  EXPECT_EQ(parsed(bytes).error, std::nullopt);
}

// A host passes nothing on: what a switch must drop it reads to the end, whatever the header.
TEST(DeepParser, ReadsBehindAnExpiredTtlWhereThatIsNoError) {
  for (const bool v6 : {false, true}) {
    const ByteString segment = samples::tcp(20, {});
    ByteString bytes = v6 ? samples::ethernet(0x86dd, samples::ipv6(samples::kTcp, segment))
                          : samples::ethernet(0x0800, samples::ipv4(samples::kTcp, segment));
    const std::size_t ip = 14;
    bytes[ip + (v6 ? 7 : 8)] = 1;
    if (!v6) {
      samples::mend_checksum(bytes, ip);
    }
    frame::Packet packet;
    samples::fill(packet, bytes);
    EXPECT_EQ(kParser.parse(packet, bytes).transport_offset, 0) << v6;
    const HeaderVector header = parse_deep(packet, bytes, kParser.config(), ExpiredTtl::kSound);
    EXPECT_EQ(header.error, std::nullopt) << v6;
    EXPECT_EQ(header.ttl, 1) << v6;
    EXPECT_EQ(header.transport_offset, ip + (v6 ? 40 : 20)) << v6;
  }
}

// Headers beyond what is kept of a frame are zeros, which no header is that says something.
TEST(DeepParser, SeesZerosWhereAFrameIsNotKept) {
  const ByteString bytes = samples::ethernet(
      0x86dd, samples::ipv6(samples::kUdp, samples::udp(5001, samples::payload(20)), {{Ipv6Extension::kRouting, 24}}));
  frame::Packet packet;
  samples::fill(packet, bytes);
  EXPECT_EQ(kParser.parse(packet, bytes).transport_ports, 49'152U << 16U | 5001U);
  EXPECT_EQ(kParser.parse(packet).error, DecodeError::kBadUdpLength);
}

TEST(DeepParser, NamesWhatABridgeMustKeep) {
  ByteString lldp = samples::ethernet(0x88cc, samples::payload(46));
  EXPECT_FALSE(parsed(lldp).reserved_destination);
  const ByteString reserved{0x01, 0x80, 0xc2, 0x00, 0x00, 0x0e};
  std::copy(reserved.begin(), reserved.end(), lldp.begin());
  EXPECT_TRUE(parsed(lldp).reserved_destination);
  lldp[5] = 0x10;
  EXPECT_FALSE(parsed(lldp).reserved_destination);
}

// Each sample's latency is the sum of its states, written down here by hand.
TEST(DeepParser, CostsWhatItsStatesCost) {
  using samples::ethernet;
  using samples::ipv4;
  using samples::ipv6;
  using samples::roce;
  using samples::tcp;
  using samples::udp;
  const auto steps = [](const ByteString& bytes) { return parsed(bytes).latency.count(); };
  EXPECT_EQ(steps(ethernet(46, samples::payload(46))), 1);
  EXPECT_EQ(steps(ethernet(0x0800, ipv4(17, udp(5001, {})), 1)), 1 + 1 + 1 + 1);
  EXPECT_EQ(steps(ethernet(0x0800, ipv4(17, udp(5001, {}), 4))), 1 + 1 + 2 + 1);
  EXPECT_EQ(steps(ethernet(0x0800, ipv4(6, tcp(20, {})))), 1 + 1 + 1);
  EXPECT_EQ(steps(ethernet(0x0800, ipv4(6, tcp(24, {})))), 1 + 1 + 1 + 2);
  EXPECT_EQ(steps(ethernet(0x0800, ipv4(17, udp(4791, roce(4, 8))))), 1 + 1 + 1 + 1) << "SEND only";
  EXPECT_EQ(steps(ethernet(0x0800, ipv4(17, udp(4791, roce(11, 8))))), 1 + 1 + 1 + 1 + 2) << "RETH, ImmDt";
  EXPECT_EQ(steps(ethernet(0x86dd, ipv6(59, {}))), 1 + 2);
  EXPECT_EQ(steps(ethernet(0x86dd, ipv6(17, udp(5001, {}), {{Ipv6Extension::kFragment, 8}}))), 1 + 2 + 1 + 1);
  EXPECT_EQ(steps(ethernet(0x86dd, ipv6(17, udp(5001, {}), {{Ipv6Extension::kHopByHop, 8}}))), 1 + 2 + 2 + 1);
}

TEST(DeepParser, NothingTakesLongerThanTheLongest) {
  const Time longest = longest_latency({.clock = Time(1), .state_cycles = 1});
  EXPECT_EQ(longest, Time(1 + 2 + 2 + 6 * 2 + 6));
  const std::vector<samples::Extension> six(6, {Ipv6Extension::kDestinationOptions, 8});
  const std::uint8_t write_only_with_immediate = 0x40 | 11;  // reliable datagram: RDETH, DETH, RETH, ImmDt
  const ByteString bytes = samples::ethernet(
      0x86dd, samples::ipv6(17, samples::udp(4791, samples::roce(write_only_with_immediate, 0)), std::span(six)), 2);
  EXPECT_EQ(parsed(bytes).error, std::nullopt);
  EXPECT_EQ(parsed(bytes).latency, longest);
  for (const SampleFrame& sample : samples::sound_frames()) {
    EXPECT_LE(parsed(sample.bytes).latency, longest) << sample.name;
  }
}

// The comparison of all these tests can fail: a change of any field is noticed.
TEST(ParserAgreement, NoticesEveryField) {
  const ByteString bytes = samples::ethernet(0x0800, samples::ipv4(17, samples::udp(4791, samples::roce(4, 8))), 1);
  frame::Packet packet;
  samples::fill(packet, bytes);
  const HeaderVector right = kParser.parse(packet, bytes);
  const frame::Headers headers = frame::read_headers(bytes, packet.length);
  ASSERT_EQ(samples::disagreement(right, headers, packet), "");
  const auto noticed = [&](const auto& change) {
    HeaderVector wrong = right;
    change(wrong);
    return !samples::disagreement(wrong, headers, packet).empty();
  };
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.error = DecodeError::kTruncated; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.error = DecodeError::kTtlExpired; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.network = Network::kIpv6; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.code_point ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.code_point ^= 2; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.vid ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.ethertype ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.ip_offset ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.ttl ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.dscp ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.protocol ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.source_ip ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.destination_ip ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.transport_ports ^= 1; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.has_bth = false; }));
  EXPECT_TRUE(noticed([](HeaderVector& h) { h.bth_opcode ^= 1; }));
}

TEST(ParseStates, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const StateSpec& state : kParseStates) {
    names.insert(state.name);
    EXPECT_GE(state.steps, 1U) << state.name;
  }
  EXPECT_EQ(names.size(), kParseStates.size());
  EXPECT_EQ(kParseStates[static_cast<std::size_t>(ParseState::kIeth)].name, "ieth");
}

// The table of the page, its first two columns.
TEST(ParseStates, StandInTheReferencePage) {
  std::ifstream page(WEIR_SOURCE_DIR "/docs/reference/parser.md");
  std::map<std::string, unsigned> shown;
  for (std::string line; std::getline(page, line);) {
    std::smatch match;
    if (std::regex_match(line, match, std::regex("\\| `([a-z0-9_]+)` \\| ([0-9]+) \\|.*"))) {
      shown[match[1]] = static_cast<unsigned>(std::stoul(match[2]));
    }
  }
  shown.erase("state_cycles");  // of the table of parameters
  shown.erase("lookup_cycles");
  ASSERT_EQ(shown.size(), kParseStates.size());
  for (const StateSpec& state : kParseStates) {
    EXPECT_EQ(shown[std::string(state.name)], state.steps) << state.name;
  }
}

}  // namespace weir::parser::deep_parser_test
