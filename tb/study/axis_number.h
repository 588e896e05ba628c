// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of axes, and words, as numbers; axes that go together.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tb/sweep/plan.h"

namespace weir::study {

// "1.5us", "1.88": in s, bit/s or B, or plain; nullopt: the text is no number.
std::optional<double> number_of(const std::string& text);

// In s, bit/s or B, or plain, as the name of a case may be; nullopt: the value is no number.
std::optional<double> number_of(const sweep::AxisValue& value);

// Of that number; empty: plain.
std::string unit_of(const sweep::AxisValue& value);

// The indices of the axis and of those that are zipped with it.
std::vector<std::size_t> together(std::span<const sweep::Axis> axes, std::size_t axis);

}  // namespace weir::study
