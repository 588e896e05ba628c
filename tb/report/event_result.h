// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The outcome of an event of the scenario.

#pragma once

#include <optional>
#include <string>

#include "tb/report/field.h"

namespace weir::report {

struct EventResult {
  std::string name;
  std::string when;
  std::string what;
  std::optional<double> at_seconds;
  std::optional<double> done_seconds = {};  // of what software does in steps
};

template <>
struct Fields<EventResult> {
  using E = EventResult;
  static constexpr std::tuple all{
      field(&E::name, {.word = "name", .meaning = "Name of the event, as the scenario has it."}),
      field(&E::when, {.word = "when", .meaning = "Time or condition that the scenario states."}),
      field(&E::what, {.word = "what", .meaning = "What the event does."}),
      field(&E::at_seconds, {.word = "at_seconds",
                             .meaning = "Time at which the event took place; null: it did not take place.",
                             .measure = Measure::kTime,
                             .expect = "at",
                             .heading = "took place"}),
      derived(+[](const E& e) { return e.done_seconds.value_or(-1.0); },
              {.meaning = "Time at which the steps of set_up_channel or remove_channel were done; -1: not done.",
               .measure = Measure::kTime,
               .expect = "done"}),
      derived(+[](const E& e) { return e.at_seconds.has_value(); },
              {.meaning = "Whether the event took place.", .measure = Measure::kBoolean, .expect = "happened"}),
  };
};

}  // namespace weir::report
