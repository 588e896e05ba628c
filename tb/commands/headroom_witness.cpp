// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/headroom_witness.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/bounds/judged.h"
#include "tb/commands/commands.h"
#include "tb/commands/put_out.h"
#include "tb/headroom/witness.h"
#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/text/words.h"

namespace weir {
namespace {

// The queue that the witness fills.
const report::QueueResult& filled(const report::Results& results) {
  const auto is_filled = [](const report::QueueResult& queue) {
    return queue.device == "s1" && queue.port == 0 && queue.traffic_class == 0;
  };
  return *std::find_if(results.queues.begin(), results.queues.end(), is_filled);
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
  std::filesystem::path capture_path = scenario_path;
  capture_path.replace_extension(".pcap");
  const headroom::Witness witness = make_witness(request, rows.front(), capture_path.filename().string());
  put_out(capture_path.string(), witness.capture);
  put_out(file, witness.scenario);
  const Outcome outcome = simulate(bounds::judged(scenario::load_file(file, {})), Observation{});
  const std::int64_t peak = filled(outcome.results).viq_peak_bytes - witness.xoff.count();
  const auto& expectations = outcome.results.expectations;
  const bool held =
      std::all_of(expectations.begin(), expectations.end(), [](const auto& one) { return one.held == true; });
  fmt::print("{}: the queue filled to {} B above XOFF, of {} B of headroom; {}\n", file, peak, witness.headroom.count(),
             held ? "to the last one, and nothing was lost" : "NOT as the bound says");
  return held ? kHeld : kNotHeld;
}

}  // namespace weir
