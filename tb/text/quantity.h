// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parser of quantities, "1.5us", "10Gbps", "750KB", to exact integers and back. Decimal fractions are scaled as
// integers and never pass through binary floating point: "1.2ns" is exactly 1200 ps. A value that is not a whole number
// of the base unit (ps, bit/s, B) is refused, not rounded.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/base/units.h"

namespace weir::text {

// The message says what was wanted, with an example, and what was found.
class QuantityError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

enum class Dimension {
  kTime,   // ps ns us ms s
  kRate,   // bps Kbps Mbps Gbps Tbps, decimal
  kBytes,  // B KB MB GB decimal, KiB MiB GiB binary
};

// The value of `text` in the dimension's base unit: a decimal number >= 0, optional blanks, the unit. Throws
// QuantityError for any other text, for a fraction of a base unit, and for values beyond 63 bits.
std::int64_t parse_quantity(Dimension dimension, std::string_view text);

inline Time parse_time(std::string_view text) { return Time(parse_quantity(Dimension::kTime, text)); }
inline BitRate parse_rate(std::string_view text) { return BitRate(parse_quantity(Dimension::kRate, text)); }
inline Bytes parse_bytes(std::string_view text) { return Bytes(parse_quantity(Dimension::kBytes, text)); }

// For messages: "a time such as \"1.5us\" (units ps, ns, us, ms, s)".
std::string wanted(Dimension dimension);

// The shortest exact decimal text with at most three decimals, readable by parse_quantity: "85.6us", "21.968KB".
std::string to_text(Dimension dimension, std::int64_t count);
inline std::string to_text(Time time) { return to_text(Dimension::kTime, time.count()); }
inline std::string to_text(BitRate rate) { return to_text(Dimension::kRate, rate.count()); }
inline std::string to_text(Bytes bytes) { return to_text(Dimension::kBytes, bytes.count()); }

}  // namespace weir::text
