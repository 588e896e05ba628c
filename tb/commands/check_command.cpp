// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir check: read and validate a scenario, print the safety bounds that it breaks, the cyclic buffer dependencies of
// its routes, and the times of its congestion detectors; and how ranks would divide it.

#include <memory>

#include <fmt/core.h>

#include "tb/bounds/class_share.h"
#include "tb/bounds/dependencies.h"
#include "tb/bounds/detector_bounds.h"
#include "tb/bounds/itsy_bounds.h"
#include "tb/commands/cbd_command.h"
#include "tb/commands/commands.h"
#include "tb/commands/rank_options.h"
#include "tb/commands/scenario_options.h"
#include "tb/ranks/parts_text.h"
#include "tb/report/human.h"
#include "tb/run/resources.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/register_writes.h"
#include "tb/scenario/scenario_error.h"

namespace weir {

namespace {

struct CheckOptions {
  std::string scenario;
  scenario::Overrides overrides;
  RankOptions ranks;
  bool cbd = false;
  bool force = false;
};

void print_warnings(const scenario::Scenario& scenario) {
  for (const std::string& warning : scenario.warnings) {
    fmt::print("warning: {}\n", warning);
  }
  for (const std::string& warning : bounds::cbd_warnings(scenario)) {
    fmt::print("warning: {}\n", warning);
  }
  for (const std::string& warning : bounds::starvation_warnings(scenario)) {
    fmt::print("warning: {}\n", warning);
  }
  for (const std::string& warning : bounds::itsy_loop_warnings(scenario)) {
    fmt::print("warning: {}\n", warning);
  }
}

int check(const CheckOptions& options) {
  const scenario::Scenario scenario = load_judged(options.scenario, options.overrides);
  if (const auto refused = scenario::refused_write(scenario)) {
    throw scenario::ScenarioError(*refused);
  }
  if (!options.force) {
    require_resources(scenario, available("out"));
  }
  const std::string division =
      options.ranks.given() ? ranks::text_of(parts_for(scenario, options.ranks), scenario.topology) : "";
  print_warnings(scenario);
  if (const std::string note = scenario::word_note(scenario); !note.empty()) {
    fmt::print("note: {}\n", note);
  }
  for (const std::string& note : bounds::itsy_round_notes(scenario)) {
    fmt::print("note: {}\n", note);
  }
  for (const std::string& note : bounds::detector_notes(scenario)) {
    fmt::print("note: {}\n", note);
  }
  for (const std::string& note : scenario::sampling_notes(scenario)) {
    fmt::print("note: {}\n", note);
  }
  fmt::print("{}: {} devices, {} cables, {} flows{}, {} expectations, {}\n", scenario.file,
             scenario.topology.devices.size(), scenario.topology.cables.size(), scenario.flows.size(),
             scenario.workloads.empty() ? "" : fmt::format(" and {} that are drawn", scenario.drawn.size()),
             scenario.expectations.size(), report::human_seconds(seconds(scenario.duration)));
  fmt::print("{}", division);
  if (options.cbd) {
    constexpr std::size_t kMost = 1'000;
    print_cycles(scenario, bounds::Pairs::kFlows, kMost);
  }
  return kHeld;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Read and validate a scenario, print warnings about bounds and buffer cycles");
  command->footer("Example: weir check scenarios/ring/gfc_buffer_based.toml");
  add_scenario_options(*command, options->scenario, options->overrides);
  command->add_flag("--cbd", options->cbd, "List the cyclic buffer dependencies too, as weir cbd does");
  add_rank_options(*command, options->ranks);
  command->add_flag("--force", options->force, "Pass even where memory or disk may not suffice");
  command->callback([options, &action] { action.run = [options] { return check(*options); }; });
}

}  // namespace weir
