// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// CoDel: a target and an interval that the links of the scenario can meet.

#include <algorithm>
#include <string>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/detector_card.h"
#include "tb/tests/plugin/codel/codel.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

class CodelCard final : public DetectorCard {
 public:
  std::vector<std::string> warnings(const Alike& alike) const override {
    const congestion::CodelConfig own = congestion::codel_of(alike.device->congestion);
    return {target_warning(alike, own.target), interval_warning(alike, own.interval), pause_warning(alike, own.target)};
  }

 private:
  // A packet that finds two others before it has waited for two.
  static std::string target_warning(const Alike& alike, Time target) {
    for (const Inbound& inbound : alike.links) {
      const link::LinkConfig& link = inbound.cable->link;
      const Time frame = serialization_time(on_wire(alike.device->max_frame, link), link.rate);
      if (target < frame)
        return named(alike) + "congestion.codel.target = " + text::to_text(target) + " is less than the " +
               text::to_text(frame) + " that a frame of " + text::to_text(alike.device->max_frame) + " takes on link " +
               name_of(*alike.scenario, *inbound.cable) + ": two frames in a row are a standing queue";
    }
    return "";
  }

  // No flow through this switch has less than the ways to the next devices and back.
  static std::string interval_warning(const Alike& alike, Time interval) {
    std::vector<Time> delays;
    for (const Inbound& inbound : alike.links)
      delays.push_back(inbound.cable->link.delay);
    if (delays.empty())
      return "";
    const Time longest = *std::ranges::max_element(delays);
    const Time round_trip = 2 * (longest + *std::ranges::min_element(delays));
    if (interval >= round_trip)
      return "";
    return named(alike) + "congestion.codel.interval = " + text::to_text(interval) + " is shorter than the " +
           text::to_text(round_trip) +
           " that a packet and its answer travel by links of this switch: sources cannot "
           "have answered a mark when the next comes";
  }

  // What one feeder queues behind pauses leaves in the time of XOFF at line rate.
  static std::string pause_warning(const Alike& alike, Time target) {
    if (!flow_control::traits_of(alike.device->flow_control.scheme).pauses || alike.links.empty())
      return "";
    const auto slowest =
        std::ranges::min_element(alike.links, {}, [](const Inbound& inbound) { return inbound.cable->link.rate; });
    return level_warning(alike,
                         "congestion.codel.target on link " + name_of(*alike.scenario, *slowest->cable) + ", in bytes,",
                         bytes_at_least(target, slowest->cable->link.rate),
                         "so that its packets are marked only where pauses hold them");
  }
};

}  // namespace

const DetectorCard& codel_card() {
  static const CodelCard kCard;
  return kCard;
}

}  // namespace weir::bounds
