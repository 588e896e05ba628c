// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/scalar.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "hw_model/base/units.h"
#include "tb/scenario/toml_text.h"
#include "tb/text/quantity.h"

namespace weir::sweep {

double Scalar::value() const {
  return kind == Kind::kTime ? static_cast<double>(count) / static_cast<double>(kPicosecondsPerSecond) : raw();
}

std::string Scalar::unit() const {
  switch (kind) {
    case Kind::kTime:
      return "s";
    case Kind::kRate:
      return "bit/s";
    case Kind::kBytes:
      return "B";
    default:
      return "";
  }
}

std::string Scalar::text() const {
  switch (kind) {
    case Kind::kInteger:
      return std::to_string(count);
    case Kind::kReal:
      return scenario::real_text(real);
    case Kind::kTime:
      return text::to_text(text::Dimension::kTime, count);
    case Kind::kRate:
      return text::to_text(text::Dimension::kRate, count);
    case Kind::kBytes:
      break;
  }
  return text::to_text(text::Dimension::kBytes, count);
}

std::optional<Scalar> scalar_of(const scenario::Value& value) {
  using Kind = scenario::Value::Kind;
  if (value.kind == Kind::kInteger) {
    return Scalar{Scalar::Kind::kInteger, value.integer, 0};
  }
  if (value.kind == Kind::kReal) {
    return std::isfinite(value.real) ? std::optional<Scalar>({Scalar::Kind::kReal, 0, value.real}) : std::nullopt;
  }
  if (value.kind != Kind::kText) {
    return std::nullopt;
  }
  for (const auto& [kind, dimension] :
       {std::pair(Scalar::Kind::kTime, text::Dimension::kTime), std::pair(Scalar::Kind::kRate, text::Dimension::kRate),
        std::pair(Scalar::Kind::kBytes, text::Dimension::kBytes)}) {
    try {
      return Scalar{kind, text::parse_quantity(dimension, value.text), 0};
    } catch (const text::QuantityError&) {
      // of another dimension, or no quantity
    }
  }
  return std::nullopt;
}

Scalar nearest(Scalar::Kind kind, double raw) {
  if (kind == Scalar::Kind::kReal) {
    return {kind, 0, std::stod(fmt::format("{:.12g}", raw))};
  }
  return {kind, std::llround(raw), 0};
}

}  // namespace weir::sweep
