// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/gfc_forms.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw_model/ledger/port_bank.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

using ledger::RegisterDeclaration;
using ledger::Storage;
using report::human_count;

constexpr std::string_view kTable = "b_k";
constexpr std::string_view kHolder = "stage_comparator_threshold";

bool is_table_of_queues(const RegisterCost& held) {
  return held.declaration.name == kTable && held.scope == Scope::kPortClass;
}

std::string_view text_of(Scope scope) {
  return scope == Scope::kPortClass ? "a (port, class)" : scope == Scope::kPort ? "a port" : "the switch";
}

// Registers that no RTL block has, of a mechanism of which some of this scope are in one beside the bank of a port.
// Those in the bank are counted where each queue has its own; settings of a port or of the switch are not.
std::string rtl_note(const Cost& cost, const std::string& mechanism, Scope scope) {
  std::uint64_t all = 0;
  std::uint64_t lacking = 0;
  std::string names;
  for (const RegisterCost& held : cost.registers) {
    const RegisterDeclaration& declaration = held.declaration;
    const bool outside = scope != Scope::kPortClass && declaration.access == ledger::Access::kReadWrite &&
                         (declaration.rtl_block.empty() || declaration.rtl_block == ledger::kPortRegisters);
    if (declaration.mechanism != mechanism || held.scope != scope || declaration.storage != Storage::kFlipFlop ||
        outside) {
      continue;
    }
    all += held.each_bits;
    if (declaration.rtl_block.empty()) {
      lacking += held.each_bits;
      names += fmt::format("{}{} {}", names.empty() ? "" : ", ", declaration.name, held.each_bits);
    }
  }
  return lacking == 0 ? ""
                      : fmt::format("{}: {} of the {} flip-flops of {} have no RTL: {}", mechanism,
                                    human_count(lacking), human_count(all), text_of(scope), names);
}

// Stages of the switch end above the least rate, so that what times holds below it stands still.
std::string idle_note(const Setup& setup, const Cost& cost) {
  const auto has = [&](reference::RateForm form) {
    return std::ranges::any_of(setup.selection.schemes, [&](flow_control::Scheme scheme) {
      return flow_control::traits_of(scheme).limiter == form;
    });
  };
  if (!has(reference::RateForm::kStage) || has(reference::RateForm::kFixedPoint)) {
    return "";
  }
  const unsigned last = setup.device.flow_control.gfc_buffer_based.max_thresholds;
  BitRate least = setup.device.ports.front().rate;
  for (const link::LinkConfig& port : setup.device.ports) {
    least = std::min(least, port.rate);
  }
  const BitRate floor = setup.device.limiter.floor_rate;
  const BitRate lowest(least.count() >> last);
  std::uint64_t bits = 0;
  for (const RegisterCost& held : cost.registers) {
    for (const char* name : {"below_floor", "since_start", "hold_span"}) {
      bits += held.declaration.name == name ? held.each_bits : 0;
    }
  }
  return lowest < floor || bits == 0
             ? ""
             : fmt::format(
                   "below_floor, since_start and hold_span, {} flip-flops of a (port, class), do nothing: stage {} is "
                   "{}, the limiter's least rate {}",
                   bits, last, report::human_rate(static_cast<double>(lowest.count())),
                   report::human_rate(static_cast<double>(floor.count())));
}

std::string table_note(const Cost& cost) {
  const std::optional<ThresholdTables> tables = threshold_tables(cost);
  return !tables ? ""
                 : fmt::format(
                       "thresholds B_k are {} of the {} flip-flops, a table for each (port, class); with one for each "
                       "port (--thresholds port) {}, the switch {}, {:+.1f} % on top of plain PFC",
                       human_count(tables->bits), human_count(cost.bits.of(Storage::kFlipFlop)),
                       human_count(tables->shared_bits), human_count(tables->shared_switch),
                       tables->shared_on_top.value_or(0));
}

}  // namespace

ledger::Chip with_shared_thresholds(const ledger::Chip& chip) {
  ledger::Chip shared(chip.name());
  for (const ledger::Block& block : chip.blocks()) {
    ledger::Block made(block.name());
    const RegisterDeclaration* table = block.find(kTable);
    for (RegisterDeclaration declaration : block.registers()) {
      if (table != nullptr && declaration.name == kTable) {
        std::erase_if(declaration.dimensions, [](const ledger::Dimension& one) { return one.of == "class"; });
      }
      if (table != nullptr && declaration.rtl_block == kHolder) {
        declaration.rtl_block.clear();
      }
      made.add(std::move(declaration));
    }
    for (const ledger::RtlInstance& instance : block.rtl_instances()) {
      if (table == nullptr || instance.block != kHolder) {
        made.add(instance);
      }
    }
    shared.add(std::move(made));
  }
  return ledger::with_port_bank(shared);
}

std::optional<ThresholdTables> threshold_tables(const Cost& cost) {
  const auto found = std::find_if(cost.registers.begin(), cost.registers.end(), is_table_of_queues);
  if (found == cost.registers.end() || found->declaration.size_of("class") < 2) {
    return std::nullopt;
  }
  ThresholdTables tables;
  tables.bits = found->declaration.bits();
  tables.shared_bits = tables.bits / found->declaration.size_of("class");
  tables.shared_switch = cost.bits.of(Storage::kFlipFlop) - tables.bits + tables.shared_bits;
  tables.shared_on_top = percent_more(tables.shared_switch, cost.plain_pfc.of(Storage::kFlipFlop));
  return tables;
}

std::vector<std::string> notes_of(const Setup& setup, const Cost& cost) {
  std::set<std::pair<std::string, Scope>> with_rtl;
  for (const RegisterCost& held : cost.registers) {
    if (!held.declaration.rtl_block.empty() && held.declaration.rtl_block != ledger::kPortRegisters) {
      with_rtl.emplace(held.declaration.mechanism, held.scope);
    }
  }
  std::vector<std::string> notes = {table_note(cost)};
  for (const auto& [mechanism, scope] : with_rtl) {
    notes.push_back(rtl_note(cost, mechanism, scope));
  }
  notes.push_back(idle_note(setup, cost));
  std::erase(notes, "");
  return notes;
}

}  // namespace weir::cost
