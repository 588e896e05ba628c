// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/axis_number.h"

#include "tb/sweep/scalar.h"

namespace weir::study {

std::optional<double> number_of(const std::string& text) {
  if (const auto scalar = sweep::scalar_of(scenario::text_value(text))) {
    return scalar->value();
  }
  const bool plain = text.find_first_of("0123456789") < 2 && text.find_first_not_of("0123456789.") == std::string::npos;
  return plain ? std::optional(std::stod(text)) : std::nullopt;
}

std::optional<double> number_of(const sweep::AxisValue& value) {
  return value.number ? value.number : number_of(value.text);
}

std::string unit_of(const sweep::AxisValue& value) {
  if (value.number) {
    return value.unit;
  }
  const auto scalar = sweep::scalar_of(scenario::text_value(value.text));
  return scalar ? scalar->unit() : "";
}

std::vector<std::size_t> together(std::span<const sweep::Axis> axes, std::size_t axis) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (i == axis || (!axes[axis].zip.empty() && axes[i].zip == axes[axis].zip)) {
      all.push_back(i);
    }
  }
  return all;
}

}  // namespace weir::study
