// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A number of a plan, with its unit: what ranges, draws and conditions reckon with. Quantities and integers are exact.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tb/scenario/document.h"

namespace weir::sweep {

struct Scalar {
  enum class Kind { kInteger, kReal, kTime, kRate, kBytes };

  Kind kind = Kind::kInteger;
  std::int64_t count = 0;  // ps, bit/s, B; of kInteger the number
  double real = 0;         // of kReal

  double value() const;  // in s, bit/s, B, or the number
  double raw() const { return kind == Kind::kReal ? real : static_cast<double>(count); }
  std::string unit() const;  // "s", "bit/s", "B", ""
  std::string text() const;  // reads back as the same
};

// Nothing for what is no number.
std::optional<Scalar> scalar_of(const scenario::Value& value);

// The number of this kind that is nearest to `raw`, a real one to twelve digits so that it is the same on any machine.
Scalar nearest(Scalar::Kind kind, double raw);

}  // namespace weir::sweep
