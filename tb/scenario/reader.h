// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Typed access to a checked document: a value of the file, or its default from the table of keys. Kinds and ranges have
// been checked before, so reading fails only for a missing required key. A value read that is not in the file is noted
// for resolved.toml (Findings::taken): so a key must be read only if the file may have the key, too.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/ledger/setting.h"
#include "tb/scenario/document.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// One table of the document. The document must outlive it.
class Reader {
 public:
  // The table at `path`. If the file lacks it, every key has its default.
  Reader(const Document& document, std::string_view path);
  // An element of the array of tables `path` ("flow"); `index` from 0.
  Reader(const Document& document, std::string_view path, const Value& element, std::size_t index);

  // Looks up keys that are missing here in `other`, which has the same keys.
  void set_fallback(const Reader* other) { fallback_ = other; }
  bool has_fallback() const { return fallback_ != nullptr; }

  bool has(std::string_view key) const;
  bool has_own(std::string_view key) const { return table_ != nullptr && table_->find(key) != nullptr; }
  bool is_set(std::string_view key) const;  // by --set
  Time time(std::string_view key) const { return Time(quantity(key)); }
  BitRate rate(std::string_view key) const { return BitRate(quantity(key)); }
  Bytes bytes(std::string_view key) const { return Bytes(quantity(key)); }
  std::vector<Bytes> lengths(std::string_view key) const;  // a list
  std::int64_t integer(std::string_view key) const;
  unsigned count(std::string_view key) const { return static_cast<unsigned>(integer(key)); }
  double real(std::string_view key) const;
  bool boolean(std::string_view key) const;
  std::string text(std::string_view key) const;
  frame::Ipv4Address address(std::string_view key) const;
  const std::vector<Value>& list(std::string_view key) const;  // empty: missing
  // The path of a file, relative to the scenario's folder or absolute; the file must match `<key>_sha256`, if given.
  std::string file(std::string_view key) const;

  // For keys whose default depends on others.
  Time time_or(std::string_view key, Time otherwise) const;
  BitRate rate_or(std::string_view key, BitRate otherwise) const;
  Bytes bytes_or(std::string_view key, Bytes otherwise) const;
  std::string text_or(std::string_view key, const std::string& otherwise) const;

  // The element of `values` at the word's position in the table of keys.
  template <class T, std::size_t n>
  T word(std::string_view key, const std::array<T, n>& values) const {
    return values.at(word_index(key));
  }
  std::size_t word_index(std::string_view key) const;

  // The enumerator with this name in `names`.
  template <class Enum, std::size_t n>
  Enum word(std::string_view key, const std::array<Named<Enum>, n>& names) const {
    const std::string found = text(key);
    for (const Named<Enum>& known : names) {
      if (known.name == found) {
        return known.value;
      }
    }
    fail(key, "not a word of its list");
  }

  // The value of a chip setting that is not a list, as in the file.
  ledger::SettingValue value(const ledger::SettingText& setting) const;
  // Notes the value taken because the file has none; of a list, all elements.
  void note(const ledger::SettingText& setting, const std::vector<ledger::SettingValue>& values) const;
  void note(std::string_view key, Value value) const;
  void note(std::string_view key, Time time) const;
  void note(std::string_view key, std::int64_t integer) const;
  void note(std::string_view key, const std::vector<Bytes>& lengths) const;

  // Throws ScenarioError at the value of `key`, or at the table if the key is missing.
  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

  // The place where fail() would point: "file:line:column: key 'event.e1.value'".
  std::string where(std::string_view key) const;
  // Of the value, or of the table where the key is missing.
  Place place_of(std::string_view key) const;

  const Document& document() const { return document_; }
  std::string path_of(std::string_view key) const { return path_ + "." + std::string(key); }

 private:
  const Value* find(std::string_view key) const;
  KeyPlace key_place(std::string_view key) const { return {pattern_, index_, std::string(key)}; }
  const KeySpec& spec(std::string_view key) const;
  std::string_view initial(std::string_view key) const;
  std::int64_t steps(const ledger::SettingText& setting) const;
  std::int64_t quantity(std::string_view key) const;
  std::string written(std::string_view key) const;

  const Document& document_;
  const Value* table_ = nullptr;
  std::string pattern_;  // path in the table of keys
  std::string path_;     // path in messages
  std::size_t index_ = 0;
  const Reader* fallback_ = nullptr;
};

}  // namespace weir::scenario
