// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/console_text.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/report/terminal_line.h"

namespace weir::report {

namespace {

constexpr std::string_view kReset = "\033[0m";

// Without escape sequences, which a terminal does not show.
std::size_t width(std::string_view text) {
  std::size_t shown = 0;
  bool escaped = false;
  for (const char c : text) {
    escaped = escaped || c == '\033';
    shown += escaped ? 0 : 1;
    escaped = escaped && c != 'm';
  }
  return shown;
}

// The last blank before which at most `columns` are shown, or else the first blank; the size if there is none.
std::size_t break_of(std::string_view text, std::size_t columns) {
  std::size_t found = text.size();
  for (std::size_t at = text.find(' ', text.find_first_not_of(' ')); at < text.size(); at = text.find(' ', at + 1)) {
    if (found < text.size() && width(text.substr(0, at)) > columns) {
      break;
    }
    found = at;
  }
  return found;
}

}  // namespace

void ConsoleText::line(const std::string& text) {
  constexpr std::string_view kIndent = "    ";
  std::string_view rest = text;
  std::size_t indent = 0;
  while (indent + width(rest) > columns_) {
    const std::size_t end = break_of(rest, columns_ - std::min(indent, columns_));
    if (end == rest.size()) {
      break;
    }
    text_.append(kIndent.substr(0, indent)).append(rest.substr(0, end)).append("\n");
    rest.remove_prefix(std::min(rest.find_first_not_of(' ', end), rest.size()));
    indent = kIndent.size();
  }
  text_.append(kIndent.substr(0, indent)).append(rest).append("\n");
}

std::string ConsoleText::paint(std::string_view colour, const std::string& text) const {
  return colours_ ? fmt::format("{}{}{}", colour, text, kReset) : text;
}

struct ConsoleText::Layout {
  const std::vector<std::vector<std::string>>& rows;
  std::size_t left;
  const std::vector<bool>& text_columns;
  std::vector<std::size_t> widths = {};

  bool is_text(std::size_t column) const {
    return column < left || (column < text_columns.size() && text_columns[column]);
  }
};

void ConsoleText::table(const std::vector<std::vector<std::string>>& rows, std::size_t left,
                        const std::vector<bool>& text_columns) {
  Layout layout{.rows = rows, .left = left, .text_columns = text_columns};
  std::vector<std::size_t>& widths = layout.widths;
  widths.resize(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  const auto sum = [](std::size_t all, std::size_t width) { return all + width + 2; };
  const std::size_t named =
      std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(left), std::size_t{0}, sum);
  std::size_t begin = left;
  do {
    std::size_t end = begin;
    for (std::size_t used = named; end < widths.size(); ++end) {
      used = sum(used, widths[end]);
      if (used > columns_ && end > begin) {
        break;
      }
    }
    if (begin > left) {
      line("");
    }
    part(layout, begin, end);
    begin = end;
  } while (begin < widths.size());
}

// The first `left` columns, and those from `begin` to `end`.
void ConsoleText::part(const Layout& layout, std::size_t begin, std::size_t end) {
  for (std::size_t index = 0; index < layout.rows.size(); ++index) {
    std::string text = " ";
    for (std::size_t column = 0; column < end; ++column) {
      if (column < layout.left || column >= begin) {
        const std::string& cell = layout.rows[index][column];
        text += layout.is_text(column) ? fmt::format(" {:<{}} ", cell, layout.widths[column])
                                       : fmt::format(" {:>{}} ", cell, layout.widths[column]);
      }
    }
    text.erase(text.find_last_not_of(' ') + 1);
    line(index == 0 ? paint(kBold, text) : text);
  }
}

ConsoleStyle console_style(int descriptor) {
  ConsoleStyle style{.colours = may_use_colours(descriptor)};
  if (const unsigned columns = terminal_columns(descriptor); columns > 0) {
    style.columns = columns;
  }
  return style;
}

ConsoleStyle terminal_style(int descriptor) {
  return ::isatty(descriptor) == 1 ? console_style(descriptor) : kUnbroken;
}

bool may_use_colours(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return !refused && !dumb && ::isatty(descriptor) == 1;
}

}  // namespace weir::report
