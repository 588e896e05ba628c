// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of TCD, and their bindings to a live detector.

#include <memory>
#include <string_view>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/tcd.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {
namespace {

using ledger::kOne;

constexpr unsigned kStateBits = 2;
constexpr unsigned kEcnBits = 2;
constexpr char kRtlBlock[] = "tcd_detector";
constexpr char kConstant[] = "constant: which hardware there is";

using Context = PortContext;
using At = ledger::RegisterAccess;

bool has_rise(const Context& context) { return release_rule(context) != ReleaseRule::kNotDecreased; }
bool has_band(const Context& context) { return release_rule(context) == ReleaseRule::kRiseOrPausing; }
bool is_held(const Context& context) { return context.config.tcd.hold == Hold::kSampled; }
bool is_sticky(const Context& context) { return has_band(context) && context.config.tcd.pause == PauseSeen::kSticky; }
bool has_feeders(const Context& context) {
  return has_band(context) && context.config.tcd.ingress == PausedIngress::kFeeding;
}
// Of all ports: any may lead to a host.
bool times_level(const Context& context) { return context.config.tcd.host_hard_time != Time(0); }
bool own_time(const Context& context) { return context.config.tcd.time == TcdTime::kOwn; }
bool port_time(const Context& context) { return !own_time(context); }

// The RTL has the bits for pauses and for holding, so that without one it is no instance of it.
std::string_view rtl(const Context& context) { return is_sticky(context) && is_held(context) ? kRtlBlock : ""; }

ledger::Dimensions per_feeder(const Context& context) {
  ledger::Dimensions each = per_lossless_class(context);
  each.push_back({"ingress", context.ports});
  return each;
}

unsigned hard_time_bits(const Context& context) {
  return ledger::bits_for(ticks_of(context.config.tcd.host_hard_time, context.config.tcd.tick) + 1);
}

unsigned sweep_bits(const Context& context) { return ledger::bits_to_name(per_lossless_class(context).front().size); }

}  // namespace

struct Tcd::Rows {
  using Row = ledger::RowsOf<PortContext>;

  // The queue of an access, and its detector.
  struct Seen {
    Tcd& tcd;
    Queue& queue;
    ClassId c;
    std::uint64_t tick;
  };
  static Seen seen(Tcd& tcd, const At& at) {
    const ClassId c = nth_class(tcd.classes_, at.indices[0]);
    return {tcd, tcd.queues_[c.index()], c, tcd.tick_of(c, at.now)};
  }

  // What a queue remembers; who feeds the port (feeders.h); the settings; a counter a queue that goes on with each tick
  // while the queue is above its level.
  static constexpr auto kAll = Row::list(
      Row::state<&Queue::stamp>(
          {"tcd_stamp", timestamp_bits, per_lossless_class,
           "2^width > max(max(T_on), T)/tick + classes + 1, against wrap-around",
           "time stamp: end of the latest OFF period; in state 3 and while held, when the queue was last sampled"},
          [](const Queue& queue) { return queue.stamp.stamp(); })
          .rtl(rtl),
      Row::state({"tcd_running", 1, per_lossless_class, "",
                  "less than max(T_on), in state 3 and while held less than T, had passed since when the sweep last "
                  "looked"},
                 [](Tcd& tcd, const At& at) {
                   const Seen of = seen(tcd, at);
                   return tcd.runs(of.queue, of.c, of.tick);
                 })
          .rtl(rtl),
      SweptStamp::notes<Row>("tcd_stamp", "tcd_running"),
      Row::state<&Queue::machine>({"last_state", kStateBits, per_lossless_class, "four states",
                                   "0 non-congestion, 1 congestion, 2 undetermined, 3 released from 2"},
                                  [](const Queue& queue) { return queue.machine.state(); })
          .rtl(rtl),
      Row::state<&Queue::machine>({"queue_sample", depth_bits, per_lossless_class, "bits of the buffer in bytes",
                                   "bytes that waited when the period T of a released queue last ended"},
                                  [](const Queue& queue) { return queue.machine.sample(); })
          .rtl(rtl),
      Row::state<&Queue::machine>(
          {"tcd_pause_seen", 1, per_lossless_class, "", "since the sample a packet has departed while a pause counted"},
          [](const Queue& queue) { return queue.machine.pause_seen(); })
          .rtl(rtl)
          .when(is_sticky),
      Row::state<&Queue::machine>({"tcd_held", 1, per_lossless_class, "", "in state 1 by a sample, and sampled still"},
                                  [](const Queue& queue) { return queue.machine.held(); })
          .rtl(rtl)
          .when(is_held),
      Row::internal(
          {"tcd_feeds", 1, per_feeder, "", "tcd_fed_packets is not 0: beside the ingress's pause, a leaf of one OR"})
          .when(has_feeders),
      Row::memory({"tcd_fed_packets", packet_count_bits, per_feeder, "packets of 64 B in the buffer",
                   "packets from this ingress that wait for the port"})
          .accesses({.reads_per_packet = 2, .writes_per_packet = 2})
          .when(has_feeders),
      Row::setting<&Settings::longest_on>(
          {"tcd_longest_on", timestamp_bits, kOne, "as tcd_stamp", "max(T_on) in ticks"}),
      Row::setting<&Settings::period>({"tcd_period", timestamp_bits, kOne, "as tcd_stamp",
                                       "T, ticks from one sample of a released queue to the next"}),
      Row::setting<&Settings::low_threshold>({"tcd_low_threshold", depth_bits, kOne, "bits of the buffer in bytes",
                                              "bytes that wait at or below which a released queue is in state 0"}),
      Row::setting<&Settings::rise>({"tcd_rise", depth_bits, kOne, "bits of the buffer in bytes",
                                     "bytes beyond which a released queue has risen in T"})
          .when(has_rise),
      Row::setting<&Settings::band>({"tcd_band", depth_bits, kOne, "bits of the buffer in bytes",
                                     "bytes by which a released queue may fall in T and stands still"})
          .when(has_band),
      Row::setting<&Settings::hard_level>({"tcd_hard_level", depth_bits, kOne, "bits of the buffer in bytes",
                                           "bytes that wait above which CE is written whatever the state; all ones: "
                                           "none"}),
      Row::setting<&Settings::undetermined>(
          {"tcd_undetermined", kEcnBits, kOne, "ECN field", "code point of UE: 1 or 2"}),
      RedMarker::rows<tcd_marking>({"tcd_k_min", "tcd_k_max", "tcd_slope", "tcd_random"}),
      Row::setting<&Settings::hard_time>({"tcd_hard_time", hard_time_bits, kOne,
                                          "host_hard_time in ticks, and one more",
                                          "ticks on end above tcd_hard_level from which on CE is written; 0: at once"})
          .when(times_level),
      Row::state<&Queue::above_since>({"tcd_above", hard_time_bits, per_lossless_class, "as tcd_hard_time",
                                       "ticks since the queue got above tcd_hard_level, and one; 0: it is not"},
                                      [](Tcd& tcd, const At& at) {
                                        const Seen of = seen(tcd, at);
                                        return tcd.ticks_above(of.queue, of.tick);
                                      })
          .when(times_level),
      Row::internal<&Tcd::own_time_>(
          {"tcd_now", timestamp_bits, per_lossless_class, "as tcd_stamp",
           "time of the class in ticks, modulo 2^width; stands while data of another is sent"})
          .when(own_time),
      Row::internal({"tcd_now", timestamp_bits, kOne, "as tcd_stamp", "present time in ticks, modulo 2^width"})
          .when(port_time),
      Row::internal({"tcd_sweep", sweep_bits, kOne, "names a class",
                     "class whose time stamp the sweep looks at next, one a tick"}),
      Row::events<&Queue::ue>({"tcd_ue_marked", 64, per_lossless_class, "packets", "packets that were given UE"}),
      Row::events<&Queue::ce>({"tcd_ce_marked", 64, per_lossless_class, "packets", "packets that were given CE"}),
      Row::holds<&Tcd::settings_>("tcd_longest_on", "tcd_period", "tcd_low_threshold", "tcd_hard_level",
                                  "tcd_undetermined"),
      Row::model_only<&Tcd::rule_>(kConstant), Row::model_only<&Tcd::ingress_>(kConstant),
      Row::model_only<&Tcd::seen_>(kConstant), Row::model_only<&Tcd::hold_>(kConstant),
      Row::model_only<&Tcd::times_level_>(kConstant), Row::model_only<&Tcd::time_>(kConstant),
      Row::model_only<&Tcd::classes_>("constant: those with flow control"),
      Row::model_only<&Tcd::places_>("constant: numbers of classes"),
      Row::model_only<&Tcd::sweep_>("constant: a width and a number of classes; tcd_sweep follows from the time"),
      Row::model_only<&Tcd::tick_>("constant: the clock"), Row::part<&Tcd::marker_>(), Row::part<&Tcd::queues_>(),
      Row::model_only<&Tcd::paused_>("wires: the pauses that the ports assert"),
      Row::model_only<&Tcd::clocked_>("the same registers once more, in RTL"));
};

void Tcd::declare(ledger::Block& block, const PortContext& context) {
  const bool infiniband = any_detector(context.config, &DetectorTraits::times_credits);
  ledger::Refusal refusal;
  check_tcd(context, refusal);
  const Settings first = initial(context);
  RedMarker::initial(context, tcd_marking(context), "tcd");
  ledger::declare(
      block,
      {infiniband ? "tcd_infiniband" : "tcd", infiniband ? "TCD, sections 4.4 and 4.5" : "TCD, sections 4.3 and 4.5"},
      context, Rows::kAll, first, first.marker);
  if (!rtl(context).empty())
    block.add(ledger::RtlInstance{.block = kRtlBlock,
                                  .parameters = {{"STAMP_W", timestamp_bits(context)}, {"Q_W", depth_bits(context)}},
                                  .dimensions = per_lossless_class(context)});
}

void Tcd::bind_registers(const ledger::Binder& binder) {
  const auto settings = std::make_shared<ledger::Drafted<Settings>>(
      [this]() -> const Settings& { return settings_; }, [this](const Settings& draft) { check_settings(draft); },
      [this](const Settings& draft, Time now) { set(draft, now); });
  ledger::bind(
      binder, Rows::kAll,
      {ledger::objects(settings), ledger::objects(settings, &Settings::marker),
       ledger::objects([this](const At& at) -> Queue& { return queues_[nth_class(classes_, at.indices[0]).index()]; }),
       ledger::objects([this](const At&) -> Tcd& { return *this; })});
}

}  // namespace weir::congestion
