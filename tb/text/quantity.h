// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Quantities as people write them, "1.5us", "10Gbps", "750KB", to exact integers and back. Decimal fractions are
// scaled as integers and never pass through binary floating point: "1.2ns" is 1200 ps and nothing else. What is not a
// whole number of the base unit (ps, bit/s, B) is refused, not rounded.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/base/units.h"

namespace weir::text {

// Says what was wanted, with an example, and what was got.
class QuantityError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

enum class Dimension {
  kTime,   // ps ns us ms s
  kRate,   // bps Kbps Mbps Gbps Tbps, decimal
  kBytes,  // B KB MB GB decimal, KiB MiB GiB binary
};

// Value of `text` in the dimension's base unit: a decimal number >= 0, blanks at most before the unit, the unit.
// Throws QuantityError for anything else, for a fraction of a base unit, and for what 63 bits cannot hold.
std::int64_t parse_quantity(Dimension dimension, std::string_view text);

inline Time parse_time(std::string_view text) { return Time(parse_quantity(Dimension::kTime, text)); }
inline BitRate parse_rate(std::string_view text) { return BitRate(parse_quantity(Dimension::kRate, text)); }
inline Bytes parse_bytes(std::string_view text) { return Bytes(parse_quantity(Dimension::kBytes, text)); }

// "a time such as \"1.5us\" (units ps, ns, us, ms, s)": for messages.
std::string wanted(Dimension dimension);

// The shortest exact decimal text with at most three decimals that parse_quantity reads back: "85.6us", "21.968KB".
std::string to_text(Dimension dimension, std::int64_t count);
inline std::string to_text(Time time) { return to_text(Dimension::kTime, time.count()); }
inline std::string to_text(BitRate rate) { return to_text(Dimension::kRate, rate.count()); }
inline std::string to_text(Bytes bytes) { return to_text(Dimension::kBytes, bytes.count()); }

}  // namespace weir::text
