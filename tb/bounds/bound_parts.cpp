// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/bound_parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "tb/bounds/kept_of_frames.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/scenario/device_config.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Flow;
using scenario::Scenario;
using text::to_text;

Bytes bytes_at_least(Time span, BitRate rate) {
  const Wide denominator = Wide{kPicosecondsPerSecond} * kBitsPerByte;
  return Bytes(static_cast<std::int64_t>((Wide{span.count()} * rate.count() + denominator - 1) / denominator));
}

std::string digits(double value) {
  std::ostringstream text;
  text.precision(3);
  text << value;
  return text.str();
}

std::string name_of(const Scenario& scenario, const network::Cable& cable) {
  return scenario.topology.devices[cable.a.device].name + "-" + scenario.topology.devices[cable.b.device].name;
}

LinkKind link_kind(const Scenario& scenario, const network::Cable& cable, const asic::SwitchConfig& sender) {
  const link::LinkConfig& link = cable.link;
  return {link.rate, link.delay, link.wire_overhead, scenario::carries_llr(scenario, cable), &sender};
}

std::vector<Alike> alike_switches(const Scenario& scenario) {
  const std::vector<network::DeviceSpec>& devices = scenario.topology.devices;
  const auto is_switch = [&](std::size_t device) { return devices[device].kind == network::DeviceKind::kSwitch; };
  std::vector<Alike> all;
  std::map<std::uint32_t, std::size_t> places;  // in `all`, by Alike::own
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (is_switch(i)) {
      const auto [place, is_new] = places.try_emplace(scenario.own_index(i), all.size());
      if (is_new) {
        all.push_back({&scenario, &scenario.device_of(i), place->first, {}, {}});
      }
      all[place->second].switches.push_back(i);
    }
  }
  std::vector<std::set<LinkKind>> seen(all.size());
  for (const network::Cable& cable : scenario.topology.cables) {
    for (const auto& [from, to] : {std::pair{cable.a.device, cable.b.device}, {cable.b.device, cable.a.device}}) {
      if (is_switch(to)) {
        const asic::SwitchConfig* sender = &scenario.device_of(from);
        const std::size_t place = places.at(scenario.own_index(to));
        if (seen[place].insert(link_kind(scenario, cable, *sender)).second) {
          all[place].links.push_back({&cable, sender});
        }
      }
    }
  }
  return all;
}

std::string named(const Alike& alike) {
  if (alike.scenario->own.empty()) {
    return "";
  }
  const std::size_t others = alike.switches.size() - 1;
  return alike.scenario->topology.devices[alike.switches.front()].name +
         (others > 0 ? " and " + std::to_string(others) + " like it: " : ": ");
}

Time latency_of(const link::LinkConfig& link, const asic::SwitchConfig& sender) {
  return feedback_latency(on_wire(sender.max_frame, link), link.rate, link.delay, sender.flow_control.processing_delay);
}

// A loop of our largest frame. The peer's ACK may wait for its slot, for its place inside a frame, and for another set.
Time window_wait(const asic::SwitchConfig& ours, const asic::SwitchConfig& peer, const link::LinkConfig& link) {
  const llr::LlrConfig& retry = peer.llr.link;
  const Bytes place = std::max(retry.ctlos_target_spacing, retry.ctlos_frame_spacing) +
                      retry.ctlos_frame_start_spacing + retry.ctlos_min_spacing;
  return llr::loop_time({link.rate, link.delay, Time(0)}, ours.max_frame, place);
}

Bytes nack_place(const llr::LlrConfig& retry, Bytes frame) {
  return std::max(retry.ctlos_min_spacing + std::min(retry.ctlos_frame_start_spacing, frame),
                  std::min(retry.ctlos_frame_spacing, frame));
}

Bytes counted(const Alike& alike, Bytes line, const link::LinkConfig& link) {
  const mmu::MmuConfig& mmu = alike.device->mmu;
  const Bytes tag = asic::tag_length(alike.scenario->device);
  Bytes most = line;
  if (mmu.count_cells || tag > Bytes(0)) {
    for (const Bytes made : made_lengths(*alike.scenario)) {  // as it comes from its host
      const Bytes kept = mmu.count_cells ? mmu.whole_cells(made + tag) : made + tag;
      most = std::max(most, kept_of_frames(kept, line, made, link));
    }
  }
  return most;
}

Bytes in_cells(const mmu::MmuConfig& mmu, const std::vector<Bytes>& lengths, Bytes depth) {
  if (mmu.count_cells) {
    return depth;
  }
  Bytes most = depth;
  for (const Bytes length : lengths) {
    const Bytes cells = mmu.whole_cells(length);
    // If frames have one length, the depth holds whole frames; frames of other lengths beside them add at most their
    // proportion.
    const Wide proportion = (Wide{depth.count()} * cells.count() + length.count() - 1) / length.count();
    most = std::max(most, lengths.size() == 1 ? depth / length * cells : Bytes(static_cast<std::int64_t>(proportion)));
  }
  return most;
}

// The buffer that lossy classes may take: each VIQ up to its limit; under a dynamic threshold n VIQs settle at n
// alpha/(1 + n alpha) of the whole (A. Choudhury, E. Hahne, IEEE/ACM ToN 6(2), 1998).
Bytes lossy_share(const Alike& alike, std::int64_t ports) {
  constexpr std::int64_t kAlphaSteps = 128;
  const Scenario& scenario = *alike.scenario;
  const mmu::MmuConfig& mmu = alike.device->mmu;
  std::vector<Bytes> lengths;
  ClassMask classes = 0;
  for_each_sort_of_flow(scenario, [&](const Flow& flow) {
    const bool by_ttl = !reference::service_of(scenario.device.class_mapper, flow.traffic_class).is_plain();
    if (!by_ttl && !flow.capture && (scenario.device.flow_control.lossless & mask_of(flow.traffic_class)) == 0) {
      classes |= mask_of(flow.traffic_class);
      lengths.push_back(flow.frame_length);
    }
  });
  const std::int64_t queues = ports * __builtin_popcount(classes);
  Bytes limits;
  for_each_class(classes, [&](ClassId c) { limits += in_cells(mmu, lengths, mmu.viq_limit[c]) * ports; });
  if (mmu.alpha_128ths == 0) {
    return limits;
  }
  const std::int64_t steps = queues * mmu.alpha_128ths;
  const Wide share = Wide{mmu.buffer.count()} * steps / (kAlphaSteps + steps);
  return std::min(limits, Bytes(static_cast<std::int64_t>(share)));
}

Bytes least_limit(const Alike& alike) {
  return alike.device->mmu.viq_limit.lowest_of(alike.device->flow_control.lossless);
}

std::string room_warning(const Alike& alike, const std::string& key, Bytes promised) {
  const Bytes room = least_limit(alike) + alike.device->mmu.headroom;
  if (promised <= room) {
    return "";
  }
  return named(alike) + key + " = " + to_text(promised) +
         " is more than a VIQ may take (switch.mmu.viq_limit + headroom) = " + to_text(room) + ": packets may be lost";
}

}  // namespace weir::bounds
