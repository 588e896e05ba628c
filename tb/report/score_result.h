// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The score: how right the chips' deadlock units were, judged by the oracle of knots (docs/reference/oracle.md).

#pragma once

#include <algorithm>
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
      field(&K::formed_at_seconds, {.word = "formed_at_seconds",
                                    .meaning = "Time at which the first VIQ of the deadlock became unable to resume."}),
      field(&K::declared_at_seconds,
            {.word = "declared_at_seconds",
             .meaning = "Time at which a unit first declared a VIQ of the deadlock; null: none did."}),
      field(&K::dissolved_at_seconds, {.word = "dissolved_at_seconds",
                                       .meaning = "Time at which the last VIQ of the deadlock became able to resume; "
                                                  "null: the deadlock stands at the end."}),
      field(&K::kind,
            {.word = "class",
             .meaning =
                 "edges: a circle of single waits, each of more than XON behind one egress. sums: messages must add up "
                 "the bytes behind several egresses. several: messages along waits cannot find the deadlock.",
             .one_of = kKnotClasses}),
      field(&K::viqs,
            {.word = "viqs",
             .meaning = "VIQs of the deadlock, as device.port.class: they wait for one another and for no other VIQ.",
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
             .meaning = "Declarations that were true at their instant; each pause of a VIQ counts once."}),
      field(&S::declared_false,
            {.word = "declared_false",
             .meaning = "Declarations that were false and not so near to a disturbance as `declared_apart`."}),
      field(&S::declared_apart, {.word = "declared_apart",
                                 .meaning = "False declarations within a message's life after a drop, a reset, a pause "
                                            "that ran out or a RESUME by resolution."}),
      field(&S::declared_behind_host,
            {.word = "declared_behind_host",
             .meaning = "Declarations of VIQs that wait for hosts which never take a packet again."}),
      field(&S::formed, {.word = "formed", .meaning = "Deadlocks that formed."}),
      field(&S::missed,
            {.word = "missed", .meaning = "Deadlocks that stand at the end and none of whose VIQs was declared."}),
      field(&S::undecided, {.word = "undecided",
                            .meaning = "Deadlocks as `missed` that formed so late that a message may be under way."}),
      field(&S::broken_undeclared,
            {.word = "broken_undeclared", .meaning = "Deadlocks that ended before a unit declared them."}),
      field(&S::resolutions,
            {.word = "resolutions",
             .meaning =
                 "Acts of a switch to resolve the deadlock of a VIQ that the switch had declared, repeats included."}),
      field(&S::needless_resolutions, {.word = "needless_resolutions",
                                       .meaning = "Acts of resolution on VIQs that were in no deadlock by then."}),
      field(&S::longest_delay_seconds,
            {.word = "longest_delay_seconds",
             .meaning =
                 "Longest time from the forming of a deadlock to its first declaration; null: none was declared."}),
      field(&S::false_ones, {.word = "false_ones", .meaning = "The first 16 false declarations: VIQ and time."}),
      field(&S::knots, {.word = "knots", .meaning = "The first 100 deadlocks, in the order of their forming."}),
  };
};

// From declaration to end, of the deadlocks that were declared and have ended; nullopt: there is none.
inline std::optional<double> longest_resolution(const ScoreResult& score) {
  std::optional<double> longest;
  for (const KnotResult& knot : score.knots) {
    if (knot.declared_at_seconds && knot.dissolved_at_seconds) {
      longest = std::max(longest.value_or(0), *knot.dissolved_at_seconds - *knot.declared_at_seconds);
    }
  }
  return longest;
}

}  // namespace weir::report
