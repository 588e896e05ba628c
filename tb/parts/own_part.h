// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What weir keeps of a part of its user (weir/parts.h): the word, and the settings that its constructor asks for. They
// are settings of a config like those of other mechanisms, and the config keeps them in `others`.

#pragma once

#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/kept.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/ledger/setting.h"
#include "tb/parts/weir/parts.h"

namespace weir::parts {

// A setting of a part.
struct Asked {
  std::string word;
  std::string meaning;
  ledger::SettingText text;  // of these two words
  ledger::SettingValue initial;
};

struct OwnPart {
  std::string word;
  std::string text;
  std::string table;           // "congestion.mark"
  std::string chosen_by;       // "congestion.detector"
  std::deque<Asked> settings;  // stay where they are: keys name their words
};

// The value that a config keeps of a setting.
ledger::SettingValue value_in(const ledger::Kept& kept, const OwnPart& part, const Asked& asked);
void keep(ledger::Kept& kept, const OwnPart& part, const Asked& asked, ledger::SettingValue value);

template <class Config>
ledger::SettingsOf<Config> settings_of(const OwnPart& part, ledger::Kept Config::*kept) {
  ledger::SettingsOf<Config> all;
  for (const Asked& one : part.settings) {
    all.push_back(ledger::detail::described<Config>(
        one.text, [&part, &one, kept](const Config& config, std::size_t) { return value_in(config.*kept, part, one); },
        [&part, &one, kept](Config& config, std::size_t, ledger::SettingValue value) {
          keep(config.*kept, part, one, value);
        },
        {}));
  }
  return all;
}

// A value that the part has refused.
class Refused final : public std::invalid_argument {
 public:
  Refused(const std::string& key, const std::string& what)
      : std::invalid_argument(key + ": " + what), key_(key), what_(what) {}
  const std::string& key() const { return key_; }
  const std::string& why() const { return what_; }

 private:
  std::string key_;
  std::string what_;
};

// What the constructor of a part gets.
class Sheet final : public Build {
 public:
  // With the settings that a config keeps.
  Sheet(const OwnPart& part, const ledger::Kept& kept, Place place)
      : part_(part), kept_(&kept), place_(std::move(place)) {}
  // Learns the settings, which become those of `learns`.
  explicit Sheet(OwnPart& learns) : part_(learns), learns_(&learns) {}

  const Place& place() const override { return place_; }
  Bytes bytes(const Key& key, Bytes initial, Range<Bytes> range) override;
  Time time(const Key& key, Time initial, Range<Time> range) override;
  Rate rate(const Key& key, Rate initial, Range<Rate> range) override;
  std::int64_t integer(const Key& key, std::int64_t initial, Range<std::int64_t> range) override;
  double real(const Key& key, double initial, Range<double> range) override;
  bool boolean(const Key& key, bool initial) override;
  std::string text(const Key& key, const std::string& initial) override;
  [[noreturn]] void refuse(const std::string& word, const std::string& why) override;
  void declare(const Register& one) override { registers_.push_back(one); }
  void promise(const Promise& promised) override { promised_ = promised; }

  const std::vector<Register>& registers() const { return registers_; }
  const Promise& promised() const { return promised_; }

 private:
  ledger::SettingValue ask(const Key& key, ledger::SettingText text, ledger::SettingValue initial);
  std::int64_t count(const Key& key, ledger::SettingKind kind, std::int64_t initial, Range<std::int64_t> range);

  const OwnPart& part_;
  OwnPart* learns_ = nullptr;  // null: the settings are known
  const ledger::Kept* kept_ = nullptr;
  Place place_;
  std::vector<Register> registers_;
  Promise promised_;
};

// Has `make` build a part only to see whether the part refuses its settings.
template <class Make>
void check_part(const OwnPart& part, ledger::Complaints& complaints, Make make) {
  std::string key = part.chosen_by;
  std::string why;
  try {
    make();
    return;
  } catch (const Refused& refused) {
    key = refused.key();
    why = refused.why();
  } catch (const std::exception& error) {
    why = "\"" + part.word + "\": " + error.what();
  }
  complaints.about({key}, why);
}

void declare_registers(ledger::Block& block, const OwnPart& part, const std::vector<Register>& registers);
void bind_registers(const ledger::Binder& binder, const OwnPart& part, const std::vector<Register>& registers);

}  // namespace weir::parts
