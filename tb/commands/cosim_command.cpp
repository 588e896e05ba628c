// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir cosim: an RTL block and its C++ model in lock-step.

#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/commands/commands.h"
#include "tb/commands/own_rtl_options.h"
#include "tb/commands/print_coverage.h"
#include "tb/commands/scenario_options.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"

namespace weir {

namespace {

constexpr unsigned kLongest = 26;  // coverage has no bins beyond

struct CosimCommand {
  std::string block;
  cosim::CosimOptions options;
  bool cycles_given = false;
  std::string stimulus = "both";
  std::string out;
  OwnRtlOptions own;
};

// The recording, where --stimulus names a file.
std::optional<cosim::Recording> take_stimulus(const std::string& stimulus, cosim::CosimOptions& options) {
  if (stimulus == "directed") {
    options.stimulus = cosim::Stimulus::kDirected;
  } else if (stimulus == "random") {
    options.stimulus = cosim::Stimulus::kRandom;
  } else if (stimulus != "both") {
    if (!std::filesystem::is_regular_file(stimulus)) {
      throw std::invalid_argument(
          "--stimulus: wanted both, directed, random or the file of a recording; there is no "
          "file \"" +
          stimulus + "\"");
    }
    return cosim::Recording::parse(stimulus, report::read_file(stimulus));
  }
  return std::nullopt;
}

// The result as JSON: what was compared, and how it ended.
nlohmann::ordered_json json_of(const CosimCommand& command, bool agree) {
  nlohmann::ordered_json json;
  json["version"] = report::program_version();
  json["block"] = command.block;
  if (command.own) {
    json["rtl"] = {{"top", command.own.module_for(cosim::block_named(command.block, "cosim")).name},
                   {"files", command.own.files}};
  }
  json["agree"] = agree;
  return json;
}

std::string as_json(const CosimCommand& command, const cosim::CosimResult& result) {
  nlohmann::ordered_json json = json_of(command, true);
  json["stimulus"] = command.stimulus;
  json["seed"] = command.options.seed;
  json["modes"] = result.modes;
  json["cycles"] = {{"directed", result.directed_cycles},
                    {"random", result.random_cycles},
                    {"long", result.age_cycles},
                    {"recorded", result.recorded_cycles}};
  json["outputs_as_recorded"] = result.outputs_as_recorded;
  json["million_cycles_per_cpu_second"] = {{"lockstep", result.lockstep_rate() / 1e6},
                                           {"with_stimulus_and_coverage", result.total_rate() / 1e6},
                                           {"verilated_alone", result.alone_rate() / 1e6}};
  for (const cosim::CoverageGroup& group : result.coverage) {
    nlohmann::ordered_json holes = nlohmann::ordered_json::array();
    for (const std::size_t hole : group.holes()) {
      holes.push_back(group.text_of(hole));
    }
    json["coverage"][group.name()] = {{"bins", group.bins()}, {"hit", group.bins_hit()}, {"holes", holes}};
  }
  return json.dump(2) + "\n";
}

// A difference in RTL of the user's own is a result like any other.
int tell_difference(const report::RunDirectory& directory, const CosimCommand& command,
                    const cosim::LockstepMismatch& mismatch) {
  nlohmann::ordered_json json = json_of(command, false);
  json["difference"] = {
      {"cycle", mismatch.cycle()}, {"text", mismatch.what()}, {"waves", mismatch.waves().filename().string()}};
  fmt::print("{}\n", mismatch.what());
  directory.write_file("cosim.json", json.dump(2) + "\n");
  fmt::print("results: {}\n", directory.path().string());
  return kNotHeld;
}

int run_cosim(CosimCommand command) {
  const cosim::Block& block = cosim::block_named(command.block, "cosim");
  const std::optional<cosim::Recording> recording = take_stimulus(command.stimulus, command.options);
  if (recording) {
    command.options.recording = &*recording;
    if (!command.cycles_given) {
      command.options.cycles = recording->length;
    }
  }
  if (command.own) {
    command.options.rtl = own_rtl::compile(command.own.module_for(block), block.shape({}));
  }
  const report::RunDirectory directory = command.out.empty()
                                             ? report::RunDirectory::create_numbered("cosim_" + command.block)
                                             : report::RunDirectory::create(command.out);
  command.options.wave_folder = directory.path();
  cosim::CosimResult result;
  try {
    result = block.run(command.options);
  } catch (const cosim::LockstepMismatch& mismatch) {
    if (!command.own) {
      throw;
    }
    return tell_difference(directory, command, mismatch);
  }

  std::string modes;
  for (const std::string& mode : result.modes) {
    modes += " " + mode;
  }
  fmt::print("{}: {} cycles, no difference (directed {}, random {}, long {}, recorded {}; seed {}){}{}\n",
             command.block, result.cycles(), result.directed_cycles, result.random_cycles, result.age_cycles,
             result.recorded_cycles, command.options.seed, modes.empty() ? "" : "; modes", modes);
  if (recording) {
    fmt::print("outputs as recorded in {} cycles\n", result.outputs_as_recorded);
  }
  print_coverage(result.coverage, !recording);
  fmt::print(
      "speed     lock-step {:.1f} million cycles per CPU second, {:.2f} of the Verilated block alone ({:.1f}); with "
      "stimulus and coverage {:.1f}\n",
      result.lockstep_rate() / 1e6, result.alone_rate() > 0 ? result.lockstep_rate() / result.alone_rate() : 0,
      result.alone_rate() / 1e6, result.total_rate() / 1e6);
  directory.write_file("coverage.csv", cosim::coverage_csv(result.coverage));
  directory.write_file("cosim.json", as_json(command, result));
  fmt::print("results: {}\n", directory.path().string());
  return kHeld;
}

}  // namespace

void add_cosim_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CosimCommand>();
  CLI::App* command = app.add_subcommand("cosim", "Run an RTL block and its C++ model in lock-step");
  command->footer("Example: weir cosim rate_limiter_stage --cycles 1000000 --seed 7");
  command->add_option("BLOCK", options->block, "RTL block, as `weir list blocks` names it")->required();
  CLI::Option* const cycles = command->add_option("--cycles", options->options.cycles, "Cycles of all modes together")
                                  ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
                                  ->capture_default_str();
  CLI::Option* const longest = command
                                   ->add_option("--longest", options->options.longest,
                                                "K: beside directed stimulus, waits and idle times of more than 2^1 to "
                                                "2^K cycles; 0: none (default: 26, and 0 with --cycles)")
                                   ->check(CLI::Range(0U, kLongest));
  command->add_option("--seed", options->options.seed, "Seed of the random stimulus")
      ->check(whole_number())
      ->capture_default_str();
  command
      ->add_option("--stimulus", options->stimulus, "both, directed, random, or the file that weir run --record wrote")
      ->capture_default_str();
  command->add_option("--out", options->out, "Directory for the results (default: out/cosim_BLOCK-N)");
  options->own.add_to(*command);
  command->callback([options, cycles, longest, &action] {
    options->cycles_given = cycles->count() > 0;
    if (longest->count() == 0 && !options->cycles_given) {
      options->options.longest = kLongest;
    }
    action.run = [options] { return run_cosim(*options); };
  });
}

}  // namespace weir
