// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// An expectation of a scenario, with what was measured.

#pragma once

#include <optional>
#include <string>

#include "tb/report/field.h"

namespace weir::report {

struct ExpectationResult {
  std::string text;
  std::optional<bool> held;
  std::optional<double> value;
};

template <>
struct Fields<ExpectationResult> {
  using E = ExpectationResult;
  static constexpr std::tuple all{
      field(&E::text, {.word = "text", .meaning = "The expectation, as the scenario has it."}),
      field(&E::held, {.word = "held",
                       .meaning = "Whether the expectation held; null: not judged, because the run ended early."}),
      field(&E::value, {.word = "value",
                        .meaning = "The measured value, in bytes, bit/s, seconds or packets; false and true are 0 and "
                                   "1; null: nothing could be measured.",
                        .negative = true}),
  };
};

}  // namespace weir::report
