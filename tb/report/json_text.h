// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The text of a large object of JSON, member by member and of lists row by row: at no time is more than one row there
// as JSON, which takes several times the memory of its text. The text is that of one dump of the whole.

#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/described_json.h"

namespace weir::report {

class ObjectText {
 public:
  // Writes a part of the text somewhere.
  using PassOn = std::function<void(std::string_view)>;

  // `text` gets what is added; it outlives the object. `depth`: objects and lists around this one. `pass_on`, which
  // outlives the object, gets what is in `text` between rows of lists, whenever that is much; null: all stays there.
  explicit ObjectText(std::string& text, std::size_t depth = 0, const PassOn* pass_on = nullptr)
      : text_(text), depth_(depth), pass_on_(pass_on) {}

  // `name`: a word of letters, digits and underscores.
  template <class T>
  void add(std::string_view name, const T& value) {
    begin_line(first_ ? '{' : ',', depth_ + 1);
    first_ = false;
    text_.append(1, '"').append(name).append("\": ");
    append(value);
  }

  // Adds the members that json_of makes. Throws std::invalid_argument, one line, if a result is not finite.
  template <Described T>
  void add_fields(const T& described) {
    for_each_field<T>([&](const auto& field) {
      if (field.said.word.empty() || (field.said.left_out && is_empty(field.of(described)))) {
        return;
      }
      try {
        add(field.said.word, field.of(described));
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(std::string(error.what()) + ": " + std::string(field.said.word));
      }
    });
  }

  // Ends the object, which has members.
  void end() {
    begin_line(depth_);
    text_.push_back('}');
  }

 private:
  static constexpr int kIndent = 2;
  static constexpr std::size_t kMuch = 65'536;

  template <class T>
  void append(const T& value) {
    append_json(json_of(value), depth_ + 1);
  }

  template <Described T>
  void append(const T& described) {
    ObjectText inner(text_, depth_ + 1, pass_on_);
    inner.add_fields(described);
    inner.end();
  }

  template <class T>
  void append(const std::vector<T>& list) {
    if (list.empty()) {
      text_ += "[]";
      return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      begin_line(i == 0 ? '[' : ',', depth_ + 2);
      append_json(json_of(list[i]), depth_ + 2);
      if (pass_on_ != nullptr && text_.size() > kMuch) {
        (*pass_on_)(text_);
        text_.clear();
      }
    }
    begin_line(depth_ + 1);
    text_.push_back(']');
  }

  // A name that is not UTF-8 is written with replacement characters: a report is better than none.
  void append_json(const Json& json, std::size_t depth) {
    const std::string lines = json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
    std::size_t begin = 0;
    for (std::size_t end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', begin)) {
      text_.append(lines, begin, end - begin);
      begin_line(depth);
      begin = end + 1;
    }
    text_.append(lines, begin);
  }

  void begin_line(std::size_t depth) { text_.append(1, '\n').append(depth * kIndent, ' '); }
  void begin_line(char ends_last, std::size_t depth) {
    text_.push_back(ends_last);
    begin_line(depth);
  }

  std::string& text_;
  std::size_t depth_;
  const PassOn* pass_on_;
  bool first_ = true;
};

}  // namespace weir::report
