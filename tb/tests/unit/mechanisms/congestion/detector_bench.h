// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of 40 Gbps, 4 us away, with MTU 1000 B, and what tests of detectors need of it.

#pragma once

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/roce.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::congestion {

inline PortContext bench_context(DetectorKind detector, const TcdConfig& tcd = {}, ClassMask lossless = 0x08) {
  PortContext context;
  context.config.detectors = {detector};
  context.config.tcd = tcd;
  context.line_rate = context.fastest_port = 40_Gbps;
  context.propagation = 4_us;
  context.max_frame = 1000_B;
  context.buffer = 12_MB;
  context.lossless = lossless;
  context.name = "s1.p2";
  context.seed = 7;
  return context;
}

// What a detector asks of its port, as the test says.
struct BenchPort final : DetectorPort {
  void schedule(ClassId, Time at) override { due = at; }
  bool notify(const frame::Packet&, const Notice&, Time) override { return false; }
  bool pauses_feeder(ClassId c) const override { return feeder_paused[c.index()]; }
  PerClass<bool> feeder_paused{};
  Time due = kNever;  // what was last asked for
};

// A packet of class c; over RoCEv2 where `roce`.
inline frame::Packet bench_packet(ClassId c, frame::Ecn ecn = frame::Ecn::kEct1, bool roce = false,
                                  Bytes length = Bytes(1000)) {
  frame::Packet packet;
  packet.length = length;
  packet.traffic_class = c;
  packet.ingress = PortId(0);
  frame::DataFrameFields fields;
  fields.traffic_class = c;
  fields.ecn = ecn;
  fields.length = length;
  fields.destination_port = roce ? frame::kRoceV2Port : 5000;
  frame::write_data_frame(packet.bytes, fields);
  return packet;
}

}  // namespace weir::congestion
