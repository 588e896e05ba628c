// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of deadlock units.

#include <algorithm>
#include <array>
#include <iterator>

#include "hw_model/base/open_list.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"

namespace weir::deadlock {

const UnitCard& watchdog_card();
const UnitCard& pfcwd_card();
const UnitCard& itsy_card();

namespace {

using UnitList = OpenList<Unit, UnitCard>;

UnitList& list() {
  static const std::array kCards{
      UnitList::Listed{Unit::kWatchdog, watchdog_card()},
      UnitList::Listed{Unit::kPfcwd, pfcwd_card()},
      UnitList::Listed{Unit::kItsy, itsy_card()},
  };
  static_assert(kCards.size() == kUnits.size() - 1, "each unit has a card");
  static UnitList all("deadlock.unit", kUnits, kCards);
  return all;
}

}  // namespace

std::span<const Named<Unit>> units() { return list().names(); }
std::string_view name_of(Unit unit) { return name_in(units(), unit); }
const UnitCard* card_of(Unit unit) { return list().find(unit); }
Unit add_unit(std::string_view word, const UnitCard& card) { return list().add(word, card.text, card); }

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
  static const std::vector<UnitTable> kTables = list().tables<UnitTable>();
  return kTables;
}

}  // namespace weir::deadlock
