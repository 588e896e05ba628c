// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/cost/report.h"
#include "tb/report/human.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

std::string_view per_text(Scope scope) {
  switch (scope) {
    case Scope::kPortClass:
      return "each (port, class)";
    case Scope::kPort:
      return "each port";
    case Scope::kSwitch:
      return "the switch";
  }
  return "";
}

std::string_view access_text(ledger::Access access) {
  switch (access) {
    case ledger::Access::kReadOnly:
      return "software reads it";
    case ledger::Access::kReadWrite:
      return "a setting: software reads and writes it";
    case ledger::Access::kWriteOneToClear:
      return "a flag: software reads it and clears it by writing 1";
    case ledger::Access::kInternal:
      return "internal: not in the register map";
  }
  return "";
}

std::string one(const RegisterCost& held) {
  const ledger::RegisterDeclaration& declaration = held.declaration;
  std::string text = fmt::format("{}\n", held.full_name());
  const auto line = [&](std::string_view what, const std::string& value) {
    if (!value.empty()) {
      text += fmt::format("  {:<14} {}\n", what, value);
    }
  };
  line("what", declaration.description);
  line("source", declaration.source);
  line("mechanism", declaration.mechanism);
  line("kind", std::string(name(declaration.storage)));
  line("RTL block", declaration.rtl_block);
  line("access", std::string(access_text(declaration.access)));
  line("bits", fmt::format("{} = {}", declaration.formula(), report::human_count(declaration.bits())));
  line("width follows", declaration.width_follows);
  line("of which", fmt::format("{} b for {}", report::human_count(held.each_bits), per_text(held.scope)));
  if (declaration.resets.empty()) {
    line("after reset", std::to_string(declaration.reset));
  } else {
    line("after reset", fmt::format("{}", fmt::join(declaration.resets, ", ")));
  }
  if (declaration.storage != ledger::Storage::kFlipFlop) {
    line("a packet", fmt::format("{:g} reads, {:g} writes", declaration.accesses.reads_per_packet,
                                 declaration.accesses.writes_per_packet));
  }
  return text;
}

}  // namespace

std::string explain(const Report& report, std::string_view name) {
  std::string text;
  std::vector<std::string> names;
  for (const RegisterCost& held : report.cost.registers) {
    if (held.full_name() == name || held.declaration.name == name) {
      text += (text.empty() ? "" : "\n") + one(held);
    }
    names.push_back(held.full_name());
    names.push_back(held.declaration.name);
  }
  if (text.empty()) {
    throw std::invalid_argument("--explain: this switch has no register " + text::in_quotes(name) +
                                text::nearest_hint(name, names));
  }
  return text;
}

}  // namespace weir::cost
