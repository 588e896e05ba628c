// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/red_ecn.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {
namespace {

using ledger::kOne;

constexpr Time kLongestInterval{1'000'000'000'000};

void check_interval(Time interval) {
  require(interval >= RedEcn::kTick && interval <= kLongestInterval && interval % RedEcn::kTick == Time(0),
          "red: notify_interval is " + quantity_text(interval) + ", wanted a multiple of 1 us from 1 us to 1 s");
}

bool notifies(const PortContext& context) { return context.config.red_ecn.notify; }

}  // namespace

RedEcn::RedEcn(const PortContext& context)
    : marker_(red_config(context), depth_bits(context), context.seed, context.name + ".red"),
      classes_(red_classes(context)),
      notify_(context.config.red_ecn.notify),
      notify_interval_(context.config.red_ecn.notify_interval) {
  RedMarker::initial(context, red_config(context), "red");
  check_interval(notify_interval_);
}

void RedEcn::departs(frame::Packet& packet, Bytes behind, Time now) {
  const ClassId c = packet.traffic_class;
  if ((classes_ & mask_of(c)) == 0) {
    return;
  }
  const RedMarker::Settings& marker = marker_.settings();
  state_[c.index()] =
      behind <= marker.k_min ? State::kBelow : (behind <= marker.k_max ? State::kBetween : State::kAbove);
  if (!marker_.marks(behind) || frame::ecn_of(packet).value_or(frame::Ecn::kNotCapable) == frame::Ecn::kNotCapable) {
    return;
  }
  frame::set_ecn(packet, frame::Ecn::kCongestion);
  ++marked_[c.index()];
  if (notify_ && now >= silent_until_[c.index()] && port_->notify(packet, {.depth = behind}, now)) {
    silent_until_[c.index()] = now + notify_interval_;
    ++notified_[c.index()];
  }
}

void RedEcn::reset(Time) {
  marker_.reset();
  state_ = {};
  silent_until_ = {};
}

std::uint64_t RedEcn::silent_ticks(ClassId c, Time now) const {
  const Time left = std::max(silent_until_[c.index()] - now, Time(0));
  return static_cast<std::uint64_t>((left + kTick - Time(1)) / kTick);
}

std::optional<Probe> RedEcn::probe() const {
  return Probe{.name = "red_state", .kind = Probe::Kind::kState, .width = 2, .states = {"below", "between", "above"}};
}

void RedEcn::set(const Settings& settings) {
  marker_.set(settings.marker);
  classes_ = settings.classes;
  notify_interval_ = settings.notify_interval;
}

struct RedEcn::Rows {
  using Row = ledger::RowsOf<PortContext>;
  using At = ledger::RegisterAccess;

  static constexpr unsigned kIntervalBits = ledger::bits_for(kLongestInterval / kTick);

  static constexpr auto kAll = Row::list(
      RedMarker::rows<red_config>({"red_k_min", "red_k_max", "red_slope", "red_random"}),
      Row::setting<&Settings::classes>({"red_classes", [](const PortContext& context) { return context.classes; }, kOne,
                                        "a bit a class", "classes that are marked"}),
      Row::events<&RedEcn::marked_>({"red_marked", 64, per_class, "packets", "packets that were given CE"},
                                    [](const RedEcn& red, const At& at) { return red.marked_[at.indices[0]]; }),
      Row::setting(
          {"red_notify_interval", kIntervalBits, kOne, "up to 1 s in microseconds",
           "microseconds in which a queue tells at most one source"},
          [](const Settings& now) { return now.notify_interval / kTick; },
          [](Settings& draft, std::uint64_t value) {
            draft.notify_interval = static_cast<std::int64_t>(value) * kTick;
          })
          .when(notifies),
      Row::state<&RedEcn::silent_until_>(
          {"red_silent", kIntervalBits, per_class, "as red_notify_interval",
           "microseconds until the queue may tell a source again; 0: it may"},
          [](const RedEcn& red, const At& at) { return red.silent_ticks(ClassId(at.indices[0]), at.now); })
          .when(notifies),
      Row::events<&RedEcn::notified_>({"red_notified", 64, per_class, "frames", "sources that were told of the queue"},
                                      [](const RedEcn& red, const At& at) { return red.notified_[at.indices[0]]; })
          .when(notifies),
      Row::part<&RedEcn::marker_>(), Row::holds<&RedEcn::classes_>("red_classes"),
      Row::model_only<&RedEcn::state_>("for waveforms: a comparison of the depth"),
      Row::model_only<&RedEcn::notify_>("constant: whether the hardware has it"),
      Row::model_only<&RedEcn::notify_interval_>("red_notify_interval, where it notifies"));
};

void RedEcn::declare(ledger::Block& block, const PortContext& context) {
  const RedEcnConfig config = red_config(context);
  const Settings first{RedMarker::initial(context, config, "red"), red_classes(context), config.notify_interval};
  if (config.notify)
    check_interval(config.notify_interval);
  ledger::declare(block,
                  {"red_ecn",
                   "S. Floyd, V. Jacobson, Random Early Detection, ToN 1(4), 1993; DCQCN, SIGCOMM '15, "
                   "section 3.1; RFC 3168"},
                  context, Rows::kAll, first, first.marker);
}

void RedEcn::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<ledger::Drafted<Settings>>(
      [this, now = std::make_shared<Settings>()]() -> const Settings& { return *now = this->settings(); },
      [](const Settings& draft) {
        RedMarker::check(draft.marker, "red");
        check_interval(draft.notify_interval);
      },
      [this](const Settings& draft, Time) { set(draft); });
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(settings), ledger::objects(settings, &Settings::marker),
                ledger::objects([this](const ledger::RegisterAccess&) -> const RedEcn& { return *this; })});
}

std::uint64_t red_slope(const RedEcnConfig& config, unsigned depth) {
  const auto span = static_cast<double>((config.k_max - config.k_min).count());
  return fixed_point(config.p_max / span, config.probability_bits + depth);
}

std::uint64_t fixed_point(double value, unsigned bits) {
  const double largest = std::ldexp(1.0, static_cast<int>(bits)) - 1;
  return static_cast<std::uint64_t>(std::min(std::round(std::ldexp(value, static_cast<int>(bits))), largest));
}

void require_within_buffer(const PortContext& context, Bytes setting, const std::string& name) {
  require(setting >= Bytes(0) && setting <= context.buffer,
          name + " is " + bytes_text(setting) + ", wanted at most the buffer of " + bytes_text(context.buffer));
}

void declare_notification_buffer(ledger::Block& block, const PortContext& context) {
  const std::vector<DetectorKind> row = context.config.row();
  const auto by_index = std::ranges::find_if(row, [](DetectorKind kind) { return traits_of(kind).sends_index; });
  const bool has_index = by_index != row.end();
  const std::string_view who = has_index ? name_of(*by_index) : notifies(context.config) ? "red_ecn" : "fera_edge";
  const ledger::Origin origin(std::string(who), "IEEE 802.1Q, clause 30: frames that a congestion point sends");
  constexpr unsigned kFrameBits = 480;
  block
      .add(origin.memory({.name = "notification",
                          .width = kFrameBits,
                          .dimensions = {{"frame", kNotificationPlaces}},
                          .width_follows = "60 B without FCS",
                          .description = "notifications and rate tags that have been made and have not left"}))
      .add(origin.internal({.name = "notification_used",
                            .dimensions = {{"frame", kNotificationPlaces}},
                            .description = "the place holds one"}));
}

}  // namespace weir::congestion
