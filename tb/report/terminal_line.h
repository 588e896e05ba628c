// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One line of a terminal that is written over itself. On standard error, and nothing at all where that goes elsewhere.

#pragma once

#include <functional>
#include <string>

namespace weir::report {

class TerminalLine {
 public:
  using Sink = std::function<void(const std::string&)>;

  TerminalLine();
  // For tests; 0 columns: nobody looks.
  TerminalLine(unsigned columns, Sink sink);
  ~TerminalLine() { clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  unsigned columns() const { return columns_; }
  // In the place of what stands there, cut to the line.
  void show(std::string text);
  // Other text may be written afterwards.
  void clear();

 private:
  unsigned columns_;
  Sink sink_;
  bool visible_ = false;
};

}  // namespace weir::report
