// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Text for a console of so many columns: long lines are broken at blanks, wide tables become several.

#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::report {

struct ConsoleStyle {
  bool colours = false;
  std::size_t columns = 120;
};

// For files and other programs: no line is broken, no table split.
inline constexpr ConsoleStyle kUnbroken{.columns = std::numeric_limits<std::size_t>::max()};

// Of the terminal behind the descriptor; without one 120 columns, no colours.
ConsoleStyle console_style(int descriptor);

// As console_style() of a terminal; kUnbroken where there is none.
ConsoleStyle terminal_style(int descriptor);

// Whether text for this descriptor (1: standard output, 2: standard error) may be coloured: it is a terminal, NO_COLOR
// is unset or empty, and TERM is not "dumb".
bool may_use_colours(int descriptor);

inline constexpr std::string_view kRed = "\033[31m";
inline constexpr std::string_view kGreen = "\033[32m";
inline constexpr std::string_view kYellow = "\033[33m";
inline constexpr std::string_view kBold = "\033[1m";

class ConsoleText {
 public:
  explicit ConsoleText(const ConsoleStyle& style) : colours_(style.colours), columns_(style.columns) {}

  // Broken at blanks where the line is too long; what follows is indented. A word is never broken.
  void line(const std::string& text);

  // The text in that colour, if the style has colours.
  std::string paint(std::string_view colour, const std::string& text) const;

  // Rows of equal length, the first the header. The first `left` columns, and those with `text_columns[i]`, are text,
  // the others numbers. Where the columns are too many for a line, the others follow in a further table, behind the
  // same first `left` ones.
  void table(const std::vector<std::vector<std::string>>& rows, std::size_t left,
             const std::vector<bool>& text_columns = {});

  std::string take() { return std::move(text_); }

 private:
  struct Layout;
  void part(const Layout& layout, std::size_t begin, std::size_t end);

  bool colours_;
  std::size_t columns_;
  std::string text_;
};

}  // namespace weir::report
