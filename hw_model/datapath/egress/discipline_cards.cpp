// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of disciplines.

#include "hw_model/base/open_list.h"
#include "hw_model/datapath/egress/discipline_card.h"

namespace weir::egress {
namespace {

using DisciplineList = OpenList<Discipline, DisciplineCard>;

DisciplineList& discipline_list() {
  static DisciplineList all("switch.egress.discipline", kDisciplines, {});
  return all;
}

}  // namespace

std::span<const Named<Discipline>> disciplines() { return discipline_list().names(); }
const DisciplineCard* card_of(Discipline discipline) { return discipline_list().find(discipline); }
Discipline add_discipline(std::string_view word, std::string_view text, const DisciplineCard& card) {
  return discipline_list().add(word, text, card);
}

const std::vector<DisciplineTable>& discipline_tables() {
  static const std::vector<DisciplineTable> kTables = discipline_list().tables<DisciplineTable>();
  return kTables;
}

}  // namespace weir::egress
