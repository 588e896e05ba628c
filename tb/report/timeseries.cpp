// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/timeseries.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "tb/report/number_text.h"
#include "tb/report/run_directory.h"

namespace weir::report {

namespace {

constexpr std::string_view kTimeHeader = "time_seconds";
constexpr std::size_t kFractionDigits = 12;  // picoseconds
constexpr std::array<std::string_view, 6> kSuffixUnits = {"bytes", "bps", "ratio", "seconds", "packets", "frames"};

// The unit that a name ends in; empty where it ends in none.
std::string_view unit_of_name(std::string_view name) {
  const std::size_t underline = name.rfind('_');
  if (underline == std::string_view::npos) {
    return {};
  }
  const std::string_view last = name.substr(underline + 1);
  return std::ranges::find(kSuffixUnits, last) != kSuffixUnits.end() ? last : std::string_view{};
}

std::string header_cell(const TimeSeries::Column& column) {
  const bool clean = column.name.find_first_of(",\"\r\n[]") == std::string::npos &&
                     column.unit.find_first_of(",\"\r\n[]") == std::string::npos;
  if (!clean || column.name.empty()) {
    throw std::invalid_argument("a time series column cannot be named '" + column.name + "' [" + column.unit + "]");
  }
  if (unit_of_name(column.name) == column.unit) {
    return column.name;
  }
  return column.name + " [" + column.unit + "]";
}

TimeSeries::Column column_of_cell(std::string_view cell) {
  const std::size_t bracket = cell.rfind(" [");
  if (bracket == std::string_view::npos || !cell.ends_with(']')) {
    return {std::string(cell), std::string(unit_of_name(cell)), {}};
  }
  const std::string_view unit = cell.substr(bracket + 2, cell.size() - bracket - 3);
  return {std::string(cell.substr(0, bracket)), std::string(unit), {}};
}

[[noreturn]] void bad_line(const std::string& where, std::size_t line, const std::string& what) {
  throw BadRunFile(where + ":" + std::to_string(line) + ": " + what);
}

// Takes the text up to the next `delimiter` (or all) off the front of `rest`.
std::string_view take(std::string_view& rest, char delimiter) {
  const std::size_t end = std::min(rest.find(delimiter), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

// Inverse of exact_seconds.
bool parse_seconds(std::string_view cell, Time& time) {
  const std::size_t point = std::min(cell.find('.'), cell.size());
  std::string fraction(cell.substr(std::min(point + 1, cell.size())));
  if (fraction.size() > kFractionDigits) {
    return false;
  }
  fraction.resize(kFractionDigits, '0');
  std::int64_t whole = 0;
  std::int64_t picoseconds = 0;
  const auto front = std::from_chars(cell.data(), cell.data() + point, whole);
  const auto back = std::from_chars(fraction.data(), fraction.data() + fraction.size(), picoseconds);
  const bool read = front.ec == std::errc{} && front.ptr == cell.data() + point && back.ec == std::errc{} &&
                    back.ptr == fraction.data() + fraction.size();
  if (!read || whole < 0 || picoseconds < 0 || whole > Time::max().count() / kPicosecondsPerSecond - 1) {
    return false;
  }
  time = Time(whole * kPicosecondsPerSecond + picoseconds);
  return true;
}

}  // namespace

std::string exact_seconds(Time t) {
  const std::int64_t whole = t.count() / kPicosecondsPerSecond;
  std::string fraction = std::to_string(t.count() % kPicosecondsPerSecond);
  fraction.insert(0, kFractionDigits - fraction.size(), '0');
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(whole) + (fraction.empty() ? "" : ".") + fraction;
}

std::string timeseries_to_csv(const TimeSeries& series) {
  std::string out(kTimeHeader);
  for (const TimeSeries::Column& column : series.columns) {
    if (column.values.size() != series.times.size()) {
      throw std::invalid_argument("the time series column '" + column.name + "' has another length than the times");
    }
    out += ',';
    out += header_cell(column);
  }
  out += '\n';
  for (std::size_t row = 0; row < series.times.size(); ++row) {
    out += exact_seconds(series.times[row]);
    for (const TimeSeries::Column& column : series.columns) {
      if (!std::isfinite(column.values[row])) {
        throw std::invalid_argument("the time series column '" + column.name + "' holds what is not a number");
      }
      out += ',';
      append_number(out, column.values[row]);
    }
    out += '\n';
  }
  return out;
}

TimeSeries timeseries_from_csv(const std::string& text, const std::string& where) {
  TimeSeries series;
  std::string_view rest = text;
  std::string_view header = take(rest, '\n');
  if (take(header, ',') != kTimeHeader) {
    bad_line(where, 1, "wanted: 'time_seconds' as the first column");
  }
  while (!header.empty()) {
    series.columns.push_back(column_of_cell(take(header, ',')));
  }
  for (std::size_t line = 2; !rest.empty(); ++line) {
    std::string_view row = take(rest, '\n');
    Time time;
    if (!parse_seconds(take(row, ','), time)) {
      bad_line(where, line, "the first column is not a time in seconds");
    }
    series.times.push_back(time);
    for (TimeSeries::Column& column : series.columns) {
      const std::string_view cell = take(row, ',');
      double value = 0;
      const auto end = std::from_chars(cell.data(), cell.data() + cell.size(), value);
      if (end.ec != std::errc{} || end.ptr != cell.data() + cell.size() || !std::isfinite(value)) {
        bad_line(where, line, "no number in column '" + column.name + "'");
      }
      column.values.push_back(value);
    }
    if (!row.empty()) {
      bad_line(where, line, "more cells than the header has");
    }
  }
  return series;
}

void cut_after(TimeSeries& series, Time end) {
  const auto first_beyond = std::upper_bound(series.times.begin(), series.times.end(), end);
  const auto instants = static_cast<std::size_t>(first_beyond - series.times.begin());
  series.times.resize(instants);
  for (auto& column : series.columns) {
    column.values.resize(instants);
  }
}

}  // namespace weir::report
