// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir cbd: the cyclic buffer dependencies of a scenario's routes.

#include "tb/weir/cbd_command.h"

#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/bounds/dependencies.h"
#include "tb/scenario/loader.h"
#include "tb/weir/commands.h"
#include "tb/weir/scenario_options.h"

namespace weir {

namespace {

struct CbdOptions {
  std::string scenario;
  scenario::Overrides overrides;
  bool all_pairs = false;
  std::size_t most = 1'000;
  std::string format = "text";
};

nlohmann::ordered_json to_json(const scenario::Scenario& scenario, const network::BufferDependencies& dependencies,
                               const std::vector<network::Cycle>& cycles, bool complete) {
  nlohmann::ordered_json json;
  json["scenario"] = scenario.name;
  json["seed"] = scenario.seed;
  json["buffers"] = dependencies.buffers();
  json["dependencies"] = dependencies.dependencies();
  json["complete"] = complete;
  json["cycles"] = nlohmann::ordered_json::array();
  for (const network::Cycle& cycle : cycles) {
    nlohmann::ordered_json entry;
    for (const network::Buffer& buffer : cycle) {
      entry["switches"].push_back(scenario.topology.devices[buffer.device].name);
      entry["buffers"].push_back(network::name_of(scenario.topology, buffer));
    }
    json["cycles"].push_back(entry);
  }
  return json;
}

int cbd(const CbdOptions& options) {
  const scenario::Scenario scenario = scenario::load_file(options.scenario, options.overrides);
  const auto pairs = options.all_pairs ? bounds::Pairs::kAllHosts : bounds::Pairs::kFlows;
  if (options.format == "text") {
    print_cycles(scenario, pairs, options.most);
    return kHeld;
  }
  const network::BufferDependencies dependencies = bounds::buffer_dependencies(scenario, pairs);
  std::vector<network::Cycle> cycles = dependencies.cycles(options.most + 1);
  const bool complete = cycles.size() <= options.most;
  cycles.resize(complete ? cycles.size() : options.most);
  fmt::print("{}\n", to_json(scenario, dependencies, cycles, complete).dump(2));
  return kHeld;
}

}  // namespace

void print_cycles(const scenario::Scenario& scenario, bounds::Pairs pairs, std::size_t most) {
  const network::BufferDependencies dependencies = bounds::buffer_dependencies(scenario, pairs);
  const std::vector<network::Cycle> cycles = dependencies.cycles(most + 1);
  const bool complete = cycles.size() <= most;
  const std::size_t count = complete ? cycles.size() : most;
  fmt::print("{}: {} buffers, {} dependencies, {}{} cycle{}\n", scenario.file, dependencies.buffers(),
             dependencies.dependencies(), complete ? "" : "more than ", count, count == 1 ? "" : "s");
  for (std::size_t i = 0; i < count; ++i) {
    fmt::print("  {}\n", bounds::to_text(scenario, cycles[i]));
  }
}

void add_cbd_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CbdOptions>();
  CLI::App* command = app.add_subcommand("cbd", "List the cyclic buffer dependencies of a scenario's routes");
  command->footer("Example: weir cbd scenarios/fat_tree/pfc.toml --format json");
  add_scenario_options(*command, options->scenario, options->overrides);
  command->add_flag("--all-pairs", options->all_pairs, "Shortest paths of all pairs of hosts instead of the flows");
  command->add_option("--most", options->most, "List at most this many cycles")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  command->add_option("--format", options->format, "text or json")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  command->callback([options, &action] { action = [options] { return cbd(*options); }; });
}

}  // namespace weir
