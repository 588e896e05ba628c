// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/rows.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace weir::ledger {

void require_held(const Block& block, const FieldNote& note) {
  for (const std::string_view name : note.registers) {
    if (!name.empty() && block.find(name) == nullptr)
      throw std::logic_error("ledger: " + block.name() + " keeps " + std::string(name) + " and does not declare it");
  }
}

namespace detail {

void reset_as(const BoundRow& setting, std::span<const First> first, RegisterDeclaration& declaration) {
  const auto found = std::ranges::find(first, setting.object, &First::type);
  if (found == first.end())
    throw std::logic_error("ledger: " + std::string(setting.name) + " has no value after reset");
  Indices indices(declaration.dimensions.size(), 0);
  std::vector<std::uint64_t> resets;
  for (std::uint64_t i = 0; i < (indices.empty() ? 1 : declaration.dimensions.back().size); ++i) {
    if (!indices.empty())
      indices.back() = i;
    resets.push_back(setting.read(found->object, {.indices = indices, .now = {}}));
  }
  declaration.reset = resets.empty() ? 0 : resets.front();
  if (std::ranges::adjacent_find(resets, std::not_equal_to<>()) != resets.end())
    declaration.resets = std::move(resets);
}

void add(Block& block, const Origin& origin, RowKind kind, Access of_memory, RegisterDeclaration declaration) {
  switch (kind) {
    case RowKind::kSetting:
      block.add(origin.setting(std::move(declaration)));
      return;
    case RowKind::kState:
      block.add(origin.state(std::move(declaration)));
      return;
    case RowKind::kInternal:
      block.add(origin.internal(std::move(declaration)));
      return;
    case RowKind::kCounter:
      block.add(origin.counter(std::move(declaration)));
      return;
    case RowKind::kEvents:
      block.add(origin.events(std::string(declaration.width_follows), declaration));
      return;
    case RowKind::kMemory:
      block.add(origin.memory(std::move(declaration), of_memory));
      return;
    case RowKind::kNote:
      return;
  }
}

void bind_row(const Binder& binder, const BoundRow& row, std::span<const Objects> from) {
  const bool is_setting = row.kind == RowKind::kSetting;
  const auto found = std::ranges::find_if(from, [&](const Objects& objects) {
    return objects.type == row.object && (objects.group != nullptr) == is_setting;
  });
  if (row.read == nullptr || found == from.end() || !binder.maps(row.name))
    return;
  Accessor accessor{
      .read = [read = row.read, live = found->live](const RegisterAccess& at) { return read(live(at), at); }};
  if (is_setting) {
    accessor.write = [write = row.write, draft = found->draft](const RegisterAccess& at, std::uint64_t value) {
      write(draft(), at, value);
    };
    accessor.settings = found->group;
  }
  binder.bind(row.name, std::move(accessor));
}

}  // namespace detail
}  // namespace weir::ledger
