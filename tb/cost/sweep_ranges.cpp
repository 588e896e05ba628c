// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/sweep_ranges.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "tb/cost/limits.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

constexpr std::array<std::int64_t, 8> kEthernetGbps = {10, 25, 40, 50, 100, 200, 400, 800};
constexpr std::size_t kMostPoints = 20'000;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("--sweep: " + what); }

struct Axis {
  std::string_view name;
  unsigned lowest;
  unsigned highest;
};
constexpr std::array kNumberAxes = {Axis{"ports", kFewestPorts, kMostPorts}, Axis{"classes", 1, kMostClasses},
                                    Axis{"stages", kFewestStages, kMostStages}};

unsigned number_of(const Axis& axis, std::string_view text) {
  unsigned value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value < axis.lowest || value > axis.highest) {
    refuse(std::string(axis.name) + ": wanted " + std::to_string(axis.lowest) + ".." + std::to_string(axis.highest) +
           "; got " + text::in_quotes(text));
  }
  return value;
}

BitRate rate_of(std::string_view text) {
  try {
    return checked_rate(text::parse_rate(text));
  } catch (const std::invalid_argument& error) {
    refuse("rate: " + std::string(error.what()));
  }
}

// The ends of "a..b"; false for a list.
bool ends_of(std::string_view text, std::string_view& first, std::string_view& last) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    return false;
  }
  first = text.substr(0, dots);
  last = text.substr(dots + 2);
  return true;
}

template <class Value>
std::vector<Value> in_order(std::vector<Value> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<unsigned> numbers_of(const Axis& axis, std::string_view text) {
  std::vector<unsigned> values;
  std::string_view first;
  std::string_view last;
  if (!ends_of(text, first, last)) {
    for (const std::string_view part : text::split(text, ',')) {
      values.push_back(number_of(axis, part));
    }
    return in_order(values);
  }
  const unsigned lowest = number_of(axis, first);
  const unsigned highest = number_of(axis, last);
  if (lowest > highest) {
    refuse(std::string(axis.name) + ": the range " + text::in_quotes(text) + " ends before it begins");
  }
  for (unsigned value = lowest; value < highest; value *= 2) {
    values.push_back(value);
  }
  values.push_back(highest);
  return values;
}

std::vector<BitRate> rates_of(std::string_view text) {
  std::vector<BitRate> values;
  std::string_view first;
  std::string_view last;
  if (!ends_of(text, first, last)) {
    for (const std::string_view part : text::split(text, ',')) {
      values.push_back(rate_of(part));
    }
    return in_order(values);
  }
  const BitRate lowest = rate_of(first);
  const BitRate highest = rate_of(last);
  if (lowest > highest) {
    refuse("rate: the range " + text::in_quotes(text) + " ends before it begins");
  }
  values = {lowest, highest};
  for (const std::int64_t gbps : kEthernetGbps) {
    const BitRate rate(gbps * 1'000'000'000);
    if (rate > lowest && rate < highest) {
      values.push_back(rate);
    }
  }
  return in_order(values);
}

void set_axis(SweepGrid& grid, std::string_view name, std::string_view text) {
  if (name == "rate") {
    grid.rates = rates_of(text);
    return;
  }
  for (const Axis& axis : kNumberAxes) {
    if (axis.name == name) {
      (name == "ports" ? grid.ports : name == "classes" ? grid.classes : grid.stages) = numbers_of(axis, text);
      return;
    }
  }
  const std::array<std::string, 4> names = {"ports", "classes", "rate", "stages"};
  const std::string near = text::nearest_of(name, names);
  refuse("there is no axis " + text::in_quotes(name) +
         (near.empty() ? "; wanted ports, classes, rate or stages" : "; the nearest is \"" + near + "\""));
}

}  // namespace

SweepGrid parse_sweep(const std::vector<std::string>& ranges, SweepGrid grid) {
  for (const std::string& range : ranges) {
    const std::size_t equals = range.find('=');
    if (equals == std::string::npos) {
      refuse("wanted AXIS=FIRST..LAST or AXIS=VALUE,VALUE such as ports=16..512; got " + text::in_quotes(range));
    }
    set_axis(grid, std::string_view(range).substr(0, equals), std::string_view(range).substr(equals + 1));
  }
  if (grid.points() > kMostPoints) {
    refuse(std::to_string(grid.points()) + " points; wanted at most " + std::to_string(kMostPoints));
  }
  return grid;
}

}  // namespace weir::cost
