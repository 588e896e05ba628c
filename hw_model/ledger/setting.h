// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The description of one setting of a struct, given once, beside the struct: the member, its word, range, meaning, and
// the register that holds it, if hardware does. The member's initializer is the default. The key of a scenario file,
// its page and schema, the register's declaration and its binding are all made from this description.
//
//   const SettingsOf<ParserConfig>& parser_settings() {
//     static const SettingsOf<ParserConfig> kSettings = {
//         setting(&ParserConfig::clock, "clock", {1_ps, 1_us}, "Clock of the ingress pipeline."),
//         ...
//
// Rules between settings are in a function `check` beside them, see complaints.h.

#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw_model/base/by_class.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting_value.h"

namespace weir::ledger {

enum class SettingKind : std::uint8_t {
  kTime,     // ps
  kRate,     // bit/s
  kBytes,    //
  kInteger,  //
  kReal,     // a double, or a count of 1/per_one
  kBoolean,  //
  kWord,     // an enumerator, by its word
  kClasses,  // a set of classes, a bit each
  kText,     // any text, by its number (text_number)
};

// An enumerator and what files, lists and registers call it.
struct SettingWord {
  std::int64_t value = 0;
  std::string_view word;
};

// The count that stands for a quantity's word (or_word) in place of a number.
inline constexpr std::int64_t kWordInstead = -1;

// The number that stands for a text in a SettingValue, the same for equal texts of a process; 0: the empty one. And the
// text of a number that text_number() gave, which lives as long as the process.
std::int64_t text_number(std::string_view text);
std::string_view text_of_number(std::int64_t number);

// The part of a setting's description that does not depend on its struct.
struct SettingText {
  std::string_view word = {};
  SettingKind kind = SettingKind::kInteger;
  std::string_view meaning = {};
  SettingValue lowest = {};
  SettingValue highest = {};
  std::int64_t step = 1;                // values are multiples of it
  std::int64_t per_one = 0;             // of a real that is a count: the count of 1
  std::vector<SettingWord> words = {};  // of kWord
  std::string_view or_word = {};        // of a quantity: a word that may replace it, as kWordInstead
  std::size_t elements = 1;             // of a list
  bool may_be_by_class = false;         // one number, or a list of kClasses
  std::string register_name = {};       // the register, perhaps in another unit; empty: none
  std::string_view alike = {};          // why all devices of a network must agree; empty: they need not
  std::string_view only_for = {};       // "source = \"dscp\"": what the setting needs to act; empty: nothing

  bool is_double() const { return kind == SettingKind::kReal && per_one == 0; }
};

// "750KB", "0.5", "true", "strict_priority", "[0, 3]".
std::string text_of(const SettingText& setting, SettingValue value);

// "a time from 1ps to 1us", "an integer from 0 to 1000", "one of \"pcp\", \"dscp\"".
std::string wanted(const SettingText& setting);

// Whether the value is within the range and a multiple of the step; for an enumeration, whether the enumerator exists.
bool within_range(const SettingText& setting, SettingValue value);

// The register that holds a setting as it is. For a register that holds the setting in another unit, or with other
// settings, only its name is given; its block declares and binds it.
template <class Config>
struct HeldIn {
  std::function<unsigned(const Config&)> width = {};
  std::string_view width_follows = "";
  std::string_view name = "";         // empty: the setting's word
  std::string_view source = "";       // empty: that of the block
  std::string_view description = "";  // empty: the setting's meaning
  std::string_view each = "";         // of a list: the dimension of its elements
};

template <class Config>
struct Setting : SettingText {
  std::function<SettingValue(const Config&, std::size_t element)> get;
  std::function<void(Config&, std::size_t element, SettingValue)> set;
  HeldIn<Config> held;

  // For a setting of one number or of one for each class: is_by_class tells whether there is one for each class,
  // get_of_class reads a class's number, set_of_class sets it and so makes it one for each class. `get` is then the
  // highest.
  std::function<bool(const Config&)> is_by_class = {};
  std::function<SettingValue(const Config&, std::size_t c)> get_of_class = {};
  std::function<void(Config&, std::size_t c, SettingValue)> set_of_class = {};

  // Of a setting that is only for some values of others: whether it acts.
  std::function<bool(const Config&)> is_used = {};

  bool is_held() const { return held.width != nullptr; }
  bool acts(const Config& config) const { return only_for.empty() || is_used(config); }
  bool by_class(const Config& config) const { return may_be_by_class && is_by_class(config); }
};

template <class Config>
using SettingsOf = std::vector<Setting<Config>>;

template <class Value>
struct Range {
  Value lowest{};
  Value highest{};
  Value step{};
};

namespace detail {

constexpr SettingKind kind_of(Time) { return SettingKind::kTime; }
constexpr SettingKind kind_of(BitRate) { return SettingKind::kRate; }
constexpr SettingKind kind_of(Bytes) { return SettingKind::kBytes; }

template <class Tag>
SettingText quantity(std::string_view word, Range<Quantity<Tag>> range, std::string_view meaning) {
  return {.word = word,
          .kind = kind_of(Quantity<Tag>()),
          .meaning = meaning,
          .lowest = {range.lowest.count()},
          .highest = {range.highest.count()},
          .step = range.step.count() == 0 ? 1 : range.step.count()};
}

template <class Config, class Get, class Set>
Setting<Config> described(SettingText text, Get get, Set set, HeldIn<Config> held) {
  Setting<Config> setting;
  static_cast<SettingText&>(setting) = std::move(text);
  setting.get = std::move(get);
  setting.set = std::move(set);
  setting.held = std::move(held);
  setting.register_name = setting.is_held() && setting.held.name.empty() ? setting.word : setting.held.name;
  return setting;
}

}  // namespace detail

template <class Config, class Tag>
Setting<Config> setting(Quantity<Tag> Config::*member, std::string_view word, Range<Quantity<Tag>> range,
                        std::string_view meaning, HeldIn<std::type_identity_t<Config>> held = {}) {
  return detail::described<Config>(
      detail::quantity(word, range, meaning),
      [member](const Config& config, std::size_t) { return SettingValue{(config.*member).count()}; },
      [member](Config& config, std::size_t, SettingValue value) { config.*member = Quantity<Tag>(value.count); },
      std::move(held));
}

template <class Config, std::integral Value>
requires(!std::is_same_v<Value, bool>) Setting<Config> setting(Value Config::*member, std::string_view word,
                                                               Range<std::int64_t> range, std::string_view meaning,
                                                               HeldIn<std::type_identity_t<Config>> held = {}) {
  return detail::described<Config>(
      {.word = word, .meaning = meaning, .lowest = {range.lowest}, .highest = {range.highest}},
      [member](const Config& config, std::size_t) { return SettingValue{static_cast<std::int64_t>(config.*member)}; },
      [member](Config& config, std::size_t, SettingValue value) { config.*member = static_cast<Value>(value.count); },
      std::move(held));
}

template <class Config>
Setting<Config> setting(double Config::*member, std::string_view word, Range<double> range, std::string_view meaning,
                        HeldIn<std::type_identity_t<Config>> held = {}) {
  return detail::described<Config>(
      {.word = word,
       .kind = SettingKind::kReal,
       .meaning = meaning,
       .lowest = {0, range.lowest},
       .highest = {0, range.highest}},
      [member](const Config& config, std::size_t) {
        return SettingValue{0, config.*member};
      },
      [member](Config& config, std::size_t, SettingValue value) { config.*member = value.real; }, std::move(held));
}

// A fraction that the struct and the hardware count in 1/per_one.
template <class Config, std::integral Value>
Setting<Config> fraction(Value Config::*member, std::string_view word, Range<std::int64_t> range, std::int64_t per_one,
                         std::string_view meaning, HeldIn<std::type_identity_t<Config>> held = {}) {
  Setting<Config> result =
      setting(member, word, {range.lowest * per_one, range.highest * per_one}, meaning, std::move(held));
  result.kind = SettingKind::kReal;
  result.per_one = per_one;
  return result;
}

template <class Config>
Setting<Config> setting(bool Config::*member, std::string_view word, std::string_view meaning,
                        HeldIn<std::type_identity_t<Config>> held = {}) {
  return detail::described<Config>(
      {.word = word, .kind = SettingKind::kBoolean, .meaning = meaning, .highest = {1}},
      [member](const Config& config, std::size_t) { return SettingValue{config.*member ? 1 : 0}; },
      [member](Config& config, std::size_t, SettingValue value) { config.*member = value.count != 0; },
      std::move(held));
}

// `names`: the list of {enumerator, word, ...}, in any order, that stands beside the enumeration.
template <class Config, class Enum, class Names>
requires std::is_enum_v<Enum> Setting<Config> setting(Enum Config::*member, std::string_view word, const Names& names,
                                                      std::string_view meaning,
                                                      HeldIn<std::type_identity_t<Config>> held = {}) {
  SettingText text{.word = word, .kind = SettingKind::kWord, .meaning = meaning};
  for (const auto& name : names)
    text.words.push_back({static_cast<std::int64_t>(name.value), name.name});
  return detail::described<Config>(
      std::move(text),
      [member](const Config& config, std::size_t) { return SettingValue{static_cast<std::int64_t>(config.*member)}; },
      [member](Config& config, std::size_t, SettingValue value) { config.*member = static_cast<Enum>(value.count); },
      std::move(held));
}

// A set of classes.
template <class Config>
Setting<Config> class_set(ClassMask Config::*member, std::string_view word, std::string_view meaning,
                          HeldIn<std::type_identity_t<Config>> held = {}) {
  Setting<Config> result = setting(member, word, {0, (1 << kClasses) - 1}, meaning, std::move(held));
  result.kind = SettingKind::kClasses;
  return result;
}

// A list, one element a class, a DSCP, ...: numbers or classes.
template <class Config, class Value, std::size_t size>
Setting<Config> list(std::array<Value, size> Config::*member, std::string_view word, Range<std::int64_t> range,
                     std::string_view meaning, HeldIn<std::type_identity_t<Config>> held = {}) {
  return detail::described<Config>(
      {.word = word, .meaning = meaning, .lowest = {range.lowest}, .highest = {range.highest}, .elements = size},
      [member](const Config& config, std::size_t element) {
        const Value value = (config.*member)[element];
        if constexpr (std::is_same_v<Value, ClassId>)
          return SettingValue{static_cast<std::int64_t>(value.index())};
        else
          return SettingValue{static_cast<std::int64_t>(value)};
      },
      [member](Config& config, std::size_t element, SettingValue value) {
        (config.*member)[element] = Value(static_cast<std::size_t>(value.count));
      },
      std::move(held));
}

// A quantity of which there is one for all classes, or a list of kClasses; the value of the setting is the highest.
template <class Config, class Tag>
Setting<Config> setting(ByClass<Quantity<Tag>> Config::*member, std::string_view word, Range<Quantity<Tag>> range,
                        std::string_view meaning, HeldIn<std::type_identity_t<Config>> held = {}) {
  using Value = Quantity<Tag>;
  Setting<Config> result = detail::described<Config>(
      detail::quantity(word, range, meaning),
      [member](const Config& config, std::size_t) { return SettingValue{(config.*member).highest().count()}; },
      [member](Config& config, std::size_t, SettingValue value) { config.*member = Value(value.count); },
      std::move(held));
  result.may_be_by_class = true;
  result.is_by_class = [member](const Config& config) { return (config.*member).is_list(); };
  result.get_of_class = [member](const Config& config, std::size_t c) {
    return SettingValue{(config.*member)[ClassId(c)].count()};
  };
  result.set_of_class = [member](Config& config, std::size_t c, SettingValue value) {
    (config.*member).set(ClassId(c), Value(value.count));
  };
  result.held.each = "class";
  return result;
}

// A quantity that may be given as a word, which says how it follows from other settings; its value is then
// kWordInstead.
template <class Config>
Setting<Config> or_word(Setting<Config> one, std::string_view word) {
  one.or_word = word;
  return one;
}

// A setting, or several, that all devices of a network must have alike, with the reason.
template <class Config>
Setting<Config> alike(Setting<Config> setting, std::string_view why) {
  setting.alike = why;
  return setting;
}
template <class Config>
SettingsOf<Config> alike(SettingsOf<Config> settings, std::string_view why) {
  for (Setting<Config>& one : settings)
    one.alike = why;
  return settings;
}

// A setting that acts only where other settings have the values that `what` names.
template <class Config>
Setting<Config> only_for(Setting<Config> one, std::string_view what,
                         std::type_identity_t<std::function<bool(const Config&)>> is_used) {
  one.only_for = what;
  one.is_used = std::move(is_used);
  return one;
}

namespace detail {

// The setting of a part, as a setting of the whole. `read` gives the part of a whole, `change` edits it.
template <class Whole, class Part, class Read, class Change>
Setting<Whole> of_whole(const Setting<Part>& one, Read read, Change change) {
  HeldIn<Whole> held{.width = nullptr,
                     .width_follows = one.held.width_follows,
                     .name = one.held.name,
                     .source = one.held.source,
                     .description = one.held.description,
                     .each = one.held.each};
  if (one.held.width)
    held.width = [read, width = one.held.width](const Whole& whole) { return width(read(whole)); };
  Setting<Whole> result = described<Whole>(
      static_cast<const SettingText&>(one),
      [read, get = one.get](const Whole& whole, std::size_t element) { return get(read(whole), element); },
      [change, set = one.set](Whole& whole, std::size_t element, SettingValue value) {
        change(whole, [&](Part& part) { set(part, element, value); });
      },
      std::move(held));
  if (one.is_used)
    result.is_used = [read, is = one.is_used](const Whole& whole) { return is(read(whole)); };
  if (!one.may_be_by_class)
    return result;
  result.is_by_class = [read, is = one.is_by_class](const Whole& whole) { return is(read(whole)); };
  result.get_of_class = [read, get = one.get_of_class](const Whole& whole, std::size_t c) {
    return get(read(whole), c);
  };
  result.set_of_class = [change, set = one.set_of_class](Whole& whole, std::size_t c, SettingValue value) {
    change(whole, [&](Part& part) { set(part, c, value); });
  };
  return result;
}

}  // namespace detail

// The settings of a member struct, as settings of the whole struct.
template <class Whole, class Part>
SettingsOf<Whole> within(Part Whole::*part, const SettingsOf<Part>& settings) {
  SettingsOf<Whole> result;
  for (const Setting<Part>& one : settings) {
    result.push_back(detail::of_whole<Whole>(
        one, [part](const Whole& whole) -> const Part& { return whole.*part; },
        [part](Whole& whole, const auto& edit) { edit(whole.*part); }));
  }
  return result;
}

// Complains of each setting that is out of its range.
template <class Config>
void check_ranges(const Config& config, const SettingsOf<Config>& settings, Complaints& complaints) {
  for (const Setting<Config>& one : settings) {
    const bool by_class = one.by_class(config);
    const std::size_t elements = by_class ? kClasses : one.elements;
    for (std::size_t i = 0; i < elements; ++i) {
      const SettingValue value = by_class ? one.get_of_class(config, i) : one.get(config, i);
      if (within_range(one, value))
        continue;
      const std::string of_element = elements > 1 ? " for " + std::string(one.held.each) + " " + std::to_string(i) : "";
      complaints.about({std::string(one.word)}, "wanted " + wanted(one) + "; got " + text_of(one, value) + of_element);
    }
  }
}

// The setting of that word. Throws std::logic_error if there is none.
[[noreturn]] void no_such_setting(std::string_view word);
template <class Config>
const Setting<Config>& find(const SettingsOf<Config>& settings, std::string_view word) {
  for (const Setting<Config>& one : settings) {
    if (one.word == word)
      return one;
  }
  no_such_setting(word);
}

}  // namespace weir::ledger
