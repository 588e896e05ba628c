// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/quantity.h"

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "hw_model/base/quantity_text.h"
#include "tb/text/words.h"

namespace weir::text {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t factor;  // in base units
};

// Ascending, the base unit first. The binary units are read and never written.
constexpr std::array<Unit, 5> kTimeUnits{
    {{"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}}};
constexpr std::array<Unit, 5> kRateUnits{
    {{"bps", 1}, {"Kbps", 1'000}, {"Mbps", 1'000'000}, {"Gbps", 1'000'000'000}, {"Tbps", 1'000'000'000'000}}};
constexpr std::array<Unit, 4> kByteUnits{{{"B", 1}, {"KB", 1'000}, {"MB", 1'000'000}, {"GB", 1'000'000'000}}};
constexpr std::array<Unit, 3> kBinaryByteUnits{{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}};

std::span<const Unit> units_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime:
      return kTimeUnits;
    case Dimension::kRate:
      return kRateUnits;
    case Dimension::kBytes:
      break;
  }
  return kByteUnits;
}

std::string_view name_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime:
      return "a time";
    case Dimension::kRate:
      return "a rate";
    case Dimension::kBytes:
      break;
  }
  return "a length in bytes";
}

std::optional<std::int64_t> factor_of(Dimension dimension, std::string_view unit) {
  for (const Unit& known : units_of(dimension)) {
    if (known.name == unit) {
      return known.factor;
    }
  }
  if (dimension == Dimension::kBytes) {
    for (const Unit& known : kBinaryByteUnits) {
      if (known.name == unit) {
        return known.factor;
      }
    }
  }
  return std::nullopt;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void refuse(Dimension dimension, std::string_view text, const std::string& why) {
  throw QuantityError("wanted " + wanted(dimension) + "; got " + in_quotes(text) + ", which " + why);
}

// Whether `written` is another way to write a unit: capitals ("kb"), "sec" for s, "Gb", "Gb/s", "Gbit/s" for Gbps.
bool may_mean(std::string_view written, std::string_view unit) {
  const std::string known = lower_case(unit);
  for (std::string form = lower_case(written);; form.resize(form.size() - 2)) {
    if (form == known || form + "ps" == known || form + "b" == known || form == known + "ec") {
      return true;
    }
    if (!form.ends_with("/s") && !form.ends_with("it")) {
      return false;
    }
  }
}

std::string unit_hint(Dimension dimension, std::string_view written) {
  for (const Unit& known : units_of(dimension)) {
    if (may_mean(written, known.name)) {
      return "; the nearest is " + in_quotes(known.name);
    }
  }
  return "";
}

std::string why_unit_is_wrong(Dimension dimension, std::string_view unit) {
  if (unit.empty()) {
    return "has no unit";
  }
  for (const Dimension other : {Dimension::kTime, Dimension::kRate, Dimension::kBytes}) {
    if (factor_of(other, unit)) {
      return "is " + std::string(name_of(other));
    }
  }
  return "has the unknown unit " + in_quotes(unit) + unit_hint(dimension, unit);
}

// Digits before and after the point, as one integer and the number of decimals. No value: too many digits.
struct Decimal {
  Wide digits = 0;
  Wide scale = 1;  // a power of ten
};

// 24 digits times the largest factor, 10^12, fit 127 bits.
constexpr Wide kMostDigits = Wide{1'000'000'000'000} * 1'000'000'000'000;

std::optional<Decimal> read_decimal(std::string_view number) {
  Decimal decimal;
  const std::size_t point = number.find('.');
  std::size_t last = number.size();
  while (point != std::string_view::npos && number[last - 1] == '0') {
    --last;  // trailing zeros of a fraction carry nothing, and would fill the 63 bits
  }
  for (std::size_t i = 0; i < last; ++i) {
    if (i == point) {
      continue;
    }
    if (decimal.digits >= kMostDigits / 10) {
      return std::nullopt;
    }
    decimal.digits = decimal.digits * 10 + (number[i] - '0');
    if (i > point) {
      if (decimal.scale >= kMostDigits) {
        return std::nullopt;
      }
      decimal.scale *= 10;
    }
  }
  return decimal;
}

// Length of the decimal number that `text` begins with; 0: none.
std::size_t number_length(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_digit(text[i])) {
    ++i;
  }
  if (i > 0 && i + 1 < text.size() && text[i] == '.' && is_digit(text[i + 1])) {
    ++i;
    while (i < text.size() && is_digit(text[i])) {
      ++i;
    }
  }
  return i;
}

}  // namespace

std::int64_t parse_quantity(Dimension dimension, std::string_view text) {
  if (!text.empty() && text.front() == '-') {
    refuse(dimension, text, "is negative");
  }
  const std::size_t length = number_length(text);
  if (length == 0) {
    refuse(dimension, text, "does not begin with a number");
  }
  std::string_view unit = text.substr(length);
  while (!unit.empty() && unit.front() == ' ') {
    unit.remove_prefix(1);
  }
  const std::optional<std::int64_t> factor = factor_of(dimension, unit);
  if (!factor) {
    refuse(dimension, text, why_unit_is_wrong(dimension, unit));
  }
  const std::optional<Decimal> decimal = read_decimal(text.substr(0, length));
  if (!decimal) {
    refuse(dimension, text, "has more digits than can be held exactly");
  }
  const Wide scaled = decimal->digits * *factor;
  if (scaled % decimal->scale != 0) {
    refuse(dimension, text, "is not a whole number of " + std::string(units_of(dimension).front().name));
  }
  const Wide count = scaled / decimal->scale;
  if (count > std::numeric_limits<std::int64_t>::max()) {
    refuse(dimension, text, "is too large");
  }
  return static_cast<std::int64_t>(count);
}

std::string wanted(Dimension dimension) {
  std::string text(name_of(dimension));
  text += " such as ";
  text += dimension == Dimension::kTime ? "\"1.5us\"" : dimension == Dimension::kRate ? "\"10Gbps\"" : "\"750KB\"";
  text += " (units ";
  for (const Unit& unit : units_of(dimension)) {
    text += (&unit == units_of(dimension).data() ? "" : ", ") + std::string(unit.name);
  }
  if (dimension == Dimension::kBytes) {
    text += ", KiB, MiB, GiB";
  }
  return text + ")";
}

std::string to_text(Dimension dimension, std::int64_t count) {
  switch (dimension) {
    case Dimension::kTime:
      return quantity_text(Time(count));
    case Dimension::kRate:
      return quantity_text(BitRate(count));
    case Dimension::kBytes:
      break;
  }
  return quantity_text(Bytes(count));
}

}  // namespace weir::text
