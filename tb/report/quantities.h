// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The quantities of time series known to the report, and the units in which it shows them.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weir::report {

struct Quantity {
  std::string title;
  std::string note;
  bool step = false;
  bool integer = false;
  std::vector<std::string> states;  // names of the values 0, 1, ...; empty: numbers
};

// `id`: the last part of a column's name. An unknown quantity has `id` as its title.
Quantity quantity_of(std::string_view id);

// The position of the quantity's plot on the page; unknown quantities come last.
std::size_t quantity_rank(std::string_view id);

struct UnitScale {
  std::string_view base;
  std::string_view unit;  // the unit shown
  double factor = 1;      // base units in one of `unit`
};

// The scale for values in `base` up to `highest`; an unknown unit is kept.
UnitScale scale_for(std::string_view base, double highest);

}  // namespace weir::report
