// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of TCD, and their bindings to a live detector.

#include <algorithm>
#include <memory>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/tcd.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {
namespace {

constexpr unsigned kStateBits = 2;
constexpr unsigned kEcnBits = 2;
constexpr char kRtlBlock[] = "tcd_detector";

// A field of the settings as software sees it.
std::uint64_t as_register(std::uint64_t value) { return value; }
std::uint64_t as_register(Bytes value) { return ledger::register_value(value); }
std::uint64_t as_register(frame::Ecn value) { return static_cast<std::uint64_t>(value); }
void from_register(std::uint64_t& field, std::uint64_t value) { field = value; }
void from_register(Bytes& field, std::uint64_t value) { field = Bytes(static_cast<std::int64_t>(value)); }
void from_register(frame::Ecn& field, std::uint64_t value) { field = static_cast<frame::Ecn>(value); }

bool has_rise(ReleaseRule rule) { return rule != ReleaseRule::kNotDecreased; }
bool has_band(ReleaseRule rule) { return rule == ReleaseRule::kRiseOrPausing; }

// What a queue remembers. The RTL has the bits for pauses and for holding, so that without one it is no instance of it.
void declare_state(ledger::Block& block, const PortContext& context, unsigned timestamp, const ledger::Origin& origin) {
  const ledger::Dimensions each_class = per_lossless_class(context);
  const bool sticky = has_band(release_rule(context)) && context.config.tcd.pause == PauseSeen::kSticky;
  const bool held = context.config.tcd.hold == Hold::kSampled;
  const bool as_built = sticky && held;
  const auto state = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.state({.name = name,
                            .width = width,
                            .dimensions = each_class,
                            .rtl_block = as_built ? kRtlBlock : "",
                            .width_follows = follows,
                            .description = what}));
  };
  state("tcd_stamp", timestamp, "2^width > max(max(T_on), T)/tick + classes + 1, against wrap-around",
        "time stamp: end of the latest OFF period; in state 3 and while held, when the queue was last sampled");
  state("tcd_running", 1, "",
        "less than max(T_on), in state 3 and while held less than T, had passed since when the sweep last looked");
  state("last_state", kStateBits, "four states", "0 non-congestion, 1 congestion, 2 undetermined, 3 released from 2");
  state("queue_sample", depth_bits(context), "bits of the buffer in bytes",
        "bytes that waited when the period T of a released queue last ended");
  if (sticky)
    state("tcd_pause_seen", 1, "", "since the sample a packet has departed while a pause counted");
  if (held)
    state("tcd_held", 1, "", "in state 1 by a sample, and sampled still");
  if (as_built) {
    block.add(ledger::RtlInstance{.block = kRtlBlock,
                                  .parameters = {{"STAMP_W", timestamp}, {"Q_W", depth_bits(context)}},
                                  .dimensions = each_class});
  }
}

// A counter a queue, which goes on with each tick while the queue is above its level. Of all ports: any may lead to a
// host.
void declare_level_time(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const TcdConfig& config = context.config.tcd;
  if (config.host_hard_time == Time(0))
    return;
  const std::uint64_t ticks = ticks_of(config.host_hard_time, config.tick);
  const unsigned width = ledger::bits_for(ticks + 1);
  block
      .add(origin.setting({.name = "tcd_hard_time",
                           .width = width,
                           .reset = context.to_host ? ticks : 0,
                           .width_follows = "host_hard_time in ticks, and one more",
                           .description = "ticks on end above tcd_hard_level from which on CE is written; 0: at once"}))
      .add(origin.state({.name = "tcd_above",
                         .width = width,
                         .dimensions = per_lossless_class(context),
                         .width_follows = "as tcd_hard_time",
                         .description = "ticks since the queue got above tcd_hard_level, and one; 0: it is not"}));
}

// Who feeds the port: feeders.h.
void declare_feeders(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  if (!has_band(release_rule(context)) || context.config.tcd.ingress != PausedIngress::kFeeding)
    return;
  ledger::Dimensions each = per_lossless_class(context);
  each.push_back({"ingress", context.ports});
  ledger::RegisterDeclaration packets{.name = "tcd_fed_packets",
                                      .width = packet_count_bits(context),
                                      .dimensions = each,
                                      .accesses = {.reads_per_packet = 2, .writes_per_packet = 2},
                                      .width_follows = "packets of 64 B in the buffer",
                                      .description = "packets from this ingress that wait for the port"};
  block
      .add(origin.internal({.name = "tcd_feeds",
                            .dimensions = each,
                            .description = "tcd_fed_packets is not 0: beside the ingress's pause, a leaf of one OR"}))
      .add(origin.memory(packets));
}

void declare_settings(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const Tcd::Settings settings = Tcd::initial(context);
  const unsigned timestamp = timestamp_bits(context);
  const auto setting = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows,
                           const char* what) {
    block.add(
        origin.setting({.name = name, .width = width, .reset = reset, .width_follows = follows, .description = what}));
  };
  const auto bytes = [&](const char* name, Bytes reset, const char* what) {
    setting(name, depth_bits(context), ledger::register_value(reset), "bits of the buffer in bytes", what);
  };
  setting("tcd_longest_on", timestamp, settings.longest_on, "as tcd_stamp", "max(T_on) in ticks");
  setting("tcd_period", timestamp, settings.period, "as tcd_stamp",
          "T, ticks from one sample of a released queue to the next");
  bytes("tcd_low_threshold", settings.low_threshold,
        "bytes that wait at or below which a released queue is in state 0");
  if (has_rise(release_rule(context)))
    bytes("tcd_rise", settings.rise, "bytes beyond which a released queue has risen in T");
  if (has_band(release_rule(context)))
    bytes("tcd_band", settings.band, "bytes by which a released queue may fall in T and stands still");
  bytes("tcd_hard_level", settings.hard_level,
        "bytes that wait above which CE is written whatever the state; all ones: none");
  setting("tcd_undetermined", kEcnBits, static_cast<std::uint64_t>(settings.undetermined), "ECN field",
          "code point of UE: 1 or 2");
  declare_marking(block, context, tcd_marking(context), "tcd", origin);
}

}  // namespace

void declare_tcd(ledger::Block& block, const PortContext& context) {
  const bool infiniband = any_detector(context.config, &DetectorTraits::times_credits);
  const ledger::Origin origin(infiniband ? "tcd_infiniband" : "tcd",
                              infiniband ? "TCD, sections 4.4 and 4.5" : "TCD, sections 4.3 and 4.5");
  ledger::Refusal refusal;
  check_tcd(context, refusal);
  const ledger::Dimensions each_class = per_lossless_class(context);
  const unsigned timestamp = timestamp_bits(context);
  declare_state(block, context, timestamp, origin);
  declare_feeders(block, context, origin);
  declare_settings(block, context, origin);
  declare_level_time(block, context, origin);
  ledger::RegisterDeclaration present{.name = "tcd_now",
                                      .width = timestamp,
                                      .width_follows = "as tcd_stamp",
                                      .description = "present time in ticks, modulo 2^width"};
  if (context.config.tcd.time == TcdTime::kOwn) {
    present.dimensions = each_class;
    present.description = "time of the class in ticks, modulo 2^width; stands while data of another is sent";
  }
  block.add(origin.internal(std::move(present)))
      .add(origin.internal({.name = "tcd_sweep",
                            .width = ledger::bits_to_name(each_class.front().size),
                            .width_follows = "names a class",
                            .description = "class whose time stamp the sweep looks at next, one a tick"}));
  const auto counted = [&](const char* name, const char* what) {
    block.add(origin.events("packets", {.name = name, .dimensions = each_class, .description = what}));
  };
  counted("tcd_ue_marked", "packets that were given UE");
  counted("tcd_ce_marked", "packets that were given CE");
  Tcd::check_declared(block, context);
}

void Tcd::check_declared(const ledger::Block& block, const PortContext& context) {
  static constexpr auto kQueue = ledger::state_fields<Queue>(
      ledger::part(&Queue::stamp),
      ledger::holds(&Queue::machine, "last_state", "queue_sample"),  // and tcd_pause_seen, tcd_held, where there are
      ledger::model_only(&Queue::above_since, "tcd_above, where host_hard_time is set"),
      ledger::holds(&Queue::ue, "tcd_ue_marked"), ledger::holds(&Queue::ce, "tcd_ce_marked"));
  static constexpr auto kFields = ledger::state_fields<Tcd>(
      ledger::holds(&Tcd::settings_, "tcd_longest_on", "tcd_period", "tcd_low_threshold", "tcd_hard_level",
                    "tcd_undetermined"),
      ledger::model_only(&Tcd::rule_, "constant: which hardware there is"),
      ledger::model_only(&Tcd::ingress_, "constant: which hardware there is"),
      ledger::model_only(&Tcd::seen_, "constant: which hardware there is"),
      ledger::model_only(&Tcd::hold_, "constant: which hardware there is"),
      ledger::model_only(&Tcd::times_level_, "constant: which hardware there is"),
      ledger::model_only(&Tcd::time_, "constant: which hardware there is"), ledger::holds(&Tcd::own_time_, "tcd_now"),
      ledger::model_only(&Tcd::classes_, "constant: those with flow control"),
      ledger::model_only(&Tcd::places_, "constant: numbers of classes"),
      ledger::model_only(&Tcd::sweep_, "constant: a width and a number of classes; tcd_sweep follows from the time"),
      ledger::model_only(&Tcd::tick_, "constant: the clock"), ledger::part(&Tcd::marker_), ledger::part(&Tcd::queues_),
      ledger::model_only(&Tcd::paused_, "wires: the pauses that the ports assert"));
  ledger::require_declared(block, kQueue);
  ledger::require_declared(block, kFields);
  SweptStamp::check_declared(block);
  RedMarker::check_declared(block, true);
  const ReleaseRule rule = release_rule(context);
  require(
      has_rise(rule) == (block.find("tcd_rise") != nullptr) && has_band(rule) == (block.find("tcd_band") != nullptr),
      "tcd: what its rule compares with is not what is declared");
}

void Tcd::bind_registers(const ledger::Binder& binder) {
  using At = ledger::RegisterAccess;
  const auto settings = std::make_shared<ledger::Drafted<Settings>>(
      [this]() -> const Settings& { return settings_; }, [this](const Settings& draft) { check_settings(draft); },
      [this](const Settings& draft, Time now) { set(draft, now); });
  const auto setting = [&](const char* name, auto field) {
    binder.bind(name, {.read = [this, field](const At&) { return as_register(field(settings_)); },
                       .write = [settings, field](
                                    const At&, std::uint64_t value) { from_register(field(settings->draft()), value); },
                       .settings = settings});
  };
  setting(
      "tcd_longest_on", [](auto& of) -> auto& { return of.longest_on; });
  setting(
      "tcd_period", [](auto& of) -> auto& { return of.period; });
  setting(
      "tcd_low_threshold", [](auto& of) -> auto& { return of.low_threshold; });
  if (has_rise(rule_))
    setting(
        "tcd_rise", [](auto& of) -> auto& { return of.rise; });
  if (has_band(rule_))
    setting(
        "tcd_band", [](auto& of) -> auto& { return of.band; });
  setting(
      "tcd_hard_level", [](auto& of) -> auto& { return of.hard_level; });
  if (times_level_)
    setting(
        "tcd_hard_time", [](auto& of) -> auto& { return of.hard_time; });
  setting(
      "tcd_undetermined", [](auto& of) -> auto& { return of.undetermined; });
  setting(
      "tcd_k_min", [](auto& of) -> auto& { return of.marker.k_min; });
  setting(
      "tcd_k_max", [](auto& of) -> auto& { return of.marker.k_max; });
  setting(
      "tcd_slope", [](auto& of) -> auto& { return of.marker.slope; });
  const auto state = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) -> std::uint64_t {
                  const ClassId c = nth_class(classes_, at.indices[0]);
                  return read(queues_[c.index()], c, at.now);
                }});
  };
  state("tcd_stamp", [](Queue& queue, ClassId, Time) { return queue.stamp.stamp(); });
  state("tcd_running", [this](Queue& queue, ClassId c, Time now) { return runs(queue, c, tick_of(c, now)) ? 1U : 0U; });
  state("last_state", [](Queue& queue, ClassId, Time) { return static_cast<std::uint64_t>(queue.machine.state()); });
  state("queue_sample", [](Queue& queue, ClassId, Time) { return ledger::register_value(queue.machine.sample()); });
  if (has_band(rule_) && seen_ == PauseSeen::kSticky)
    state("tcd_pause_seen", [](Queue& queue, ClassId, Time) { return queue.machine.pause_seen() ? 1U : 0U; });
  if (hold_ == Hold::kSampled)
    state("tcd_held", [](Queue& queue, ClassId, Time) { return queue.machine.held() ? 1U : 0U; });
  if (times_level_)
    state("tcd_above", [this](Queue& queue, ClassId c, Time now) { return ticks_above(queue, tick_of(c, now)); });
  state("tcd_ue_marked", [](Queue& queue, ClassId, Time) { return queue.ue; });
  state("tcd_ce_marked", [](Queue& queue, ClassId, Time) { return queue.ce; });
}

}  // namespace weir::congestion
