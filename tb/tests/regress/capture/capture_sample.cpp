// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// capture_sample FOLDER writes there
//   sample.pcapng   a capture with every kind of frame
//   expected.json   for each of its frames what a protocol analyser must show, derived from the values that went in
//                   and never from the bytes
//   mutants.pcapng  for each byte of each frame a copy with one bit of that byte flipped; its comment says which
//   fcs.pcapng      the control frames and messages with their FCS, as they are on the wire, "Good"; behind each the
//                   same with one bit changed and the FCS of before
// capture_test.py has tshark read the captures and compares.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/packet.h"
#include "tb/host/flow.h"
#include "tb/report/pcapng.h"
#include "tb/tests/regress/capture/control_samples.h"

namespace {

using namespace weir;
using namespace weir::capture;
using namespace weir::literals;
using nlohmann::json;

// The fields of a data frame; `hops` switches have taken one from its TTL, the last one marked it with `ecn`.
Sample data(frame::DataFrameFields fields, unsigned hops, frame::Ecn ecn) {
  Sample s;
  s.bytes.assign(frame::kHeaderBytes, 0xee);
  s.length = fields.length;
  s.comment = fmt::format("{} data, class {}", fields.tagged ? "tagged" : "untagged", fields.traffic_class.index());
  frame::write_data_frame(s.bytes, fields);
  const auto ip = std::span(s.bytes).subspan(fields.tagged ? 18 : 14);
  for (unsigned i = 0; i < hops; ++i) {
    static_cast<void>(frame::decrement_ttl(ip));
  }
  static_cast<void>(frame::set_ecn(ip, ecn));

  const std::int64_t without_fcs = fields.length.count() - 4;
  const std::int64_t ip_length = without_fcs - (fields.tagged ? 18 : 14);
  const std::int64_t captured = std::min<std::int64_t>(without_fcs, frame::kHeaderBytes);
  s.fields = {{"eth.dst", "02:0a:0b:0c:0d:0e"},
              {"eth.src", "02:01:02:03:04:05"},
              {"eth.type", fields.tagged ? "0x8100" : "0x0800"},
              {"ip.version", "4"},
              {"ip.hdr_len", "20"},
              {"ip.dsfield.dscp", fmt::format("{}", fields.dscp)},
              {"ip.dsfield.ecn", fmt::format("{}", static_cast<unsigned>(ecn))},
              {"ip.len", fmt::format("{}", ip_length)},
              {"ip.id", "0x0000"},
              {"ip.flags.df", "1"},
              {"ip.flags.mf", "0"},
              {"ip.flags.rb", "0"},
              {"ip.frag_offset", "0"},
              {"ip.ttl", fmt::format("{}", fields.ttl - hops)},
              {"ip.proto", "17"},
              {"ip.checksum.status", "1"},  // good
              {"ip.src", "10.1.2.3"},
              {"ip.dst", "10.4.5.6"},
              {"udp.srcport", fmt::format("{}", fields.source_port)},
              {"udp.dstport", fmt::format("{}", fields.destination_port)},
              {"udp.length", fmt::format("{}", ip_length - 20)},
              {"udp.checksum", "0x0000"},
              {"frame.len", fmt::format("{}", without_fcs)},
              {"frame.cap_len", fmt::format("{}", captured)}};
  const std::string payload(static_cast<std::size_t>(2 * (captured - (without_fcs - ip_length) - 28)), '0');
  s.fields["udp.payload"] = payload;
  s.fields["data.data"] = payload;
  if (fields.tagged) {
    s.fields["vlan.priority"] = fmt::format("{}", fields.traffic_class.index());
    s.fields["vlan.dei"] = fields.drop_eligible ? "1" : "0";
    s.fields["vlan.id"] = fmt::format("{}", fields.vid);
    s.fields["vlan.etype"] = "0x0800";
  }
  return s;
}

constexpr std::uint32_t kFlow = 0x012340;

// As the code points of the TCD paper.
unsigned bits_of(host::Mark mark) {
  return mark == host::Mark::kCongestion ? 3 : mark == host::Mark::kUndetermined ? 2 : 0;
}

// What a host says behind UDP, as it stands there: hexadecimal digits from the values.
std::string word_of(const host::Transport& said) {
  return fmt::format("{:02x}{:02x}0000{:08x}", static_cast<unsigned>(said.meaning),
                     (said.answer_wanted ? 0x80U : 0U) | bits_of(said.mark), said.number);
}

// Adds what an analyser shows of BTH and AETH, and returns their digits.
std::string add_roce(const host::Transport& said, json& fields) {
  const bool is_data = said.meaning == host::Meaning::kData;
  const bool lacking = said.meaning == host::Meaning::kNak;
  const bool is_cnp = said.meaning == host::Meaning::kNotification;
  const unsigned opcode = is_data ? 0x04 : is_cnp ? 0x81 : 0x11;
  const unsigned congestion = said.mark == host::Mark::kCongestion     ? 0x40
                              : said.mark == host::Mark::kUndetermined ? 0x60
                                                                       : 0;
  const std::uint32_t psn = is_cnp ? 0 : is_data || lacking ? said.number : said.number - 1;
  const unsigned syndrome = lacking ? 0x60 : 0x1f;
  fields["infiniband.bth.opcode"] = fmt::format("{}", opcode);
  fields["infiniband.bth.p_key"] = "65535";
  fields["infiniband.reserved"] = fmt::format("{:02x}", congestion);
  fields["infiniband.bth.destqp"] = fmt::format("0x{:06x}", kFlow + 2);
  fields["infiniband.bth.a"] = said.answer_wanted ? "1" : "0";
  fields["infiniband.bth.psn"] = fmt::format("{}", psn);
  std::string digits = fmt::format("{:02x}00ffff{:02x}{:06x}{:02x}{:06x}", opcode, congestion, kFlow + 2,
                                   said.answer_wanted ? 0x80 : 0, psn);
  if (!is_data && !is_cnp) {
    fields["infiniband.aeth.syndrome"] = fmt::format("{}", syndrome);
    fields["infiniband.aeth.msn"] = fmt::format("{}", said.number);
    digits += fmt::format("{:02x}{:06x}", syndrome, said.number);
  }
  return digits;
}

// A frame of a flow with numbers: data one way, answers the other.
Sample numbered(host::Framing framing, const host::Transport& said) {
  const bool back = said.meaning != host::Meaning::kData;
  const bool roce = framing == host::Framing::kRoceV2;
  const bool is_cnp = said.meaning == host::Meaning::kNotification;
  const frame::DataFrameFields fields{.destination = kDestination,
                                      .source = kSource,
                                      .traffic_class = ClassId(3),
                                      .source_ip = frame::Ipv4Address(10, 1, 2, 3),
                                      .destination_ip = frame::Ipv4Address(10, 4, 5, 6),
                                      .dscp = 10,
                                      .ecn = back ? frame::Ecn::kNotCapable : frame::Ecn::kEct0,
                                      .source_port = static_cast<std::uint16_t>(roce ? 49'157 : 5),
                                      .destination_port = static_cast<std::uint16_t>(roce ? 4'791 : 5'001),
                                      .length = !back    ? 1500_B
                                                : !roce  ? 64_B
                                                : is_cnp ? host::kRoceCnp
                                                         : host::kLeastRoceAnswer};
  Sample s = data(fields, 0, fields.ecn);
  host::FlowSpec flow;
  flow.index = kFlow;
  flow.framing = framing;
  flow.traffic_class = fields.traffic_class;
  flow.dscp = fields.dscp;
  flow.ecn = frame::Ecn::kEct0;
  flow.source_address = back ? kDestination : kSource;
  flow.destination_address = back ? kSource : kDestination;
  flow.source_ip = (back ? fields.destination_ip : fields.source_ip).value();
  flow.destination_ip = (back ? fields.source_ip : fields.destination_ip).value();
  flow.source_port = back && !roce ? fields.destination_port : fields.source_port;
  flow.destination_port = back && !roce ? fields.source_port : fields.destination_port;
  flow.demand.frame_length = flow.acknowledgement_length = fields.length;
  host::write_headers(s.bytes, flow, back ? host::Direction::kBack : host::Direction::kForward);
  host::write_transport(s.bytes, flow, said);
  const std::size_t digits = s.fields["udp.payload"].get<std::string>().size();
  std::string payload = roce ? add_roce(said, s.fields) : word_of(said);
  payload.resize(digits, '0');
  s.fields["udp.payload"] = payload;
  if (roce) {
    s.fields.erase("data.data");
  } else {
    s.fields["data.data"] = payload;
  }
  s.comment = fmt::format("{}, meaning {}", roce ? "rocev2" : "transport word", static_cast<unsigned>(said.meaning));
  return s;
}

std::vector<Sample> samples() {
  std::vector<Sample> all = control_samples();
  constexpr std::array kLengths{64, 65, 76, 77, 1500, 1518, 4000, 9216};
  for (std::size_t c = 0; c < kClasses; ++c) {
    frame::DataFrameFields fields{.destination = kDestination,
                                  .source = kSource,
                                  .tagged = true,
                                  .traffic_class = ClassId(c),
                                  .drop_eligible = c % 3 == 1,
                                  .vid = static_cast<std::uint16_t>(c * 585),
                                  .source_ip = frame::Ipv4Address(10, 1, 2, 3),
                                  .destination_ip = frame::Ipv4Address(10, 4, 5, 6),
                                  .ttl = 64,
                                  .dscp = static_cast<std::uint8_t>(c * 9),
                                  .ecn = static_cast<frame::Ecn>(c % 4),
                                  .source_port = static_cast<std::uint16_t>(50'000 + c),
                                  .destination_port = 50'100,
                                  .length = Bytes(kLengths[c])};
    all.push_back(data(fields, 0, fields.ecn));
    fields.tagged = false;
    fields.traffic_class = ClassId(0);
    all.push_back(data(fields, static_cast<unsigned>(c), frame::Ecn::kCongestion));
  }
  for (const host::Framing framing : {host::Framing::kUdp, host::Framing::kRoceV2}) {
    using enum host::Meaning;
    all.push_back(numbered(framing, {.meaning = kData, .number = 0xabcdef, .answer_wanted = true}));
    all.push_back(numbered(framing, {.meaning = kData, .number = 1}));
    all.push_back(numbered(framing, {.meaning = kAck, .number = 0xabcdef}));
    all.push_back(numbered(framing, {.meaning = kAck, .number = 7, .mark = host::Mark::kCongestion}));
    all.push_back(numbered(framing, {.meaning = kNak, .number = 0x123456}));
    all.push_back(numbered(framing, {.meaning = kAck, .number = 8, .mark = host::Mark::kUndetermined}));
    all.push_back(numbered(framing, {.meaning = kNotification, .mark = host::Mark::kCongestion}));
    all.push_back(numbered(framing, {.meaning = kNotification, .mark = host::Mark::kUndetermined}));
  }
  return all;
}

// The n-th frame's time: whole nanoseconds and a rest in picoseconds, which a capture cuts off.
Time time_of(std::size_t n) { return Time(static_cast<std::int64_t>(n) * 1'234'567'891'234); }

void write_sample(const std::filesystem::path& folder) {
  report::PcapngWriter capture(folder / "sample.pcapng", "weir", "frames of every kind");
  const std::array taps{capture.add_interface("s1.0", 10_Gbps), capture.add_interface("h1.0", 40_Gbps)};
  json expected = json::array();
  for (Sample& s : samples()) {
    const std::size_t n = expected.size();
    const auto direction = n % 3 == 0 ? report::CaptureDirection::kInbound : report::CaptureDirection::kOutbound;
    capture.write(taps[n % 2], time_of(n), s.bytes, s.length, direction, s.comment);
    const std::int64_t nanoseconds = time_of(n).count() / 1000;
    s.fields["frame.time_epoch"] = fmt::format("{}.{:09}", nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000);
    s.fields["frame.interface_name"] = n % 2 == 0 ? "s1.0" : "h1.0";
    s.fields["frame.packet_flags_direction"] = n % 3 == 0 ? "0x00000001" : "0x00000002";
    s.fields["frame.comment"] = s.comment;
    expected.push_back(s.fields);
  }
  capture.close();
  std::ofstream(folder / "expected.json") << expected.dump(1) << '\n';
}

void write_with_fcs(const std::filesystem::path& folder) {
  report::PcapngWriter capture(folder / "fcs.pcapng", "weir", "frames with their FCS");
  const report::CaptureInterface tap = capture.add_interface("s1.0", 10_Gbps);
  for (Sample& s : samples()) {
    if (s.bytes.size() != frame::kControlFrameBytes) {
      continue;
    }
    s.bytes.resize(frame::kControlFrameBytes + frame::kFcsBytes);
    frame::write_fcs(s.bytes);
    // The writer leaves out the last four bytes of a frame: so that the FCS is in, they are four that follow it.
    const Bytes length = s.length + Bytes(frame::kFcsBytes);
    capture.write(tap, Time(0), s.bytes, length, report::CaptureDirection::kUnknown, "Good");
    s.bytes[frame::kControlFrameBytes - 1] ^= 1U;
    capture.write(tap, Time(0), s.bytes, length, report::CaptureDirection::kUnknown, "Bad");
  }
  capture.close();
}

void write_mutants(const std::filesystem::path& folder) {
  report::PcapngWriter capture(folder / "mutants.pcapng", "weir", "one bit wrong in each");
  const report::CaptureInterface tap = capture.add_interface("s1.0", 10_Gbps);
  std::size_t n = 0;
  for (Sample& s : samples()) {
    const auto known = static_cast<std::size_t>(std::min<std::int64_t>(s.length.count() - 4, std::ssize(s.bytes)));
    for (std::size_t at = 0; at < known; ++at) {
      const auto bit = static_cast<std::uint8_t>(1U << (at + n) % 8);
      s.bytes[at] ^= bit;
      capture.write(tap, time_of(n), s.bytes, s.length, report::CaptureDirection::kUnknown,
                    fmt::format("{} {}", n, at));
      s.bytes[at] ^= bit;
    }
    ++n;
  }
  capture.close();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 1) {
    fmt::print(stderr, "capture_sample: wanted one argument, the folder to write to\n");
    return 2;
  }
  write_sample(arguments[0]);
  write_mutants(arguments[0]);
  write_with_fcs(arguments[0]);
}
