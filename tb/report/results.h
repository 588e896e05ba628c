// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The description of a run's results (field.h). Those of the structs of its lists stand beside the structs. A new
// result takes a member in run_results.h, a line here, and the place that measures it.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/report/field.h"
#include "tb/report/run_results.h"

namespace weir::report {

// nullopt: no deadlock unit declares anything.
template <std::uint64_t ScoreResult::*count>
std::optional<double> scored(const Results& results) {
  return results.score ? std::optional(static_cast<double>((*results.score).*count)) : std::nullopt;
}

template <std::vector<Detection> Results::*list>
std::optional<double> first_of(const Results& results) {
  return (results.*list).empty() ? std::nullopt : std::optional((results.*list).front().at_seconds);
}

// A list that is left out where it is empty.
constexpr Said where_any(std::string_view word, std::string_view meaning) {
  return {.word = word, .meaning = meaning, .left_out = true};
}

template <>
struct Fields<Results> {
  using R = Results;
  static constexpr std::tuple before{
      field(&R::scenario, {.word = "scenario", .meaning = "Name of the scenario."}),
      field(&R::description, {.word = "description", .meaning = "What the scenario shows."}),
      field(&R::source, {.word = "source", .meaning = "Paper and section from which the scenario comes."}),
      field(&R::version, {.word = "version", .meaning = "Version of the weir that ran the scenario."}),
      field(&R::commit, {.word = "commit",
                         .meaning = "Commit that the program was built from, 40 digits; with \"+changes\": from "
                                    "changed sources; \"unknown\": from sources under no version control."}),
      field(&R::resolved_sha256,
            {.word = "resolved_sha256",
             .meaning = "SHA-256 of resolved.toml up to [origin]; equal settings have equal sums."}),
      field(&R::overrides, {.word = "overrides",
                            .meaning = "Settings of the command line, as KEY=VALUE and in order; --seed and --until "
                                       "stand as the keys that they set."}),
      field(&R::seed, {.word = "seed", .meaning = "Seed of all random streams."}),
      field(&R::partial, {.word = "partial", .meaning = "Whether the run was stopped before its end."}),
      field(&R::partial_reason, {.word = "partial_reason",
                                 .meaning = "Why the run was stopped; left out where it was not.",
                                 .left_out = true}),
      field(&R::simulated_seconds, {.word = "simulated_seconds", .meaning = "Simulated time."}),
      field(&R::wall_seconds, {.word = "wall_seconds", .meaning = "Wall clock time of the simulation."}),
  };
  static constexpr std::tuple behind{
      field(&R::packet_hops, {.word = "packet_hops",
                              .meaning = "Frames of any kind that devices have sent, counted once for each link; "
                                         "out-of-band feedback does not count."}),
      field(&R::kernel_events, {.word = "kernel_events", .meaning = "Timed events of all devices."}),
      field(&R::events, {.word = "events", .meaning = "Events of the scenario, in its order."}),
      field(&R::links, {.word = "links",
                        .meaning = "Links that lose, double, delay or damage frames; one entry for each direction."}),
      field(&R::retry, where_any("llr", "Ports with link-level retry; left out where there is none.")),
      field(&R::credit_ports,
            where_any("ue_cbfc", "Ports under the credits of Ultra Ethernet; left out where there is none.")),
      field(&R::credit_channels,
            where_any("channels", "Channels of these credits, by port and class; left out where there is none.")),
      field(&R::flows, {.word = "flows", .meaning = "Flows that the scenario lists, in its order."}),
      field(&R::workloads,
            where_any("workloads",
                      "Flows that the scenario has drawn, by workload; left out where there is no workload.")),
      field(&R::bins,
            where_any("bins", "Flows of each workload by their size, in bins; left out where no workload has bins.")),
      field(&R::books, {.word = "books",
                        .meaning = "Fate of all packets: by flow and workload, and by kind of the frames that the "
                                   "network makes; rows without packets are left out."}),
      field(
          &R::classes,
          {.word = "classes",
           .meaning =
               "Latencies of packets by the class in which the packets begin; left out unless measure.latency is set.",
           .left_out = true}),
      field(&R::queues, {.word = "queues",
                         .meaning = "Queues by device, port and class; queues that saw no traffic are left out."}),
      field(&R::buffers, {.word = "buffers", .meaning = "The buffer of each switch."}),
      field(&R::quiet_queues,
            {.word = "quiet_queues",
             .meaning =
                 "Under schemes with PAUSE frames: each lossless queue (switch, port, class), and each lossy one with "
                 "traffic, that has sent no PAUSE, and why. Without flow control: one entry for all queues."}),
      field(&R::feedback_share_mean, {.word = "feedback_share_mean",
                                      .meaning = "Part of a link that flow-control feedback takes: mean over all ports "
                                                 "and sample intervals; left out unless measure.feedback is set.",
                                      .measure = Measure::kRatio,
                                      .expect = "feedback_share_mean",
                                      .needs = Needs::kFeedback,
                                      .left_out = true}),
      field(&R::feedback_share_p99, {.word = "feedback_share_p99",
                                     .meaning = "Part of a link that feedback takes and that 99 % of ports and "
                                                "intervals do not exceed; left out as the mean.",
                                     .measure = Measure::kRatio,
                                     .expect = "feedback_share_p99",
                                     .needs = Needs::kFeedback,
                                     .left_out = true}),
      field(&R::feedback_share_highest,
            {.word = "feedback_share_highest",
             .meaning = "Largest part of a link that feedback of a port took in an interval; left out as the mean.",
             .measure = Measure::kRatio,
             .expect = "feedback_share_highest",
             .needs = Needs::kFeedback,
             .left_out = true}),
      field(&R::drops,
            {.word = "drops", .meaning = "Packets dropped in the whole network, by reason.", .expect = "drops"}),
      field(&R::deadlock, {.word = "deadlock",
                           .meaning = "First deadlock that the oracle found; null, or false in [expect]: no deadlock.",
                           .measure = Measure::kBoolean,
                           .expect = "deadlock"}),
      field(&R::deadlocks, where_any("deadlocks",
                                     "The first 100 deadlocks that the oracle found, in the order of finding, and the "
                                     "last; `deadlock.later` and one are all. Left out where there is none.")),
      field(&R::scheme_without_cycles,
            {.word = "scheme_without_cycles",
             .meaning = "Name of the scheme, if no wait of a class leads back to the class, so that a null `deadlock` "
                        "proves nothing; left out under other schemes.",
             .left_out = true}),
      field(&R::standing,
            {.word = "standing",
             .meaning = "yes: there are lossless queues with packets, and none has moved a packet for "
                        "standing_after_seconds. no: otherwise. not judged: the run is shorter than twice that time.",
             .one_of = kStandingWords}),
      field(&R::standing_after_seconds,
            {.word = "standing_after_seconds", .meaning = "Value of measure.standing_after, or its default."}),
      field(&R::standing_needs_seconds,
            {.word = "standing_needs_seconds",
             .meaning = "Length that a run needs for `standing` to be judged; left out where `standing` is judged.",
             .left_out = true}),
      field(&R::standing_queues, {.word = "standing_queues",
                                  .meaning = "Egress queues, as device.port.class, that have held packets and sent "
                                             "none for standing_after_seconds."}),
      field(&R::longest_standing_hold, {.word = "standing_hold",
                                        .meaning = "The lossless egress queue that has held packets and sent none for "
                                                   "longest; null: no queue holds packets."}),
      derived(
          +[](const R& r) {
            return r.standing == "not judged" ? std::nullopt : std::optional(r.standing == "yes" ? 1.0 : 0.0);
          },
          {.meaning = "Whether the network stands still; the expectation fails where this is not judged.",
           .measure = Measure::kBoolean,
           .expect = "standing"}),
      field(&R::detections, {.word = "detections",
                             .meaning = "Declarations by detectors inside the chips; each pause of a VIQ counts once.",
                             .expect = "detections",
                             .needs = Needs::kDetections}),
      storm_list(&R::storms, "storms", "Storms of PFC frames that PFC watchdogs told of; left out where none is."),
      storm_list(&R::storms_over, "storms_over", "Ends of storms that PFC watchdogs told of; left out where none is."),
      storm_time<R>(first_of<&R::storms>, "storm_time",
                    "Time at which a PFC watchdog first told of a storm; the expectation fails where none did."),
      storm_time<R>(first_of<&R::storms_over>, "storm_over_time",
                    "Time at which one first told of a storm's end; the expectation fails where none did."),
      field(&R::check_messages, {.word = "check_messages",
                                 .meaning = "Messages of deadlock units, on other frames or in frames of their own; "
                                            "left out where no unit sends messages.",
                                 .expect = "check_messages",
                                 .needs = Needs::kDetections,
                                 .left_out = true}),
      field(
          &R::check_bytes,
          {.word = "check_bytes",
           .meaning = "Line that the deadlock units' own frames took, 84 bytes a frame; left out as `check_messages`.",
           .measure = Measure::kBytes,
           .expect = "check_bytes",
           .needs = Needs::kDetections,
           .left_out = true}),
      field(&R::check_bytes_per_pause,
            {.word = "check_bytes_per_pause",
             .meaning = "`check_bytes` for each PAUSE that switches sent, refreshes included; null: no PAUSE was sent.",
             .measure = Measure::kBytes,
             .expect = "check_bytes_per_pause",
             .needs = Needs::kDetections,
             .left_out = true}),
      field(&R::score,
            {.word = "score",
             .meaning = "Score of the deadlock units against the oracle; left out where no unit declares deadlocks.",
             .left_out = true}),
      field(&R::baselines,
            {.word = "baselines",
             .meaning = "Other methods of finding deadlocks, played beside ITSY; left out where none is played.",
             .left_out = true}),
      field(&R::expectations,
            {.word = "expectations", .meaning = "Expectations of the scenario and whether they held."}),
      field(&R::warnings, {.word = "warnings",
                           .meaning = "Safety bounds that the scenario's settings break: bound, values, source.",
                           .expect = "warnings"}),
      field(&R::notes, {.word = "notes", .meaning = "What this run has left out, and why."}),
      field(
          &R::faults,
          {.word = "faults", .meaning = "Packets lost in a lossless class: packet, queue, bound.", .expect = "faults"}),
      field(&R::losses, {.word = "losses",
                         .meaning = "Queues that lost packets of a lossless class, in the order of their first losses; "
                                    "left out where no queue did. `faults` lists the first packets of each switch.",
                         .left_out = true}),
      derived(+[](const R& r) { return r.deadlock ? std::optional(r.deadlock->formed_at_seconds) : std::nullopt; },
              {.meaning = "Time at which the first deadlock formed; the expectation fails where there is no deadlock.",
               .measure = Measure::kTime,
               .expect = "deadlock_time"}),
      derived(deadlocks_found,
              {.meaning = "Deadlocks that the oracle found, one after another.", .expect = "deadlocks_found"}),
      derived(
          deadlocks_over_time,
          {.meaning = "Time at which the last of the deadlocks that the oracle found had dissolved; the expectation "
                      "fails where there is none, or one stands at the end.",
           .measure = Measure::kTime,
           .expect = "deadlocks_over_time"}),
      field(&R::loop_acts,
            {.word = "loop_acts",
             .meaning = "Times at which a switch acted on its part of a deadlock; left out where no resolution is set.",
             .expect = "loop_acts",
             .needs = Needs::kDetections,
             .left_out = true}),
      field(&R::loans_refused, {.word = "loans_refused",
                                .meaning = "Loans for which a buffer had no room; left out where no resolution is set.",
                                .expect = "loans_refused",
                                .needs = Needs::kDetections,
                                .left_out = true}),
      field(&R::loss_overdraft,
            {.word = "loss_overdraft",
             .meaning = "Bytes that count-min drop has dropped beyond what flows tolerate, in steps of 64 B: only the "
                        "first packet of a flow at an egress; left out without count-min drop.",
             .measure = Measure::kBytes,
             .expect = "loss_overdraft",
             .needs = Needs::kDetections,
             .left_out = true}),
      field(&R::limits, {.word = "limits",
                         .meaning = "When switches began and ceased to limit flows of hosts; a flow is limited if it "
                                    "leaves by a queue at which a deadlock began.",
                         .left_out = true}),
      field(&R::flows_limited, {.word = "flows_limited",
                                .meaning = "Limits on flows that began; left out where deadlock units set no limits.",
                                .expect = "flows_limited",
                                .needs = Needs::kDetections,
                                .left_out = true}),
      derived(
          first_of<&R::detections>,
          {.meaning = "Time at which a detector inside a chip first declared a deadlock; the expectation fails where "
                      "none did.",
           .measure = Measure::kTime,
           .expect = "detection_time",
           .needs = Needs::kDetections}),
      derived(
          scored<&ScoreResult::declared_true>,
          {.meaning = "True declarations of deadlock units.", .expect = "declared_true", .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_false>, {.meaning = "False declarations of deadlock units.",
                                                     .expect = "declared_false",
                                                     .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_apart>,
              {.meaning = "False declarations of deadlock units soon after a drop, a reset, a pause that ran out or a "
                          "RESUME by resolution.",
               .expect = "declared_apart",
               .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_behind_host>,
              {.meaning = "Declarations of VIQs that wait for hosts which never take a packet again.",
               .expect = "declared_behind_host",
               .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::formed>, {.meaning = "Deadlocks that formed, broken ones included.",
                                             .expect = "deadlocks_formed",
                                             .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::missed>, {.meaning = "Deadlocks that stand at the end and were never declared.",
                                             .expect = "missed",
                                             .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::resolutions>,
              {.meaning = "Acts of a switch to resolve the deadlock of a VIQ that the switch had declared.",
               .expect = "resolutions",
               .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::needless_resolutions>,
              {.meaning = "Acts of resolution on VIQs that were in no deadlock by then.",
               .expect = "needless_resolutions",
               .needs = Needs::kDetections}),
      derived(+[](const R& r) { return r.score ? r.score->longest_delay_seconds : std::nullopt; },
              {.meaning = "Longest time from the forming of a deadlock to its first declaration; the expectation fails "
                          "where none was declared.",
               .measure = Measure::kTime,
               .expect = "declaration_delay",
               .needs = Needs::kDetections}),
      derived(+[](const R& r) { return r.score ? longest_resolution(*r.score) : std::nullopt; },
              {.meaning = "Longest time from the first declaration of a deadlock to its end, of the first 100 "
                          "deadlocks; the expectation fails where none ended.",
               .measure = Measure::kTime,
               .expect = "resolution_delay",
               .needs = Needs::kDetections}),
      derived(+[](const R& r) { return static_cast<double>(packets_of(r.drops, "policed")); },
              {.meaning = "Packets that the edge of a FERA region dropped as their senders sent too much.",
               .expect = "policed"}),
      derived(throughput, {.meaning = "Sum of the steady rates of flows and workloads.",
                           .measure = Measure::kRate,
                           .expect = "throughput"}),
      derived(+[](const R& r) { return longest_hold_and_wait(r.queues); },
              {.meaning = "Longest `hold_and_wait` of a queue.", .measure = Measure::kTime, .expect = "hold_and_wait"}),
      derived(+[](const R& r) { return standing_hold(longest_standing(r.queues)); },
              {.meaning = "Longest `standing_hold` of a queue.", .measure = Measure::kTime, .expect = "standing_hold"}),
  };
  static constexpr std::tuple all = std::tuple_cat(before, kRunBooksFields, behind);
};

// Sampled values, one column per probe. A name is <place>.<quantity>; the quantity ends in its unit, if it has one. The
// report draws one plot per quantity; it knows these and gives them titles:
//   s1.p2.c0.viq_depth_bytes      s1.p2.c0.veq_depth_bytes     VIQ and VEQ depth at the time of the sample
//   s1.p2.c0.waiting_depth_bytes                               bytes that wait for the port, including those at inputs
//   flow.f1.delivered_bps                                      delivered since the sample before
//   s1.p2.c0.assigned_rate_bps    s1.p2.c0.stage               feedback last sent to the upstream device's limiter
//   s1.p2.c0.paused_ratio                                      part of the time since the sample before
// Any other quantity gets a plot titled with its name.
struct TimeSeries {
  struct Column {
    std::string name;
    std::string unit;            // "bytes", "bps", "ratio", "seconds", "packets"; empty: a plain number
    std::vector<double> values;  // one per sample, finite
  };
  std::vector<Time> times;
  std::vector<Column> columns;
};

}  // namespace weir::report
