// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of sources of classes.

#include <stdexcept>

#include "hw_model/base/open_list.h"
#include "hw_model/reference/mapper_card.h"

namespace weir::reference {
namespace {

using SourceList = OpenList<ClassSource, MapperCard>;

SourceList& source_list() {
  static SourceList all = [] {
    std::vector<Named<ClassSource>> names;
    for (const ClassSourceTraits& source : kClassSources)
      names.push_back({source.value, source.name});
    return SourceList("switch.class_mapper.source", names, {});
  }();
  return all;
}

// What a mapper by fields is asked.
MapperFields fields_of(std::size_t number) {
  return {.point = static_cast<std::uint8_t>(number / kDscps), .dscp = static_cast<std::uint8_t>(number % kDscps)};
}

}  // namespace

std::span<const Named<ClassSource>> class_sources() { return source_list().names(); }
std::string_view name_of(ClassSource source) { return name_in(class_sources(), source); }
const MapperCard* card_of(ClassSource source) { return source_list().find(source); }

ClassSource add_mapper(std::string_view word, std::string_view text, const MapperCard& card) {
  static std::size_t added = 0;
  if (added == kMostOwnSources)
    throw std::invalid_argument("switch.class_mapper.source: at most " + std::to_string(kMostOwnSources) +
                                " are taken from outside");
  const ClassSource source = source_list().add(word, text, card);
  ++added;
  return source;
}

const std::vector<MapperTable>& mapper_tables() {
  static const std::vector<MapperTable> kTables = source_list().tables<MapperTable>();
  return kTables;
}

std::unique_ptr<OwnMapper> make_own(ClassSource source, const MapperContext& context) {
  const MapperCard* const card = is_own(source) ? card_of(source) : nullptr;
  return card != nullptr ? card->make(context) : nullptr;
}

std::shared_ptr<const OwnClasses> own_classes(ClassSource source, const MapperContext& context) {
  const MapperCard* const card = is_own(source) ? card_of(source) : nullptr;
  const std::unique_ptr<OwnMapper> mapper = card != nullptr ? card->make_apart(context) : nullptr;
  if (mapper == nullptr || !mapper->is_by_fields())
    return nullptr;
  auto own = std::make_shared<OwnClasses>();
  for (std::size_t i = 0; i < own->classes.size(); ++i)
    own->classes[i] = ClassId(mapper->class_of(fields_of(i)));
  return own;
}

bool is_by_packets(ClassSource source, const MapperContext& context) {
  return is_own(source) && !card_of(source)->make_apart(context)->is_by_fields();
}

void check_own(ClassSource source, const MapperContext& context, ledger::Complaints& complaints) {
  const MapperCard* const card = is_own(source) ? card_of(source) : nullptr;
  if (card == nullptr)
    return;
  card->check(context, complaints);
  const std::unique_ptr<OwnMapper> mapper = card->make_apart(context);
  for (std::size_t i = 0; mapper->is_by_fields() && i < kCodePoints * kDscps; ++i) {
    const MapperFields fields = fields_of(i);
    const std::size_t found = mapper->class_of(fields);
    complaints.unless(found < context.classes, {"switch.class_mapper.source"},
                      "\"" + std::string(name_of(source)) + "\" answers class " + std::to_string(found) + " for PCP " +
                          std::to_string(fields.point / 2) + ", DEI " + std::to_string(fields.point % 2) + ", DSCP " +
                          std::to_string(fields.dscp) + "; wanted a class below the " +
                          std::to_string(context.classes) + " that the switch has");
  }
}

}  // namespace weir::reference
