// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/frames/sample_frames.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hw_model/frame/headers.h"
#include "tb/tests/frames/frame_builder.h"

namespace weir::samples {

namespace {

using frame::Ipv6Extension;
using enum Ipv6Extension;

constexpr std::uint16_t kIpv4 = 0x0800;
constexpr std::uint16_t kIpv6 = 0x86dd;
constexpr std::uint16_t kPlainPort = 5001;

constexpr std::array<Extension, 6> kFullChain{{{kHopByHop, 8},
                                               {kDestinationOptions, 16},
                                               {kRouting, 24},
                                               {kFragment, 8},
                                               {kAuthentication, 24},
                                               {kDestinationOptions, 8}}};

void add_ethernet(std::vector<SampleFrame>& all) {
  all.push_back({"802.3 length, llc", ethernet(3, {0x42, 0x42, 0x03})});
  all.push_back({"802.3 length 1500", ethernet(1500, payload(1500))});
  all.push_back({"802.3 length behind a tag", ethernet(46, payload(46), 1)});
  all.push_back({"arp", ethernet(0x0806, {0,   1, 8, 0, 6, 4, 0, 1, 2, 0, 0,   0, 0, 1,
                                          192, 0, 2, 1, 0, 0, 0, 0, 0, 0, 192, 0, 2, 2})});
}

void add_mac_control(std::vector<SampleFrame>& all) {
  const auto source = frame::MacAddress(0x02'00'00'00'00'01U);
  ByteString bytes(frame::kControlFrameBytes);
  frame::write_pause(bytes, source, {.quanta = 0xffff});
  all.push_back({"pause", bytes});
  frame::write_pfc(bytes, source, frame::pfc_frame(0b0010'1001, 0x1234));
  all.push_back({"pfc", bytes});
  frame::write_pfc(bytes, source, frame::pfc_frame(0, 0xffff));
  all.push_back({"pfc for no class", bytes});
  frame::write_pfc(bytes, source, frame::pfc_frame(0xff, 1));
  bytes[16] = 0xff;  // the reserved half of the class-enable vector
  bytes[59] = 0xff;  // padding
  all.push_back({"pfc with reserved bits set", bytes});
  frame::write_routed_header(bytes, frame::MacAddress(0x02'00'00'00'00'02U), source, ClassId(5), 0x7f);
  all.push_back({"private message of several hops", bytes});
  bytes.erase(bytes.begin() + 12, bytes.begin() + 16);
  bytes.resize(frame::kControlFrameBytes);
  all.push_back({"private message of several hops without a tag", bytes});
}

void add_ipv4(std::vector<SampleFrame>& all) {
  for (const unsigned tags : {0U, 1U, 2U}) {
    all.push_back(
        {std::to_string(tags) + " tags, ipv4, udp", ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(40))), tags)});
  }
  all.push_back({"ipv4, udp without payload", ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, {})))});
  all.push_back({"ipv4, udp, 1514 B", ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(1472))))});
  for (const std::size_t options : {4U, 20U, 40U}) {
    all.push_back({"ipv4 with options, udp", ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(20)), options))});
  }
  all.push_back({"2 tags, ipv4 with 40 B of options, tcp with 40 B of options",
                 ethernet(kIpv4, ipv4(kTcp, tcp(60, payload(10)), 40), 2)});
  for (const std::uint8_t length : {std::uint8_t{20}, std::uint8_t{32}, std::uint8_t{60}}) {
    all.push_back({"ipv4, tcp", ethernet(kIpv4, ipv4(kTcp, tcp(length, payload(12))))});
  }
  all.push_back({"ipv4, first fragment, udp", ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(24)), 0, 0x2000))});
  all.push_back({"ipv4, later fragment", ethernet(kIpv4, ipv4(kUdp, payload(32), 0, 0x00b9))});
  all.push_back({"ipv4, unknown protocol", ethernet(kIpv4, ipv4(253, payload(30)))});
  all.push_back({"ipv4, header alone", ethernet(kIpv4, ipv4(253, {}))});
}

void add_ipv6(std::vector<SampleFrame>& all) {
  for (const unsigned tags : {0U, 1U, 2U}) {
    all.push_back(
        {std::to_string(tags) + " tags, ipv6, udp", ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(30))), tags)});
  }
  all.push_back({"ipv6, tcp", ethernet(kIpv6, ipv6(kTcp, tcp(32, payload(5))))});
  all.push_back({"ipv6, no next header", ethernet(kIpv6, ipv6(kNoNextHeader, {}))});
  const std::array<std::pair<std::string_view, Extension>, 7> kinds{
      {{"hop-by-hop", {kHopByHop, 8}},
       {"long hop-by-hop", {kHopByHop, 40}},
       {"routing", {kRouting, 24}},
       {"long routing", {kRouting, 56}},
       {"fragment", {kFragment, 8}},
       {"authentication", {kAuthentication, 24}},
       {"destination options", {kDestinationOptions, 16}}}};
  for (const auto& [name, extension] : kinds) {
    all.push_back({"ipv6, " + std::string(name) + ", udp",
                   ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(16)), {extension}))});
  }
  all.push_back(
      {"ipv6, later fragment", ethernet(kIpv6, ipv6(kUdp, payload(40), {{kFragment, 8, frame::Fragment::kLater}}))});
  all.push_back({"2 tags, ipv6, six extension headers, udp",
                 ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(20)), kFullChain), 2)});
  all.push_back({"ipv6, six extension headers, tcp", ethernet(kIpv6, ipv6(kTcp, tcp(24, payload(9)), kFullChain))});
}

// The first `bytes` of a datagram whose UDP length tells of all of it.
ByteString first_part(ByteString datagram, std::size_t bytes) {
  datagram.resize(bytes);
  return datagram;
}

void add_first_fragments(std::vector<SampleFrame>& all) {
  constexpr std::uint16_t kMoreFragments = 0x2000;
  const std::initializer_list<Extension> fragment{{kFragment, 8}};
  const ByteString plain = udp(kPlainPort, payload(3000));
  const ByteString to_roce = udp(frame::kRoceV2Port, roce(6, 2000));  // RDMA WRITE first, with RETH
  for (const std::size_t bytes : {16U, 56U, 1448U}) {
    const std::string name = ", first " + std::to_string(bytes) + " B of a datagram of 3008 B";
    all.push_back({"ipv4" + name, ethernet(kIpv4, ipv4(kUdp, first_part(plain, bytes), 0, kMoreFragments))});
    all.push_back(
        {"ipv4 with options" + name, ethernet(kIpv4, ipv4(kUdp, first_part(plain, bytes), 8, kMoreFragments))});
    all.push_back({"ipv6" + name, ethernet(kIpv6, ipv6(kUdp, first_part(plain, bytes), fragment))});
  }
  all.push_back(
      {"ipv4, first fragment, roce", ethernet(kIpv4, ipv4(kUdp, first_part(to_roce, 256), 0, kMoreFragments))});
  all.push_back({"ipv6, first fragment, roce", ethernet(kIpv6, ipv6(kUdp, first_part(to_roce, 256), fragment))});
  all.push_back({"ipv6, fragment header of a whole packet",
                 ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(30)), {{kFragment, 8, frame::Fragment::kNone}}))});
}

void add_roce(std::vector<SampleFrame>& all) {
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    const auto code = static_cast<std::uint8_t>(opcode);
    if (frame::roce_extensions(code) == 0 && opcode % 16 != 0 && code != frame::kCnpOpcode) {
      continue;
    }
    all.push_back({"roce opcode " + std::to_string(opcode),
                   ethernet(kIpv4, ipv4(kUdp, udp(frame::kRoceV2Port, roce(code, 32))), 1)});
  }
  all.push_back({"ipv6, roce rdma write only with immediate",
                 ethernet(kIpv6, ipv6(kUdp, udp(frame::kRoceV2Port, roce(11, 64))))});
  all.push_back({"2 tags, ipv4 options, roce compare and swap",
                 ethernet(kIpv4, ipv4(kUdp, udp(frame::kRoceV2Port, roce(19, 0)), 20), 2)});
}

// A copy with one byte changed; of an IPv4 header the checksum is mended.
SampleFrame with(std::string name, ByteString bytes, std::size_t at, unsigned value, std::size_t mend_at = 0) {
  bytes.at(at) = static_cast<std::uint8_t>(value);
  if (mend_at != 0) {
    mend_checksum(bytes, mend_at);
  }
  return {std::move(name), std::move(bytes)};
}

void add_faulty_ethernet(std::vector<SampleFrame>& all) {
  const ByteString length = ethernet(46, payload(46));
  all.push_back(with("802.3 length beyond the frame", length, 13, 47));
  all.push_back(with("802.3 length 1500 of 60 bytes", ethernet(1500, payload(46)), 0, 2));
  all.push_back({"neither length nor type: 1501", ethernet(1501, payload(46))});
  all.push_back({"neither length nor type: 1535", ethernet(1535, payload(1500))});
  ByteString three = ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(40))), 2);
  const ByteString tag{0x81, 0x00, 0x00, 0x07};
  three.insert(three.begin() + 12, tag.begin(), tag.end());
  all.push_back({"three tags", three});
}

void add_faulty_mac_control(std::vector<SampleFrame>& all) {
  ByteString pause(frame::kControlFrameBytes);
  frame::write_pause(pause, frame::MacAddress(0x02'00'00'00'00'01U), {.quanta = 5});
  all.push_back(with("mac control, unknown opcode", pause, 15, 0x77));
  all.push_back(with("mac control, opcode 0x0102", with("", pause, 14, 0x01).bytes, 15, 0x02));
  all.push_back(with("pause to another address", pause, 5, 0x02));
  all.push_back(with("pause to a unicast address", pause, 0, 0x02));
  const ByteString tag{0x81, 0x00, 0x00, 0x07};
  pause.insert(pause.begin() + 12, tag.begin(), tag.end());
  all.push_back({"pause behind a tag", pause});
}

void add_faulty_ipv4(std::vector<SampleFrame>& all) {
  const ByteString plain = ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(40))));
  for (const unsigned version : {0U, 5U, 15U}) {
    all.push_back(with("ipv4, version " + std::to_string(version), plain, 14, version << 4U | 5U));
  }
  for (unsigned ihl = 0; ihl < 5; ++ihl) {
    all.push_back(with("ipv4, header length " + std::to_string(4 * ihl), plain, 14, 0x40 | ihl));
  }
  all.push_back(with("ipv4, total length 19", plain, 17, 19, 14));
  all.push_back(with("ipv4, total length 0", plain, 17, 0, 14));
  all.push_back(with("ipv4, total length one beyond the frame", plain, 17, plain[17] + 1U, 14));
  const ByteString options = ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(20)), 40));
  all.push_back(with("ipv4, total length within the options", options, 17, 59, 14));
  for (const std::size_t at : {15U, 18U, 22U, 24U, 25U, 26U, 33U}) {
    all.push_back(with("ipv4, bad checksum: byte " + std::to_string(at), plain, at, plain[at] ^ 0x10U));
  }
  all.push_back(with("ipv4, bad checksum in the options", options, 50, 0xff));
  const ByteString tagged = ethernet(kIpv4, ipv4(kTcp, tcp(20, payload(5))), 2);
  all.push_back(with("2 tags, ipv4, bad checksum", tagged, 40, 0x99));
}

void add_faulty_ipv6(std::vector<SampleFrame>& all) {
  const ByteString plain = ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(40))));
  for (const unsigned version : {0U, 5U, 7U, 15U}) {
    all.push_back(with("ipv6, version " + std::to_string(version), plain, 14, version << 4U | 0x0bU));
  }
  all.push_back(with("ipv6, payload one beyond the frame", plain, 19, plain[19] + 1U));
  all.push_back({"ipv6, hop-by-hop options behind a fragment header",
                 ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(16)), {{kFragment, 8}, {kHopByHop, 8}}))});
  const std::vector<Extension> seven(7, Extension{kDestinationOptions, 8});
  all.push_back(
      {"ipv6, seven extension headers", ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(16)), std::span(seven)))});
  const std::vector<Extension> deep(4, Extension{kDestinationOptions, 40});
  all.push_back({"ipv6, transport beyond the parse depth",
                 ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(16)), std::span(deep)))});
  const std::vector<Extension> deeper(1, Extension{kDestinationOptions, 400});
  all.push_back({"ipv6, extension header beyond the parse depth",
                 ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(16)), std::span(deeper)))});
  const ByteString chained = ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(4)), {{kDestinationOptions, 8}}));
  all.push_back(with("ipv6, extension header beyond the packet", chained, 55, 9));
}

void add_faulty_transport(std::vector<SampleFrame>& all) {
  const ByteString udp4 = ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(40))));
  const ByteString udp6 = ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(40))));
  for (const unsigned length : {1U, 7U, 49U, 255U}) {
    all.push_back(with("ipv4, udp length " + std::to_string(length), udp4, 39, length));
    all.push_back(with("ipv6, udp length " + std::to_string(length), udp6, 59, length));
  }
  // A first fragment may say more than it holds, and no more than any other less than its header.
  const ByteString first = ethernet(kIpv4, ipv4(kUdp, udp(kPlainPort, payload(40)), 0, 0x2000));
  all.push_back(with("ipv4, first fragment, udp length 7", first, 39, 7));
  // And a fragment header of a whole packet lends no more.
  const ByteString whole =
      ethernet(kIpv6, ipv6(kUdp, udp(kPlainPort, payload(40)), {{kFragment, 8, frame::Fragment::kNone}}));
  all.push_back(with("ipv6, fragment header of a whole packet, udp length 49", whole, 67, 49));
  const ByteString tcp4 = ethernet(kIpv4, ipv4(kTcp, tcp(20, payload(4))));
  const ByteString tcp6 = ethernet(kIpv6, ipv6(kTcp, tcp(20, payload(4))));
  for (const unsigned offset : {0U, 4U, 7U, 15U}) {  // 24 bytes are there
    all.push_back(with("ipv4, tcp offset " + std::to_string(offset), tcp4, 46, offset << 4U));
    all.push_back(with("ipv6, tcp offset " + std::to_string(offset), tcp6, 66, offset << 4U));
  }
}

// The bytes of the IP payload of `frame` cut to `keep`, IP lengths and checksum mended; the Ethernet frame is padded.
ByteString cut_payload(const ByteString& frame, const frame::Headers& headers, std::size_t keep) {
  const std::size_t ip = headers.ethernet->length();
  const std::size_t ip_header = headers.ipv4 ? headers.ipv4->header_length : frame::kIpv6HeaderBytes;
  ByteString cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(ip + ip_header + keep));
  const std::size_t length = headers.ipv4 ? ip_header + keep : keep;
  const std::size_t field = ip + (headers.ipv4 ? 2 : 4);
  cut[field] = static_cast<std::uint8_t>(length >> 8U);
  cut[field + 1] = static_cast<std::uint8_t>(length);
  if (headers.ipv4) {
    mend_checksum(cut, ip);
  }
  const std::size_t udp = ip + ip_header + headers.chain.length;
  if (headers.udp && cut.size() >= udp + frame::kUdpHeaderBytes) {
    const std::size_t udp_length = cut.size() - udp;
    cut[udp + 4] = static_cast<std::uint8_t>(udp_length >> 8U);
    cut[udp + 5] = static_cast<std::uint8_t>(udp_length);
  }
  constexpr std::size_t kShortest = 60;
  cut.resize(std::max(cut.size(), kShortest));
  return cut;
}

}  // namespace

std::vector<SampleFrame> sound_frames() {
  std::vector<SampleFrame> all;
  add_ethernet(all);
  add_mac_control(all);
  add_ipv4(all);
  add_ipv6(all);
  add_first_fragments(all);
  add_roce(all);
  return all;
}

std::vector<SampleFrame> faulty_frames() {
  std::vector<SampleFrame> all;
  add_faulty_ethernet(all);
  add_faulty_mac_control(all);
  add_faulty_ipv4(all);
  add_faulty_ipv6(all);
  add_faulty_transport(all);
  return all;
}

std::vector<SampleFrame> cut_frames() {
  std::vector<SampleFrame> all;
  for (const SampleFrame& sound : sound_frames()) {
    const frame::Headers headers = frame::read_headers(sound.bytes, sound.length());
    for (std::size_t n = 1; n < headers.length; ++n) {
      all.push_back({sound.name + ", cut at " + std::to_string(n),
                     ByteString(sound.bytes.begin(), sound.bytes.begin() + static_cast<std::ptrdiff_t>(n))});
    }
    if (!headers.ipv4 && !headers.ipv6) {
      continue;
    }
    const std::size_t ip_end =
        headers.ethernet->length() + (headers.ipv4 ? headers.ipv4->header_length : frame::kIpv6HeaderBytes);
    for (std::size_t keep = 0; ip_end + keep < headers.length; ++keep) {
      all.push_back(
          {sound.name + ", ip payload cut to " + std::to_string(keep), cut_payload(sound.bytes, headers, keep)});
    }
  }
  return all;
}

}  // namespace weir::samples
