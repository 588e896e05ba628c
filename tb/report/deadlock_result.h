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
      field(&Deadlock::formed_at_seconds, {.word = "formed_at_seconds", .meaning = "When the cycle closed."}),
      field(&Deadlock::cycle, {.word = "cycle",
                               .meaning = "Egress queues as device.port.class, each waiting for the next, the last for "
                                          "the first.",
                               .pattern = "^.+\\.p[0-9]+\\.c[0-7]$"}),
      field(
          &Deadlock::dissolved_at_seconds,
          {.word = "dissolved_at_seconds",
           .meaning = "The first sample at which a queue of the cycle could send again, because an event or a deadlock "
                      "unit let it, or because a pause lapsed; null: it stands at the end."}),
      field(&Deadlock::later, {.word = "later", .meaning = "Deadlocks found after this one had dissolved."}),
      field(&Deadlock::behind, {.word = "behind",
                                .meaning = "Hosts that take no packet any more, as device.class, without which the "
                                           "queues of the cycle would go on; not there where it needs none.",
                                .left_out = true}),
  };
};

// A declaration of a detector inside the chip (the oracle's finding is Results::deadlock).
struct Detection {
  double at_seconds = 0;
  std::string mechanism;  // "itsy"
  std::string place;
  std::string text;
};

template <>
struct Fields<Detection> {
  using D = Detection;
  static constexpr std::tuple all{
      field(&D::at_seconds, {.word = "at_seconds", .meaning = "When."}),
      field(&D::mechanism, {.word = "mechanism", .meaning = "Which detector."}),
      field(&D::place, {.word = "place", .meaning = "device.port.class"}),
      field(&D::text, {.word = "text", .meaning = "What it found."}),
  };
};

}  // namespace weir::report
