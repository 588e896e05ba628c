// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/reader.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "hw_model/base/quantity_text.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/address.h"
#include "tb/text/quantity.h"
#include "tb/text/sha256.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::Dimension;
using text::parse_quantity;
using text::wanted;

namespace {

// A default of the table of keys.
Value default_of(KeyKind kind, std::string_view initial) {
  switch (kind) {
    case KeyKind::kInteger:
      return integer_value(std::stoll(std::string(initial)));
    case KeyKind::kReal:
      return real_value(std::stod(std::string(initial)));
    case KeyKind::kBoolean:
      return boolean_value(initial == "true");
    default:
      return text_value(std::string(initial));
  }
}

Value value_of(const ledger::SettingText& setting, ledger::SettingValue value) {
  using ledger::SettingKind;
  switch (setting.kind) {
    case SettingKind::kInteger:
      return integer_value(value.count);
    case SettingKind::kReal:
      return real_value(setting.is_double() ? value.real
                                            : static_cast<double>(value.count) / static_cast<double>(setting.per_one));
    case SettingKind::kBoolean:
      return boolean_value(value.count != 0);
    case SettingKind::kClasses: {
      Value list;
      list.kind = Value::Kind::kArray;
      for (std::int64_t c = 0; value.count >> c != 0; ++c) {
        if ((value.count >> c & 1) != 0) {
          list.elements.push_back(integer_value(c));
        }
      }
      return list;
    }
    default:
      return text_value(text_of(setting, value));
  }
}

}  // namespace

Reader::Reader(const Document& document, std::string_view path)
    : document_(document), table_(&document.root), pattern_(path), path_(path) {
  for (std::size_t begin = 0; begin <= path.size() && table_ != nullptr;) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    table_ = table_->find(path.substr(begin, end - begin));
    begin = end + 1;
  }
}

Reader::Reader(const Document& document, std::string_view path, const Value& element, std::size_t index)
    : document_(document),
      table_(&element),
      pattern_(std::string(path) + "[]"),
      path_(std::string(path) + element_name(element, index)),
      index_(index) {}

const Value* Reader::find(std::string_view key) const {
  const Value* value = table_ == nullptr ? nullptr : table_->find(key);
  return value == nullptr && fallback_ != nullptr ? fallback_->find(key) : value;
}

const KeySpec& Reader::spec(std::string_view key) const {
  const KeySpec* known = find_key(pattern_, key);
  if (known == nullptr) {
    throw std::logic_error("not in the table of keys: " + path_of(key));
  }
  return *known;
}

std::string_view Reader::initial(std::string_view key) const {
  const std::string& own = spec(key).initial;
  return own.empty() && fallback_ != nullptr ? fallback_->initial(key) : std::string_view(own);
}

bool Reader::has(std::string_view key) const { return find(key) != nullptr; }

bool Reader::is_set(std::string_view key) const { return has(key) && find(key)->place.from_command_line; }

std::string Reader::written(std::string_view key) const {
  if (const Value* value = find(key)) {
    return value->text;
  }
  if (spec(key).required) {
    fail(key, "required, but missing; wanted " + wanted(spec(key)));
  }
  const std::string_view otherwise = initial(key);
  if (!otherwise.empty()) {
    note(key, default_of(spec(key).kind, otherwise));
  }
  return std::string(otherwise);
}

void Reader::note(std::string_view key, Value value) const {
  document_.findings.taken.insert_or_assign(key_place(key), std::move(value));
}

void Reader::note(std::string_view key, std::int64_t integer) const { note(key, integer_value(integer)); }

void Reader::note(std::string_view key, Time time) const { note(key, text_value(quantity_text(time))); }

void Reader::note(std::string_view key, const std::vector<Bytes>& lengths) const {
  Value list;
  list.kind = Value::Kind::kArray;
  for (const Bytes length : lengths) {
    list.elements.push_back(text_value(quantity_text(length)));
  }
  note(key, std::move(list));
}

void Reader::note(const ledger::SettingText& setting, const std::vector<ledger::SettingValue>& values) const {
  if (setting.elements == 1) {
    return note(setting.word, value_of(setting, values.front()));
  }
  Value list;
  list.kind = Value::Kind::kArray;
  for (const ledger::SettingValue value : values) {
    list.elements.push_back(value_of(setting, value));
  }
  note(setting.word, std::move(list));
}

Time Reader::time_or(std::string_view key, Time otherwise) const {
  if (!has(key)) {
    note(key, otherwise);
  }
  return has(key) ? time(key) : otherwise;
}

BitRate Reader::rate_or(std::string_view key, BitRate otherwise) const {
  if (!has(key)) {
    note(key, text_value(quantity_text(otherwise)));
  }
  return has(key) ? rate(key) : otherwise;
}

Bytes Reader::bytes_or(std::string_view key, Bytes otherwise) const {
  if (!has(key)) {
    note(key, text_value(quantity_text(otherwise)));
  }
  return has(key) ? bytes(key) : otherwise;
}

std::string Reader::text_or(std::string_view key, const std::string& otherwise) const {
  if (!has(key)) {
    note(key, text_value(otherwise));
  }
  return has(key) ? text(key) : otherwise;
}

std::string Reader::file(std::string_view key) const {
  if (!has_own(key) && fallback_ != nullptr && fallback_->has(key)) {
    return fallback_->file(key);
  }
  const std::string path = (std::filesystem::path(folder_of(document_, place_of(key))) / text(key)).string();
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return path;  // who opens it says what is wrong
  }
  std::string sha256;
  try {
    sha256 = text::sha256_of_file(path);
  } catch (const std::runtime_error& unreadable) {
    fail(key, unreadable.what());
  }
  const std::string expected = std::string(key) + "_sha256";
  if (has_own(expected) && text(expected) != sha256) {
    fail(expected, "is not that of " + text::in_quotes(text(key)) + ", " + sha256 + ": the file has changed; --set " +
                       path_of(expected) + "= takes what there is now");
  }
  document_.findings.files.insert_or_assign(key_place(key), InputFile{path, sha256});
  return path;
}

std::int64_t Reader::quantity(std::string_view key) const {
  const KeyKind kind = spec(key).kind;
  return parse_quantity(kind == KeyKind::kTime   ? Dimension::kTime
                        : kind == KeyKind::kRate ? Dimension::kRate
                                                 : Dimension::kBytes,
                        written(key));
}

std::vector<Bytes> Reader::lengths(std::string_view key) const {
  std::vector<Bytes> lengths;
  for (const Value& length : list(key)) {
    lengths.push_back(text::parse_bytes(length.text));
  }
  return lengths;
}

std::int64_t Reader::integer(std::string_view key) const {
  const Value* value = find(key);
  return value != nullptr ? value->integer : std::stoll(written(key));
}

double Reader::real(std::string_view key) const {
  const Value* value = find(key);
  return value != nullptr ? value->real : std::stod(written(key));
}

bool Reader::boolean(std::string_view key) const {
  const Value* value = find(key);
  return value != nullptr ? value->boolean : written(key) == "true";
}

std::string Reader::text(std::string_view key) const { return written(key); }

frame::Ipv4Address Reader::address(std::string_view key) const { return text::parse_ipv4(written(key)).value(); }

const std::vector<Value>& Reader::list(std::string_view key) const {
  static const std::vector<Value> kEmpty;
  const Value* value = find(key);
  const KeySpec* known = find_key(pattern_, key);  // an array of tables has no entry
  if (value == nullptr && known != nullptr && known->required) {
    fail(key, "required, but missing; wanted " + wanted(spec(key)));
  }
  return value == nullptr ? kEmpty : value->elements;
}

std::size_t Reader::word_index(std::string_view key) const {
  const std::vector<std::string_view>& words = spec(key).words;
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), written(key)) - words.begin());
}

ledger::SettingValue Reader::value(const ledger::SettingText& setting) const {
  using ledger::SettingKind;
  const std::string_view key = setting.word;
  if (!setting.or_word.empty() && written(key) == setting.or_word) {
    return {ledger::kWordInstead};
  }
  switch (setting.kind) {
    case SettingKind::kTime:
    case SettingKind::kRate:
    case SettingKind::kBytes:
      return {quantity(key)};
    case SettingKind::kBoolean:
      return {boolean(key) ? 1 : 0};
    case SettingKind::kReal:
      return setting.is_double() ? ledger::SettingValue{0, real(key)} : ledger::SettingValue{steps(setting)};
    case SettingKind::kWord: {
      const std::string found = text(key);
      const auto known = std::find_if(setting.words.begin(), setting.words.end(),
                                      [&](const ledger::SettingWord& word) { return word.word == found; });
      return {known->value};
    }
    case SettingKind::kClasses: {
      std::int64_t mask = 0;
      for (const Value& element : list(key)) {
        mask |= std::int64_t{1} << element.integer;
      }
      return {mask};
    }
    case SettingKind::kText:
      return {ledger::text_number(text(key))};
    case SettingKind::kInteger:
      break;
  }
  return {integer(key)};
}

// A fraction that the hardware counts in steps.
std::int64_t Reader::steps(const ledger::SettingText& setting) const {
  const double steps = real(setting.word) * static_cast<double>(setting.per_one);
  const auto whole = static_cast<std::int64_t>(steps);
  if (steps != static_cast<double>(whole)) {
    std::ostringstream step;
    step << 1.0 / static_cast<double>(setting.per_one);
    fail(setting.word, "wanted a multiple of 1/" + std::to_string(setting.per_one) + ", " + step.str());
  }
  return whole;
}

void Reader::fail(std::string_view key, const std::string& what) const {
  if (!has_own(key) && fallback_ != nullptr && fallback_->has(key)) {
    fallback_->fail(key, what);
  }
  scenario::fail(document_, place_of(key), path_of(key), what);
}

std::string Reader::where(std::string_view key) const {
  if (!has_own(key) && fallback_ != nullptr && fallback_->has(key)) {
    return fallback_->where(key);
  }
  return to_text(document_, place_of(key)) + ": key '" + path_of(key) + "'";
}

Place Reader::place_of(std::string_view key) const {
  const Value* value = find(key);
  return value != nullptr ? value->place : table_ != nullptr ? table_->place : document_.root.place;
}

}  // namespace weir::scenario
