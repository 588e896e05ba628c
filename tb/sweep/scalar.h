// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A number of a plan with its unit, for ranges, draws and conditions. Quantities and integers are exact.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/scenario/document.h"

namespace weir::sweep {

struct Scalar {
  enum class Kind { kInteger, kReal, kTime, kRate, kBytes };

  Kind kind = Kind::kInteger;
  std::int64_t count = 0;  // ps, bit/s, B; kInteger: the number
  double real = 0;         // kReal: the number

  double value() const;  // in s, bit/s or B, or the plain number
  double raw() const { return kind == Kind::kReal ? real : static_cast<double>(count); }
  std::string unit() const;  // "s", "bit/s", "B", ""
  std::string text() const;  // parses to the same scalar
};

// nullopt: not a number.
std::optional<Scalar> scalar_of(const scenario::Value& value);

// The number of this kind nearest to `raw`; a real number to twelve digits, so that it is equal on every machine.
Scalar nearest(Scalar::Kind kind, double raw);

}  // namespace weir::sweep
