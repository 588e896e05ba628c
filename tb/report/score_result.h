// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The score: how right the chips' deadlock units were, judged by the oracle of knots (docs/reference/oracle.md).

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/field.h"

namespace weir::report {

inline constexpr std::array<std::string_view, 3> kKnotClasses{"edges", "sums", "several"};

struct KnotResult {
  double formed_at_seconds = 0;
  std::optional<double> declared_at_seconds;
  std::optional<double> dissolved_at_seconds;
  std::string kind;
  std::vector<std::string> viqs;
};

template <>
struct Fields<KnotResult> {
  using K = KnotResult;
  static constexpr std::tuple all{
      field(&K::formed_at_seconds,
            {.word = "formed_at_seconds", .meaning = "From when on one of its VIQs could not resume by itself."}),
      field(&K::declared_at_seconds,
            {.word = "declared_at_seconds", .meaning = "When a unit first declared one of its VIQs; null: none did."}),
      field(&K::dissolved_at_seconds,
            {.word = "dissolved_at_seconds",
             .meaning = "When the last of them could go on, because something let it; null: it stands at the end."}),
      field(&K::kind, {.word = "class",
                       .meaning = "edges: a circle of waits of more than XON behind one egress each. sums: a message "
                                  "adds up what stands behind several. several: not even that finds it.",
                       .one_of = kKnotClasses}),
      field(&K::viqs, {.word = "viqs",
                       .meaning = "VIQs as device.port.class that wait for one another and for nobody else.",
                       .pattern = "^.+\\.p[0-9]+\\.c[0-7]$"}),
  };
};

struct ScoreResult {
  std::uint64_t declared_true = 0;
  std::uint64_t declared_false = 0;
  std::uint64_t declared_apart = 0;
  std::uint64_t declared_behind_host = 0;
  std::uint64_t formed = 0;
  std::uint64_t missed = 0;
  std::uint64_t undecided = 0;
  std::uint64_t broken_undeclared = 0;
  std::uint64_t resolutions = 0;
  std::uint64_t needless_resolutions = 0;
  std::optional<double> longest_delay_seconds;
  std::vector<std::string> false_ones;
  std::vector<KnotResult> knots;
};

template <>
struct Fields<ScoreResult> {
  using S = ScoreResult;
  static constexpr std::tuple all{
      field(&S::declared_true,
            {.word = "declared_true",
             .meaning = "Declarations that were true at their picosecond, each pause of a VIQ once."}),
      field(&S::declared_false, {.word = "declared_false", .meaning = "Those that were not."}),
      field(&S::declared_apart, {.word = "declared_apart",
                                 .meaning = "Those that were not, but so soon after a drop, a reset, a pause that ran "
                                            "out or a RESUME by resolution that a message may have begun before."}),
      field(&S::declared_behind_host,
            {.word = "declared_behind_host",
             .meaning = "Those of VIQs that wait for hosts which never take anything again."}),
      field(&S::formed, {.word = "formed", .meaning = "Deadlocks that formed."}),
      field(&S::missed,
            {.word = "missed", .meaning = "Those that stand at the end, and none of their VIQs was declared."}),
      field(&S::undecided,
            {.word = "undecided", .meaning = "Likewise, but formed so late that a message may be under way."}),
      field(&S::broken_undeclared,
            {.word = "broken_undeclared", .meaning = "Deadlocks that ended before they were declared."}),
      field(&S::resolutions,
            {.word = "resolutions",
             .meaning = "Times at which a switch that had declared a VIQ did something about it, first or again."}),
      field(&S::needless_resolutions,
            {.word = "needless_resolutions", .meaning = "Of those, where the VIQ was in no deadlock by then."}),
      field(&S::longest_delay_seconds,
            {.word = "longest_delay_seconds",
             .meaning = "Longest time from forming to the first declaration; null: none was."}),
      field(&S::false_ones, {.word = "false_ones", .meaning = "The first 16 false declarations: VIQ and time."}),
      field(&S::knots, {.word = "knots", .meaning = "The first 100 deadlocks, by the time at which they formed."}),
  };
};

}  // namespace weir::report
