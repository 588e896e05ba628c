// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/headroom_pool.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/bounds/judged.h"
#include "tb/commands/commands.h"
#include "tb/commands/put_out.h"
#include "tb/headroom/pool_witness.h"
#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/text/words.h"

namespace weir {
namespace {

// The first switch whose set is the largest, in bytes.
const headroom::PoolRow& chosen(const headroom::PoolReport& report) {
  const auto cells = [&](const headroom::PoolRow& row) {
    return (report.ratio ? row.breaking.found.cells : row.largest.set.cells) * row.pool.cell;
  };
  const auto most = std::max_element(report.rows.begin(), report.rows.end(),
                                     [&](const auto& a, const auto& b) { return cells(a) < cells(b); });
  if (cells(*most) == Bytes(0)) {
    throw std::invalid_argument(report.ratio ? "--witness: no set of queues is known that breaks this --over-subscribe"
                                             : "--witness: no queue of this scenario can fill for certain");
  }
  return *most;
}

}  // namespace

int write_and_run_pool_witness(const headroom::PoolReport& report, const std::string& file) {
  if (std::filesystem::path(file).extension() != ".toml") {
    throw std::invalid_argument("--witness: wanted the name of a scenario, FILE.toml; got " + text::in_quotes(file));
  }
  const headroom::PoolRow& row = chosen(report);
  const bounds::StandingSet& set = report.ratio ? row.breaking.found : row.largest.set;
  const std::int64_t cells = report.ratio ? row.judged : set.cells;
  put_out(file, headroom::pool_witness(*report.scenario, row.pool, set, cells));
  const Outcome outcome = simulate(bounds::judged(scenario::load_file(file, {})), Observation{});
  const report::BufferResult& buffer = outcome.results.buffers.front();
  const report::Counts& drops = outcome.results.drops;
  const std::uint64_t all_lost = report::total(drops);
  const auto exhausted = drops.find("headroom_exhausted");
  const std::uint64_t lost = exhausted != drops.end() ? exhausted->second : 0;
  const bool full = buffer.headroom_pool_peak_bytes == cells * row.pool.cell.count();
  const bool held = all_lost == lost && (report.ratio ? lost > 0 : lost == 0 && full);
  fmt::print("{}: {} queues of {}, a pool of {} cells: {} were in use at most, {} frames were lost; {}\n", file,
             set.queues.size(), buffer.device, cells, buffer.headroom_pool_peak_bytes / row.pool.cell.count(), all_lost,
             held ? "as the report says" : "NOT as the report says");
  return held ? kHeld : kNotHeld;
}

}  // namespace weir
