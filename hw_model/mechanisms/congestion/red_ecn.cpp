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
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {
namespace {

constexpr unsigned kMostProbabilityBits = 24;
constexpr Time kLongestInterval{1'000'000'000'000};

void validate(const PortContext& context, const RedEcnConfig& config, const std::string& detector) {
  require_within_buffer(context, config.k_min, detector + ": k_min");
  require_within_buffer(context, config.k_max, detector + ": k_max");
  require(config.k_min < config.k_max, detector + ": k_min is " + bytes_text(config.k_min) +
                                           ", wanted less than k_max, " + bytes_text(config.k_max));
  require(config.p_max > 0 && config.p_max <= 1,
          detector + ": p_max is " + std::to_string(config.p_max) + ", wanted more than 0 and at most 1");
  require(config.probability_bits >= 1 && config.probability_bits <= kMostProbabilityBits,
          detector + ": probability_bits is " + std::to_string(config.probability_bits) + ", wanted 1.." +
              std::to_string(kMostProbabilityBits));
}

void check_interval(Time interval) {
  require(interval >= RedEcn::kTick && interval <= kLongestInterval && interval % RedEcn::kTick == Time(0),
          "red: notify_interval is " + std::to_string(interval.count()) +
              " ps, wanted a multiple of 1 us from 1 us to 1 s");
}

using At = ledger::RegisterAccess;

class RedSettings final : public ledger::Settings {
 public:
  explicit RedSettings(RedEcn& red) : red_(red), draft_(red.settings()) {}

  RedEcn::Settings& draft() { return draft_; }
  void begin() override { draft_ = red_.settings(); }
  void check() const override {
    RedMarker::check(draft_.marker, "red");
    check_interval(draft_.notify_interval);
  }
  void apply(Time) override { red_.set(draft_); }

 private:
  RedEcn& red_;
  RedEcn::Settings draft_;
};

Bytes bytes_in(std::uint64_t value) { return Bytes(static_cast<std::int64_t>(value)); }

}  // namespace

RedEcn::RedEcn(const PortContext& context)
    : marker_(red_config(context), depth_bits(context), context.seed, context.name + ".red"),
      classes_(red_classes(context)),
      notify_(context.config.red_ecn.notify),
      notify_interval_(context.config.red_ecn.notify_interval) {
  validate(context, red_config(context), "red");
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

void RedEcn::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<RedSettings>(*this);
  const auto setting = [&](const char* name, auto read, auto write) {
    binder.bind(name, {.read = [this, read](const At&) { return std::uint64_t{read(this->settings())}; },
                       .write = [settings, write](const At&, std::uint64_t value) { write(settings->draft(), value); },
                       .settings = settings});
  };
  setting(
      "red_k_min", [](const Settings& now) { return ledger::register_value(now.marker.k_min); },
      [](Settings& draft, std::uint64_t value) { draft.marker.k_min = bytes_in(value); });
  setting(
      "red_k_max", [](const Settings& now) { return ledger::register_value(now.marker.k_max); },
      [](Settings& draft, std::uint64_t value) { draft.marker.k_max = bytes_in(value); });
  setting(
      "red_slope", [](const Settings& now) { return now.marker.slope; },
      [](Settings& draft, std::uint64_t value) { draft.marker.slope = value; });
  setting(
      "red_classes", [](const Settings& now) { return now.classes; },
      [](Settings& draft, std::uint64_t value) { draft.classes = static_cast<ClassMask>(value); });
  if (notify_) {
    setting(
        "red_notify_interval",
        [](const Settings& now) { return static_cast<std::uint64_t>(now.notify_interval / kTick); },
        [](Settings& draft, std::uint64_t value) { draft.notify_interval = static_cast<std::int64_t>(value) * kTick; });
    binder.bind("red_silent", {.read = [this](const At& at) { return silent_ticks(ClassId(at.indices[0]), at.now); }});
    binder.bind("red_notified", {.read = [this](const At& at) { return notified_[at.indices[0]]; }});
  }
  binder.bind("red_marked", {.read = [this](const At& at) { return marked(ClassId(at.indices[0])); }});
}

void RedEcn::check_declared(const ledger::Block& block, bool notify) {
  static constexpr auto kNotifying = ledger::state_fields<RedEcn>(
      ledger::model_only(&RedEcn::notify_, "constant: whether the hardware has it"),
      ledger::holds(&RedEcn::notify_interval_, "red_notify_interval"),
      ledger::holds(&RedEcn::silent_until_, "red_silent"), ledger::holds(&RedEcn::notified_, "red_notified"));
  if (notify)
    ledger::require_declared(block, kNotifying);
  static constexpr auto kFields =
      ledger::state_fields<RedEcn>(ledger::holds(&RedEcn::marker_, "red_k_min", "red_k_max", "red_slope", "red_random"),
                                   ledger::holds(&RedEcn::classes_, "red_classes"),
                                   ledger::model_only(&RedEcn::state_, "for waveforms: a comparison of the depth"),
                                   ledger::holds(&RedEcn::marked_, "red_marked"));
  ledger::require_declared(block, kFields);
  RedMarker::check_declared(block);
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

void declare_marking(ledger::Block& block, const PortContext& context, const RedEcnConfig& config,
                     const std::string& prefix, const ledger::Origin& origin) {
  validate(context, config, prefix);
  const unsigned depth = depth_bits(context);
  const unsigned probability = config.probability_bits;
  const auto setting = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows,
                           const char* what) {
    block.add(origin.setting(
        {.name = prefix + name, .width = width, .reset = reset, .width_follows = follows, .description = what}));
  };
  setting("_k_min", depth, static_cast<std::uint64_t>(config.k_min.count()), "bits of the buffer in bytes",
          "VEQ depth in bytes up to which nothing is marked");
  setting("_k_max", depth, static_cast<std::uint64_t>(config.k_max.count()), "bits of the buffer in bytes",
          "VEQ depth in bytes above which every packet is marked");
  setting("_slope", probability + depth, red_slope(config, depth), "a probability for each byte of depth",
          "p_max / (k_max - k_min), as a binary fraction");
  block.add(origin.internal({.name = prefix + "_random",
                             .width = probability,
                             .reset = 1,
                             .width_follows = "probability_bits",
                             .description = "linear feedback shift register that a probability is compared with"}));
}

namespace {

void declare_notifying(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const RedEcnConfig& config = context.config.red_ecn;
  const unsigned ticks = ledger::bits_for(static_cast<std::uint64_t>(kLongestInterval / RedEcn::kTick));
  check_interval(config.notify_interval);
  block
      .add(origin.setting({.name = "red_notify_interval",
                           .width = ticks,
                           .reset = static_cast<std::uint64_t>(config.notify_interval / RedEcn::kTick),
                           .width_follows = "up to 1 s in microseconds",
                           .description = "microseconds in which a queue tells at most one source"}))
      .add(origin.state({.name = "red_silent",
                         .width = ticks,
                         .dimensions = per_class(context),
                         .width_follows = "as red_notify_interval",
                         .description = "microseconds until the queue may tell a source again; 0: it may"}))
      .add(origin.events("frames", {.name = "red_notified",
                                    .dimensions = per_class(context),
                                    .description = "sources that were told of the queue"}));
}

}  // namespace

void declare_notification_buffer(ledger::Block& block, const PortContext& context) {
  const std::vector<DetectorKind> row = context.config.row();
  const auto by_index = std::ranges::find_if(row, [](DetectorKind kind) { return traits_of(kind).sends_index; });
  const bool has_index = by_index != row.end();
  const std::string_view who = has_index                   ? name_in(kDetectors, *by_index)
                               : context.config.notifies() ? "red_ecn"
                                                           : "fera_edge";
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

void declare_red_ecn(ledger::Block& block, const PortContext& context) {
  const ledger::Origin origin("red_ecn",
                              "S. Floyd, V. Jacobson, Random Early Detection, ToN 1(4), 1993; DCQCN, SIGCOMM '15, "
                              "section 3.1; RFC 3168");
  const RedEcnConfig config = red_config(context);
  declare_marking(block, context, config, "red", origin);
  block
      .add(origin.setting({.name = "red_classes",
                           .width = context.classes,
                           .reset = red_classes(context),
                           .width_follows = "a bit a class",
                           .description = "classes that are marked"}))
      .add(origin.events(
          "packets",
          {.name = "red_marked", .dimensions = per_class(context), .description = "packets that were given CE"}));
  if (config.notify)
    declare_notifying(block, context, origin);
  RedEcn::check_declared(block, config.notify);
}

}  // namespace weir::congestion
