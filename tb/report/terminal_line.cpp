// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/terminal_line.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>
#include <utility>

#include <sys/ioctl.h>

namespace weir::report {

namespace {

constexpr unsigned kUsualColumns = 80;
constexpr long kMostColumns = 10'000;

void write_standard_error(const std::string& text) {
  // A line that cannot be shown is not worth an error.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

unsigned terminal_columns(int descriptor) {
  if (::isatty(descriptor) != 1) {
    return 0;
  }
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  const char* const columns = std::getenv("COLUMNS");
  const long given = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
  return given > 0 && given < kMostColumns ? static_cast<unsigned>(given) : kUsualColumns;
}

TerminalLine::TerminalLine() : TerminalLine(terminal_columns(STDERR_FILENO), &write_standard_error) {}

TerminalLine::TerminalLine(unsigned columns, Sink sink) : columns_(columns), sink_(std::move(sink)) {}

void TerminalLine::show(std::string text) {
  if (columns_ == 0) {
    return;
  }
  text.resize(std::min<std::size_t>(text.size(), columns_ - 1));
  sink_("\r" + text + "\033[K");
  visible_ = true;
}

void TerminalLine::clear() {
  if (visible_) {
    sink_("\r\033[K");
  }
  visible_ = false;
}

}  // namespace weir::report
