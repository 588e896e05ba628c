// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir bench-kit: an RTL block's reference model for a SystemVerilog bench.

#include <filesystem>
#include <memory>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/bench_kit/kit_files.h"
#include "tb/commands/block_parameters.h"
#include "tb/commands/commands.h"
#include "tb/commands/installed.h"
#include "tb/commands/quantity_option.h"
#include "tb/cosim/block.h"
#include "tb/cosim/vector_files.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/synthesis/design.h"

namespace weir {

namespace {

struct KitArguments {
  std::string block;
  std::string out;
  std::vector<std::string> parameters;
  cosim::VectorOptions options;
};

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += (all.empty() ? "" : " ") + text;
  }
  return all;
}

// The vectors' files in a folder of their own.
std::vector<cosim::VectorFile> files_of(const KitArguments& arguments, const cosim::Vectors& vectors) {
  bench_kit::Kit kit{.vectors = vectors,
                     .reference_parameters = joined(arguments.parameters),
                     .rtl = {},
                     .version = std::string(report::program_version())};
  std::vector<cosim::VectorFile> files;
  for (const auto& [name, text] : synthesis::rtl_block(vectors.block).sources) {
    kit.rtl.emplace_back(name);
    files.push_back({"rtl/" + std::string(name), std::string(text)});
  }
  for (cosim::VectorFile& file : vector_files(vectors, arguments.options.seed, kit.version)) {
    files.push_back({"vectors/" + file.name, std::move(file.text)});
  }
  for (cosim::VectorFile& file : kit_files(kit)) {
    files.push_back(std::move(file));
  }
  return files;
}

// All of it, or nothing: the directory was empty.
void write_all(const report::RunDirectory& directory, const std::vector<cosim::VectorFile>& files,
               const std::filesystem::path& library) {
  try {
    directory.copy_file(library, "lib/libweir_reference.so");
    for (const cosim::VectorFile& file : files) {
      directory.write_file(file.name, file.text);
    }
  } catch (...) {
    std::error_code error;
    for (const auto& written : std::filesystem::directory_iterator(directory.path(), error)) {
      std::filesystem::remove_all(written.path(), error);
    }
    throw;
  }
}

int write_kit(KitArguments arguments) {
  const cosim::Block& block = cosim::block_named(arguments.block, "bench-kit");
  arguments.options.parameters = block_parameters(arguments.parameters);
  const std::filesystem::path library = reference_library();
  if (library.empty()) {
    throw std::invalid_argument(
        "bench-kit: there is no libweir_reference.so, neither beside the program nor installed; ninja "
        "weir_reference_library builds it");
  }
  const cosim::Vectors vectors = block.vectors(arguments.options);
  const std::vector<cosim::VectorFile> files = files_of(arguments, vectors);
  write_all(report::RunDirectory::create(arguments.out), files, library);
  for (const std::string& segment : vectors.left_out) {
    fmt::print("too narrow for segment {}\n", segment);
  }
  fmt::print("{}: a bench kit; to check a module: sh {}/run.sh MODULE FILE...\n", block.name, arguments.out);
  return kHeld;
}

}  // namespace

void add_bench_kit_command(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<KitArguments>();
  CLI::App* command =
      app.add_subcommand("bench-kit", "Write the C++ model of an RTL block for benches in SystemVerilog: a scoreboard");
  command->footer("Example: weir bench-kit rr_arbiter --parameter INPUTS=8 --out kit");
  command->add_option("BLOCK", arguments->block, "An RTL block, see weir list blocks")->required();
  command->add_option("--out", arguments->out, "A new or an empty directory")->required();
  command->add_option("--seed", arguments->options.seed, "Seed of the random vectors")
      ->check(whole_number())
      ->capture_default_str();
  command->add_option("--cycles", arguments->options.random_cycles, "Cycles of random vectors beside the directed ones")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{10'000'000}))
      ->capture_default_str();
  command->add_option("--parameter", arguments->parameters,
                      "NAME=NUMBER, a width other than the built one, or a reset value; B_K_RESET=B_1,B_2,...");
  command->callback([arguments, &action] { action.run = [arguments] { return write_kit(*arguments); }; });
}

}  // namespace weir
