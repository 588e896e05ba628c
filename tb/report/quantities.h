// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the report knows of the quantities in a time series, and the units that it shows them in.

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

// `id` is the last part of a column's name. One that is not known has its name as title.
Quantity quantity_of(std::string_view id);

// Place of its plot on the page; those not known come last.
std::size_t quantity_rank(std::string_view id);

struct UnitScale {
  std::string_view base;
  std::string_view unit;  // what is shown
  double factor = 1;      // base units in one of `unit`
};

// For values of unit `base` up to `highest`; a unit that is not known stays.
UnitScale scale_for(std::string_view base, double highest);

}  // namespace weir::report
