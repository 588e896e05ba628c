// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir synth: size and timing of an RTL block.

#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/commands/commands.h"
#include "tb/commands/quantity_option.h"
#include "tb/report/terminal_line.h"
#include "tb/synthesis/report_json.h"
#include "tb/synthesis/synthesis.h"
#include "tb/text/words.h"

namespace weir {

namespace {

struct SynthCommand {
  std::string block;
  std::vector<std::string> parameters;
  std::string liberty;
  std::string period = "1.2ns";
  std::string format = "table";
  bool no_cache = false;
  bool inputs = false;
};

std::vector<synthesis::Design> designs_of(const SynthCommand& command) {
  std::vector<std::string> names;
  for (const synthesis::RtlBlock& block : synthesis::rtl_blocks()) {
    names.emplace_back(block.name);
  }
  std::vector<synthesis::Parameter> changed;
  for (const std::string& parameter : command.parameters) {
    changed.push_back(synthesis::parse_parameter(parameter));
  }
  if (command.block == "all") {
    if (!changed.empty()) {
      throw std::invalid_argument("synth: --parameter wants one block, not all");
    }
  } else if (std::find(names.begin(), names.end(), command.block) == names.end()) {
    throw std::invalid_argument("synth: there is no block " + text::in_quotes(command.block) +
                                text::known_hint(command.block, names) + "; weir list blocks has all");
  } else {
    names = {command.block};
  }
  std::vector<synthesis::Design> designs;
  for (const std::string& name : names) {
    designs.push_back(synthesis::block_design(name, changed));
  }
  return designs;
}

Time period_of(const std::string& text) {
  const Time period = time_option("--period", text);
  if (period.count() < 1 || period.count() > 1'000'000) {
    throw std::invalid_argument("--period: wanted 1ps to 1us; got \"" + text + "\"");
  }
  return period;
}

std::string parameters_text(const synthesis::Report& report) {
  std::string text;
  for (const auto& [name, value] : report.parameters) {
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  }
  return text;
}

// What a path is judged by: the clock, and the library's FO4, if it has an inverter.
struct Clock {
  Time period;
  std::optional<double> fo4_ns;

  std::optional<double> fo4(const synthesis::Mapping& mapping) const {
    return fo4_ns ? std::optional(mapping.longest_path_ns / *fo4_ns) : std::nullopt;
  }
};

void print_mapping(const char* name, const synthesis::Mapping& mapping, const Clock& clock) {
  const std::optional<double> fo4 = clock.fo4(mapping);
  fmt::print("  {:<22} {:>6} cells  area {:>9.0f}  longest path {:>6.2f} ns{}  slack {:>+7.2f} ns  {} to {}\n", name,
             mapping.combinational_cells, mapping.area, mapping.longest_path_ns,
             fo4 ? fmt::format(" = {:>3.0f} FO4", *fo4) : "", mapping.slack_ns(clock.period), mapping.from, mapping.to);
}

void print_table(const std::vector<synthesis::Report>& reports, const Clock& clock) {
  for (const synthesis::Report& report : reports) {
    fmt::print("{}  {}\n", report.top, parameters_text(report));
    fmt::print("  {:<22} {:>6} flip-flops, {} bits of memory\n", "registers", report.flip_flops, report.memory_bits);
    print_mapping("cells, mapped for area", report.small, clock);
    print_mapping("cells, for speed", report.fast, clock);
    fmt::print("  {:<22} {:>6} LUTs, {} flip-flops, {} carries\n", "iCE40", report.ice40.luts, report.ice40.flip_flops,
               report.ice40.carries);
    fmt::print("  {:<22} {:>6} LUTs, {} flip-flops, {} CARRY4, {} DSPs\n", "Xilinx 7 series", report.xilinx.luts,
               report.xilinx.flip_flops, report.xilinx.carries, report.xilinx.dsps);
  }
  fmt::print("clock period {} ns; {}{}, {}, {}\n", static_cast<double>(clock.period.count()) / 1000.0,
             reports.front().liberty, clock.fo4_ns ? fmt::format(" (FO4 {:.1f} ps)", *clock.fo4_ns * 1000) : "",
             reports.front().yosys, reports.front().sta);
}

void print_csv(const std::vector<synthesis::Report>& reports, const Clock& clock) {
  fmt::print(
      "block,parameters,flip_flops,memory_bits,small_cells,small_area,small_path_ns,small_path_fo4,small_slack_ns,"
      "fast_cells,fast_area,fast_path_ns,fast_path_fo4,fast_slack_ns,ice40_luts,ice40_flip_flops,xilinx_luts,xilinx_"
      "flip_flops,xilinx_dsps\n");
  for (const synthesis::Report& report : reports) {
    fmt::print("{},{},{},{}", report.top, parameters_text(report), report.flip_flops, report.memory_bits);
    for (const synthesis::Mapping* mapping : {&report.small, &report.fast}) {
      const std::optional<double> fo4 = clock.fo4(*mapping);
      fmt::print(",{},{},{:.4f},{},{:.4f}", mapping->combinational_cells, mapping->area, mapping->longest_path_ns,
                 fo4 ? fmt::format("{:.1f}", *fo4) : "", mapping->slack_ns(clock.period));
    }
    fmt::print(",{},{},{},{},{}\n", report.ice40.luts, report.ice40.flip_flops, report.xilinx.luts,
               report.xilinx.flip_flops, report.xilinx.dsps);
  }
}

void print_json(const std::vector<synthesis::Report>& reports, const Clock& clock) {
  const auto or_null = [](const std::optional<double>& number) {
    return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json json;
  json["clock_period_ns"] = static_cast<double>(clock.period.count()) / 1000.0;
  json["fo4_ns"] = or_null(clock.fo4_ns);
  for (const synthesis::Report& report : reports) {
    auto block = nlohmann::ordered_json::parse(synthesis::report_to_json(report));
    block["small"]["slack_ns"] = report.small.slack_ns(clock.period);
    block["small"]["longest_path_fo4"] = or_null(clock.fo4(report.small));
    block["fast"]["slack_ns"] = report.fast.slack_ns(clock.period);
    block["fast"]["longest_path_fo4"] = or_null(clock.fo4(report.fast));
    json["blocks"].push_back(std::move(block));
  }
  fmt::print("{}\n", json.dump(2));
}

void print_inputs(const std::vector<synthesis::Design>& designs, const synthesis::Options& options) {
  for (const synthesis::Design& design : designs) {
    fmt::print("{} {}\n", synthesis::inputs_name(design, options), design.top);
  }
}

int run_synth(const SynthCommand& command) {
  const Time period = period_of(command.period);
  synthesis::Options options;
  if (!command.liberty.empty()) {
    options.liberty = command.liberty;
  }
  if (command.no_cache) {
    options.cache.clear();
  }
  const std::vector<synthesis::Design> designs = designs_of(command);
  if (command.inputs) {
    print_inputs(designs, options);
    return kHeld;
  }
  std::vector<synthesis::Report> reports;
  {
    report::TerminalLine line;
    options.tell = [&line](const std::string& step) { line.show(step); };
    for (const synthesis::Design& design : designs) {
      reports.push_back(synthesis::synthesise(design, options));
    }
    options.tell = nullptr;
  }
  const Clock clock{period, synthesis::fanout_of_4_ns(options.liberty)};
  if (command.format == "json") {
    print_json(reports, clock);
  } else if (command.format == "csv") {
    print_csv(reports, clock);
  } else {
    print_table(reports, clock);
  }
  return kHeld;
}

}  // namespace

void add_synth_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<SynthCommand>();
  CLI::App* command =
      app.add_subcommand("synth", "Synthesise an RTL block: flip-flops, cells, area, longest path, LUTs");
  command->footer("Example: weir synth rate_limiter_stage --parameter R_C_W=32 --format json");
  command->add_option("BLOCK", options->block, "RTL block, as `weir list blocks` names it, or all")->required();
  command->add_option("--parameter", options->parameters, "NAME=NUMBER, a width other than the built one");
  command->add_option("--liberty", options->liberty, "Standard cells, as a liberty file (default: osu018, 180 nm)");
  command->add_option("--period", options->period, "Clock period from which slack counts")->capture_default_str();
  command->add_option("--format", options->format, "table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->capture_default_str();
  command->add_flag("--no-cache", options->no_cache, "Neither read nor write results of earlier runs");
  command->add_flag("--inputs", options->inputs,
                    "Synthesise nothing; print a name of what the figures depend on: RTL, scripts, tools, cells");
  command->callback([options, &action] { action.run = [options] { return run_synth(*options); }; });
}

}  // namespace weir
