// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of a deadlock unit: all that the chip knows of the unit. Each unit has a card in the file of its settings;
// unit_cards.cpp lists the cards. Other code asks a card and compares no enumerators.

#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {

// A table of settings of a scenario.
struct UnitTable {
  std::string_view path;  // "deadlock.watchdog"
  std::string_view meaning;
  ledger::SettingsOf<DeadlockConfig> settings;
};

// A unit, or a part of one, that may lend buffer to VIQs and tell their peers to go on.
struct Lender {
  bool (*lends)(const DeadlockConfig& config) = nullptr;  // null: no part of the unit does
  std::string_view setting = {};                          // by which it lends: "deadlock.watchdog.action"
  std::string_view who = {};                              // in messages: "a resolution"
};

struct UnitCard {
  std::string_view text;      // for lists
  bool declares = false;      // declares deadlocks, by messages that all switches of a network must read
  bool tells_storms = false;  // tells the beginnings and ends of storms of PFC frames
  std::vector<UnitTable> (*tables)() = nullptr;
  // The rules between the unit's settings, beyond their ranges; null: none, or those of asic/deadlock_rules.cpp. Words
  // are whole: "deadlock.watchdog.loan".
  void (*check)(const DeadlockConfig& config, ledger::Complaints& complaints) = nullptr;
  Lender lender = {};
  // Whether the unit may keep a class of a port from obeying PAUSE; null: never.
  bool (*disobeys)(const DeadlockConfig& config) = nullptr;
  bool resolves = false;  // has one of kResolutions
  // The longest time for which the unit looks on before it acts.
  Time (*patience)(const DeadlockConfig& config);
  std::unique_ptr<DeadlockUnit> (*make)(const SwitchContext& context, SwitchActions& actions);
  ledger::Block (*declare)(const SwitchContext& context);
};

template <class Made>
std::unique_ptr<DeadlockUnit> make_unit(const SwitchContext& context, SwitchActions& actions) {
  return std::make_unique<Made>(context, actions);
}

// The card of a unit; null for Unit::kNone.
const UnitCard* card_of(Unit unit);

// Adds a unit from outside of weir, which lists describe by its card's text and whose settings DeadlockConfig::others
// keeps (ledger/kept_settings.h). Arguments, result and errors: OpenList::add().
Unit add_unit(std::string_view word, const UnitCard& card);

// The same facts of a switch, whose unit may be none.
bool declares(const DeadlockConfig& config);
bool tells_storms(const DeadlockConfig& config);
bool disobeys(const DeadlockConfig& config);

// The unit's part that lends buffer to VIQs, so that the MMU keeps accounts of loans; null: no part does.
const Lender* lender_of(const DeadlockConfig& config);

// The tables of all units, in the order of the documents.
const std::vector<UnitTable>& unit_tables();

}  // namespace weir::deadlock
