// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir vectors: golden vectors of an RTL block.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/commands/block_parameters.h"
#include "tb/commands/commands.h"
#include "tb/commands/print_coverage.h"
#include "tb/commands/quantity_option.h"
#include "tb/commands/scenario_options.h"
#include "tb/cosim/block.h"
#include "tb/cosim/recording.h"
#include "tb/cosim/vector_files.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"

namespace weir {

namespace {

struct VectorArguments {
  std::string block;
  std::string out;
  std::string stimulus;
  std::vector<std::string> rates;
  std::vector<std::string> parameters;
  cosim::VectorOptions options;
};

BitRate rate_of(const std::string& text) {
  const BitRate rate = rate_option(text);
  if (rate.count() < 1'000'000'000 || rate.count() > 400'000'000'000) {
    throw std::invalid_argument("--rate: wanted 1Gbps to 400Gbps; got \"" + text + "\"");
  }
  return rate;
}

// The names of such segments have the rate ("packets_10000mbps").
bool has_segments_at_a_rate(const cosim::Vectors& vectors) {
  const auto at_a_rate = [](const std::string& text) { return text.find("mbps") != std::string::npos; };
  return std::ranges::any_of(vectors.segments, at_a_rate, &cosim::VectorSegment::name) ||
         std::ranges::any_of(vectors.left_out, at_a_rate);
}

int write_vectors(VectorArguments arguments) {
  const cosim::Block& block = cosim::block_named(arguments.block, "vectors");
  if (!arguments.rates.empty()) {
    arguments.options.rates.clear();
    for (const std::string& rate : arguments.rates) {
      arguments.options.rates.push_back(rate_of(rate));
    }
  }
  arguments.options.parameters = block_parameters(arguments.parameters);
  std::optional<cosim::Recording> recording;
  if (!arguments.stimulus.empty()) {
    if (!std::filesystem::is_regular_file(arguments.stimulus)) {
      throw std::invalid_argument("--stimulus: wanted the file of a recording; there is no file \"" +
                                  arguments.stimulus + "\"");
    }
    recording = cosim::Recording::parse(arguments.stimulus, report::read_file(arguments.stimulus));
    arguments.options.recording = &*recording;
  }
  const cosim::Vectors vectors = block.vectors(arguments.options);
  const auto directory = report::RunDirectory::create(arguments.out);
  for (const cosim::VectorFile& file : vector_files(vectors, arguments.options.seed, report::program_version())) {
    directory.write_file(file.name, file.text);
  }
  directory.write_file("coverage.csv", cosim::coverage_csv(vectors.coverage));
  print_coverage(vectors.coverage, !recording);
  if (!arguments.rates.empty() && !has_segments_at_a_rate(vectors)) {
    fmt::print("no segment of {} is at a line rate: --rate changes nothing\n", block.name);
  }
  for (const std::string& segment : vectors.left_out) {
    fmt::print("too narrow for segment {}\n", segment);
  }
  fmt::print("{}: {} cycles in {} segments, seed {}; to check a module: sh {}/check.sh MODULE FILE...\n", block.name,
             vectors.cycles(), vectors.segments.size(), arguments.options.seed, arguments.out);
  return kHeld;
}

}  // namespace

void add_vectors_command(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<VectorArguments>();
  CLI::App* command = app.add_subcommand("vectors", "Write golden vectors of an RTL block, with a self-checking bench");
  command->footer("Example: weir vectors rate_limiter_stage --out vectors");
  command->add_option("BLOCK", arguments->block, "An RTL block, see weir list blocks")->required();
  command->add_option("--out", arguments->out, "A new or an empty directory")->required();
  CLI::Option* const stimulus =
      command->add_option("--stimulus", arguments->stimulus,
                          "Recording that weir run --record wrote, in place of the directed and random stimulus");
  command->add_option("--seed", arguments->options.seed, "Seed of the random stimulus")
      ->check(whole_number())
      ->capture_default_str();
  command
      ->add_option("--cycles", arguments->options.random_cycles, "Cycles of random stimulus beside the directed ones")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{10'000'000}))
      ->capture_default_str();
  command->add_option("--rate", arguments->rates, "Line rates of the packet segments; 10, 40 and 100Gbps by default")
      ->excludes(stimulus);
  command
      ->add_option("--parameter", arguments->parameters,
                   "NAME=NUMBER, a width other than the built one, or a reset value; B_K_RESET=B_1,B_2,...")
      ->excludes(stimulus);
  command->callback([arguments, &action] { action.run = [arguments] { return write_vectors(*arguments); }; });
}

}  // namespace weir
