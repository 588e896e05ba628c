// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir registers: the register map of a switch.

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "hw_model/asic/declare_switch.h"
#include "tb/commands/commands.h"
#include "tb/commands/put_out.h"
#include "tb/commands/quantity_option.h"
#include "tb/cost/combination.h"
#include "tb/cost/setup.h"
#include "tb/register_map/generators.h"
#include "tb/report/version.h"
#include "tb/scenario/loader.h"

namespace weir {

namespace {

struct RegistersOptions {
  std::string scenario;
  scenario::Overrides overrides;
  std::string device;
  cost::SwitchRequest request;
  std::string rate;
  std::vector<std::string> mechanisms;
  std::string format{register_map::kFormats.front().name};
  std::string out;
};

void refuse_mixed(const CLI::App& command, bool scenario_given) {
  for (const char* option : {"--ports", "--classes", "--lossless", "--rate", "--mechanisms"}) {
    if (scenario_given && command.count(option) > 0)
      throw std::invalid_argument(std::string(option) +
                                  " describes a switch without a scenario; with a scenario use --set KEY=VALUE");
  }
  for (const char* option : {"--device", "--set"}) {
    if (!scenario_given && command.count(option) > 0)
      throw std::invalid_argument(std::string(option) + " needs a scenario");
  }
}

// The chip of a scenario's switch is exactly the one that runs; without a scenario, one that has all that is asked for.
int write_map(RegistersOptions options) {
  std::string title;
  ledger::Chip chip("switch");
  if (!options.scenario.empty()) {
    const scenario::Scenario scenario = scenario::load_file(options.scenario, options.overrides);
    const cost::Setup setup = cost::make_setup(scenario, options.device);
    chip = asic::declare_switch(setup.device);
    title = setup.title;
  } else {
    if (!options.rate.empty())
      options.request.rate = rate_option(options.rate);
    const cost::Selection selection =
        options.mechanisms.empty() ? cost::plain_pfc() : cost::select_mechanisms(options.mechanisms);
    const cost::Setup setup = cost::make_setup(options.request, selection);
    cost::require_one(cost::judge(setup), selection);
    chip = cost::declare(setup.device, setup.selection);
    title = setup.title;
  }
  const auto* format = std::find_if(register_map::kFormats.begin(), register_map::kFormats.end(),
                                    [&](const register_map::Format& known) { return known.name == options.format; });
  const std::string text = format->generate(ledger::AddressMap(chip), {title, std::string(report::program_version())});
  put_out(options.out, text);
  return kHeld;
}

}  // namespace

void add_registers_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RegistersOptions>();
  CLI::App* command = app.add_subcommand("registers", "Write the register map of a switch");
  command->footer("Example: weir registers scenarios/ring/pfc.toml --device s1 --format c --out ring_registers.h");
  command->add_option("SCENARIO", options->scenario, "Scenario file (TOML); or give --ports and the like");
  command->add_option("--set", options->overrides.sets, "KEY=VALUE over a value of the file; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--device", options->device, "Switch of the scenario (default: the one with the most ports)");
  command->add_option("--ports", options->request.ports, "Ports, all alike (default: 32)");
  command->add_option("--classes", options->request.classes, "Queues of a port, 1..8 (default: 8)");
  command->add_option("--lossless", options->request.lossless, "Lossless queues of a port (default: all)");
  command->add_option("--rate", options->rate, "Line rate (default: 100Gbps)");
  command
      ->add_option("--mechanisms", options->mechanisms,
                   "Mechanisms of the switch, separated by commas; weir list mechanisms (default: pfc)")
      ->delimiter(',');
  std::vector<std::string> names;
  for (const register_map::Format& format : register_map::kFormats)
    names.emplace_back(format.name);
  command->add_option("--format", options->format, "markdown, systemrdl, ipxact, c, json or sv")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command->add_option("--out", options->out, "File (default: standard output)");
  command->callback([options, command, &action] {
    action.run = [options, command] {
      refuse_mixed(*command, !options->scenario.empty());
      return write_map(*options);
    };
  });
}

}  // namespace weir
