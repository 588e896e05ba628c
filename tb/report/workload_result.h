// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The measurements of the flows drawn by a workload. Quantiles are exact: the least value that at least the given part
// of the flows do not exceed.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/report/field.h"
#include "tb/report/latency_result.h"

namespace weir::report {

// Completion times and slowdowns of a set of flows; nullopt if none is complete.
struct Completions {
  std::uint64_t flows = 0;
  std::uint64_t complete_flows = 0;
  std::uint64_t ce_flows = 0;
  std::uint64_t ue_flows = 0;
  std::optional<double> fct_mean_seconds;
  std::optional<double> fct_median_seconds;
  std::optional<double> fct_p95_seconds;
  std::optional<double> fct_p99_seconds;
  std::optional<double> slowdown_mean;
  std::optional<double> slowdown_median;
  std::optional<double> slowdown_p95;
  std::optional<double> slowdown_p99;
};

// The flows of a workload with at most up_to_bytes and more than the bin before has.
struct BinResult : Completions {
  std::string workload;
  std::string name;
  std::optional<std::int64_t> up_to_bytes;
};

struct WorkloadResult : Completions, LatencyResult {
  std::string name;
  std::uint64_t payload_bytes = 0;
  std::uint64_t delivered_bytes = 0;
  std::uint64_t sent_packets = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t discarded_packets = 0;
  std::uint64_t dropped_packets = 0;
  std::uint64_t in_network_packets = 0;
  std::optional<double> steady_bps;
};

// The fields that bins and workloads share.
inline constexpr std::tuple kCompletionFields{
    field(&Completions::flows, {.word = "flows",
                                .meaning = "Flows that have begun.",
                                .expect = "flows",
                                .heading = "flows",
                                .console = "flows"}),
    field(&Completions::complete_flows, {.word = "complete_flows",
                                         .meaning = "Flows of which all packets were delivered.",
                                         .expect = "complete_flows",
                                         .heading = "complete",
                                         .console = "complete"}),
    field(&Completions::ce_flows, {.word = "ce_flows",
                                   .meaning = "Flows with a delivered packet marked CE (congestion encountered).",
                                   .expect = "ce_flows",
                                   .heading = "with CE",
                                   .needs = Needs::kCeMarks,
                                   .where_any = true}),
    field(&Completions::ue_flows, {.word = "ue_flows",
                                   .meaning = "Flows with a delivered packet marked UE (undetermined encountered).",
                                   .expect = "ue_flows",
                                   .heading = "with UE",
                                   .needs = Needs::kUeMarks,
                                   .where_any = true}),
    field(&Completions::fct_mean_seconds,
          {.word = "fct_mean_seconds",
           .meaning = "Mean completion time, from a flow's start to the delivery of its last packet, of the complete "
                      "flows; null: no flow is complete.",
           .measure = Measure::kTime,
           .expect = "fct_mean",
           .needs = Needs::kWorkloads}),
    field(&Completions::fct_median_seconds,
          {.word = "fct_median_seconds",
           .meaning = "Completion time that half of the complete flows do not exceed; null: no flow is complete.",
           .measure = Measure::kTime,
           .expect = "fct_median",
           .heading = "FCT median",
           .console = "FCT median",
           .needs = Needs::kWorkloads}),
    field(&Completions::fct_p95_seconds,
          {.word = "fct_p95_seconds",
           .meaning = "Completion time that 95 % of the complete flows do not exceed; null: no flow is complete.",
           .measure = Measure::kTime,
           .expect = "fct_p95",
           .heading = "95 %",
           .console = "95 %",
           .needs = Needs::kWorkloads}),
    field(&Completions::fct_p99_seconds,
          {.word = "fct_p99_seconds",
           .meaning = "Completion time that 99 % of the complete flows do not exceed; null: no flow is complete.",
           .measure = Measure::kTime,
           .expect = "fct_p99",
           .heading = "99 %",
           .console = "99 %",
           .needs = Needs::kWorkloads}),
    field(&Completions::slowdown_mean, {.word = "slowdown_mean",
                                        .meaning = "Mean slowdown of the complete flows: completion time over that of "
                                                   "the same flow alone in the network; null: no flow is complete.",
                                        .measure = Measure::kRatio,
                                        .expect = "slowdown_mean",
                                        .needs = Needs::kWorkloads}),
    field(&Completions::slowdown_median,
          {.word = "slowdown_median",
           .meaning = "Slowdown that half of the complete flows do not exceed; null: no flow is complete.",
           .measure = Measure::kRatio,
           .expect = "slowdown_median",
           .heading = "slowdown median",
           .console = "slowdown median",
           .needs = Needs::kWorkloads}),
    field(&Completions::slowdown_p95,
          {.word = "slowdown_p95",
           .meaning = "Slowdown that 95 % of the complete flows do not exceed; null: no flow is complete.",
           .measure = Measure::kRatio,
           .expect = "slowdown_p95",
           .heading = "95 %",
           .console = "95 %",
           .needs = Needs::kWorkloads}),
    field(&Completions::slowdown_p99,
          {.word = "slowdown_p99",
           .meaning = "Slowdown that 99 % of the complete flows do not exceed; null: no flow is complete.",
           .measure = Measure::kRatio,
           .expect = "slowdown_p99",
           .heading = "99 %",
           .console = "99 %",
           .needs = Needs::kWorkloads}),
};

template <>
struct Fields<WorkloadResult> {
  using W = WorkloadResult;
  static constexpr std::tuple all = std::tuple_cat(
      std::tuple{
          field(&W::name, {.word = "name", .meaning = "Name of the workload, as the scenario has it."}),
          field(&W::payload_bytes, {.word = "payload_bytes",
                                    .meaning = "Payload of the flows that have begun.",
                                    .measure = Measure::kBytes,
                                    .expect = "payload_bytes",
                                    .heading = "payload"}),
          field(&W::delivered_bytes, {.word = "delivered_bytes",
                                      .meaning = "Frame bytes that reached their destination: destination MAC to FCS.",
                                      .measure = Measure::kBytes,
                                      .expect = "delivered_bytes",
                                      .heading = "delivered",
                                      .console = "delivered"}),
          field(&W::sent_packets, {.word = "sent_packets",
                                   .meaning = "Packets that sources have handed to their ports.",
                                   .expect = "sent_packets"}),
          field(&W::delivered_packets, {.word = "delivered_packets",
                                        .meaning = "Packets that reached their destination.",
                                        .expect = "delivered_packets"}),
          field(&W::discarded_packets, {.word = "discarded_packets",
                                        .meaning = "Packets that receivers threw away because of go-back-N.",
                                        .expect = "discarded_packets"}),
          field(&W::dropped_packets, {.word = "dropped_packets",
                                      .meaning = "Packets that switches have dropped, or links with faults "
                                                 "have lost.",
                                      .expect = "dropped_packets"}),
          field(&W::in_network_packets, {.word = "in_network_packets",
                                         .meaning = "Packets buffered or on a wire at the end.",
                                         .expect = "in_network_packets"}),
          field(&W::steady_bps, {.word = "steady_bps",
                                 .meaning = "Delivered frame bits a second of all flows of the workload over the last "
                                            "quarter of the run; null: the run ended early.",
                                 .measure = Measure::kRate,
                                 .expect = "steady_rate",
                                 .heading = "steady rate",
                                 .console = "steady"})},
      kCompletionFields, kLatencyFields);
};

template <>
struct Fields<BinResult> {
  using B = BinResult;
  static constexpr std::tuple all = std::tuple_cat(
      std::tuple{field(&B::workload, {.word = "workload", .meaning = "Name of the workload."}),
                 field(&B::name, {.word = "name", .meaning = "Number of the bin, from 1, as in [expect]."}),
                 field(&B::up_to_bytes, {.word = "up_to_bytes",
                                         .meaning = "Largest payload of the bin's flows; null: no limit.",
                                         .measure = Measure::kBytes,
                                         .heading = "up to",
                                         .console = "up to"})},
      kCompletionFields);
};

}  // namespace weir::report
