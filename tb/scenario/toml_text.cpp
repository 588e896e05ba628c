// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/toml_text.h"

#include <algorithm>

#include "hw_model/ledger/setting.h"

namespace weir::scenario {

std::string real_text(double real) { return ledger::text_of({.kind = ledger::SettingKind::kReal}, {0, real}); }

std::string string_text(std::string_view text) {
  constexpr unsigned char kSpace = 0x20;
  constexpr unsigned char kDelete = 0x7f;
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (byte < kSpace || byte == kDelete) {
      quoted += {'\\', 'u', '0', '0', kDigits[byte >> 4U], kDigits[byte & 0xfU]};
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string key_text(std::string_view key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare ? std::string(key) : string_text(key);
}

std::string toml_text(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kText:
    case Value::Kind::kDate:
      return string_text(value.text);
    case Value::Kind::kInteger:
      return std::to_string(value.integer);
    case Value::Kind::kReal:
      return real_text(value.real);
    case Value::Kind::kBoolean:
      return value.boolean ? "true" : "false";
    case Value::Kind::kArray: {
      std::string text;
      for (const Value& element : value.elements) {
        text += (text.empty() ? "" : ", ") + toml_text(element);
      }
      return "[" + text + "]";
    }
    case Value::Kind::kTable:
      break;
  }
  std::string text;
  for (const Member& member : value.members) {
    text += (text.empty() ? " " : ", ") + key_text(member.key) + " = " + toml_text(member.value);
  }
  return "{" + text + " }";
}

}  // namespace weir::scenario
