// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/human.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

namespace weir::report {

namespace {

struct Scale {
  double factor;
  const char* unit;
};

// The largest of `scales` (descending) that leaves at least 1, else the smallest.
std::string scaled(double value, std::initializer_list<Scale> scales) {
  const Scale* chosen = scales.end() - 1;
  for (const Scale& scale : scales) {
    if (std::abs(value) < scale.factor) {
      continue;
    }
    chosen = &scale;
    break;
  }
  return fmt::format("{:.4g} {}", value / chosen->factor, chosen->unit);
}

}  // namespace

std::string human_bytes(double bytes) { return scaled(bytes, {{1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}, {1, "B"}}); }

std::string human_rate(double bps) {
  return scaled(bps, {{1e12, "Tbps"}, {1e9, "Gbps"}, {1e6, "Mbps"}, {1e3, "Kbps"}, {1, "bps"}});
}

std::string human_seconds(double seconds) {
  if (seconds == 0) {
    return "0 s";
  }
  return scaled(seconds, {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}, {1e-12, "ps"}});
}

std::string human_count(std::uint64_t n) {
  std::string digits = std::to_string(n);
  constexpr std::size_t kGroup = 3;
  for (std::size_t place = digits.size(); place > kGroup;) {
    place -= kGroup;
    digits.insert(place, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t n, std::string_view thing) {
  const std::string_view ending = n == 1 ? "" : thing.ends_with('s') || thing.ends_with("sh") ? "es" : "s";
  return fmt::format("{} {}{}", human_count(n), thing, ending);
}

std::string human_ratio(double ratio) { return fmt::format("{:.4g}", ratio); }

bool natural_less(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!a.empty() && !b.empty()) {
    if (digit(a.front()) && digit(b.front())) {
      const auto number = [&](std::string_view& text) {
        const std::string_view all = text;
        while (!text.empty() && digit(text.front())) {
          text.remove_prefix(1);
        }
        std::string_view digits = all.substr(0, all.size() - text.size());
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return digits;
      };
      const std::string_view in_a = number(a);
      const std::string_view in_b = number(b);
      if (in_a.size() != in_b.size()) {
        return in_a.size() < in_b.size();
      }
      if (in_a != in_b) {
        return in_a < in_b;
      }
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

std::string place_name(std::string_view device, unsigned port, unsigned traffic_class) {
  return fmt::format("{}.p{}.c{}", device, port, traffic_class);
}

}  // namespace weir::report
