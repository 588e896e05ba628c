// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Findings and cost of another deadlock-detection method, played beside ITSY (docs/reference/baselines.md).

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/report/field.h"

namespace weir::report {

struct BaselineResult {
  std::string name;
  std::uint64_t found = 0;
  std::uint64_t outside = 0;
  std::optional<double> first_delay_seconds;
  std::optional<double> longest_delay_seconds;
  std::optional<std::uint64_t> hops;
  std::uint64_t messages = 0;
  std::uint64_t alone = 0;
  std::uint64_t line_bytes = 0;
  double line_bps = 0;
  std::uint64_t header_bits = 0;
  std::uint64_t looks = 0;
  std::uint64_t given_up = 0;
};

template <>
struct Fields<BaselineResult> {
  using B = BaselineResult;
  static constexpr std::tuple all{
      field(&B::name, {.word = "name", .meaning = "Which."}),
      field(&B::found, {.word = "found",
                        .meaning = "Deadlocks that it has found while they stood.",
                        .expect = "found",
                        .heading = "found",
                        .needs = Needs::kBaselines}),
      field(&B::outside, {.word = "outside",
                          .meaning = "VIQs of which it has said that they are in a deadlock, and which were in none "
                                     "then; of each pause once.",
                          .expect = "outside",
                          .heading = "outside",
                          .needs = Needs::kBaselines}),
      field(&B::first_delay_seconds, {.word = "first_delay_seconds",
                                      .meaning = "From the forming of the first deadlock that it has found until then; "
                                                 "null: it has found none.",
                                      .measure = Measure::kTime,
                                      .expect = "first_delay",
                                      .heading = "first after",
                                      .needs = Needs::kBaselines}),
      field(&B::longest_delay_seconds, {.word = "longest_delay_seconds",
                                        .meaning = "The longest of those that it has found; null: none.",
                                        .measure = Measure::kTime,
                                        .expect = "longest_delay",
                                        .heading = "longest",
                                        .needs = Needs::kBaselines}),
      field(&B::hops, {.word = "hops",
                       .meaning = "That the message had gone which told of the first; null: none has.",
                       .expect = "hops",
                       .heading = "hops",
                       .needs = Needs::kBaselines}),
      field(&B::messages, {.word = "messages",
                           .meaning = "Messages, on PAUSE frames or alone, each hop one.",
                           .expect = "messages",
                           .heading = "messages",
                           .needs = Needs::kBaselines}),
      field(&B::alone, {.word = "alone", .meaning = "Those on frames of their own.", .heading = "alone"}),
      field(&B::line_bytes, {.word = "line_bytes",
                             .meaning = "Line that they took: frames of their own with preamble and gap, and what the "
                                        "padding of PAUSE frames did not hold.",
                             .measure = Measure::kBytes,
                             .expect = "line_bytes",
                             .heading = "line",
                             .needs = Needs::kBaselines}),
      field(&B::line_bps, {.word = "line_bps",
                           .meaning = "The same in the whole network for each second of the run.",
                           .measure = Measure::kRate,
                           .expect = "line_rate",
                           .heading = "line rate",
                           .needs = Needs::kBaselines}),
      field(&B::header_bits, {.word = "header_bits",
                              .meaning = "Of the longest message.",
                              .expect = "header_bits",
                              .heading = "header bits",
                              .needs = Needs::kBaselines}),
      field(&B::looks, {.word = "looks",
                        .meaning = "Of control planes at ports of switches, one for each lossless class.",
                        .expect = "looks",
                        .heading = "looks",
                        .needs = Needs::kBaselines}),
      field(&B::given_up, {.word = "given_up",
                           .meaning = "Messages dropped because they had gone 255 hops or 4,096 were under way.",
                           .heading = "given up",
                           .where_any = true}),
  };
};

}  // namespace weir::report
