// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/bound_parts.h"

#include <algorithm>

#include "tb/scenario/quantity.h"
#include "tb/scenario/safety_bounds.h"
#include "tb/traffic/capture_file.h"

namespace weir::scenario {

Bytes bytes_at_least(Time span, BitRate rate) {
  const Wide denominator = Wide{kPicosecondsPerSecond} * kBitsPerByte;
  return Bytes(static_cast<std::int64_t>((Wide{span.count()} * rate.count() + denominator - 1) / denominator));
}

std::vector<Bytes> lossless_lengths(const Scenario& scenario) {
  std::vector<Bytes> lengths;
  for (const Flow& flow : scenario.flows) {
    if (flow.capture) {  // of any class
      for (const traffic::CapturedFrame& frame : flow.capture->frames()) {
        lengths.push_back(frame.length);
      }
      continue;
    }
    // By TTL a packet is in another class at each hop.
    const bool by_ttl = scenario.device.class_mapper.source == reference::ClassSource::kTtl;
    const ClassMask lossless = scenario.device.flow_control.lossless;
    if (by_ttl ? lossless == 0 : (lossless & mask_of(flow.traffic_class)) == 0) {
      continue;
    }
    lengths.push_back(flow.frame_length);
    if (flow.acknowledged) {
      lengths.push_back(flow.acknowledgement_length);
    }
  }
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return lengths;
}

std::string name_of(const Scenario& scenario, const network::Cable& cable) {
  return scenario.topology.devices[cable.a.device].name + "-" + scenario.topology.devices[cable.b.device].name;
}

Time latency_of(const Scenario& scenario, const link::LinkConfig& link) {
  return feedback_latency(on_wire(scenario.device.max_frame, link), link.rate, link.delay,
                          scenario.device.flow_control.processing_delay);
}

Bytes in_cells(const Scenario& scenario, Bytes depth) {
  const mmu::MmuConfig& mmu = scenario.device.mmu;
  if (mmu.count_cells) {
    return depth;
  }
  const std::vector<Bytes> lengths = lossless_lengths(scenario);
  Bytes most = depth;
  for (const Bytes length : lengths) {
    const Bytes cells = (length + mmu.cell - Bytes(1)) / mmu.cell * mmu.cell;
    // Of one length there are whole frames; with others beside it no more than by its proportion.
    const Wide proportion = (Wide{depth.count()} * cells.count() + length.count() - 1) / length.count();
    most = std::max(most, lengths.size() == 1 ? depth / length * cells : Bytes(static_cast<std::int64_t>(proportion)));
  }
  return most;
}

std::string room_warning(const Scenario& scenario, const std::string& key, Bytes promised) {
  const Bytes room = scenario.device.mmu.viq_limit + scenario.device.mmu.headroom;
  if (promised <= room) {
    return "";
  }
  return key + " = " + to_text(promised) +
         " is more than a VIQ may take (switch.mmu.viq_limit + headroom) = " + to_text(room) + ": packets may be lost";
}

}  // namespace weir::scenario
