// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// SRAM macros of a technology, as a user lists them in a TOML file, and how many of them a memory takes.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::cost {

// What a macro does in a cycle.
enum class MacroPorts : std::uint8_t {
  k1rw,    // one read or write
  k1r1w,   // one read and one write
  k1rw1r,  // one read or write, and one more read
  k2rw,    // two, each a read or a write
};

std::string_view name(MacroPorts ports);

struct Macro {
  std::string name;
  std::uint64_t words = 0;
  std::uint64_t width = 0;
  MacroPorts ports = MacroPorts::k1rw;
  std::optional<double> area_um2;
  std::optional<double> power_mw;
  std::string source;  // who says so
};

// Reads a table; the form is in docs/user_guide/cost.md. Throws scenario::ScenarioError: one line, with the place.
std::vector<Macro> load_macros(const std::string& path);
std::vector<Macro> parse_macros(std::string_view text, const std::string& file);

// The least number of banks that together do so many reads and writes a cycle.
std::uint64_t banks_for(MacroPorts ports, double reads_per_cycle, double writes_per_cycle);
// The same of a memory of so many words, none of which is read or written more than once in a cycle: of two events of
// a counter the sum is written. Nothing where a bank would have no word.
std::optional<std::uint64_t> banks_of_words(MacroPorts ports, std::uint64_t words, double reads_per_cycle,
                                            double writes_per_cycle);

struct MacroUse {
  const Macro* macro = nullptr;
  std::uint64_t banks = 0;
  std::uint64_t count = 0;        // macros in all banks
  std::uint64_t wasted_bits = 0;  // of these macros, not used by the memory
  std::optional<double> area_um2;
  std::optional<double> power_mw;
};

// The macro with which `words` x `width` takes the least area, or the fewest bits where an area is missing; of equals
// the first of the table. Nothing where none can be divided into so many banks: a bank has a word at least.
std::optional<MacroUse> best_macro(const std::vector<Macro>& table, std::uint64_t words, std::uint64_t width,
                                   double reads_per_cycle, double writes_per_cycle);

}  // namespace weir::cost
