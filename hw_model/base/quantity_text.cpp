// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/quantity_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace weir {
namespace {

// Ascending, each a thousand of the one before, the base unit first.
constexpr std::array<std::string_view, 5> kTimeUnits{"ps", "ns", "us", "ms", "s"};
constexpr std::array<std::string_view, 5> kRateUnits{"bps", "Kbps", "Mbps", "Gbps", "Tbps"};
constexpr std::array<std::string_view, 4> kByteUnits{"B", "KB", "MB", "GB"};
constexpr std::uint64_t kThousand = 1'000;

std::string text_of(std::int64_t count, std::span<const std::string_view> units) {
  const std::string sign = count < 0 ? "-" : "";
  const std::uint64_t magnitude = count < 0 ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
  std::size_t unit = 0;
  std::uint64_t factor = 1;
  while (unit + 1 < units.size() && magnitude >= factor * kThousand && magnitude % factor == 0) {
    ++unit;
    factor *= kThousand;
  }
  if (unit == 0)
    return sign + std::to_string(magnitude) + std::string(units.front());
  const std::uint64_t thousandth = factor / kThousand;
  std::string decimals = std::to_string(kThousand + magnitude % factor / thousandth).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return sign + std::to_string(magnitude / factor) + (decimals.empty() ? "" : "." + decimals) +
         std::string(units[unit]);
}

}  // namespace

std::string quantity_text(Time time) { return text_of(time.count(), kTimeUnits); }
std::string quantity_text(BitRate rate) { return text_of(rate.count(), kRateUnits); }
std::string quantity_text(Bytes length) { return text_of(length.count(), kByteUnits); }

std::string bytes_text(Bytes length) { return std::to_string(length.count()) + " B"; }

}  // namespace weir
