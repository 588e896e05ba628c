// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of an arbiter from outside of weir: all that the chip knows of it. Such an arbiter matches cells, slot by
// slot.

#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/crossbar_registers.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting.h"

namespace weir::crossbar {

// A table of settings of a scenario.
struct ArbiterTable {
  std::string_view path;  // "switch.crossbar.mine"
  std::string_view meaning;
  ledger::SettingsOf<CrossbarConfig> settings;
};

class ArbiterCard {
 public:
  virtual ~ArbiterCard() = default;

  virtual std::vector<ArbiterTable> tables() const = 0;
  // The rules between the arbiter's settings, beyond their ranges. Words are whole: "switch.crossbar.mine.depth".
  virtual void check(const CrossbarConfig& config, std::size_t ports, ledger::Complaints& complaints) const = 0;
  virtual void declare(ledger::Block& block, const CrossbarHardware& hardware) const = 0;
  virtual std::unique_ptr<CellArbiter> make(const CrossbarContext& context) const = 0;
};

// All arbiters: kArbiters and those from outside of weir.
std::span<const Named<Arbiter>> arbiters();
// Null for those of weir.
const ArbiterCard* card_of(Arbiter arbiter);

// Adds an arbiter, whose settings CrossbarConfig::others keeps. Arguments, result and errors: OpenList::add().
Arbiter add_arbiter(std::string_view word, std::string_view text, const ArbiterCard& card);

// The tables of arbiters from outside of weir.
const std::vector<ArbiterTable>& arbiter_tables();

}  // namespace weir::crossbar
