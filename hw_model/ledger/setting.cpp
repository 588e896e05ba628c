// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/setting.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <mutex>
#include <stdexcept>

#include "hw_model/base/quantity_text.h"

namespace weir::ledger {
namespace {

// The shortest that reads back, with at least one decimal: "1.0", "0.5".
std::string real_text(double real) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), real).ptr;
  const std::string text(digits.data(), end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

// As one would write it: "12MiB", "1500B", "9216B", "750KB".
std::string length_text(std::int64_t count) {
  constexpr std::int64_t kMebibyte = 1 << 20;
  if (count > 0 && count % kMebibyte == 0)
    return std::to_string(count / kMebibyte) + "MiB";
  if (count < 10'000 && count % 1'000 != 0)
    return std::to_string(count) + "B";
  return quantity_text(Bytes(count));
}

std::string classes_text(std::int64_t mask) {
  std::string text = "[";
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((mask >> c & 1) != 0)
      text += (text.size() > 1 ? ", " : "") + std::to_string(c);
  }
  return text + "]";
}

std::string words_text(const SettingText& setting) {
  std::string text = "one of";
  for (const SettingWord& known : setting.words)
    text += (&known == setting.words.data() ? " \"" : ", \"") + std::string(known.word) + "\"";
  return text;
}

std::string noun(const SettingText& setting) {
  switch (setting.kind) {
    case SettingKind::kTime:
      return "a time";
    case SettingKind::kRate:
      return "a rate";
    case SettingKind::kBytes:
      return "a length in bytes";
    case SettingKind::kReal:
      return "a number";
    case SettingKind::kBoolean:
      return "true or false";
    case SettingKind::kClasses:
      return "classes";
    case SettingKind::kText:
      return "a text";
    case SettingKind::kInteger:
    case SettingKind::kWord:
      break;
  }
  return "an integer";
}

}  // namespace

namespace {

// All texts, by their numbers.
struct Texts {
  std::mutex mutex;
  std::map<std::string, std::int64_t, std::less<>> numbers{{"", 0}};
  std::vector<std::string_view> texts{""};
};

Texts& all_texts() {
  static Texts texts;
  return texts;
}

bool is_word_instead(const SettingText& setting, SettingValue value) {
  return !setting.or_word.empty() && value.count == kWordInstead;
}

}  // namespace

std::int64_t text_number(std::string_view text) {
  Texts& all = all_texts();
  const std::scoped_lock lock(all.mutex);
  const auto [found, is_new] = all.numbers.try_emplace(std::string(text), static_cast<std::int64_t>(all.texts.size()));
  if (is_new)
    all.texts.push_back(found->first);
  return found->second;
}

std::string_view text_of_number(std::int64_t number) {
  Texts& all = all_texts();
  const std::scoped_lock lock(all.mutex);
  return all.texts.at(static_cast<std::size_t>(number));
}

std::string text_of(const SettingText& setting, SettingValue value) {
  if (is_word_instead(setting, value))
    return std::string(setting.or_word);
  switch (setting.kind) {
    case SettingKind::kTime:
      return quantity_text(Time(value.count));
    case SettingKind::kRate:
      return quantity_text(BitRate(value.count));
    case SettingKind::kBytes:
      return length_text(value.count);
    case SettingKind::kReal:
      return real_text(setting.is_double() ? value.real
                                           : static_cast<double>(value.count) / static_cast<double>(setting.per_one));
    case SettingKind::kBoolean:
      return value.count != 0 ? "true" : "false";
    case SettingKind::kClasses:
      return classes_text(value.count);
    case SettingKind::kWord:
      for (const SettingWord& known : setting.words) {
        if (known.value == value.count)
          return std::string(known.word);
      }
      break;
    case SettingKind::kText:
      return std::string(text_of_number(value.count));
    case SettingKind::kInteger:
      break;
  }
  return std::to_string(value.count);
}

std::string wanted(const SettingText& setting) {
  if (setting.kind == SettingKind::kWord)
    return words_text(setting);
  if (setting.kind == SettingKind::kBoolean || setting.kind == SettingKind::kText)
    return noun(setting);
  const std::string step = setting.step > 1 ? ", a multiple of " + text_of(setting, {setting.step}) : "";
  const std::string word = setting.or_word.empty() ? "" : ", or \"" + std::string(setting.or_word) + "\"";
  return noun(setting) + " from " + text_of(setting, setting.lowest) + " to " + text_of(setting, setting.highest) +
         step + word;
}

bool within_range(const SettingText& setting, SettingValue value) {
  if (setting.kind == SettingKind::kWord)
    return std::any_of(setting.words.begin(), setting.words.end(),
                       [&](const SettingWord& known) { return known.value == value.count; });
  if (is_word_instead(setting, value) || setting.kind == SettingKind::kText)
    return true;
  if (setting.is_double())
    return std::isfinite(value.real) && value.real >= setting.lowest.real && value.real <= setting.highest.real;
  return value.count >= setting.lowest.count && value.count <= setting.highest.count && value.count % setting.step == 0;
}

void no_such_setting(std::string_view word) { throw std::logic_error("no setting is called " + std::string(word)); }

}  // namespace weir::ledger
