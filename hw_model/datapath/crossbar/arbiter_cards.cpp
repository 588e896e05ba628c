// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of arbiters.

#include "hw_model/base/open_list.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"

namespace weir::crossbar {
namespace {

using ArbiterList = OpenList<Arbiter, ArbiterCard>;

ArbiterList& arbiter_list() {
  static ArbiterList all("switch.crossbar.arbiter", kArbiters, {});
  return all;
}

}  // namespace

std::span<const Named<Arbiter>> arbiters() { return arbiter_list().names(); }
const ArbiterCard* card_of(Arbiter arbiter) { return arbiter_list().find(arbiter); }
Arbiter add_arbiter(std::string_view word, std::string_view text, const ArbiterCard& card) {
  return arbiter_list().add(word, text, card);
}

const std::vector<ArbiterTable>& arbiter_tables() {
  static const std::vector<ArbiterTable> kTables = arbiter_list().tables<ArbiterTable>();
  return kTables;
}

}  // namespace weir::crossbar
