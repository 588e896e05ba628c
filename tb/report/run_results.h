// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The results of a run: the content of summary.json and timeseries.csv, in memory. results.h describes them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/report/baseline_result.h"
#include "tb/report/books_result.h"
#include "tb/report/credit_result.h"
#include "tb/report/deadlock_result.h"
#include "tb/report/event_result.h"
#include "tb/report/expectation_result.h"
#include "tb/report/flow_result.h"
#include "tb/report/link_result.h"
#include "tb/report/loss_result.h"
#include "tb/report/network_drawing.h"
#include "tb/report/queue_result.h"
#include "tb/report/retry_result.h"
#include "tb/report/score_result.h"
#include "tb/report/standing_result.h"
#include "tb/report/workload_result.h"

namespace weir::report {

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
  std::vector<RetryResult> retry;
  std::vector<CreditPortResult> credit_ports;
  std::vector<CreditChannelResult> credit_channels;
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
  std::vector<DeadlockSpan> deadlocks;
  std::string scheme_without_cycles;
  std::string standing = "no";
  double standing_after_seconds = 0;
  std::optional<double> standing_needs_seconds;
  std::vector<std::string> standing_queues;
  std::optional<StandingHold> longest_standing_hold;
  std::vector<Detection> detections;
  std::vector<Detection> storms;
  std::vector<Detection> storms_over;
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
  std::vector<LossResult> losses;
};

// Of all deadlocks that the oracle found.
inline double deadlocks_found(const Results& results) {
  return results.deadlock ? static_cast<double>(results.deadlock->later + 1) : 0;
}

// nullopt: there is no deadlock, or one stands at the end.
inline std::optional<double> deadlocks_over_time(const Results& results) {
  return results.deadlocks.empty() ? std::nullopt : results.deadlocks.back().dissolved_at_seconds;
}

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

}  // namespace weir::report
