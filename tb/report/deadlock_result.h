// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/report/field.h"

namespace weir::report {

struct Deadlock {
  double formed_at_seconds = 0;
  std::vector<std::string> cycle = {};
  std::optional<double> dissolved_at_seconds = {};
  std::uint64_t later = 0;
  std::vector<std::string> behind = {};
};

template <>
struct Fields<Deadlock> {
  static constexpr std::tuple all{
      field(&Deadlock::formed_at_seconds, {.word = "formed_at_seconds", .meaning = "Time at which the cycle closed."}),
      field(&Deadlock::cycle, {.word = "cycle",
                               .meaning = "Egress queues of the cycle as device.port.class; each waits for the next "
                                          "queue, and the last for the first.",
                               .pattern = "^.+\\.p[0-9]+\\.c[0-7]$"}),
      field(&Deadlock::dissolved_at_seconds,
            {.word = "dissolved_at_seconds",
             .meaning = "First sample at which a queue of the cycle could send again, because of an event, a deadlock "
                        "unit or a pause that lapsed; null: the deadlock stands at the end."}),
      field(&Deadlock::later,
            {.word = "later", .meaning = "Deadlocks that the oracle found after this deadlock had dissolved."}),
      field(&Deadlock::behind,
            {.word = "behind",
             .meaning = "Hosts that never take a packet again, as device.class, without which the queues of the cycle "
                        "would go on; left out where the cycle needs no such host.",
             .left_out = true}),
  };
};

// Of a run's deadlocks the results list this many of the first ones, and the last one.
inline constexpr std::size_t kMostDeadlocks = 100;

struct DeadlockSpan {
  double formed_at_seconds = 0;
  double found_at_seconds = 0;
  std::optional<double> dissolved_at_seconds = {};
  std::vector<std::string> cycle = {};
  std::vector<std::string> behind = {};
};

template <>
struct Fields<DeadlockSpan> {
  using D = DeadlockSpan;
  static constexpr std::tuple all{
      field(&D::formed_at_seconds, {.word = "formed_at_seconds", .meaning = "As in `deadlock`."}),
      field(&D::found_at_seconds,
            {.word = "found_at_seconds",
             .meaning = "First sample at which the queues of the cycle had settled and no older deadlock stood."}),
      field(&D::dissolved_at_seconds, {.word = "dissolved_at_seconds", .meaning = "As in `deadlock`."}),
      field(&D::cycle, {.word = "cycle", .meaning = "As in `deadlock`.", .pattern = "^.+\\.p[0-9]+\\.c[0-7]$"}),
      field(&D::behind, {.word = "behind", .meaning = "As in `deadlock`.", .left_out = true}),
  };
};

// A declaration of a detector inside the chip (the oracle's finding is Results::deadlock).
struct Detection {
  double at_seconds = 0;
  std::string mechanism;  // "itsy", "pfcwd"
  std::string place;
  std::string text;
};

template <>
struct Fields<Detection> {
  using D = Detection;
  static constexpr std::tuple all{
      field(&D::at_seconds, {.word = "at_seconds",
                             .meaning = "Time of the declaration, or of the beginning or end of a limit or storm."}),
      field(&D::mechanism, {.word = "mechanism", .meaning = "Mechanism that declared or limited."}),
      field(&D::place, {.word = "place",
                        .meaning = "VIQ of the declaration, queue of the limit, or egress queue of the storm, as "
                                   "device.port.class."}),
      field(&D::text, {.word = "text", .meaning = "What the mechanism found or did."}),
  };
};

// What PFC watchdogs told: a list of the results, and the time of its first entry.
template <class Results>
constexpr auto storm_list(std::vector<Detection> Results::*list, std::string_view word, std::string_view meaning) {
  return field(list, {.word = word, .meaning = meaning, .expect = word, .needs = Needs::kStorms, .left_out = true});
}
template <class Results>
constexpr auto storm_time(std::optional<double> (*of)(const Results&), std::string_view word,
                          std::string_view meaning) {
  return derived(of, {.meaning = meaning, .measure = Measure::kTime, .expect = word, .needs = Needs::kStorms});
}

}  // namespace weir::report
