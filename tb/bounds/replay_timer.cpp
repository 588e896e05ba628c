// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/replay_timer.h"

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "hw_model/frame/ethernet.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "tb/bounds/bound_parts.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/event.h"
#include "tb/text/quantity.h"

namespace weir::bounds {

using network::End;
using scenario::Scenario;
using text::to_text;

namespace {

// The shortest replay timer that a port has at any time: of the file, or as software writes it.
Time shortest_timer(const Scenario& scenario, const End& port) {
  Time shortest = scenario.device_of(port.device).llr.link.replay_timer_max;
  for (const scenario::ScenarioEvent& event : scenario.events) {
    const auto* const write = std::get_if<scenario::WriteRegister>(&event.what);
    if (write != nullptr && write->device == port.device && write->block == "llr" &&
        write->name == "replay_timer_max" && write->indices == std::vector<std::uint64_t>{port.port.index()}) {
      shortest = std::min(shortest, static_cast<std::int64_t>(write->value) * llr::LlrConfig::kTick);
    }
  }
  return shortest;
}

}  // namespace

Time latest_ack(const asic::SwitchConfig& ours, const asic::SwitchConfig& peer, const link::LinkConfig& link) {
  const llr::LlrConfig& retry = peer.llr.link;
  const Bytes back = on_wire(peer.max_frame, link);
  const bool has_others = flow_control::traits_of(peer.flow_control.scheme).by_channel;
  const Bytes slot = std::max(retry.ctlos_target_spacing, std::min(retry.ctlos_frame_spacing, back)) +
                     std::min(retry.ctlos_frame_start_spacing, back) +
                     (has_others ? retry.ctlos_min_spacing : Bytes(0));
  return llr::loop_time({link.rate, link.delay, Time(0)},
                        ours.max_frame + (link.wire_overhead ? frame::kGap : Bytes(0)), slot);
}

std::string replay_timer_warning(const Scenario& scenario) {
  std::string line;
  Time most(-1);
  for (const network::Cable& cable : scenario.topology.cables) {
    if (!scenario::carries_llr(scenario, cable)) {
      continue;
    }
    for (const End& sender : {cable.a, cable.b}) {
      const asic::SwitchConfig& ours = scenario.device_of(sender.device);
      const Time timer = shortest_timer(scenario, sender);
      const Time latest = latest_ack(ours, scenario.device_of(cable.opposite(sender).device), cable.link);
      if (latest < timer || latest - timer <= most) {
        continue;
      }
      most = latest - timer;
      line = "link " + name_of(scenario, cable) + ": link.llr.replay_timer_max of " +
             scenario.topology.devices[sender.device].name + " is " + to_text(timer) +
             ", and frames on the way back can put off the ACK of a frame of " + to_text(ours.max_frame) + " to " +
             to_text(latest) + ": frames may be replayed without an error";
    }
  }
  return line;
}

}  // namespace weir::bounds
