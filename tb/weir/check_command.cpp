// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir check: read and validate a scenario, print the safety bounds that it breaks and the cyclic buffer
// dependencies of its routes.

#include <memory>

#include <fmt/core.h>

#include "tb/bounds/dependencies.h"
#include "tb/bounds/judged.h"
#include "tb/report/human.h"
#include "tb/scenario/loader.h"
#include "tb/weir/cbd_command.h"
#include "tb/weir/commands.h"

namespace weir {

namespace {

struct CheckOptions {
  std::string scenario;
  scenario::Overrides overrides;
  bool cbd = false;
};

int check(const CheckOptions& options) {
  const scenario::Scenario scenario = bounds::judged(scenario::load_file(options.scenario, options.overrides));
  for (const std::string& warning : scenario.warnings) {
    fmt::print("warning: {}\n", warning);
  }
  for (const std::string& warning : bounds::cbd_warnings(scenario)) {
    fmt::print("warning: {}\n", warning);
  }
  fmt::print("{}: {} devices, {} cables, {} flows, {} expectations, {}\n", scenario.file,
             scenario.topology.devices.size(), scenario.topology.cables.size(), scenario.flows.size(),
             scenario.expectations.size(), report::human_seconds(seconds(scenario.duration)));
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
  command->add_option("SCENARIO", options->scenario, "Scenario file (TOML)")->required();
  command->add_option("--set", options->overrides.sets, "KEY=VALUE over a value of the file; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--seed", options->overrides.seed, "Seed, which also draws random networks and failures");
  command->add_flag("--cbd", options->cbd, "List the cyclic buffer dependencies too, as weir cbd does");
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace weir
