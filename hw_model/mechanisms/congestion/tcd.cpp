// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/tcd.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {
namespace {

const PortContext& valid(const PortContext& context) {
  ledger::Refusal refusal;
  check_tcd(context, refusal);
  return context;
}

}  // namespace

Tcd::Tcd(const PortContext& context)
    : settings_(initial(valid(context))),
      rule_(release_rule(context)),
      ingress_(context.config.tcd.ingress),
      seen_(context.config.tcd.pause),
      hold_(context.config.tcd.hold),
      times_level_(context.config.tcd.host_hard_time > Time(0)),
      time_(context.config.tcd.time),
      classes_(context.lossless),
      sweep_{.width = timestamp_bits(context), .stamps = std::max(1U, static_cast<unsigned>(std::popcount(classes_)))},
      tick_(context.config.tcd.tick),
      marker_(tcd_marking(context), depth_bits(context), context.seed, context.name + ".tcd") {
  std::uint8_t place = 0;
  for_each_class(classes_, [&](ClassId c) { places_[c.index()] = place++; });
  if (context.factories != nullptr)
    clock(context);
}

Tcd::Settings Tcd::initial(const PortContext& context) {
  const TcdConfig& config = context.config.tcd;
  const RedEcnConfig marking = tcd_marking(context);
  return {.longest_on = ticks_of(longest_on_period(context), config.tick),
          .period = ticks_of(sample_period(context), config.tick),
          .low_threshold = config.low_threshold,
          .rise = release_rule(context) == ReleaseRule::kLiteral ? Bytes(0) : context.max_frame * 2,
          .band = flat_band(context),
          .hard_level = hard_level_of(context),
          .hard_time = context.to_host ? ticks_of(config.host_hard_time, config.tick) : 0,
          .undetermined = context.config.undetermined,
          .marker = {marking.k_min, marking.k_max, red_slope(marking, depth_bits(context))}};
}

bool Tcd::asks_for_feeders() const {
  return rule_ == ReleaseRule::kRiseOrPausing && ingress_ == PausedIngress::kFeeding;
}

// The ticks that have to pass since the stamp.
std::uint64_t Tcd::span_of(const Queue& queue) const {
  return queue.machine.samples() ? settings_.period : settings_.longest_on;
}

bool Tcd::runs(Queue& queue, ClassId c, std::uint64_t tick) const {
  return queue.stamp.runs(tick, span_of(queue), sweep_, places_[c.index()]);
}

void Tcd::gate(ClassId c, bool open, Time now) {
  if (!open || (classes_ & mask_of(c)) == 0) {
    return;
  }
  Queue& queue = queues_[c.index()];
  const std::uint64_t tick = tick_of(c, now);
  if (!clocked_.empty()) [[unlikely]] {
    clocked_[c.index()]->at(now);
    clocked_[c.index()]->off_ends(tick, registers_of(queue));
  }
  queue.machine.off_ends();
  queue.stamp.begin(tick, sweep_);
}

void Tcd::sends(ClassId c, Time now, Time until) {
  if (time_ == TcdTime::kOwn) {
    own_time_.sends(c, now, until);
  }
}

void Tcd::pausing(PortId, ClassId c, bool on, Time) {
  std::uint32_t& paused = paused_[c.index()];
  if (on) {
    ++paused;
  } else if (paused > 0) {
    --paused;  // one that a reset has not forgotten
  }
}

bool Tcd::pauses(ClassId c) const {
  if (rule_ != ReleaseRule::kRiseOrPausing) {
    return rule_ == ReleaseRule::kNotDecreased;
  }
  return ingress_ == PausedIngress::kAny ? paused_[c.index()] > 0 : port_->pauses_feeder(c);
}

void Tcd::departs(frame::Packet& packet, Bytes behind, Time now) {
  const ClassId c = packet.traffic_class;
  if ((classes_ & mask_of(c)) == 0) {
    return;
  }
  Queue& queue = queues_[c.index()];
  const std::uint64_t tick = tick_of(c, now);
  if (!clocked_.empty()) [[unlikely]] {
    clocked_[c.index()]->at(now);
    return departs_clocked(packet, behind, tick);
  }
  Asked asked;
  const bool congested = decide(queue, c, behind, tick, asked);
  const bool hard = is_hard(queue, behind, tick);
  mark(packet, queue, congested || hard);
}

bool Tcd::is_hard(Queue& queue, Bytes behind, std::uint64_t tick) const {
  if (behind <= settings_.hard_level) {
    queue.above_since = kNotAbove;
    return false;
  }
  if (times_level_ && queue.above_since == kNotAbove) {
    queue.above_since = tick;
  }
  return !times_level_ || tick - queue.above_since >= settings_.hard_time;
}

// The value of the hardware's counter, which stops at one more than tcd_hard_time.
std::uint64_t Tcd::ticks_above(const Queue& queue, std::uint64_t tick) const {
  return queue.above_since == kNotAbove ? 0 : std::min(tick - queue.above_since + 1, settings_.hard_time + 1);
}

// The rule "has not decreased" is that of a pause that always counts, without a band.
reference::TcdLevels Tcd::levels() const {
  return {.low_threshold = settings_.low_threshold,
          .rise = settings_.rise,
          .band = rule_ == ReleaseRule::kNotDecreased ? Bytes(0) : settings_.band,
          .sticky = seen_ == PauseSeen::kSticky,
          .hold = hold_ == Hold::kSampled};
}

// Whether the packet is to get CE; the state is that of this moment.
bool Tcd::decide(Queue& queue, ClassId c, Bytes behind, std::uint64_t tick, Asked& asked) {
  const reference::TcdDecision decision = queue.machine.departs(
      behind, runs(queue, c, tick), levels(), [&] { return asked.red_mark = marker_.marks(behind); },
      [&] { return asked.paused = pauses(c); });
  if (decision.span == reference::TcdSpan::kBegun) {
    queue.stamp.begin(tick, sweep_);
  } else if (decision.span == reference::TcdSpan::kEnded) {
    queue.stamp.end();
  }
  return decision.congested;
}

// A packet whose sender does not know the code points stays as it is, and CE stays CE.
void Tcd::mark(frame::Packet& packet, Queue& queue, bool congested) const {
  const bool undetermined = !congested && queue.machine.state() == State::kUndetermined;
  const frame::Ecn now = frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable);
  if ((!congested && !undetermined) || now == frame::Ecn::kNotCapable) {
    return;
  }
  if (congested) {
    frame::set_ecn(packet, frame::Ecn::kCongestion);
    ++queue.ce;
  } else if (now != frame::Ecn::kCongestion) {
    frame::set_ecn(packet, settings_.undetermined);
    ++queue.ue;
  }
}

void Tcd::reset(Time) {
  for (const auto& clocked : clocked_) {
    if (clocked)
      clocked->reset();
  }
  marker_.reset();
  paused_ = {};
  for (Queue& queue : queues_) {
    Queue fresh;
    fresh.ue = queue.ue;
    fresh.ce = queue.ce;
    queue = fresh;
  }
}

std::optional<Probe> Tcd::probe() const {
  return Probe{.name = "tcd_state",
               .kind = Probe::Kind::kState,
               .width = 2,
               .states = {"non_congestion", "congestion", "undetermined", "released"}};
}

void Tcd::check_settings(const Settings& settings) const {
  const std::uint64_t longest = (std::uint64_t{1} << sweep_.width) - sweep_.stamps - 2;
  const auto within = [longest](const char* name, std::uint64_t value) {
    require(value >= 1 && value <= longest, std::string(name) + " is " + std::to_string(value) + ", wanted 1 to " +
                                                std::to_string(longest) + ", which the time stamp is safe for");
  };
  within("tcd_longest_on", settings.longest_on);
  within("tcd_period", settings.period);
  require(settings.undetermined == frame::Ecn::kEct0 || settings.undetermined == frame::Ecn::kEct1,
          "tcd_undetermined is " + std::to_string(static_cast<unsigned>(settings.undetermined)) + ", wanted 1 or 2");
  RedMarker::check(settings.marker, "tcd");
}

// First catches up with the sweep by the old settings.
void Tcd::set(const Settings& settings, Time now) {
  for_each_class(classes_, [&](ClassId c) { runs(queues_[c.index()], c, tick_of(c, now)); });
  settings_ = settings;
  marker_.set(settings.marker);
  for (std::size_t c = 0; c < clocked_.size(); ++c) {
    if (clocked_[c])
      clocked_[c]->set(tick_of(ClassId(c), now), clocked_settings());
  }
}

}  // namespace weir::congestion
