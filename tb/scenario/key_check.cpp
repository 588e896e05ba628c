// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "hw_model/base/ids.h"
#include "tb/text/address.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::Dimension;
using text::in_quotes;
using text::lower_case;
using text::parse_quantity;
using text::QuantityError;
using text::wanted;

namespace {

// A value that is to be checked: where it stands and what it is called.
struct Subject {
  const Document& document;
  const Value& value;
  const KeySpec& spec;
  std::string path;

  [[noreturn]] void refuse() const { refuse(wanted(spec)); }
  [[noreturn]] void refuse(const std::string& what) const {
    fail(document, value.place, path, "wanted " + what + "; got " + describe(value));
  }
};

std::string range_text(const KeySpec& spec) {
  if (!spec.lowest.empty() && !spec.highest.empty()) {
    return " from " + spec.lowest + " to " + spec.highest + (spec.step.empty() ? "" : ", a multiple of " + spec.step);
  }
  if (!spec.lowest.empty()) {
    return " of at least " + std::string(spec.lowest);
  }
  return spec.highest.empty() ? "" : " of at most " + std::string(spec.highest);
}

// For messages: the word that may stand in place of a number.
std::string or_word(const KeySpec& spec) {
  return spec.words.empty() ? "" : ", or \"" + std::string(spec.words.front()) + "\"";
}

std::string_view plain_name(Dimension dimension) {
  return dimension == Dimension::kTime ? "a time" : dimension == Dimension::kRate ? "a rate" : "a length in bytes";
}

bool is_word_of(const KeySpec& spec, const Value& value) {
  return value.kind == Value::Kind::kText &&
         std::find(spec.words.begin(), spec.words.end(), value.text) != spec.words.end();
}

void check_quantity(const Subject& subject, Dimension dimension) {
  const Value& value = subject.value;
  if (is_word_of(subject.spec, value)) {
    return;
  }
  if (value.kind != Value::Kind::kText && value.kind != Value::Kind::kInteger && value.kind != Value::Kind::kReal) {
    subject.refuse();
  }
  const KeySpec& spec = subject.spec;
  std::int64_t count = 0;
  try {
    count = parse_quantity(dimension, value.text);
  } catch (const QuantityError& error) {
    if (!spec.words.empty()) {
      subject.refuse();
    }
    fail(subject.document, value.place, subject.path, error.what());
  }
  const bool in_step = spec.step.empty() || count % parse_quantity(dimension, spec.step) == 0;
  if (!in_step || (!spec.lowest.empty() && count < parse_quantity(dimension, spec.lowest)) ||
      (!spec.highest.empty() && count > parse_quantity(dimension, spec.highest))) {
    subject.refuse(std::string(plain_name(dimension)) + range_text(spec));
  }
}

// Checks one length for all classes, or a list with one length for each class.
void check_class_bytes(const Subject& subject) {
  if (subject.value.kind != Value::Kind::kArray) {
    return check_quantity(subject, Dimension::kBytes);
  }
  const std::vector<Value>& lengths = subject.value.elements;
  if (lengths.size() != kClasses) {
    fail(subject.document, subject.value.place, subject.path,
         "wanted " + std::to_string(kClasses) + " values, one for each class; got " + std::to_string(lengths.size()));
  }
  for (const Value& length : lengths) {
    check_quantity({subject.document, length, subject.spec, subject.path}, Dimension::kBytes);
  }
}

void check_integer(const Subject& subject) {
  const KeySpec& spec = subject.spec;
  const auto limit = [](std::string_view text, std::int64_t otherwise) {
    return text.empty() ? otherwise : std::stoll(std::string(text));
  };
  const std::int64_t value = subject.value.integer;
  if (is_word_of(spec, subject.value)) {
    return;
  }
  if (subject.value.kind != Value::Kind::kInteger || value < limit(spec.lowest, 0) ||
      value > limit(spec.highest, std::numeric_limits<std::int64_t>::max())) {
    subject.refuse();
  }
}

void check_real(const Subject& subject) {
  const Value& value = subject.value;
  const bool is_number = value.kind == Value::Kind::kInteger || value.kind == Value::Kind::kReal;
  if (!is_number || !std::isfinite(value.real) || value.real < std::stod(std::string(subject.spec.lowest)) ||
      value.real > std::stod(std::string(subject.spec.highest))) {
    subject.refuse();
  }
}

// The key that chooses a mechanism and has this word; empty: none.
std::string key_of_mechanism(std::string_view word) {
  constexpr std::array kChoices{std::pair("flow_control", "scheme"), std::pair("congestion", "detector"),
                                std::pair("deadlock", "unit"), std::pair("traffic", "control")};
  for (const auto& [table, name] : kChoices) {
    const KeySpec* const key = find_key(table, name);
    if (key != nullptr && std::find(key->words.begin(), key->words.end(), word) != key->words.end()) {
      return std::string(table) + "." + name;
    }
  }
  return "";
}

// What may be meant by a word that the key does not have.
std::string word_hint(const std::string& text, const std::vector<std::string>& words) {
  if (const std::string key = key_of_mechanism(text); !key.empty() && text != "none") {
    return "; " + in_quotes(text) + " is a word of '" + key + "'";
  }
  const std::vector<std::string> alike = text::words_with_part(text, words);
  const std::string near = text::nearest_hint(text, words);
  if (alike.empty() || near == "; the nearest is " + in_quotes(lower_case(text))) {
    return near;
  }
  std::string hint = alike.size() == 1 ? "; the nearest is " : "; the nearest are ";
  for (const std::string& word : alike) {
    hint += (&word == &alike.front() ? "" : ", ") + in_quotes(word);
  }
  return hint;
}

void check_word(const Subject& subject) {
  const std::vector<std::string_view>& words = subject.spec.words;
  if (is_word_of(subject.spec, subject.value)) {
    return;
  }
  const std::vector<std::string> candidates(words.begin(), words.end());
  fail(subject.document, subject.value.place, subject.path,
       "wanted " + wanted(subject.spec) + "; got " + describe(subject.value) +
           (subject.value.kind == Value::Kind::kText ? word_hint(subject.value.text, candidates) : ""));
}

bool is_scalar_from_command_line(const Value& value) {
  return value.place.from_command_line && value.kind != Value::Kind::kArray && value.kind != Value::Kind::kTable;
}

bool is_name_value(const Value& value) {
  return (value.kind == Value::Kind::kText || is_scalar_from_command_line(value)) && is_name(value.text);
}

bool is_pattern_value(const Value& value) {
  std::string name = value.text;
  std::replace(name.begin(), name.end(), '*', '_');
  return value.kind == Value::Kind::kText && is_name(name);
}

bool is_size(const Value& value) {
  try {
    return value.kind == Value::Kind::kText && text::parse_bytes(value.text) > Bytes(0);
  } catch (const QuantityError&) {
    return false;
  }
}

bool is_pair(const Value& value, bool (*is_member)(const Value&)) {
  return value.kind == Value::Kind::kArray && value.elements.size() == 2 && is_member(value.elements[0]) &&
         is_member(value.elements[1]);
}

bool is_host_number(const Value& value) { return value.kind == Value::Kind::kInteger && value.integer >= 0; }

bool is_class(const Value& value) {
  return value.kind == Value::Kind::kInteger && value.integer >= 0 &&
         value.integer < static_cast<std::int64_t>(kClasses);
}

bool is_text(const Value& value) { return value.kind == Value::Kind::kText; }

bool is_digest(const Value& value) {
  constexpr std::size_t kDigits = 64;
  return is_text(value) && value.text.size() == kDigits &&
         std::all_of(value.text.begin(), value.text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_weight(const Value& value) {
  constexpr std::int64_t kMostWeight = 255;
  return value.kind == Value::Kind::kInteger && value.integer >= 1 && value.integer <= kMostWeight;
}

bool is_part(const Value& value) {
  return is_weight(value) || (value.kind == Value::Kind::kInteger && value.integer == 0);
}

// A list, each element as `is_member` says; an element that is not is shown at its own place.
void check_list(const Subject& subject, bool (*is_member)(const Value&)) {
  if (subject.value.kind != Value::Kind::kArray) {
    subject.refuse();
  }
  for (const Value& element : subject.value.elements) {
    if (!is_member(element)) {
      Subject{subject.document, element, subject.spec, subject.path}.refuse();
    }
  }
}

void check_numbers(const Subject& subject) {
  if (subject.value.kind != Value::Kind::kArray) {
    subject.refuse();
  }
  for (const Value& element : subject.value.elements) {
    if (element.kind != Value::Kind::kInteger || element.integer < std::stoll(std::string(subject.spec.lowest)) ||
        element.integer > std::stoll(std::string(subject.spec.highest))) {
      Subject{subject.document, element, subject.spec, subject.path}.refuse();
    }
  }
}

void check_kind(const Subject& subject, bool is_of_its_kind) {
  if (!is_of_its_kind) {
    subject.refuse();
  }
}

void check_value(const Subject& subject) {
  switch (subject.spec.kind) {
    case KeyKind::kTime:
      return check_quantity(subject, Dimension::kTime);
    case KeyKind::kRate:
      return check_quantity(subject, Dimension::kRate);
    case KeyKind::kBytes:
      return check_quantity(subject, Dimension::kBytes);
    case KeyKind::kClassBytes:
      return check_class_bytes(subject);
    case KeyKind::kInteger:
      return check_integer(subject);
    case KeyKind::kReal:
      return check_real(subject);
    case KeyKind::kWord:
      return check_word(subject);
    case KeyKind::kBoolean:
      return check_kind(subject, subject.value.kind == Value::Kind::kBoolean);
    case KeyKind::kTexts:
      return check_list(subject, is_text);
    case KeyKind::kDigest:
      return check_kind(subject, is_digest(subject.value));
    case KeyKind::kText:
    case KeyKind::kFile:
      return check_kind(subject,
                        subject.value.kind == Value::Kind::kText || is_scalar_from_command_line(subject.value));
    case KeyKind::kAddress:
      return check_kind(subject, text::parse_ipv4(subject.value.text).has_value());
    case KeyKind::kName:
      return check_kind(subject, is_name_value(subject.value));
    case KeyKind::kPair:
      return check_kind(subject, is_pair(subject.value, is_name_value));
    case KeyKind::kNames:
      return check_list(subject, is_name_value);
    case KeyKind::kPatterns:
      return check_list(subject, is_pattern_value);
    case KeyKind::kSizes:
      return check_list(subject, is_size);
    case KeyKind::kPairs:
      return check_list(subject, [](const Value& value) { return is_pair(value, is_name_value); });
    case KeyKind::kNumberPairs:
      return check_list(subject, [](const Value& value) { return is_pair(value, is_host_number); });
    case KeyKind::kClasses:
      return check_list(subject, is_class);
    case KeyKind::kWeights:
      return check_list(subject, is_weight);
    case KeyKind::kParts:
      return check_list(subject, is_part);
    case KeyKind::kNumbers:
      return check_numbers(subject);
  }
}

}  // namespace

void check_value(const Document& document, const Value& value, const KeySpec& spec, const std::string& path) {
  check_value({document, value, spec, path});
}

std::string wanted(const KeySpec& spec) {
  switch (spec.kind) {
    case KeyKind::kTime:
      return wanted(Dimension::kTime);
    case KeyKind::kRate:
      return wanted(Dimension::kRate);
    case KeyKind::kBytes:
      return wanted(Dimension::kBytes) + or_word(spec);
    case KeyKind::kClassBytes:
      return wanted(Dimension::kBytes) + ", or a list of " + std::to_string(kClasses) + " of them";
    case KeyKind::kInteger:
      return "an integer" + range_text(spec) + or_word(spec);
    case KeyKind::kReal:
      return "a number" + range_text(spec);
    case KeyKind::kBoolean:
      return "true or false";
    case KeyKind::kText:
      return "text in quotes";
    case KeyKind::kTexts:
      return "a list of texts in quotes";
    case KeyKind::kFile:
      return "the path of a file in quotes";
    case KeyKind::kDigest:
      return "a SHA-256 of 64 digits 0..9, a..f in quotes";
    case KeyKind::kAddress:
      return "an IPv4 address such as \"10.0.0.1\"";
    case KeyKind::kName:
      return "a name of letters, digits, '_' and (not first) '-' in quotes";
    case KeyKind::kPair:
      return "two names such as [\"h1\", \"s1\"]";
    case KeyKind::kNames:
      return "a list of names such as [\"h1\", \"s1\", \"h2\"]";
    case KeyKind::kPatterns:
      return "a list of names, '*' for any letters, such as [\"h1\", \"h2*\"]";
    case KeyKind::kSizes:
      return "a list of sizes such as [\"10KB\", \"1MB\"]";
    case KeyKind::kPairs:
      return "a list of pairs of names such as [[\"s1\", \"s2\"]]";
    case KeyKind::kNumberPairs:
      return "a list of pairs of host numbers such as [[7, 5], [5, 7]]";
    case KeyKind::kClasses:
      return "a list of classes 0..7 such as [0, 3]";
    case KeyKind::kWeights:
      return "a list of weights 1..255 such as [4, 1]";
    case KeyKind::kParts:
      return "a list of weights 0..255 such as [0, 4, 1]";
    case KeyKind::kNumbers:
      return "a list of integers from " + std::string(spec.lowest) + " to " + std::string(spec.highest);
    case KeyKind::kWord:
      break;
  }
  std::string text = "one of";
  for (const std::string_view word : spec.words) {
    text += (word == spec.words.front() ? " \"" : ", \"") + std::string(word) + "\"";
  }
  return text;
}

bool may_stand_in_a_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool is_name(std::string_view text) {
  constexpr std::size_t kLongestName = 64;
  return !text.empty() && text.size() <= kLongestName && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), may_stand_in_a_name);
}

std::string describe(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kText:
      return in_quotes(value.text);
    case Value::Kind::kInteger:
    case Value::Kind::kReal:
    case Value::Kind::kBoolean:
      return value.text;
    default:
      return std::string(name_of(value.kind));
  }
}

std::string element_name(const Value& element, std::size_t index) {
  const Value* name = element.find("name");
  if (name != nullptr && is_name_value(*name)) {
    return "." + name->text;
  }
  return "[" + std::to_string(index + 1) + "]";
}

}  // namespace weir::scenario
