// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of deadlock units.

#include <algorithm>
#include <array>
#include <iterator>

#include "hw_model/mechanisms/deadlock/unit_card.h"

namespace weir::deadlock {

const UnitCard& watchdog_card();
const UnitCard& pfcwd_card();
const UnitCard& itsy_card();

namespace {

struct ListedUnit {
  Unit unit;
  const UnitCard& card;
};

const auto& unit_cards() {
  static const std::array kCards{
      ListedUnit{Unit::kWatchdog, watchdog_card()},
      ListedUnit{Unit::kPfcwd, pfcwd_card()},
      ListedUnit{Unit::kItsy, itsy_card()},
  };
  static_assert(kCards.size() == kUnits.size() - 1, "each unit has a card");
  return kCards;
}

}  // namespace

const UnitCard* card_of(Unit unit) {
  const auto& cards = unit_cards();
  const auto* const found = std::ranges::find(cards, unit, &ListedUnit::unit);
  return found == cards.end() ? nullptr : &found->card;
}

bool declares(const DeadlockConfig& config) {
  const UnitCard* card = card_of(config.unit);
  return card != nullptr && card->declares;
}

bool tells_storms(const DeadlockConfig& config) {
  const UnitCard* card = card_of(config.unit);
  return card != nullptr && card->tells_storms;
}

bool disobeys(const DeadlockConfig& config) {
  const UnitCard* card = card_of(config.unit);
  return card != nullptr && card->disobeys != nullptr && card->disobeys(config);
}

const Lender* lender_of(const DeadlockConfig& config) {
  const UnitCard* card = card_of(config.unit);
  return card != nullptr && card->lender.lends != nullptr && card->lender.lends(config) ? &card->lender : nullptr;
}

std::unique_ptr<DeadlockUnit> make_deadlock_unit(const SwitchContext& context, SwitchActions& actions) {
  const UnitCard* card = card_of(context.config.unit);
  return card != nullptr ? card->make(context, actions) : nullptr;
}

ledger::Block declare_deadlock(const SwitchContext& context) {
  const UnitCard* card = card_of(context.config.unit);
  return card != nullptr ? card->declare(context) : ledger::Block("deadlock");
}

const std::vector<UnitTable>& unit_tables() {
  static const std::vector<UnitTable> kTables = [] {
    std::vector<UnitTable> tables;
    for (const ListedUnit& one : unit_cards())
      std::ranges::move(one.card.tables(), std::back_inserter(tables));
    return tables;
  }();
  return kTables;
}

}  // namespace weir::deadlock
