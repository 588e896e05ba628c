// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/filled_window.h"

#include <algorithm>
#include <set>
#include <variant>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "hw_model/mechanisms/ue_cbfc/credit_messages.h"
#include "tb/bounds/bound_parts.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/event.h"
#include "tb/text/quantity.h"

namespace weir::bounds {

using network::End;
using scenario::Scenario;
using text::to_text;

namespace {

// CC_Updates of one timer: one for each sixteen channels in use.
std::int64_t cc_updates(const flow_control::FlowControlConfig& config) {
  std::set<std::size_t> messages;
  for_each_class(config.lossless, [&](ClassId c) {
    messages.insert(config.ue_cbfc.channels[c.index()] / ue_cbfc::kChannelsOfCcUpdate);
  });
  return static_cast<std::int64_t>(messages.size());
}

// The lowest rate that the cable has at either end, at any time.
BitRate slowest(const Scenario& scenario, const network::Cable& cable) {
  BitRate rate = cable.link.rate;
  for (const scenario::ScenarioEvent& event : scenario.events) {
    const auto* const set = std::get_if<scenario::SetLinkRate>(&event.what);
    const bool of_cable =
        set != nullptr && std::ranges::any_of(set->ends, [&](const End& end) { return cable.has(end); });
    rate = of_cable ? std::min(rate, set->rate) : rate;
  }
  return rate;
}

// By how much the ordered sets of this end come late.
Time sets_late(const Scenario& scenario, const End& sender) {
  Time late;
  for (const scenario::LinkErrors& errors : scenario.link_damage) {
    const bool meant = std::ranges::find(errors.senders, sender) != errors.senders.end();
    late += meant ? errors.error.delay : Time(0);
  }
  return late;
}

// One direction of a cable whose window control frames may fill.
struct Filling {
  const network::Cable& cable;
  End sender;
  NumberedFrames numbered;
  std::int64_t places;
  Time loop;  // of a control frame
  Time slot;  // between two ACKs

  // Places become free with an ACK, and of each kind of control frame only one is due then.
  Time apart() const { return std::max(numbered.period, slot); }
  Wide leave() const { return Wide{numbered.frames} * loop.count(); }  // in a loop, times apart()
  Wide room() const { return Wide{places} * apart().count(); }
  bool fills() const { return leave() >= room(); }
  double in_loop() const { return static_cast<double>(leave()) / static_cast<double>(apart().count()); }
  Time wanted() const { return Time(static_cast<std::int64_t>(leave() / places)); }
};

// The loop has the longest wait for an ACK slot, which frames of the way back may put off.
std::optional<Filling> filling_of(const Scenario& scenario, const network::Cable& cable, const End& sender) {
  const asic::SwitchConfig& device = scenario.device_of(sender.device);
  const std::optional<NumberedFrames> numbered = numbered_frames(device, cable.link.rate);
  if (!numbered) {
    return std::nullopt;
  }
  const End& receiver = cable.opposite(sender);
  const llr::LlrConfig& far = scenario.device_of(receiver.device).llr.link;
  const Bytes spacing = far.ctlos_frame_start_spacing + std::max(far.ctlos_target_spacing, far.ctlos_frame_spacing);
  const llr::LlrLinkFacts link{
      .rate = slowest(scenario, cable), .delay = cable.link.delay, .processing = sets_late(scenario, receiver)};
  return Filling{.cable = cable,
                 .sender = sender,
                 .numbered = *numbered,
                 .places = places_beside(device.llr.link, device.max_frame),
                 .loop = llr::loop_time(link, frame::kControlFrameLength, spacing),
                 .slot = serialization_time(far.ctlos_target_spacing, cable.link.rate)};
}

}  // namespace

std::optional<NumberedFrames> numbered_frames(const asic::SwitchConfig& device, BitRate line_rate) {
  const flow_control::FlowControlConfig& config = device.flow_control;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(config.scheme);
  const std::int64_t classes = std::popcount(config.lossless);
  if (classes == 0) {
    return std::nullopt;
  }
  if (traits.by_channel && config.ue_cbfc.credits.cc_update_eligible) {
    return NumberedFrames{cc_updates(config), config.ue_cbfc.credits.cc_message_timer, "CC_Updates",
                          "flow_control.ue_cbfc.cc_message_timer"};
  }
  if (const flow_control::CbfcConfig* const credits = flow_control::credits_of(config); credits != nullptr) {
    return NumberedFrames{classes, flow_control::credit_period(*credits, line_rate), "messages of credits",
                          "the period of the messages"};
  }
  if (traits.pauses && device.llr.pause_eligible) {
    return NumberedFrames{traits.is_of_the_port ? 1 : classes, flow_control::refresh_interval(config.pfc, line_rate),
                          "refreshed pauses", "flow_control.pfc.refresh_fraction x pause_quanta"};
  }
  return std::nullopt;
}

std::int64_t places_beside(const llr::LlrConfig& retry, Bytes length) {
  const std::int64_t by_bytes =
      1 + (retry.outstanding_bytes_max - retry.counted(length)) / retry.counted(frame::kControlFrameLength);
  return std::min<std::int64_t>(retry.outstanding_frames_max, by_bytes);
}

std::string filled_window_warning(const Scenario& scenario) {
  std::optional<Filling> worst;
  for (const network::Cable& cable : scenario.topology.cables) {
    if (!scenario::carries_llr(scenario, cable)) {
      continue;
    }
    for (const End& sender : {cable.a, cable.b}) {
      const std::optional<Filling> here = filling_of(scenario, cable, sender);
      if (here && here->fills() && (!worst || here->leave() * worst->room() > worst->leave() * here->room())) {
        worst.emplace(*here);
      }
    }
  }
  if (!worst) {
    return "";
  }
  const std::string& sender = scenario.topology.devices[worst->sender.device].name;
  const NumberedFrames& numbered = worst->numbered;
  return "link " + name_of(scenario, worst->cable) + ": in the " + to_text(worst->loop) + " until a control frame of " +
         sender + " is acknowledged " + digits(worst->in_loop()) + " " + std::string(numbered.what) +
         " may leave; they have numbers and go before data, and the window of link.llr has " +
         std::to_string(worst->places) + " places beside a frame of " +
         to_text(scenario.device_of(worst->sender.device).max_frame) +
         ": they can take all of them, and data waits for ever; wanted " + std::string(numbered.key) + " above " +
         to_text(worst->wanted()) + ", or a larger window";
}

}  // namespace weir::bounds
