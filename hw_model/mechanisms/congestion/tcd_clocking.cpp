// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCD with a clocked block at each queue (clocked_tcd.h): the model's registers and decisions as the block has them.

#include <algorithm>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/tcd.h"
#include "hw_model/reference/factories.h"

namespace weir::congestion {

using reference::TcdDetectorInputs;
using reference::TcdDetectorOutputs;

namespace {

// As an input of the widest block; its all ones, and anything beyond: out of reach.
std::uint32_t depth_input(Bytes depth) {
  constexpr std::int64_t kMost = (std::int64_t{1} << reference::kWidestTcd.q_bits) - 1;
  return static_cast<std::uint32_t>(std::min(depth.count(), kMost));
}

}  // namespace

void Tcd::clock(const PortContext& context) {
  const auto& make = context.factories->of<reference::TcdBlock>();
  for_each_class(classes_, [&](ClassId c) {
    auto block = make({.stamp_bits = sweep_.width, .q_bits = depth_bits(context)},
                      context.name + ".c" + std::to_string(c.index()));
    if (block == nullptr)
      return;
    clocked_.resize(kClasses);
    clocked_[c.index()] =
        std::make_unique<ClockedTcd>(std::move(block), sweep_, places_[c.index()], tick_, clocked_settings());
  });
}

TcdDetectorInputs Tcd::clocked_settings() const {
  const reference::TcdLevels rule = levels();
  return {.sticky = rule.sticky,
          .hold = rule.hold,
          .undetermined = static_cast<std::uint8_t>(settings_.undetermined),
          .longest_on = static_cast<std::uint32_t>(settings_.longest_on),
          .period = static_cast<std::uint32_t>(settings_.period),
          .low_threshold = depth_input(rule.low_threshold),
          .rise = depth_input(rule.rise),
          .band = depth_input(rule.band),
          .hard_level = depth_input(settings_.hard_level)};
}

TcdDetectorOutputs Tcd::registers_of(const Queue& queue) {
  return {.pause_seen = queue.machine.pause_seen(),
          .held = queue.machine.held(),
          .state = static_cast<std::uint8_t>(queue.machine.state()),
          .stamp = static_cast<std::uint32_t>(queue.stamp.stamp()),
          .sample = static_cast<std::uint32_t>(queue.machine.sample().count())};
}

// As departs(), but the block writes the ECN field. The time above the hard level is counted outside of the block.
void Tcd::departs_clocked(frame::Packet& packet, Bytes behind, std::uint64_t tick) {
  const ClassId c = packet.traffic_class;
  Queue& queue = queues_[c.index()];
  TcdDetectorOutputs model = registers_of(queue);
  TcdDetectorInputs in = clocked_settings();
  Asked asked;
  const bool congested = decide(queue, c, behind, tick, asked);
  const bool hard = is_hard(queue, behind, tick);
  const frame::Ecn ecn = frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable);
  in.departs = true;
  in.red_mark = asked.red_mark;
  in.paused = asked.paused;
  in.ecn = static_cast<std::uint8_t>(ecn);
  in.behind = depth_input(behind);
  if (times_level_)
    in.hard_level = hard ? 0 : depth_input(Bytes(std::int64_t{1} << 62));
  model.ce = (congested || hard) && ecn != frame::Ecn::kNotCapable;
  model.ue = !congested && !hard && queue.machine.state() == State::kUndetermined && ecn != frame::Ecn::kNotCapable &&
             ecn != frame::Ecn::kCongestion;
  model.ecn = model.ce ? static_cast<std::uint8_t>(frame::Ecn::kCongestion) : model.ue ? in.undetermined : in.ecn;
  const TcdDetectorOutputs out = clocked_[c.index()]->departs(tick, in, model);
  if (out.ce || out.ue)
    frame::set_ecn(packet, static_cast<frame::Ecn>(out.ecn));
  queue.ce += out.ce ? 1 : 0;
  queue.ue += out.ue ? 1 : 0;
}

}  // namespace weir::congestion
