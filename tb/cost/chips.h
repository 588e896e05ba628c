// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Chips side by side: the same switch with different mechanisms. What each needs of the packet buffer, what it costs,
// how that differs from the first chip, and whether its mechanisms keep their promises.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/cost/promises.h"
#include "tb/cost/report.h"

namespace weir::cost {

struct Chip {
  Report report;
  std::vector<Promise> promises;

  std::string name() const;     // its mechanisms, "pfc,tcd,itsy"
  Bytes needed_buffer() const;  // by the scheme that needs most; 0: by no scheme
  bool fits() const;            // whether each scheme does
};

using Chips = std::vector<Chip>;

// `setup` is the switch with the mechanisms of the chip. Throws as make_report().
Chip make_chip(Setup setup);

// The address of a page of docs/results; empty: there is none, then the page is named without a link.
using PageAddress = std::function<std::string(const std::string&)>;

// At least one chip. With --synth, each report has its blocks.
std::string chips_text(const Chips& chips, const report::ConsoleStyle& style = report::kUnbroken);
std::string chips_csv(const Chips& chips);
std::string chips_json(const Chips& chips);  // schemas.h
std::string chips_page(const Chips& chips, const PageAddress& address);

}  // namespace weir::cost
