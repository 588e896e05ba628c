// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values as they lie in memory, in texts that processes of one program give each other.

#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weir::text {

template <class Value>
requires std::is_trivially_copyable_v<Value>
void append_raw(const Value& value, std::string& text) {
  text.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// Takes the value at the beginning off the text, which has at least its bytes.
template <class Value>
requires std::is_trivially_copyable_v<Value> Value take_raw(std::string_view& text) {
  Value value;
  std::memcpy(&value, text.data(), sizeof(value));
  text.remove_prefix(sizeof(value));
  return value;
}

// A text within a text: its length goes before.
inline void append_sized(std::string_view part, std::string& text) {
  append_raw(part.size(), text);
  text += part;
}

inline std::string_view take_sized(std::string_view& text) {
  const auto size = take_raw<std::size_t>(text);
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(size);
  return part;
}

template <class Value>
std::string raw_of(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

// Appends the values of a text of raw_of().
template <class Value>
void append_all(std::string_view text, std::vector<Value>& values) {
  const std::size_t before = values.size();
  values.resize(before + text.size() / sizeof(Value));
  std::memcpy(values.data() + before, text.data(), text.size());
}

}  // namespace weir::text
