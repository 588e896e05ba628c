// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What an architect may decide about the flip-flops of GFC, and what of them has RTL.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/cost/cost.h"
#include "tb/cost/setup.h"

namespace weir::cost {

// The chip whose ports have one table B_1..B_N each, which the comparators of all classes read. No RTL block has that
// form: the stages that are left are without one, and the tables stand in the bank of the port.
ledger::Chip with_shared_thresholds(const ledger::Chip& chip);

// Threshold tables, where the chip has them.
struct ThresholdTables {
  std::uint64_t bits = 0;                 // of these tables
  std::uint64_t shared_bits = 0;          // of one a port
  std::uint64_t shared_switch = 0;        // flip-flops of the switch with one a port
  std::optional<double> shared_on_top{};  // of plain PFC, in percent
};
std::optional<ThresholdTables> threshold_tables(const Cost& cost);

// For people, a line each: shared tables, registers of a mechanism with RTL that no RTL block has, and registers that
// do nothing at this rate.
std::vector<std::string> notes_of(const Setup& setup, const Cost& cost);

}  // namespace weir::cost
