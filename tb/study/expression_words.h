// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The words and signs of an expression, one after the other.

#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "tb/study/expression.h"
#include "tb/text/words.h"

namespace weir::study {

class ExpressionWords {
 protected:
  explicit ExpressionWords(std::string_view text) : text_(text) {}

  static bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  static bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

  // A '-' is of a name where no blank stands behind it.
  bool is_of_name(std::size_t at) const {
    const char c = text_[at];
    return begins_name(c) || is_digit(c) || c == '.' || c == '*' ||
           (c == '-' && at + 1 < text_.size() && (begins_name(text_[at + 1]) || is_digit(text_[at + 1])));
  }

  // `what` was wanted at the position.
  [[noreturn]] void fail(const std::string& what) const {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    throw ExpressionError(what + "; got " + (rest.empty() ? std::string("the end") : text::in_quotes(rest)) + " in " +
                          text::in_quotes(text_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
    }
  }

  // Takes `word`, a sign or a whole word, if it stands next.
  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) {
      return false;
    }
    const std::size_t end = at_ + word.size();
    if (begins_name(word.front()) && end < text_.size() && is_of_name(end)) {
      return false;
    }
    at_ = end;
    return true;
  }

  // The first of the words that stands next; empty: none.
  template <std::size_t kCount>
  std::string_view take_one(const std::array<std::string_view, kCount>& words) {
    const auto found = std::find_if(words.begin(), words.end(), [&](std::string_view word) { return take(word); });
    return found == words.end() ? std::string_view() : *found;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace weir::study
