// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The results of a run: the content of summary.json and timeseries.csv, in memory. Each struct of summary.json is
// followed by the description of its fields (field.h). A new result takes a member, a line in the description, and the
// place that measures it.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/report/baseline_result.h"
#include "tb/report/books_result.h"
#include "tb/report/deadlock_result.h"
#include "tb/report/event_result.h"
#include "tb/report/field.h"
#include "tb/report/flow_result.h"
#include "tb/report/link_result.h"
#include "tb/report/network_drawing.h"
#include "tb/report/queue_result.h"
#include "tb/report/score_result.h"
#include "tb/report/standing_result.h"
#include "tb/report/workload_result.h"

namespace weir::report {

struct ExpectationResult {
  std::string text;
  std::optional<bool> held;
  std::optional<double> value;
};

template <>
struct Fields<ExpectationResult> {
  using E = ExpectationResult;
  static constexpr std::tuple all{
      field(&E::text, {.word = "text", .meaning = "As the scenario has it."}),
      field(&E::held, {.word = "held", .meaning = "Whether it held; null: not judged, because the run ended early."}),
      field(&E::value,
            {.word = "value",
             .meaning = "What was measured, in bytes, bit/s, seconds or packets; 0 and 1 for false and true; "
                        "null: nothing could be measured.",
             .negative = true}),
  };
};

struct Results : RunBooks {
  std::string scenario;
  std::string version;  // program_version()
  std::string commit;
  std::string resolved_sha256;
  std::vector<std::string> overrides;
  std::string description;
  std::string source;
  std::uint64_t seed = 0;
  double simulated_seconds = 0;
  double wall_seconds = 0;
  bool partial = false;
  std::string partial_reason;
  std::uint64_t packet_hops = 0;
  std::uint64_t kernel_events = 0;  // equal with quantum on and off
  std::vector<EventResult> events;
  std::vector<LinkResult> links;
  std::vector<FlowResult> flows;
  std::vector<WorkloadResult> workloads;
  std::vector<BooksResult> books;
  std::vector<BinResult> bins;
  std::vector<ClassResult> classes;
  std::vector<QueueResult> queues;
  std::vector<BufferResult> buffers;
  std::vector<QuietQueue> quiet_queues;
  std::optional<double> feedback_share_mean;
  std::optional<double> feedback_share_p99;
  std::optional<double> feedback_share_highest;
  Counts drops;
  std::optional<Deadlock> deadlock;
  std::string scheme_without_cycles;
  std::string standing = "no";
  double standing_after_seconds = 0;
  std::optional<double> standing_needs_seconds;
  std::vector<std::string> standing_queues;
  std::optional<StandingHold> longest_standing_hold;
  std::vector<Detection> detections;
  std::optional<std::uint64_t> check_messages;
  std::optional<std::uint64_t> check_bytes;
  std::optional<double> check_bytes_per_pause;
  std::optional<ScoreResult> score;
  std::vector<BaselineResult> baselines;
  std::optional<std::uint64_t> loop_acts;
  std::optional<std::uint64_t> loans_refused;
  std::optional<std::uint64_t> loss_overdraft;
  std::vector<Detection> limits;
  std::optional<std::uint64_t> flows_limited;
  std::vector<ExpectationResult> expectations;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;
  std::vector<std::string> faults;
};

inline std::optional<double> throughput(const Results& results) {
  double sum = 0;
  for (const FlowResult& flow : results.flows) {
    if (!flow.steady_bps) {
      return std::nullopt;
    }
    sum += *flow.steady_bps;
  }
  for (const WorkloadResult& workload : results.workloads) {
    if (!workload.steady_bps) {
      return std::nullopt;
    }
    sum += *workload.steady_bps;
  }
  return sum;
}

inline double longest_hold_and_wait(const Results& results) {
  double longest = 0;
  for (const QueueResult& queue : results.queues) {
    longest = std::max(longest, queue.hold_and_wait_seconds);
  }
  return longest;
}

// nullopt: no deadlock unit declares anything.
template <std::uint64_t ScoreResult::*count>
std::optional<double> scored(const Results& results) {
  return results.score ? std::optional(static_cast<double>((*results.score).*count)) : std::nullopt;
}

template <>
struct Fields<Results> {
  using R = Results;
  static constexpr std::tuple before{
      field(&R::scenario, {.word = "scenario", .meaning = "Name of the scenario."}),
      field(&R::description, {.word = "description", .meaning = "What it shows."}),
      field(&R::source, {.word = "source", .meaning = "Paper and section."}),
      field(&R::version, {.word = "version", .meaning = "Version of weir that ran it."}),
      field(&R::commit,
            {.word = "commit",
             .meaning =
                 "Commit that the program was built of, 40 digits; +changes behind it: its sources were changed since; "
                 "unknown: of a source under no version control."}),
      field(&R::resolved_sha256,
            {.word = "resolved_sha256",
             .meaning =
                 "SHA-256 of the resolved scenario: of resolved.toml up to [origin]. Equal settings have the same."}),
      field(&R::overrides,
            {.word = "overrides",
             .meaning =
                 "What the command line put over the scenario, KEY=VALUE, in its order; --seed and --until as the keys "
                 "that they stand for."}),
      field(&R::seed, {.word = "seed", .meaning = "Seed of all random streams."}),
      field(&R::partial, {.word = "partial", .meaning = "The run was stopped before its end."}),
      field(&R::partial_reason,
            {.word = "partial_reason", .meaning = "Why; not there where it was not.", .left_out = true}),
      field(&R::simulated_seconds, {.word = "simulated_seconds", .meaning = "Simulated time."}),
      field(&R::wall_seconds, {.word = "wall_seconds", .meaning = "Wall clock time of the simulation."}),
  };
  static constexpr std::tuple behind{
      field(&R::packet_hops, {.word = "packet_hops", .meaning = "Packets of any kind, counted once a link."}),
      field(&R::kernel_events, {.word = "kernel_events", .meaning = "Timed events of all devices."}),
      field(&R::events, {.word = "events", .meaning = "What the scenario lets happen during the run, in its order."}),
      field(&R::links, {.word = "links", .meaning = "Links that lose, double or delay frames, a direction each."}),
      field(&R::flows, {.word = "flows", .meaning = "Those that the scenario lists, in its order."}),
      field(&R::workloads, {.word = "workloads",
                            .meaning = "Flows that the scenario has drawn, by workload; not there without any.",
                            .left_out = true}),
      field(&R::bins, {.word = "bins",
                       .meaning = "The same by their size, in the bins of each workload; not there without any.",
                       .left_out = true}),
      field(&R::books, {.word = "books",
                        .meaning = "What has become of all packets, by flow and workload, and by kind of frames that "
                                   "the network makes itself; only those that there were."}),
      field(&R::classes, {.word = "classes",
                          .meaning = "How long packets were under way, by the class in which they begin; only where "
                                     "measure.latency is set.",
                          .left_out = true}),
      field(&R::queues,
            {.word = "queues", .meaning = "By device, port and class; only those that saw traffic are listed."}),
      field(&R::buffers, {.word = "buffers", .meaning = "The buffer of each switch."}),
      field(
          &R::quiet_queues,
          {.word = "quiet_queues",
           .meaning = "Under schemes with PAUSE frames: every lossless (switch, port, class) that has sent none, lossy "
                      "ones that saw traffic, and why. Without flow control: one entry for all."}),
      field(&R::feedback_share_mean,
            {.word = "feedback_share_mean",
             .meaning = "Part of a link that feedback takes, mean over ports and sample intervals; these three only "
                        "where measure.feedback is set.",
             .measure = Measure::kRatio,
             .expect = "feedback_share_mean",
             .needs = Needs::kFeedback,
             .left_out = true}),
      field(&R::feedback_share_p99, {.word = "feedback_share_p99",
                                     .meaning = "What 99 % of ports and intervals do not pass.",
                                     .measure = Measure::kRatio,
                                     .expect = "feedback_share_p99",
                                     .needs = Needs::kFeedback,
                                     .left_out = true}),
      field(&R::feedback_share_highest, {.word = "feedback_share_highest",
                                         .meaning = "The most of any port in any interval.",
                                         .measure = Measure::kRatio,
                                         .expect = "feedback_share_highest",
                                         .needs = Needs::kFeedback,
                                         .left_out = true}),
      field(&R::drops,
            {.word = "drops", .meaning = "Packets dropped in the whole network, by reason.", .expect = "drops"}),
      field(&R::deadlock, {.word = "deadlock",
                           .meaning = "What the oracle found; null: no deadlock.",
                           .measure = Measure::kBoolean,
                           .expect = "deadlock"}),
      field(
          &R::scheme_without_cycles,
          {.word = "scheme_without_cycles",
           .meaning = "The scheme, where no wait of a class leads back to it, so that null at `deadlock` says nothing.",
           .left_out = true}),
      field(&R::standing, {.word = "standing",
                           .meaning = "Whether each lossless queue that holds packets has sent none for "
                                      "standing_after_seconds; not judged: the run is shorter than twice that.",
                           .one_of = kStandingWords}),
      field(&R::standing_after_seconds,
            {.word = "standing_after_seconds", .meaning = "measure.standing_after, or its default."}),
      field(&R::standing_needs_seconds, {.word = "standing_needs_seconds",
                                         .meaning = "How long a run would have to be; only where it is not judged.",
                                         .left_out = true}),
      field(&R::standing_queues, {.word = "standing_queues",
                                  .meaning = "Egress queues that have held packets and sent none for so long, as "
                                             "device.port.class."}),
      field(&R::longest_standing_hold,
            {.word = "standing_hold",
             .meaning = "The lossless egress queue that has stood for longest; null: none holds packets."}),
      derived(
          +[](const R& r) {
            return r.standing == "not judged" ? std::nullopt : std::optional(r.standing == "yes" ? 1.0 : 0.0);
          },
          {.meaning = "Whether the network stands; where that is not judged the expectation fails.",
           .measure = Measure::kBoolean,
           .expect = "standing"}),
      field(&R::detections, {.word = "detections",
                             .meaning = "What detectors inside the chips declared, each pause of a VIQ once.",
                             .expect = "detections",
                             .needs = Needs::kDetections}),
      field(&R::check_messages, {.word = "check_messages",
                                 .meaning = "Messages of deadlock units, on frames that left anyhow or alone; this and "
                                            "the next two only where a unit sends any.",
                                 .expect = "check_messages",
                                 .needs = Needs::kDetections,
                                 .left_out = true}),
      field(&R::check_bytes, {.word = "check_bytes",
                              .meaning = "Line that those took that went alone, 84 bytes a frame.",
                              .measure = Measure::kBytes,
                              .expect = "check_bytes",
                              .needs = Needs::kDetections,
                              .left_out = true}),
      field(&R::check_bytes_per_pause, {.word = "check_bytes_per_pause",
                                        .meaning = "The same for each PAUSE that switches sent, refreshes included; "
                                                   "null: none was sent.",
                                        .measure = Measure::kBytes,
                                        .expect = "check_bytes_per_pause",
                                        .needs = Needs::kDetections,
                                        .left_out = true}),
      field(&R::score, {.word = "score",
                        .meaning = "How right the deadlock units were; only where one declares what it finds.",
                        .left_out = true}),
      field(&R::baselines, {.word = "baselines",
                            .meaning = "Other ways to find deadlocks, played beside ITSY; not there where none is.",
                            .left_out = true}),
      field(&R::expectations, {.word = "expectations", .meaning = "The verdict."}),
      field(&R::warnings, {.word = "warnings",
                           .meaning = "Safety bounds that the scenario's settings break: bound, values, source.",
                           .expect = "warnings"}),
      field(&R::notes, {.word = "notes", .meaning = "What this run has left out, and why."}),
      field(
          &R::faults,
          {.word = "faults", .meaning = "Packets lost in a lossless class: packet, queue, bound.", .expect = "faults"}),
      derived(+[](const R& r) { return r.deadlock ? std::optional(r.deadlock->formed_at_seconds) : std::nullopt; },
              {.meaning = "When the deadlock formed; without one the expectation fails.",
               .measure = Measure::kTime,
               .expect = "deadlock_time"}),
      field(&R::loop_acts, {.word = "loop_acts",
                            .meaning = "Times at which a switch acted on its part of a deadlock; this and the next two "
                                       "only where a resolution is set.",
                            .expect = "loop_acts",
                            .needs = Needs::kDetections,
                            .left_out = true}),
      field(&R::loans_refused, {.word = "loans_refused",
                                .meaning = "Loans for which a buffer had no room.",
                                .expect = "loans_refused",
                                .needs = Needs::kDetections,
                                .left_out = true}),
      field(&R::loss_overdraft, {.word = "loss_overdraft",
                                 .meaning = "What count-min drop has dropped beyond what flows tolerate, in units of "
                                            "64 B: at each egress of each flow its first packet alone.",
                                 .measure = Measure::kBytes,
                                 .expect = "loss_overdraft",
                                 .needs = Needs::kDetections,
                                 .left_out = true}),
      field(&R::limits, {.word = "limits",
                         .meaning = "When switches began and ceased to limit flows of hosts, because a deadlock had "
                                    "begun at a queue that these leave by.",
                         .left_out = true}),
      field(&R::flows_limited, {.word = "flows_limited",
                                .meaning = "How often a flow began to be limited; only with a limit.",
                                .expect = "flows_limited",
                                .needs = Needs::kDetections,
                                .left_out = true}),
      derived(
          +[](const R& r) {
            return r.detections.empty() ? std::nullopt : std::optional(r.detections.front().at_seconds);
          },
          {.meaning = "When a detector inside a chip first declared a deadlock; if none did the expectation fails.",
           .measure = Measure::kTime,
           .expect = "detection_time",
           .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_true>, {.meaning = "Declarations of deadlock units that were true.",
                                                    .expect = "declared_true",
                                                    .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_false>,
              {.meaning = "Those that were false.", .expect = "declared_false", .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_apart>,
              {.meaning = "False ones soon after a drop, a reset, a pause that ran out or a RESUME by resolution.",
               .expect = "declared_apart",
               .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::declared_behind_host>,
              {.meaning = "Those of VIQs that wait for hosts which never take anything again.",
               .expect = "declared_behind_host",
               .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::formed>, {.meaning = "Deadlocks that formed, broken ones included.",
                                             .expect = "deadlocks_formed",
                                             .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::missed>, {.meaning = "Deadlocks that stand at the end and were never declared.",
                                             .expect = "missed",
                                             .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::resolutions>,
              {.meaning = "Times at which a switch that had declared a VIQ did something about it.",
               .expect = "resolutions",
               .needs = Needs::kDetections}),
      derived(scored<&ScoreResult::needless_resolutions>,
              {.meaning = "Of those, where the VIQ was in no deadlock by then.",
               .expect = "needless_resolutions",
               .needs = Needs::kDetections}),
      derived(+[](const R& r) { return r.score ? r.score->longest_delay_seconds : std::nullopt; },
              {.meaning = "Longest time from the forming of a deadlock to its first declaration; without one the "
                          "expectation fails.",
               .measure = Measure::kTime,
               .expect = "declaration_delay",
               .needs = Needs::kDetections}),
      derived(throughput, {.meaning = "Sum of the steady rates of flows and workloads.",
                           .measure = Measure::kRate,
                           .expect = "throughput"}),
      derived(
          longest_hold_and_wait,
          {.meaning = "Longest hold-and-wait time of a queue.", .measure = Measure::kTime, .expect = "hold_and_wait"}),
      derived(+[](const R& r) { return standing_hold(longest_standing(r.queues)); },
              {.meaning = "Longest time up to the end in which a queue held packets and could send none.",
               .measure = Measure::kTime,
               .expect = "standing_hold"}),
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
