// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/axis_number.h"

#include "tb/sweep/scalar.h"

namespace weir::study {

std::optional<double> number_of(const sweep::AxisValue& value) {
  if (value.number) {
    return value.number;
  }
  if (const auto scalar = sweep::scalar_of(scenario::text_value(value.text))) {
    return scalar->value();
  }
  const bool plain = !value.text.empty() && value.text.find_first_not_of("0123456789.") == std::string::npos;
  return plain ? std::optional(std::stod(value.text)) : std::nullopt;
}

std::string unit_of(const sweep::AxisValue& value) {
  if (value.number) {
    return value.unit;
  }
  const auto scalar = sweep::scalar_of(scenario::text_value(value.text));
  return scalar ? scalar->unit() : "";
}

}  // namespace weir::study
