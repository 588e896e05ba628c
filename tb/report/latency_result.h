// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Latencies of delivered packets, from making at the source to delivery. Filled only if measure.latency is set.

#pragma once

#include <optional>
#include <string>

#include "tb/report/field.h"

namespace weir::report {

struct LatencyResult {
  std::optional<double> latency_median_seconds;
  std::optional<double> latency_p95_seconds;
  std::optional<double> latency_p99_seconds;
  std::optional<double> latency_highest_seconds;
};

constexpr Said latency_said(std::string_view word, std::string_view meaning, std::string_view expect,
                            std::string_view heading) {
  return {.word = word,
          .meaning = meaning,
          .measure = Measure::kTime,
          .expect = expect,
          .heading = heading,
          .needs = Needs::kLatency,
          .where_any = true,
          .left_out = true};
}

inline constexpr std::tuple kLatencyFields{
    field(&LatencyResult::latency_median_seconds,
          latency_said("latency_median_seconds",
                       "Latency that half of the delivered packets do not exceed: time from the making of a packet to "
                       "its delivery.",
                       "latency_median", "latency median")),
    field(&LatencyResult::latency_p95_seconds,
          latency_said("latency_p95_seconds", "Latency that 95 % of the delivered packets do not exceed.",
                       "latency_p95", "latency 95 %")),
    field(&LatencyResult::latency_p99_seconds,
          latency_said("latency_p99_seconds", "Latency that 99 % of the delivered packets do not exceed.",
                       "latency_p99", "latency 99 %")),
    field(&LatencyResult::latency_highest_seconds,
          latency_said("latency_highest_seconds", "Longest latency of a delivered packet.", "latency_highest",
                       "longest latency")),
};

// The packets of all flows that begin in one class.
struct ClassResult : LatencyResult {
  std::string name;
};

template <>
struct Fields<ClassResult> {
  static constexpr std::tuple all = std::tuple_cat(
      std::tuple{field(&ClassResult::name, {.word = "name", .meaning = "Class in which the packets begin, c0 to c7."})},
      kLatencyFields);
};

}  // namespace weir::report
