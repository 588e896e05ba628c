// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/csv.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "tb/text/words.h"

namespace weir::text {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::optional<std::int64_t> digits(std::string_view text) {
  std::int64_t value = 0;
  const bool is_digit = !text.empty() && text.front() >= '0' && text.front() <= '9';
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return is_digit && error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// `value` as it would be written with so many decimals.
std::string number_text(std::int64_t value, unsigned decimals) {
  std::string text = std::to_string(value);
  if (decimals == 0) {
    return text;
  }
  text.insert(0, text.size() <= decimals ? decimals + 1 - text.size() : 0, '0');
  text.insert(text.size() - decimals, ".");
  text.erase(text.find_last_not_of('0') + 1);
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

}  // namespace

std::int64_t CsvRow::integer(std::size_t column, std::int64_t lowest, std::int64_t highest) const {
  return decimal(column, 0, lowest, highest);
}

std::int64_t CsvRow::decimal(std::size_t column, unsigned decimals, std::int64_t lowest, std::int64_t highest) const {
  const std::string_view text = field(column);
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string shifted(text.substr(0, point));
  bool is_number = digits(shifted).has_value() && (point == text.size() || decimals > 0);
  if (point < text.size()) {
    const std::string_view behind = text.substr(point + 1);
    is_number = is_number && digits(behind).has_value() && behind.size() <= decimals;
    shifted += behind;
    shifted.append(decimals - std::min<std::size_t>(behind.size(), decimals), '0');
  } else {
    shifted.append(decimals, '0');
  }
  const std::optional<std::int64_t> value = is_number ? digits(shifted) : std::nullopt;
  if (!value || *value < lowest || *value > highest) {
    const std::string kind =
        decimals == 0 ? "a whole number" : "a number with at most " + std::to_string(decimals) + " decimals";
    refuse(column, "wanted " + kind + " from " + number_text(lowest, decimals) + " to " +
                       number_text(highest, decimals) + "; got " + in_quotes(text));
  }
  return *value;
}

void CsvRow::refuse(std::size_t column, const std::string& what) const {
  table_->refuse(line_, fields_[column].place, std::string(table_->columns_[column].name) + ": " + what);
}

CsvTable::CsvTable(std::string_view text, std::string file, std::span<const CsvColumn> columns, OtherColumns others)
    : file_(std::move(file)), columns_(columns), others_(others) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    ++line_;
    read_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (column_of_.empty()) {
    refuse(std::max<std::size_t>(line_, 1), 1, "there is no line; wanted one that names the columns: " + names());
  }
  if (rows_.empty()) {
    refuse(line_, 1, "there is no line behind the names of the columns");
  }
}

void CsvTable::refuse(std::size_t line, std::size_t place, const std::string& what) const {
  throw CsvError(one_line(file_) + ":" + std::to_string(line) + ":" + std::to_string(place) + ": " + what);
}

void CsvTable::read_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos || line[first] == '#') {
    return;
  }
  std::vector<Field> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    std::size_t end = 0;
    fields.push_back(read_field(line, begin, end));
    begin = end + 1;
  }
  column_of_.empty() ? read_header(fields) : read_row(fields);
}

// `end`: of the comma behind it, or of the line.
CsvTable::Field CsvTable::read_field(std::string_view line, std::size_t begin, std::size_t& end) const {
  end = std::min(line.find(',', begin), line.size());
  const std::size_t text = std::min(line.find_first_not_of(kBlanks, begin), end);
  if (text < end && line[text] == '"') {
    const std::size_t close = line.find('"', text + 1);
    end = close == std::string_view::npos ? close : std::min(line.find_first_not_of(kBlanks, close + 1), line.size());
    if (end == std::string_view::npos || (end < line.size() && line[end] != ',')) {
      refuse(line_, text + 1, "wanted a quote at the end of the field, and a comma or the end of the line behind it");
    }
    return {line.substr(text + 1, close - text - 1), text + 1};
  }
  const std::size_t last = text == end ? end : line.find_last_not_of(kBlanks, end - 1) + 1;
  return {line.substr(text, last - text), text + 1};
}

void CsvTable::read_header(const std::vector<Field>& fields) {
  const auto is_known = [&](const Field& field) {
    return std::ranges::find(columns_, field.text, &CsvColumn::name) != columns_.end();
  };
  if (std::ranges::none_of(fields, is_known)) {
    // Perhaps another file than was meant: nothing of it goes into a message.
    refuse(line_, 1, "names no column that is wanted; wanted " + names());
  }
  for (const Field& field : fields) {
    const auto found =
        std::find_if(columns_.begin(), columns_.end(), [&](const CsvColumn& one) { return one.name == field.text; });
    const auto column = static_cast<std::size_t>(found - columns_.begin());
    if (found == columns_.end() && others_ == OtherColumns::kSkipped) {
      column_of_.push_back(column);
      continue;
    }
    if (found == columns_.end()) {
      refuse(line_, field.place, "unknown column " + in_quotes(field.text) + "; wanted " + names());
    }
    if (std::find(column_of_.begin(), column_of_.end(), column) != column_of_.end()) {
      refuse(line_, field.place, "there are two columns " + in_quotes(field.text));
    }
    column_of_.push_back(column);
  }
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    const bool is_there = std::find(column_of_.begin(), column_of_.end(), column) != column_of_.end();
    if (columns_[column].required && !is_there) {
      refuse(line_, 1, "there is no column " + in_quotes(columns_[column].name) + "; wanted " + names());
    }
  }
}

void CsvTable::read_row(const std::vector<Field>& fields) {
  if (fields.size() > column_of_.size()) {
    refuse(line_, fields[column_of_.size()].place,
           "wanted " + std::to_string(column_of_.size()) + " fields, as the first line has; got " +
               std::to_string(fields.size()));
  }
  CsvRow row;
  row.table_ = this;
  row.line_ = line_;
  row.fields_.resize(columns_.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (column_of_[i] < columns_.size()) {
      row.fields_[column_of_[i]] = fields[i];
    }
  }
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].required && row.field(column).empty()) {
      row.refuse(column, "there is nothing; wanted a value");
    }
  }
  rows_.push_back(std::move(row));
}

std::string CsvTable::names() const {
  std::string text;
  for (const CsvColumn& column : columns_) {
    const bool is_last = &column == &columns_.back();
    text += (text.empty() ? ""
             : is_last    ? " and "
                          : ", ") +
            in_quotes(column.name) + (column.required ? "" : " (may be left out)");
  }
  return text;
}

}  // namespace weir::text
