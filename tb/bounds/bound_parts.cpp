// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/bound_parts.h"

#include <algorithm>

#include "tb/bounds/safety_bounds.h"
#include "tb/text/quantity.h"
#include "tb/traffic/capture_file.h"

namespace weir::bounds {
using scenario::Flow;
using scenario::Scenario;
using text::to_text;

Bytes bytes_at_least(Time span, BitRate rate) {
  const Wide denominator = Wide{kPicosecondsPerSecond} * kBitsPerByte;
  return Bytes(static_cast<std::int64_t>((Wide{span.count()} * rate.count() + denominator - 1) / denominator));
}

std::vector<Bytes> lossless_lengths(const Scenario& scenario) {
  std::vector<Bytes> lengths;
  for_each_sort_of_flow(scenario, [&](const Flow& flow) {
    if (flow.capture) {  // of any class
      for (const traffic::CapturedFrame& frame : flow.capture->frames()) {
        lengths.push_back(frame.length);
      }
      return;
    }
    // By TTL a packet is in another class at each hop.
    const bool by_ttl = scenario.device.class_mapper.source == reference::ClassSource::kTtl;
    const ClassMask lossless = scenario.device.flow_control.lossless;
    if (by_ttl ? lossless == 0 : (lossless & mask_of(flow.traffic_class)) == 0) {
      return;
    }
    lengths.push_back(flow.frame_length);
    if (flow.acknowledged) {
      lengths.push_back(flow.acknowledgement_length);
    }
  });
  for (const scenario::DrawnFlow& drawn : scenario.drawn) {
    const scenario::Workload& workload = scenario.workloads[drawn.workload];
    if (std::find(lengths.begin(), lengths.end(), workload.flow.frame_length) != lengths.end()) {
      lengths.push_back(workload.frames_of(drawn.size).last);
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

Bytes in_cells(const Scenario& scenario, const std::vector<Bytes>& lengths, Bytes depth) {
  const mmu::MmuConfig& mmu = scenario.device.mmu;
  if (mmu.count_cells) {
    return depth;
  }
  Bytes most = depth;
  for (const Bytes length : lengths) {
    const Bytes cells = mmu.whole_cells(length);
    // Of one length there are whole frames; with others beside it no more than by its proportion.
    const Wide proportion = (Wide{depth.count()} * cells.count() + length.count() - 1) / length.count();
    most = std::max(most, lengths.size() == 1 ? depth / length * cells : Bytes(static_cast<std::int64_t>(proportion)));
  }
  return most;
}

// Each VIQ up to its limit; under a dynamic threshold n of them settle at n alpha/(1 + n alpha) of the whole (A.
// Choudhury, E. Hahne, IEEE/ACM ToN 6(2), 1998).
Bytes lossy_share(const Scenario& scenario, std::int64_t ports) {
  constexpr std::int64_t kAlphaSteps = 128;
  const mmu::MmuConfig& mmu = scenario.device.mmu;
  const bool by_ttl = scenario.device.class_mapper.source == reference::ClassSource::kTtl;
  std::vector<Bytes> lengths;
  ClassMask classes = 0;
  for_each_sort_of_flow(scenario, [&](const Flow& flow) {
    if (!by_ttl && !flow.capture && (scenario.device.flow_control.lossless & mask_of(flow.traffic_class)) == 0) {
      classes |= mask_of(flow.traffic_class);
      lengths.push_back(flow.frame_length);
    }
  });
  const std::int64_t queues = ports * __builtin_popcount(classes);
  const Bytes limits = in_cells(scenario, lengths, mmu.viq_limit) * queues;
  if (mmu.alpha_128ths == 0) {
    return limits;
  }
  const std::int64_t steps = queues * mmu.alpha_128ths;
  const Wide share = Wide{mmu.buffer.count()} * steps / (kAlphaSteps + steps);
  return std::min(limits, Bytes(static_cast<std::int64_t>(share)));
}

std::string room_warning(const Scenario& scenario, const std::string& key, Bytes promised) {
  const Bytes room = scenario.device.mmu.viq_limit + scenario.device.mmu.headroom;
  if (promised <= room) {
    return "";
  }
  return key + " = " + to_text(promised) +
         " is more than a VIQ may take (switch.mmu.viq_limit + headroom) = " + to_text(room) + ": packets may be lost";
}

}  // namespace weir::bounds
