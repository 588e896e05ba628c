// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of axes as numbers.

#pragma once

#include <optional>
#include <string>

#include "tb/sweep/plan.h"

namespace weir::study {

// In s, bit/s or B, or plain, as the name of a case may be; nullopt: the value is no number.
std::optional<double> number_of(const sweep::AxisValue& value);

// Of that number; empty: plain.
std::string unit_of(const sweep::AxisValue& value);

}  // namespace weir::study
