// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The first sentence of a text, for lists.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace weir::text {

// Up to the first ". " or the first line's end, without periods at the end. "s1.. in a ring" ends no sentence.
inline std::string first_sentence(std::string_view text) {
  std::size_t end = text.find(". ");
  while (end != std::string_view::npos && end > 0 && text[end - 1] == '.') {
    end = text.find(". ", end + 1);
  }
  std::string first(text.substr(0, std::min(end, text.find('\n'))));
  first.erase(first.find_last_not_of('.') + 1);
  return first;
}

}  // namespace weir::text
