// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/depth.h"

#include <algorithm>
#include <string>
#include <vector>

namespace weir::scenario {
namespace {

// Walks through a TOML text and keeps how many names and brackets stand open.
class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  std::optional<Place> run() {
    while (at_ < text_.size()) {
      step();
      if (heading_ + names_ + brackets_.size() > kDeepest) {
        return Place{line_, static_cast<std::uint32_t>(at_ - line_begin_ + 1), false};
      }
    }
    return std::nullopt;
  }

 private:
  void step() {
    const char c = text_[at_];
    switch (c) {
      case '#':
        at_ = std::min(text_.find('\n', at_), text_.size());
        return;
      case '"':
      case '\'':
        skip_string(c);
        return;
      case '\n':
        end_line();
        return;
      case '[':
      case '{':
        open();
        break;
      case ']':
      case '}':
        close();
        break;
      case '.':
        ++names_;
        break;
      case ',':
        names_ = brackets_.empty() ? 0 : brackets_.back();  // of the next key of a table in place
        break;
      default:
        is_blank_ = is_blank_ && (c == ' ' || c == '\t' || c == '\r');
    }
    is_blank_ = is_blank_ && c != '.' && c != ',';
    ++at_;
  }

  // A bracket where a line begins opens the heading of a table, elsewhere a list or a table in place. Either keeps the
  // names before it.
  void open() {
    if (is_blank_ && brackets_.empty()) {
      in_heading_ = true;
      heading_ = 1;
      names_ = 0;
      return;
    }
    if (!in_heading_) {
      brackets_.push_back(names_);
    }
  }

  void close() {
    if (in_heading_) {
      heading_ += names_;
      names_ = 0;
      in_heading_ = false;
    } else if (!brackets_.empty()) {
      names_ = brackets_.back();
      brackets_.pop_back();
    }
  }

  void end_line() {
    ++at_;
    ++line_;
    line_begin_ = at_;
    is_blank_ = true;
    if (brackets_.empty()) {
      names_ = 0;
      in_heading_ = false;
    }
  }

  // Skips the string that begins here; an unfinished string ends with the line, or if it has three quotes with the
  // text.
  void skip_string(char quote) {
    is_blank_ = false;
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_, 3) == three;
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (is_long ? text_.substr(at_, 3) == three : text_[at_] == quote) {
        at_ += is_long ? 3 : 1;
        return;
      }
      if (text_[at_] == '\n' && !is_long) {
        return;
      }
      if (text_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      }
      at_ += quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' ? 2 : 1;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_begin_ = 0;
  bool is_blank_ = true;  // nothing but blanks on this line so far
  bool in_heading_ = false;
  std::size_t heading_ = 0;            // names of the heading above
  std::size_t names_ = 0;              // dots of the key so far
  std::vector<std::size_t> brackets_;  // the dots before each that is open, at most kDeepest
};

}  // namespace

std::string wanted_depth() { return "wanted tables and lists at most " + std::to_string(kDeepest) + " deep"; }

std::optional<Place> too_deep(std::string_view text) { return DepthScan(text).run(); }

}  // namespace weir::scenario
