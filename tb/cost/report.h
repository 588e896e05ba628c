// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cost report, complete, and its four forms. All forms show the same figures.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cost/combination.h"
#include "tb/cost/cost.h"
#include "tb/cost/headroom.h"
#include "tb/cost/memories.h"
#include "tb/cost/packet_blocks.h"
#include "tb/cost/port_tops.h"
#include "tb/cost/setup.h"
#include "tb/cost/synthesis_check.h"
#include "tb/report/console_text.h"

namespace weir::cost {

struct Report {
  Setup setup;
  Cost cost;
  std::vector<SchemeVerdict> settings;  // what software can set the chip to
  std::vector<Headroom> headrooms;
  std::vector<std::string> notes;  // for people (gfc_forms.h)
  double packets_per_cycle = 0;
  std::vector<Macro> macros;  // before `memories`, which refer to them
  std::vector<Memory> memories;
  std::vector<PacketBlock> packet_blocks;
  ledger::Bits copied;                                     // what copies of tables and blocks have beside the first
  ledger::Bits plain_copied;                               // in the switch that has PFC only
  std::optional<std::vector<SynthesisedBlock>> synthesis;  // with --synth
  std::optional<std::vector<PortTop>> port_tops;           // likewise
};

// Throws std::invalid_argument where the ledger refuses the switch, and as require_one().
Report make_report(Setup setup, std::vector<Macro> macros);

// For a console; `all`: with the tables of memories and registers, a row each.
std::string report_text(const Report& report, bool all = false, const report::ConsoleStyle& style = report::kUnbroken);
std::string report_csv(const Report& report);   // a row a register
std::string report_json(const Report& report);  // schemas.h
std::string report_page(const Report& report);  // one file, no network

// Everything about one register, by "block.register" or "register" (then all of that name). Throws
// std::invalid_argument that names the nearest ones.
std::string explain(const Report& report, std::string_view name);

}  // namespace weir::cost
