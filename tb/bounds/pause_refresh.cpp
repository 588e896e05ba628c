// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/pause_refresh.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

// The time left of a PAUSE when its refresh becomes due.
Time left_at_refresh(const flow_control::PfcConfig& pfc, const link::LinkConfig& link) {
  return pause_time(pfc.pause_quanta, link.rate) - flow_control::refresh_interval(pfc, link.rate);
}

}  // namespace

std::string refresh_warning(const Alike& alike) {
  const flow_control::PfcConfig& pfc = alike.device->flow_control.pfc;
  for (const Inbound& inbound : alike.links) {
    const network::Cable& cable = *inbound.cable;
    const Time left = left_at_refresh(pfc, cable.link);
    const Time frame = wire_time(alike.device->max_frame, cable.link);
    if (left < frame) {
      return named(alike) + "flow_control.pfc.pause_quanta x (1 - refresh_fraction) = " + text::to_text(left) +
             " on link " + name_of(*alike.scenario, cable) + " is shorter than the " + text::to_text(frame) +
             " for which the refresh of a PAUSE may wait behind a frame: the peer may resume, and packets may be lost";
    }
  }
  return "";
}

// Other control frames that are due may stand in the way, too, one of each source at the port.
bool pauses_may_lapse(const Alike& alike) {
  constexpr int kControlFrames = 4;
  const flow_control::FlowControlConfig& config = alike.device->flow_control;
  return flow_control::traits_of(config.scheme).pauses &&
         std::any_of(alike.links.begin(), alike.links.end(), [&](const Inbound& inbound) {
           const link::LinkConfig& link = inbound.cable->link;
           return left_at_refresh(config.pfc, link) <= wire_time(alike.device->max_frame, link) +
                                                           kControlFrames * wire_time(frame::kControlFrameLength, link);
         });
}

}  // namespace weir::bounds
