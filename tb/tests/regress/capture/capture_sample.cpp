// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// capture_sample FOLDER writes there
//   sample.pcapng   a capture with every kind of frame
//   expected.json   for each of its frames what a protocol analyser must show, derived from the values that went in
//                   and never from the bytes
//   mutants.pcapng  for each byte of each frame a copy with one bit of that byte flipped; its comment says which
//   fcs.pcapng      the control frames and messages with their FCS, as they are on the wire, "Good"; behind each the
//   same
//                   with one bit changed and the FCS of before
// capture_test.py has tshark read the captures and compares.

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/private_tags.h"
#include "tb/host/flow.h"
#include "tb/report/pcapng.h"

namespace {

using namespace weir;
using namespace weir::literals;
using nlohmann::json;

struct Sample {
  std::vector<std::uint8_t> bytes;  // what the model holds of the frame
  Bytes length = frame::kControlFrameLength;
  std::string comment;
  json fields;  // tshark's field -> its text; "padding": the last bytes, which tshark shows in no field
};

const frame::MacAddress kSource = frame::MacAddress::of_port(0x010203, 0x0405);
const frame::MacAddress kDestination = frame::MacAddress::of_port(0x0a0b0c, 0x0d0e);

Sample control(const std::string& comment, const char* destination, const char* ethertype) {
  return {.bytes = std::vector<std::uint8_t>(frame::kControlFrameBytes, 0xee),
          .length = frame::kControlFrameLength,
          .comment = comment,
          .fields = {{"eth.dst", destination},
                     {"eth.src", "02:01:02:03:04:05"},
                     {"eth.type", ethertype},
                     {"frame.len", "60"},
                     {"frame.cap_len", "60"}}};
}

Sample pause(std::uint16_t quanta) {
  Sample s = control("pause", "01:80:c2:00:00:01", "0x8808");
  frame::write_pause(s.bytes, kSource, {.quanta = quanta});
  s.fields["macc.opcode"] = "0x0001";
  s.fields["macc.pause_time"] = fmt::format("{}", quanta);
  s.fields["padding"] = std::string(84, '0');
  return s;
}

Sample pfc(const std::string& comment, const frame::PfcFrame& frame) {
  Sample s = control(comment, "01:80:c2:00:00:01", "0x8808");
  frame::write_pfc(s.bytes, kSource, frame);
  s.fields["macc.opcode"] = "0x0101";
  s.fields["macc.cbfc.enbv"] = fmt::format("0x{:04x}", frame.enabled);
  for (std::size_t c = 0; c < kClasses; ++c) {
    s.fields[fmt::format("macc.cbfc.enbv.c{}", c)] = (frame.enabled >> c & 1) != 0 ? "1" : "0";
    s.fields[fmt::format("macc.cbfc.pause_time.c{}", c)] = fmt::format("{}", frame.time[c]);
  }
  s.fields["padding"] = std::string(52, '0');
  return s;
}

Sample credit(std::uint8_t lane, frame::CbfcOp op, std::uint32_t fctbs, std::uint32_t fccl) {
  Sample s = control("cbfc credit", "01:80:c2:00:00:0e", "0x88b5");
  frame::write_cbfc_credit(s.bytes, kSource, {.virtual_lane = ClassId(lane), .op = op, .fctbs = fctbs, .fccl = fccl});
  s.fields["data.data"] =
      fmt::format("01{:02x}{:02x}00{:08x}{:08x}{:068}", lane, static_cast<unsigned>(op), fctbs, fccl, 0);
  return s;
}

Sample queue_depth(std::uint8_t traffic_class, std::uint32_t depth) {
  Sample s = control("gfc queue depth", "01:80:c2:00:00:0e", "0x88b5");
  frame::write_gfc_queue_depth(s.bytes, kSource, {.traffic_class = ClassId(traffic_class), .depth = Bytes(depth)});
  s.fields["data.data"] = fmt::format("02{:02x}0000{:08x}{:076}", traffic_class, depth, 0);
  return s;
}

Sample routed_message(std::uint8_t traffic_class, std::uint8_t subtype) {
  Sample s = control("private message of several hops", "02:0a:0b:0c:0d:0e", "0x8100");
  frame::write_routed_header(s.bytes, kDestination, kSource, ClassId(traffic_class), subtype);
  s.fields["vlan.priority"] = fmt::format("{}", traffic_class);
  s.fields["vlan.dei"] = "0";
  s.fields["vlan.id"] = "0";
  s.fields["vlan.etype"] = "0x88b5";
  s.fields["data.data"] = fmt::format("{:02x}{:082}", subtype, 0);
  return s;
}

// As its source sends it, and as a port leaves it that advertises `kbps`; or as an edge sends it back that does.
Sample rate_tag(frame::FeraTag tag, std::uint32_t kbps) {
  const auto c = static_cast<std::uint8_t>(tag.traffic_class.index());
  Sample s = routed_message(c, 0x10);
  s.comment = "rate tag";
  s.bytes.resize(frame::kHeaderBytes);
  frame::write_fera_tag(s.bytes, kDestination, kSource, tag);
  if (kbps != 0) {
    frame::lower_fera_tag(std::span<std::uint8_t, frame::kHeaderBytes>(s.bytes), BitRate(kbps * std::int64_t{1'000}),
                          frame::MacAddress::of_port(0x1234, 0x5678));
    tag.rate_kbps = kbps;
    tag.lowered_by = 0x12345678;
  }
  s.bytes.resize(frame::kControlFrameBytes);
  s.fields["data.data"] =
      fmt::format("1001{:02x}{:02x}{:08x}{:08x}{:08x}{:08x}{:016x}{:028}", static_cast<unsigned>(tag.op), c, tag.flow,
                  tag.rate_kbps, tag.lowered_by, tag.sequence, tag.clock_ns, 0);
  return s;
}

Sample turned_tag(const frame::FeraTag& tag, std::uint32_t kbps) {
  Sample s = rate_tag(tag, kbps);
  s.comment = "rate tag, turned";
  s.bytes.resize(frame::kHeaderBytes);
  frame::turn_fera_tag(std::span<std::uint8_t, frame::kHeaderBytes>(s.bytes));
  s.bytes.resize(frame::kControlFrameBytes);
  std::swap(s.fields["eth.src"], s.fields["eth.dst"]);
  s.fields["data.data"] = s.fields["data.data"].get<std::string>().replace(4, 2, "01");
  return s;
}

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
    s.fields["vlan.dei"] = "0";
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
  std::vector<Sample> all{pause(0xffff), pause(1), pause(0)};
  for (std::size_t c = 0; c < kClasses; ++c) {
    all.push_back(pfc("pfc", frame::pfc_frame(mask_of(ClassId(c)), static_cast<std::uint16_t>(0x1000 + c))));
  }
  all.push_back(pfc("pfc, all classes", frame::pfc_frame(0xff, 0xffff)));
  all.push_back(pfc("pfc, no class", frame::pfc_frame(0, 0xffff)));
  all.push_back(
      pfc("pfc, some stop and some resume", {.enabled = 0b1010'0110, .time = {0, 0xffff, 0, 0, 0, 0x8000, 0, 0x0001}}));
  all.push_back(pfc("resume", frame::pfc_frame(0b0000'1000, 0)));
  for (const std::uint16_t stage : {std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{16}}) {
    all.push_back(pfc("gfc stage", frame::gfc_stage_frame(ClassId(stage % kClasses), stage)));
  }
  all.push_back(credit(3, frame::CbfcOp::kNormal, 0x01020304, 0xfffefdfc));
  all.push_back(credit(7, frame::CbfcOp::kInit, 0, 2048));
  all.push_back(queue_depth(0, 75'000));
  all.push_back(queue_depth(7, 0xffff'ffff));
  all.push_back(routed_message(5, 0x30));
  const frame::FeraTag tag{.traffic_class = ClassId(6), .flow = 0x0a0b0c0d, .sequence = 77, .clock_ns = 0x123456789abc};
  all.push_back(rate_tag(tag, 0));
  all.push_back(rate_tag(tag, 2'500'000));
  all.push_back(turned_tag(tag, 2'500'000));
  all.push_back(rate_tag({.op = frame::FeraOp::kReturning, .rate_kbps = 1, .lowered_by = 2, .sequence = 3}, 0));

  constexpr std::array kLengths{64, 65, 76, 77, 1500, 1518, 4000, 9216};
  for (std::size_t c = 0; c < kClasses; ++c) {
    frame::DataFrameFields fields{.destination = kDestination,
                                  .source = kSource,
                                  .tagged = true,
                                  .traffic_class = ClassId(c),
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
