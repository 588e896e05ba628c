// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// CSV tables written by users: fields separated by commas. Blanks around fields are ignored, as are quotes around a
// field, which may contain commas and blanks but no quotes. The first line names the columns, in any order; empty lines
// and lines that begin with '#' are skipped.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace weir::text {

// One line: "file:line:column: what was wanted".
class CsvError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CsvColumn {
  std::string_view name;
  bool required = true;
};

// The treatment of columns that are not asked for.
enum class OtherColumns { kRefused, kSkipped };

class CsvTable;

// A line of the table.
class CsvRow {
 public:
  // The field of the column; empty if the column, or this field of an optional column, is missing.
  std::string_view field(std::size_t column) const { return fields_[column].text; }

  // integer(): a whole number from `lowest` to `highest`. decimal(): a decimal number with at most `decimals` digits
  // after the point, times 10^decimals.
  std::int64_t integer(std::size_t column, std::int64_t lowest, std::int64_t highest) const;
  std::int64_t decimal(std::size_t column, unsigned decimals, std::int64_t lowest, std::int64_t highest) const;

  // Throws CsvError at the field, or at the line's first column if the field is missing: "<column's name>: what".
  [[noreturn]] void refuse(std::size_t column, const std::string& what) const;

 private:
  friend class CsvTable;
  struct Field {
    std::string_view text;
    std::size_t place = 1;  // column in the file, from 1
  };

  const CsvTable* table_ = nullptr;
  std::size_t line_ = 0;
  std::vector<Field> fields_;  // by index in the table's columns
};

class CsvTable {
 public:
  // `text` and `columns` must outlive the table; `file` is for messages. Throws CsvError for a repeated column, an
  // unknown one (unless skipped), a missing one, more fields than columns, an empty field of a required column, and a
  // text without lines.
  CsvTable(std::string_view text, std::string file, std::span<const CsvColumn> columns,
           OtherColumns others = OtherColumns::kRefused);
  CsvTable(const CsvTable&) = delete;
  CsvTable& operator=(const CsvTable&) = delete;

  const std::vector<CsvRow>& rows() const { return rows_; }
  [[noreturn]] void refuse(std::size_t line, std::size_t place, const std::string& what) const;

 private:
  friend class CsvRow;
  using Field = CsvRow::Field;

  void read_line(std::string_view line);
  Field read_field(std::string_view line, std::size_t begin, std::size_t& end) const;
  void read_header(const std::vector<Field>& fields);
  void read_row(const std::vector<Field>& fields);
  std::string names() const;

  std::string file_;
  std::span<const CsvColumn> columns_;
  OtherColumns others_;
  std::size_t line_ = 0;
  std::vector<std::size_t> column_of_;  // by position in the line; columns_.size(): skipped; empty before the header
  std::vector<CsvRow> rows_;
};

}  // namespace weir::text
