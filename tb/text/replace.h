// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Marks in a text, replaced.

#pragma once

#include <string>
#include <string_view>

namespace weir::text {

// Puts `by` in the place of every `mark` that stands in `text`; marks in `by` stay.
inline void replace_all(std::string& text, std::string_view mark, std::string_view by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) {
    text.replace(at, mark.size(), by);
  }
}

}  // namespace weir::text
