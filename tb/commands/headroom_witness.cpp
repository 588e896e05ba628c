// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/headroom_witness.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "tb/bounds/judged.h"
#include "tb/commands/commands.h"
#include "tb/commands/put_out.h"
#include "tb/headroom/witness.h"
#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/text/words.h"

namespace weir {
namespace {

// How far the queue of each filled class came above XOFF.
std::vector<std::int64_t> peaks_of(const report::Results& results, const headroom::Witness& witness) {
  std::vector<std::int64_t> peaks(witness.captures.size());
  for (const report::QueueResult& queue : results.queues) {
    if (queue.device == "s1" && queue.port == 0 && static_cast<std::size_t>(queue.traffic_class) < peaks.size()) {
      peaks[static_cast<std::size_t>(queue.traffic_class)] = queue.viq_peak_bytes - witness.xoff.count();
    }
  }
  return peaks;
}

}  // namespace

int write_and_run_witness(const headroom::LinkRequest& request, const std::vector<headroom::LinkRow>& rows,
                          const std::string& file) {
  if (rows.size() != 1) {
    throw std::invalid_argument("--witness: is of one link; wanted one --rate and one --cable");
  }
  const std::filesystem::path scenario_path(file);
  if (scenario_path.extension() != ".toml") {
    throw std::invalid_argument("--witness: wanted the name of a scenario, FILE.toml; got " + text::in_quotes(file));
  }
  std::filesystem::path captures = scenario_path;
  captures.replace_extension();
  const headroom::Witness witness = make_witness(request, rows.front(), captures.filename().string());
  for (unsigned c = 0; c < witness.captures.size(); ++c) {
    put_out(headroom::capture_file(captures.string(), c), witness.captures[c]);
  }
  put_out(file, witness.scenario);
  const Outcome outcome = simulate(bounds::judged(scenario::load_file(file, {})), Observation{});
  const std::vector<std::int64_t> peaks = peaks_of(outcome.results, witness);
  const auto& expectations = outcome.results.expectations;
  const bool held =
      std::all_of(expectations.begin(), expectations.end(), [](const auto& one) { return one.held == true; });
  fmt::print("{}: {} filled to {} B above XOFF, of {} B of headroom; {}\n", file,
             peaks.size() == 1 ? "the queue" : fmt::format("the queues of {} classes", peaks.size()),
             fmt::join(peaks, ", "), witness.headroom.count(),
             held ? "to the last one, and nothing was lost" : "NOT as the bound says");
  return held ? kHeld : kNotHeld;
}

}  // namespace weir
