// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir cost: what a switch costs in registers, memories and packet buffer.

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

#include "tb/bounds/judged.h"
#include "tb/commands/commands.h"
#include "tb/commands/cost_links.h"
#include "tb/commands/described_option.h"
#include "tb/commands/installed.h"
#include "tb/commands/put_out.h"
#include "tb/cost/chips.h"
#include "tb/cost/combination.h"
#include "tb/cost/comparison.h"
#include "tb/cost/report.h"
#include "tb/cost/sweep.h"
#include "tb/cost/switch_options.h"
#include "tb/report/console_text.h"
#include "tb/report/run_directory.h"
#include "tb/report/terminal_line.h"
#include "tb/scenario/loader.h"
#include "tb/text/words.h"

namespace weir {

namespace {

constexpr std::array<std::string_view, 5> kFormats = {"table", "json", "csv", "html", kRetryProfileFormat};
constexpr std::array<std::string_view, 2> kThresholds = {"queue", "port"};
constexpr std::array<const char*, 3> kCompared = {"pfc", "cbfc", "gfc_buffer_based"};
constexpr unsigned kSweepStages = 16;

// The options as written; an empty one was not given.
struct CostOptions {
  std::string scenario;
  scenario::Overrides overrides;
  std::string device;
  cost::SwitchRequest request;
  std::vector<std::string> mechanisms;
  std::vector<std::string> chips;  // mechanisms of each, separated by commas
  std::string macros;
  std::string format{kFormats.front()};
  std::string out;
  std::string explain;
  std::vector<std::string> sweep;
  cost::LinkCostRequest links;
  RetryProfileOptions profiles;
  bool compare = false;
  bool all = false;
  cost::Thresholds thresholds = cost::Thresholds::kQueue;
  bool synth = false;
  std::uint64_t most_built_bits = cost::kMostBuiltBits;
  std::string liberty;
};

void refuse(const CLI::App& command, bool scenario_given) {
  for (const cost::SwitchOption& one : cost::switch_options()) {
    const std::string option = std::string("--") + one.name;
    if (scenario_given && command.count(option) > 0) {
      throw std::invalid_argument(option +
                                  " describes a switch without a scenario; with a scenario use --set KEY=VALUE");
    }
  }
  for (const char* option : {"--all", "--explain", "--format", "--macros", "--synth", "--thresholds"}) {
    if (command.count("--sweep") > 0 && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) +
                                  " is for a single switch; --sweep writes sweep.csv and sweep.html");
    }
  }
  for (const char* option : {"--sweep", "--compare"}) {
    if (scenario_given && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) + " is for switches without a scenario");
    }
  }
  for (const char* option : {"--sweep", "--all", "--explain", "--macros", "--synth", "--thresholds"}) {
    if (command.count("--compare") > 0 && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) + " makes no sense beside --compare");
    }
  }
  for (const char* option : {"--mechanisms", "--sweep", "--compare", "--explain", "--all", "--macros"}) {
    if (command.count("--chip") > 0 && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) + " makes no sense beside --chip");
    }
  }
  if (command.count("--explain") > 0 && command.count("--format") > 0) {
    throw std::invalid_argument("--format makes no sense beside --explain, which is a text");
  }
  for (const char* option : {"--device", "--set"}) {
    if (!scenario_given && command.count(option) > 0) {
      throw std::invalid_argument(std::string(option) + " needs a scenario");
    }
  }
}

void set_further(const CostOptions& options, cost::Setup& setup) {
  setup.thresholds = options.thresholds;
  setup.most_built_bits = options.most_built_bits;
}

// Between commas, empty ones, too, so that they are refused.
std::vector<std::string> parts_of(const std::vector<std::string>& lists) {
  std::vector<std::string> all;
  for (const std::string& list : lists) {
    const std::vector<std::string_view> parts = text::split(list, ',');
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all;
}

void require_partitions(const CLI::App& command, const CostOptions& options) {
  if (command.count(std::string("--") + cost::kPartitionAccounts) == 0) {
    return;
  }
  std::vector<std::string> names = options.chips.empty() ? options.mechanisms : parts_of(options.chips);
  if (names.empty() && !options.sweep.empty()) {
    names = cost::sweep_mechanisms();
  }
  if (std::ranges::none_of(names, cost::has_partitions)) {
    throw std::invalid_argument("--partition-accounts: no buffer here has partitions; wanted --mechanisms ttl_pfc");
  }
}

// `mechanisms` may be empty: those of the scenario, or PFC.
cost::Setup setup_of(const CostOptions& options, const std::vector<std::string>& mechanisms) {
  if (options.scenario.empty()) {
    cost::Setup setup =
        cost::make_setup(options.request, mechanisms.empty() ? cost::plain_pfc() : cost::select_mechanisms(mechanisms));
    set_further(options, setup);
    return setup;
  }
  cost::Setup setup =
      cost::make_setup(bounds::judged(scenario::load_file(options.scenario, options.overrides)), options.device);
  if (!mechanisms.empty()) {
    cost::replace_mechanisms(setup, cost::select_mechanisms(mechanisms));
  }
  set_further(options, setup);
  return setup;
}

report::ConsoleStyle style_of(const CostOptions& options) {
  return options.out.empty() ? report::terminal_style(STDOUT_FILENO) : report::kUnbroken;
}

std::string text_of(const CostOptions& options, const cost::Report& report) {
  if (options.format == "json") {
    return cost::report_json(report);
  }
  if (options.format == "csv") {
    return cost::report_csv(report);
  }
  return options.format == "html" ? cost::report_page(report)
                                  : cost::report_text(report, options.all, style_of(options));
}

// 1 where there is a fault.
int told(const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) {
    fmt::print(stderr, "weir: {}\n", fault);
  }
  return faults.empty() ? kHeld : kNotHeld;
}

int cost_comparison(const CostOptions& options) {
  const std::vector<std::string> schemes =
      options.mechanisms.empty() ? std::vector<std::string>(kCompared.begin(), kCompared.end()) : options.mechanisms;
  const cost::Comparison comparison = cost::compare(options.request, schemes);
  if (options.format == "json") {
    put_out(options.out, cost::comparison_json(comparison));
  } else if (options.format == "csv") {
    put_out(options.out, cost::comparison_csv(comparison));
  } else {
    put_out(options.out, options.format == "html" ? cost::comparison_page(comparison)
                                                  : cost::comparison_text(comparison, style_of(options)));
  }
  std::vector<cost::Headroom> headrooms;
  for (const cost::Report& report : comparison.reports) {
    headrooms.push_back(cost::headroom_of(report));
  }
  return told(cost::misfits(headrooms));
}

// With --synth: a report's RTL blocks; a whole report also has figures for FPGAs, and its ports as tops. The lines are
// about blocks whose flip-flops are not what was declared.
std::vector<std::string> synthesise(const CostOptions& options, cost::Report& report, bool is_whole) {
  if (!options.synth) {
    return {};
  }
  synthesis::Options synthesis_options;
  synthesis_options.fpgas = is_whole;
  if (!options.liberty.empty()) {
    synthesis_options.liberty = options.liberty;
  }
  report::TerminalLine line;
  synthesis_options.tell = [&line](const std::string& step) { line.show(step); };
  report.synthesis = cost::synthesise_blocks(report.setup, synthesis_options);
  const std::vector<std::string> missing = cost::not_built(report.setup);
  report.setup.warnings.insert(report.setup.warnings.end(), missing.begin(), missing.end());
  std::vector<std::string> found = cost::differences(*report.synthesis);
  if (is_whole) {
    const std::vector<std::string> without = cost::tops_not_built(report.setup);
    report.setup.warnings.insert(report.setup.warnings.end(), without.begin(), without.end());
    report.port_tops = cost::synthesise_port_tops(report.setup, *report.synthesis, synthesis_options);
    const std::vector<std::string> of_ports = cost::differences(*report.port_tops);
    found.insert(found.end(), of_ports.begin(), of_ports.end());
  }
  return found;
}

// Errors about mechanisms name --mechanisms; here --chip is meant.
cost::Chip chip_of(const CostOptions& options, const std::string& chip) {
  try {
    return cost::make_chip(setup_of(options, parts_of({chip})));
  } catch (const std::invalid_argument& error) {
    constexpr std::string_view kMechanisms = "--mechanisms";
    const std::string what = error.what();
    throw std::invalid_argument(what.starts_with(kMechanisms) ? "--chip" + what.substr(kMechanisms.size()) : what);
  }
}

int cost_chips(const CostOptions& options) {
  cost::Chips chips;
  std::vector<std::string> differences;
  std::vector<std::string> misfits;
  for (const std::string& written : options.chips) {
    chips.push_back(chip_of(options, written));
    const auto add_once = [](std::vector<std::string>& lines, const std::vector<std::string>& more) {
      std::copy_if(more.begin(), more.end(), std::back_inserter(lines),
                   [&](const std::string& line) { return std::find(lines.begin(), lines.end(), line) == lines.end(); });
    };
    add_once(differences, synthesise(options, chips.back().report, false));
    add_once(misfits, cost::misfits(chips.back().report.headrooms));
  }
  if (options.format == "json") {
    put_out(options.out, cost::chips_json(chips));
  } else if (options.format == "csv") {
    put_out(options.out, cost::chips_csv(chips));
  } else if (options.format == "html") {
    put_out(options.out, cost::chips_page(chips, [](const std::string& page) {
              const std::filesystem::path file = documentation_page(page);
              return file.empty() ? std::string() : file_uri(file);
            }));
  } else {
    put_out(options.out, cost::chips_text(chips, style_of(options)));
  }
  return std::max(told(differences), told(misfits));
}

int cost_report(const CostOptions& options) {
  const std::vector<cost::Macro> macros =
      options.macros.empty() ? std::vector<cost::Macro>{} : cost::load_macros(options.macros);
  cost::Report report = cost::make_report(setup_of(options, options.mechanisms), macros);
  const std::vector<std::string> differences = synthesise(options, report, true);
  if (report.synthesis && report.synthesis->empty() && cost::not_built(report.setup).empty()) {
    report.setup.warnings.emplace_back("--synth: no block of this switch has RTL");
  }
  put_out(options.out, options.explain.empty() ? text_of(options, report) : cost::explain(report, options.explain));
  const int agrees = told(differences);
  return std::max(agrees, options.explain.empty() ? told(cost::misfits(report.headrooms)) : kHeld);
}

int cost_sweep(const CostOptions& options) {
  const cost::SwitchRequest& request = options.request;
  const cost::SweepGrid grid = cost::parse_sweep(options.sweep, {.ports = {request.ports},
                                                                 .classes = {request.classes},
                                                                 .rates = {request.rate},
                                                                 .stages = {request.stages.value_or(kSweepStages)}});
  const cost::Sweep sweep =
      cost::run_sweep(grid, request, options.mechanisms.empty() ? cost::sweep_mechanisms() : options.mechanisms);
  const report::RunDirectory directory =
      options.out.empty() ? report::RunDirectory::create_numbered("cost") : report::RunDirectory::create(options.out);
  directory.write_file("sweep.csv", cost::sweep_csv(sweep));
  directory.write_file("sweep.html", cost::sweep_page(sweep));
  fmt::print("{} switches: {}\n", sweep.points.size(), directory.path().string());
  return kHeld;
}

void add_switch_options(CLI::App& command, cost::SwitchRequest& request) {
  for (const cost::SwitchOption& option : cost::switch_options()) {
    add_option_of(command, request, option);
  }
  command.get_option("--cable")->excludes("--delay");
}

void add_synthesis_options(CLI::App& command, CostOptions& options) {
  CLI::Option* synth =
      command.add_flag("--synth", options.synth, "Synthesise each RTL block; its flip-flops must be the declared bits");
  command.add_option("--liberty", options.liberty, "Standard cells for --synth (default: Debian's osu018)")
      ->needs(synth);
  command
      .add_option("--synth-largest", options.most_built_bits,
                  fmt::format("Flip-flops of the largest block that --synth builds (default: {}); one of 9,000 takes "
                              "hours",
                              cost::kMostBuiltBits))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32U))
      ->needs(synth);
}

int run_cost(const CLI::App& command, CostOptions& options) {
  refuse(command, !options.scenario.empty());
  if (options.format == kRetryProfileFormat && options.links.rates.empty()) {
    throw std::invalid_argument("--format llr-profile: wanted --links beside it");
  }
  refuse_beside_format(command, options.format);
  options.mechanisms = parts_of(options.mechanisms);
  if (!options.links.rates.empty()) {
    refuse_beside_links(command);
  }
  if (options.sweep.empty() && !options.request.lossless) {
    options.request.lossless = 1;  // as flow_control.lossless of a scenario
  }
  if (!options.links.rates.empty()) {
    options.links.plain = options.request;
    put_out(options.out, link_costs_of(options.links, options.profiles, options.format, style_of(options)));
    return kHeld;
  }
  require_partitions(command, options);
  if (options.compare) {
    return cost_comparison(options);
  }
  if (!options.chips.empty()) {
    return cost_chips(options);
  }
  return options.sweep.empty() ? cost_report(options) : cost_sweep(options);
}

}  // namespace

void add_cost_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CostOptions>();
  CLI::App* command = app.add_subcommand("cost", "Print what a switch costs: registers, memories, packet buffer");
  command->footer("Example: weir cost --ports 32 --lossless 2 --rate 400Gbps --mechanisms pfc,tcd,itsy");
  command->add_option("SCENARIO", options->scenario, "A switch of this scenario (TOML), in place of --ports and so on");
  command->add_option("--device", options->device, "Which switch of the scenario (default: one with the most ports)");
  command->add_option("--set", options->overrides.sets, "KEY=VALUE over a value of the scenario; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option(
      "--mechanisms", options->mechanisms,
      "Mechanisms of the switch, separated by commas; weir list mechanisms (default: pfc, or those of the "
      "scenario)");
  command
      ->add_option("--chip", options->chips,
                   "Chips side by side, each with these mechanisms, separated by commas; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  add_switch_options(*command, options->request);
  command->add_flag("--compare", options->compare,
                    "Schemes of flow control side by side, each alone (default: pfc, cbfc, gfc_buffer_based)");
  command
      ->add_option_function<std::string>(
          "--thresholds",
          [options](const std::string& of) {
            options->thresholds = of == kThresholds.front() ? cost::Thresholds::kQueue : cost::Thresholds::kPort;
          },
          "Which queues have a table of GFC's thresholds: each queue, or each port (default: queue)")
      ->check(CLI::IsMember(std::vector<std::string>(kThresholds.begin(), kThresholds.end())));
  add_link_cost_options(*command, options->links);
  add_retry_profile_options(*command, options->profiles);
  add_synthesis_options(*command, *options);
  command->add_option("--macros", options->macros, "SRAM macros of a technology (TOML)");
  command->add_option("--explain", options->explain,
                      "Only this register: its purpose, the mechanism that asks for it, its formula");
  command->add_option("--format", options->format, "table, json, csv, html; with --links llr-profile")
      ->check(CLI::IsMember(std::vector<std::string>(kFormats.begin(), kFormats.end())))
      ->capture_default_str();
  command->add_flag("--all", options->all, "In the table all memories and registers, too, a row each");
  command
      ->add_option(
          "--sweep", options->sweep,
          "AXIS=FIRST..LAST or AXIS=VALUE,VALUE of ports, classes, rate, stages: writes sweep.csv and sweep.html")
      ->expected(1, 4);
  command->add_option("--out", options->out, "Write to this file; with --sweep, to this new directory");
  command->callback(
      [command, options, &action] { action.run = [command, options] { return run_cost(*command, *options); }; });
}

}  // namespace weir
