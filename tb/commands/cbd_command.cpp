// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir cbd: the cyclic buffer dependencies of a scenario's routes, or which of the networks that it draws have one.

#include "tb/commands/cbd_command.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/bounds/census.h"
#include "tb/bounds/dependencies.h"
#include "tb/commands/commands.h"
#include "tb/commands/scenario_options.h"
#include "tb/report/run_directory.h"
#include "tb/scenario/loader.h"

namespace weir {

namespace {

struct CbdOptions {
  std::string scenario;
  scenario::Overrides overrides;
  bool all_pairs = false;
  std::size_t most = 1'000;
  std::string format = "text";
  std::uint64_t networks = 0;  // 0: the one of the scenario
  bool cyclic = false;
  std::string csv;
  unsigned threads = 0;  // 0: one a core
};

nlohmann::ordered_json to_json(const scenario::Scenario& scenario, const network::BufferDependencies& dependencies,
                               const std::vector<network::Cycle>& cycles, bool complete) {
  nlohmann::ordered_json json;
  json["scenario"] = scenario.name;
  json["seed"] = scenario.seed;
  json["buffers"] = dependencies.buffers();
  json["dependencies"] = dependencies.dependencies();
  json["most_into_one"] = dependencies.most_into_one();
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

void write_csv(const CbdOptions& options, const std::vector<bounds::NetworkTraits>& networks) {
  std::string text =
      fmt::format("# {} networks of {}, topology.seed {} to {}{}\nseed,trunks,cut_off,most_switches,cyclic_buffers\n",
                  networks.size(), std::filesystem::path(options.scenario).filename().string(), networks.front().seed,
                  networks.back().seed, options.cyclic ? ": those with a cyclic buffer dependency" : "");
  for (const bounds::NetworkTraits& network : networks) {
    if (!options.cyclic || network.cyclic_buffers > 0) {
      text += fmt::format("{},{},{},{},{}\n", network.seed, network.trunks, network.cut_off, network.most_switches,
                          network.cyclic_buffers);
    }
  }
  report::OutputFile file{std::filesystem::path(options.csv)};
  file.write(text);
  file.commit();
}

int count_networks(const CbdOptions& options) {
  const unsigned threads = options.threads > 0 ? options.threads : usual_threads();
  const std::vector<bounds::NetworkTraits> networks =
      bounds::census(options.scenario, options.overrides, options.networks, threads);
  const bounds::CensusCounts counts = bounds::counts_of(networks);
  if (!options.csv.empty()) {
    write_csv(options, networks);
  }
  if (options.format == "json") {
    nlohmann::ordered_json json;
    json["scenario"] = options.scenario;
    json["networks"] = networks.size();
    json["first_seed"] = networks.front().seed;
    json["cyclic"] = counts.cyclic;
    json["cut_off"] = counts.cut_off;
    json["cyclic_and_cut_off"] = counts.both;
    for (const auto& [switches, number] : counts.of_most_switches) {
      json["by_most_switches"][std::to_string(switches)] = number;
    }
    fmt::print("{}\n", json.dump(2));
    return kHeld;
  }
  fmt::print("{}: {} networks, topology.seed {} to {}, paths of all pairs of hosts\n", options.scenario,
             networks.size(), networks.front().seed, networks.back().seed);
  fmt::print("  with a cyclic buffer dependency    {}\n", counts.cyclic);
  fmt::print("  with hosts cut off from others     {}\n", counts.cut_off);
  fmt::print("  with both                          {}\n", counts.both);
  for (const auto& [switches, number] : counts.of_most_switches) {
    fmt::print("  longest path of {:>2} switches        {}\n", switches, number);
  }
  return kHeld;
}

int cbd(const CbdOptions& options) {
  if (options.networks > 0) {
    return count_networks(options);
  }
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
  fmt::print("{}: {} buffers, {} dependencies, {}{}\n", scenario.file, dependencies.buffers(),
             dependencies.dependencies(), complete ? "" : "more than ", report::counted(count, "cycle"));
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
  CLI::Option* networks =
      command
          ->add_option("--networks", options->networks, "Draw so many networks by seed, and count those with a cycle")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
  CLI::Option* csv = command->add_option("--csv", options->csv, "Print a row for each network")->needs(networks);
  command->add_flag("--cyclic", options->cyclic, "Print rows only for networks with a cycle")->needs(csv);
  command->add_option("-j", options->threads, "Threads (default: one a core)")
      ->needs(networks)
      ->check(CLI::Range(1U, 1024U));
  command->callback([options, &action] { action.run = [options] { return cbd(*options); }; });
}

}  // namespace weir
