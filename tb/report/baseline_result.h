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
      field(&B::name, {.word = "name", .meaning = "Name of the method."}),
      field(&B::found, {.word = "found",
                        .meaning = "Deadlocks of which the method named a VIQ while the deadlock stood.",
                        .expect = "found",
                        .heading = "found",
                        .needs = Needs::kBaselines}),
      field(
          &B::outside,
          {.word = "outside",
           .meaning = "VIQs that the method named and that were in no deadlock then; each pause of a VIQ counts once.",
           .expect = "outside",
           .heading = "outside",
           .needs = Needs::kBaselines}),
      field(
          &B::first_delay_seconds,
          {.word = "first_delay_seconds",
           .meaning =
               "Time from the forming of the first deadlock that the method found until its finding; null: none found.",
           .measure = Measure::kTime,
           .expect = "first_delay",
           .heading = "first after",
           .needs = Needs::kBaselines}),
      field(&B::longest_delay_seconds,
            {.word = "longest_delay_seconds",
             .meaning = "Longest time from the forming of a found deadlock until its finding; null: none found.",
             .measure = Measure::kTime,
             .expect = "longest_delay",
             .heading = "longest",
             .needs = Needs::kBaselines}),
      field(&B::hops, {.word = "hops",
                       .meaning = "Hops of the message that found the first of the found deadlocks; null: none found.",
                       .expect = "hops",
                       .heading = "hops",
                       .needs = Needs::kBaselines}),
      field(&B::messages,
            {.word = "messages",
             .meaning = "Messages of the method, on PAUSE frames or in frames of their own; each hop counts.",
             .expect = "messages",
             .heading = "messages",
             .needs = Needs::kBaselines}),
      field(&B::alone, {.word = "alone", .meaning = "Messages in frames of their own.", .heading = "alone"}),
      field(&B::line_bytes, {.word = "line_bytes",
                             .meaning = "Line that the messages took: own frames with preamble and gap, and on PAUSE "
                                        "frames the bytes beyond the padding.",
                             .measure = Measure::kBytes,
                             .expect = "line_bytes",
                             .heading = "line",
                             .needs = Needs::kBaselines}),
      field(&B::line_bps, {.word = "line_bps",
                           .meaning = "`line_bytes` as bits a second: of the whole network, over the whole run.",
                           .measure = Measure::kRate,
                           .expect = "line_rate",
                           .heading = "line rate",
                           .needs = Needs::kBaselines}),
      field(&B::header_bits, {.word = "header_bits",
                              .meaning = "Bits of the longest message.",
                              .expect = "header_bits",
                              .heading = "header bits",
                              .needs = Needs::kBaselines}),
      field(&B::looks, {.word = "looks",
                        .meaning = "Polls of the lossless queues of switches by their control planes: one for each "
                                   "queue and period; 0 for all but m1 and m2.",
                        .expect = "looks",
                        .heading = "looks",
                        .needs = Needs::kBaselines}),
      field(&B::given_up, {.word = "given_up",
                           .meaning = "Messages dropped after 255 hops, or because 4,096 messages were under way.",
                           .heading = "given up",
                           .where_any = true}),
  };
};

}  // namespace weir::report
