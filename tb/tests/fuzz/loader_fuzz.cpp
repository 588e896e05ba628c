// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whatever a scenario file and its --set hold: a scenario that can be used, or one line that says what is wrong. The
// input is the file; each line below a line "%%" is one --set. Seeds: loader_corpus/, the cases of
// regress/malformed.txt and the scenarios; words: loader.dict.

#include "tb/scenario/loader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tb/bounds/judged.h"
#include "tb/network/routing.h"
#include "tb/scenario/expectation.h"

namespace {

using weir::scenario::Overrides;
using weir::scenario::Scenario;

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

Overrides overrides_of(std::string_view lines) {
  Overrides overrides;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    overrides.sets.emplace_back(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return overrides;
}

bool is_one_line(std::string_view text) { return !text.empty() && text.find('\n') == std::string_view::npos; }

void use(const Scenario& scenario) {
  constexpr std::size_t kFew = 100;  // devices; more of them find nothing new
  require(scenario.duration > weir::Time(0));
  require(scenario.sample_interval > weir::Time(0));
  require(!scenario.flows.empty());
  for (const weir::scenario::Flow& flow : scenario.flows) {
    require(flow.source < scenario.topology.devices.size());
    require(flow.destination < scenario.topology.devices.size());
    require(flow.start >= weir::Time(0) && flow.start < flow.stop);
  }
  for (const std::string& warning : scenario.warnings) {
    require(is_one_line(warning));
  }
  if (scenario.topology.devices.size() <= kFew) {
    weir::network::shortest_paths(scenario.topology);
  }
  evaluate(scenario.expectations, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kMark = "\n%%\n";
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t mark = std::min(input.find(kMark), input.size());
  const std::string_view lines = input.substr(std::min(mark + kMark.size(), input.size()));
  try {
    use(weir::bounds::judged(weir::scenario::load_text(input.substr(0, mark), "fuzz.toml", overrides_of(lines))));
  } catch (const weir::scenario::ScenarioError& error) {
    require(is_one_line(error.what()));
  }
  return 0;
}
