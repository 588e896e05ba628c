// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// decode_samples FOLDER writes there
//   frames.pcapng   the sample frames: sound ones, faulty ones, and each cut behind every byte of its headers
//   decoded.json    for each of them what codecs and parser make of its bytes: {"name", "error", "fields"}, the fields
//                   under the names that tshark has for them
// decode_test.py has tshark read the capture and compares.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw_model/frame/headers.h"
#include "tb/report/pcapng.h"
#include "tb/tests/frames/parser_agreement.h"
#include "tb/tests/frames/sample_frames.h"

namespace {

using namespace weir;
using nlohmann::json;

std::string flag(bool set) { return set ? "1" : "0"; }

std::string mac(frame::MacAddress address) {
  std::string text = frame::to_string(address);
  std::replace(text.begin(), text.end(), '-', ':');
  return text;
}

// As tshark writes it: the longest run of zero groups is left out.
std::string ipv6(frame::Ipv6Address address) {
  const auto group = [&](unsigned i) {
    return static_cast<unsigned>((i < 4 ? address.upper() : address.lower()) >> (48U - 16U * (i % 4)) & 0xffffU);
  };
  unsigned best = 8;
  unsigned longest = 1;
  for (unsigned i = 0; i < 8; ++i) {
    unsigned run = 0;
    while (i + run < 8 && group(i + run) == 0) {
      ++run;
    }
    if (run > longest) {
      best = i;
      longest = run;
    }
  }
  std::string text;
  for (unsigned i = 0; i < 8;) {
    if (i == best) {
      text += "::";
      i += longest;
    } else {
      text += (text.empty() || text.back() == ':' ? "" : ":") + fmt::format("{:x}", group(i));
      ++i;
    }
  }
  return text;
}

void add_ethernet(const frame::Headers& h, json& fields) {
  const frame::EthernetHeader& e = *h.ethernet;
  fields["eth.dst"] = mac(e.destination);
  fields["eth.src"] = mac(e.source);
  if (e.tag_count == 0 && h.length_field) {
    fields["eth.len"] = fmt::format("{}", static_cast<unsigned>(e.ethertype));
  }
  std::string priorities;
  std::string ids;
  std::string deis;
  for (std::size_t i = 0; i < e.tag_count; ++i) {
    const char* comma = i > 0 ? "," : "";
    priorities += fmt::format("{}{}", comma, e.tags[i].pcp);
    ids += fmt::format("{}{}", comma, e.tags[i].vid);
    deis += fmt::format("{}{}", comma, e.tags[i].drop_eligible ? 1 : 0);
  }
  if (e.tag_count > 0) {
    const bool service = e.tags[0].tpid == frame::EtherType::kServiceTag;
    if (!service) {
      fields["vlan.priority"] = priorities;
      fields["vlan.id"] = ids;
      fields["vlan.dei"] = deis;
    }
  }
}

void add_mac_control(const frame::MacControl& control, json& fields) {
  if (const auto* pause = std::get_if<frame::PauseFrame>(&control)) {
    fields["macc.opcode"] = "0x0001";
    fields["macc.pause_time"] = fmt::format("{}", pause->quanta);
    return;
  }
  const auto& pfc = std::get<frame::PfcFrame>(control);
  fields["macc.opcode"] = "0x0101";
  for (std::size_t c = 0; c < kClasses; ++c) {
    fields[fmt::format("macc.cbfc.enbv.c{}", c)] = flag((pfc.enabled >> c & 1U) != 0);
    fields[fmt::format("macc.cbfc.pause_time.c{}", c)] = fmt::format("{}", pfc.time[c]);
  }
}

void add_ipv4(const frame::Ipv4Header& ip, json& fields) {
  fields["ip.version"] = "4";
  fields["ip.hdr_len"] = fmt::format("{}", ip.header_length);
  fields["ip.dsfield.dscp"] = fmt::format("{}", ip.dscp);
  fields["ip.dsfield.ecn"] = fmt::format("{}", static_cast<unsigned>(ip.ecn));
  fields["ip.len"] = fmt::format("{}", ip.total_length);
  fields["ip.id"] = fmt::format("0x{:04x}", ip.identification);
  fields["ip.flags.df"] = flag((ip.flags_and_fragment_offset & 0x4000U) != 0);
  fields["ip.flags.mf"] = flag((ip.flags_and_fragment_offset & 0x2000U) != 0);
  fields["ip.frag_offset"] = fmt::format("{}", ip.flags_and_fragment_offset & 0x1fffU);
  fields["ip.ttl"] = fmt::format("{}", ip.ttl);
  fields["ip.proto"] = fmt::format("{}", static_cast<unsigned>(ip.protocol));
  fields["ip.src"] = frame::to_string(ip.source);
  fields["ip.dst"] = frame::to_string(ip.destination);
}

void add_ipv6(const frame::Ipv6Header& ip, const frame::Ipv6Chain& chain, json& fields) {
  fields["ipv6.version"] = "6";
  fields["ipv6.tclass.dscp"] = fmt::format("{}", ip.dscp);
  fields["ipv6.tclass.ecn"] = fmt::format("{}", static_cast<unsigned>(ip.ecn));
  fields["ipv6.flow"] = fmt::format("0x{:06x}", ip.flow_label);
  fields["ipv6.plen"] = fmt::format("{}", ip.payload_length);
  fields["ipv6.nxt"] = fmt::format("{}", ip.next_header);
  fields["ipv6.hlim"] = fmt::format("{}", ip.hop_limit);
  fields["ipv6.src"] = ipv6(ip.source);
  fields["ipv6.dst"] = ipv6(ip.destination);
  std::string lengths[5];
  const auto note = [&](std::size_t kind, std::size_t length) {
    lengths[kind] += (lengths[kind].empty() ? "" : ",") + fmt::format("{}", length);
  };
  for (std::size_t i = 0; i < chain.count; ++i) {
    const frame::Ipv6Chain::Link& link = chain.links[i];
    switch (link.kind) {
      case frame::Ipv6Extension::kHopByHop:
        note(0, link.length);
        break;
      case frame::Ipv6Extension::kRouting:
        note(1, link.length);
        break;
      case frame::Ipv6Extension::kDestinationOptions:
        note(2, link.length);
        break;
      case frame::Ipv6Extension::kAuthentication:
        note(3, link.length / 4U - 2U);  // tshark shows the field
        break;
      case frame::Ipv6Extension::kFragment:
        note(4, link.length);
    }
  }
  const char* names[] = {"ipv6.hopopts.len_oct", "ipv6.routing.len_oct", "ipv6.dstopts.len_oct", "ah.length"};
  for (std::size_t kind = 0; kind < 4; ++kind) {
    if (!lengths[kind].empty()) {
      fields[names[kind]] = lengths[kind];
    }
  }
}

void add_tcp(const frame::TcpHeader& tcp, json& fields) {
  fields["tcp.srcport"] = fmt::format("{}", tcp.source_port);
  fields["tcp.dstport"] = fmt::format("{}", tcp.destination_port);
  fields["tcp.seq_raw"] = fmt::format("{}", tcp.sequence);
  fields["tcp.ack_raw"] = fmt::format("{}", tcp.acknowledgement);
  fields["tcp.hdr_len"] = fmt::format("{}", tcp.header_length);
  fields["tcp.flags"] = fmt::format("0x{:04x}", tcp.flags);
  fields["tcp.window_size_value"] = fmt::format("{}", tcp.window);
  fields["tcp.checksum"] = fmt::format("0x{:04x}", tcp.checksum);
}

void add_roce(const frame::RoceHeaders& roce, json& fields) {
  const frame::Bth& bth = roce.bth;
  const frame::RoceExtensionFields& f = roce.extensions;
  const auto has = [&](frame::RoceExtension e) { return (f.present & frame::mask_of(e)) != 0; };
  fields["infiniband.bth.opcode"] = fmt::format("{}", bth.opcode);
  fields["infiniband.bth.se"] = flag(bth.solicited_event);
  fields["infiniband.bth.m"] = flag(bth.migration_request);
  fields["infiniband.bth.padcnt"] = fmt::format("{}", bth.pad_count);
  fields["infiniband.bth.tver"] = fmt::format("{}", bth.header_version);
  fields["infiniband.bth.p_key"] = fmt::format("{}", bth.partition_key);
  fields["infiniband.bth.destqp"] = fmt::format("0x{:06x}", bth.destination_qp);
  fields["infiniband.bth.a"] = flag(bth.acknowledge_request);
  fields["infiniband.bth.psn"] = fmt::format("{}", bth.sequence);
  using enum frame::RoceExtension;
  if (has(kDeth)) {
    fields["infiniband.deth.q_key"] = fmt::format("0x{:016x}", f.deth_q_key);
    fields["infiniband.deth.srcqp"] = fmt::format("0x{:08x}", f.deth_source_qp);
  }
  if (has(kReth)) {
    fields["infiniband.reth.va"] = fmt::format("0x{:016x}", f.reth_virtual_address);
    fields["infiniband.reth.r_key"] = fmt::format("0x{:08x}", f.reth_remote_key);
    fields["infiniband.reth.dmalen"] = fmt::format("{}", f.reth_dma_length);
  }
  if (has(kAtomicEth)) {
    fields["infiniband.reth.va"] = fmt::format("0x{:016x}", f.atomic_virtual_address);
    fields["infiniband.reth.r_key"] = fmt::format("0x{:08x}", f.atomic_remote_key);
    fields["infiniband.atomiceth.swapdt"] = fmt::format("{}", f.atomic_swap);
    fields["infiniband.atomiceth.cmpdt"] = fmt::format("{}", f.atomic_compare);
  }
  if (has(kAeth)) {
    fields["infiniband.aeth.msn"] = fmt::format("{}", f.aeth_message_sequence);
  }
  if (has(kImmDt)) {
    fields["infiniband.immdt"] = fmt::format("{0:08x},{0:08x}", f.immediate);  // tshark shows it in two places
  }
}

json fields_of(const frame::Headers& h) {
  json fields = json::object();
  if (h.ethernet) {
    add_ethernet(h, fields);
  }
  if (h.mac_control) {
    add_mac_control(*h.mac_control, fields);
  }
  if (h.ipv4) {
    add_ipv4(*h.ipv4, fields);
  }
  if (h.ipv6) {
    add_ipv6(*h.ipv6, h.chain, fields);
  }
  if (h.udp) {
    fields["udp.srcport"] = fmt::format("{}", h.udp->source_port);
    fields["udp.dstport"] = fmt::format("{}", h.udp->destination_port);
    fields["udp.length"] = fmt::format("{}", h.udp->length);
  }
  if (h.tcp) {
    add_tcp(*h.tcp, fields);
  }
  if (h.roce) {
    add_roce(*h.roce, fields);
  }
  return fields;
}

// Whether the headers that were read fill their packet: an analyser has nothing left to show a fault in.
bool nothing_left(const frame::Headers& h) {
  std::size_t end = 0;
  if (h.ipv4) {
    end = h.ethernet->length() + h.ipv4->total_length;
  } else if (h.ipv6) {
    end = h.ethernet->length() + frame::kIpv6HeaderBytes + h.ipv6->payload_length;
  }
  return h.length == end;
}

std::vector<samples::SampleFrame> all_samples() {
  std::vector<samples::SampleFrame> all = samples::sound_frames();
  for (auto& more : {samples::faulty_frames(), samples::cut_frames()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 1) {
    fmt::print(stderr, "decode_samples: wanted one argument, the folder to write to\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[0];
  report::PcapngWriter capture(folder / "frames.pcapng", "weir", "sample frames");
  const report::CaptureInterface tap = capture.add_interface("samples", BitRate(10'000'000'000));
  const parser::Parser parser(parser::ParserConfig{});
  json decoded = json::array();
  for (const samples::SampleFrame& sample : all_samples()) {
    capture.write(tap, Time(static_cast<std::int64_t>(decoded.size()) * 1'000'000), sample.bytes, sample.length());
    const frame::Headers headers = frame::read_headers(sample.bytes, sample.length());
    decoded.push_back({{"name", sample.name},
                       {"error", headers.error ? json(frame::name(*headers.error)) : json()},
                       {"nothing_left", nothing_left(headers)},
                       {"disagreement", samples::disagreement(parser, sample.bytes)},
                       {"fields", fields_of(headers)}});
  }
  capture.close();
  std::ofstream(folder / "decoded.json") << decoded.dump() << '\n';
}
