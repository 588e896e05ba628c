// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/macros.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "tb/scenario/document.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

using scenario::Document;
using scenario::Member;
using scenario::Value;

constexpr std::array kPortNames = {
    std::pair{MacroPorts::k1rw, std::string_view("1rw")}, std::pair{MacroPorts::k1r1w, std::string_view("1r1w")},
    std::pair{MacroPorts::k1rw1r, std::string_view("1rw1r")}, std::pair{MacroPorts::k2rw, std::string_view("2rw")}};

const std::vector<std::string> kKeys = {"name", "words", "width", "ports", "area_um2", "power_mw", "source"};

[[noreturn]] void fail(const Document& document, const Member& member, const std::string& what) {
  scenario::fail(document, member.value.place, "macro." + member.key, what);
}

std::string text_of(const Document& document, const Member& member) {
  if (member.value.kind != Value::Kind::kText || member.value.text.empty()) {
    fail(document, member, "wanted text");
  }
  return member.value.text;
}

std::uint64_t count_of(const Document& document, const Member& member) {
  constexpr std::int64_t kMost = 1 << 24;
  if (member.value.kind != Value::Kind::kInteger || member.value.integer < 1 || member.value.integer > kMost) {
    fail(document, member, "wanted an integer 1.." + std::to_string(kMost));
  }
  return static_cast<std::uint64_t>(member.value.integer);
}

double real_of(const Document& document, const Member& member) {
  const bool number = member.value.kind == Value::Kind::kInteger || member.value.kind == Value::Kind::kReal;
  if (!number || !std::isfinite(member.value.real) || member.value.real <= 0) {
    fail(document, member, "wanted a number above 0");
  }
  return member.value.real;
}

MacroPorts ports_of(const Document& document, const Member& member) {
  const std::string text = text_of(document, member);
  for (const auto& [ports, word] : kPortNames) {
    if (word == text) {
      return ports;
    }
  }
  fail(document, member, "wanted \"1rw\", \"1r1w\", \"1rw1r\" or \"2rw\"; got " + text::in_quotes(text));
}

void read_member(const Document& document, const Member& member, Macro& macro) {
  if (member.key == "name") {
    macro.name = text_of(document, member);
  } else if (member.key == "words") {
    macro.words = count_of(document, member);
  } else if (member.key == "width") {
    macro.width = count_of(document, member);
  } else if (member.key == "ports") {
    macro.ports = ports_of(document, member);
  } else if (member.key == "area_um2") {
    macro.area_um2 = real_of(document, member);
  } else if (member.key == "power_mw") {
    macro.power_mw = real_of(document, member);
  } else if (member.key == "source") {
    macro.source = text_of(document, member);
  } else {
    const std::string near = text::nearest_of(member.key, kKeys);
    scenario::fail(document, member.key_place, "macro." + member.key,
                   near.empty() ? "unknown key" : "unknown key; the nearest known key is '" + near + "'");
  }
}

Macro macro_of(const Document& document, const Value& table) {
  if (table.kind != Value::Kind::kTable) {
    scenario::fail(document, table.place, "macro", "wanted tables [[macro]]");
  }
  Macro macro;
  for (const Member& member : table.members) {
    read_member(document, member, macro);
  }
  for (const std::string_view key : {"name", "words", "width", "ports", "source"}) {
    if (table.find(key) == nullptr) {
      scenario::fail(document, table.place, "macro." + std::string(key), "is missing");
    }
  }
  return macro;
}

std::uint64_t whole(double count) {
  // A count that is whole but for the last bit of a double stays whole.
  constexpr double kSlack = 1e-9;
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(count - kSlack)));
}

MacroUse use_of(const Macro& macro, std::uint64_t words, std::uint64_t width, std::uint64_t banks) {
  MacroUse use;
  use.macro = &macro;
  use.banks = banks;
  const std::uint64_t bank_words = (words + use.banks - 1) / use.banks;
  use.count = use.banks * ((bank_words + macro.words - 1) / macro.words) * ((width + macro.width - 1) / macro.width);
  use.wasted_bits = use.count * macro.words * macro.width - words * width;
  const auto times = [&](const std::optional<double>& one) {
    return one ? std::optional(*one * static_cast<double>(use.count)) : std::nullopt;
  };
  use.area_um2 = times(macro.area_um2);
  use.power_mw = times(macro.power_mw);
  return use;
}

}  // namespace

std::string_view name(MacroPorts ports) { return kPortNames.at(static_cast<std::size_t>(ports)).second; }

std::vector<Macro> parse_macros(std::string_view text, const std::string& file) {
  const Document document = scenario::parse_document(text, file);
  std::vector<Macro> table;
  for (const Member& member : document.root.members) {
    if (member.key != "macro") {
      scenario::fail(document, member.key_place, member.key, "unknown key; a table of macros has [[macro]] only");
    }
    if (member.value.kind != Value::Kind::kArray) {
      scenario::fail(document, member.value.place, "macro", "wanted tables [[macro]]");
    }
    for (const Value& element : member.value.elements) {
      table.push_back(macro_of(document, element));
    }
  }
  if (table.empty()) {
    throw scenario::ScenarioError(file + ": holds no [[macro]]");
  }
  return table;
}

std::vector<Macro> load_macros(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) {
    throw scenario::ScenarioError("--macros: " + text::one_line(path) +
                                  ": cannot be read: " + (errno != 0 ? std::strerror(errno) : "it is empty"));
  }
  return parse_macros(text.str(), path);
}

std::uint64_t banks_for(MacroPorts ports, double reads_per_cycle, double writes_per_cycle) {
  const double both = reads_per_cycle + writes_per_cycle;
  switch (ports) {
    case MacroPorts::k1rw:
      return whole(both);
    case MacroPorts::k1r1w:
      return whole(std::max(reads_per_cycle, writes_per_cycle));
    case MacroPorts::k1rw1r:
      return whole(std::max(both / 2, writes_per_cycle));
    case MacroPorts::k2rw:
      return whole(both / 2);
  }
  return 1;
}

std::optional<std::uint64_t> banks_of_words(MacroPorts ports, std::uint64_t words, double reads_per_cycle,
                                            double writes_per_cycle) {
  const auto most = static_cast<double>(words);
  const std::uint64_t banks = banks_for(ports, std::min(reads_per_cycle, most), std::min(writes_per_cycle, most));
  return banks <= std::max<std::uint64_t>(words, 1) ? std::optional(banks) : std::nullopt;
}

std::optional<MacroUse> best_macro(const std::vector<Macro>& table, std::uint64_t words, std::uint64_t width,
                                   double reads_per_cycle, double writes_per_cycle) {
  std::optional<MacroUse> best;
  for (const Macro& macro : table) {
    const std::optional<std::uint64_t> banks = banks_of_words(macro.ports, words, reads_per_cycle, writes_per_cycle);
    if (!banks) {
      continue;
    }
    const MacroUse use = use_of(macro, words, width, *banks);
    const bool by_area = best && best->area_um2 && use.area_um2;
    if (!best || (by_area ? *use.area_um2 < *best->area_um2 : use.wasted_bits < best->wasted_bits)) {
      best = use;
    }
  }
  return best;
}

}  // namespace weir::cost
