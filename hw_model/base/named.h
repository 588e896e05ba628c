// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// An enumerator and its name in scenario files, lists and reports. The list of an enumeration's names stands beside it,
// in any order.

#pragma once

#include <string_view>

namespace weir {

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
  std::string_view text = {};
};

// The name of an enumerator; empty if the list has none.
template <class Names, class Enum>
constexpr std::string_view name_in(const Names& names, Enum value) {
  for (const auto& known : names) {
    if (known.value == value)
      return known.name;
  }
  return {};
}

}  // namespace weir
