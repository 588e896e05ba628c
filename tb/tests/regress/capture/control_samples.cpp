// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/regress/capture/control_samples.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/private_tags.h"

namespace weir::capture {

namespace {

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

}  // namespace

std::vector<Sample> control_samples() {
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
  return all;
}

}  // namespace weir::capture
