// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The columns of the tables of flows, queues and buffers: the described fields with a heading for that table.

#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "tb/report/measured.h"

namespace weir::report {

// Selects a table by the member of Said with its headings.
using Heading = std::string_view Said::*;

// Calls visit(field) for each field that is a column of the table with these rows.
template <Described T, class Visit>
void for_each_column(Heading heading, const std::vector<const T*>& rows, Visit&& visit) {
  for_each_field<T>([&](const auto& field) {
    using Value = std::remove_cvref_t<decltype(field.of(*rows.front()))>;
    if constexpr (requires(const Value& value) { number_of(value); }) {
      const auto holds = [&](const T* row) { return number_of(field.of(*row)).value_or(0) != 0; };
      if (!(field.said.*heading).empty() && (!field.said.where_any || std::ranges::any_of(rows, holds))) {
        visit(field);
      }
    }
  });
}

// The value as text for people; `none` if there is none.
template <class Column, class T>
std::string cell_of(const Column& column, const T& row, const char* none) {
  const std::optional<double> number = number_of(column.of(row));
  return number ? human(column.said.measure, *number) : none;
}

template <class T>
std::vector<const T*> rows_of(const std::vector<T>& results) {
  std::vector<const T*> rows;
  rows.reserve(results.size());
  for (const T& one : results) {
    rows.push_back(&one);
  }
  return rows;
}

}  // namespace weir::report
