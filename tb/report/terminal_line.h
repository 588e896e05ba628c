// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One line of a terminal that is written over itself. It goes to standard error, if that is a terminal.

#pragma once

#include <functional>
#include <string>

namespace weir::report {

// Columns of the terminal behind a descriptor; where the terminal does not tell, those of the environment (COLUMNS),
// or 80; 0: no terminal.
unsigned terminal_columns(int descriptor);

class TerminalLine {
 public:
  using Sink = std::function<void(const std::string&)>;

  TerminalLine();
  // For tests; 0 columns: shows nothing.
  TerminalLine(unsigned columns, Sink sink);
  ~TerminalLine() { clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  unsigned columns() const { return columns_; }
  // Replaces the line by `text`, cut to the terminal's width.
  void show(std::string text);
  // Removes the line, so that other text may be written.
  void clear();

 private:
  unsigned columns_;
  Sink sink_;
  bool visible_ = false;
};

}  // namespace weir::report
