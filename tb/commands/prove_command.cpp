// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir prove: RTL of the user's own has a block's properties, and equals it in every output of every cycle.

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/own_rtl_options.h"
#include "tb/cosim/block.h"
#include "tb/own_rtl/prove.h"
#include "tb/report/run_directory.h"
#include "tb/synthesis/design.h"

namespace weir {

namespace {

struct ProveCommand {
  std::string block;
  std::string out;
  std::vector<std::string> parameters;
  bool built = false;
  OwnRtlOptions own;
  own_rtl::ProofOptions options;
};

// The block with the widths that were asked for; the small ones, where nothing was.
cosim::BlockShape shape_of(const ProveCommand& command, const cosim::Block& block) {
  cosim::VectorOptions widths;
  const cosim::BlockShape built = block.shape({});
  if (!command.built && !command.own.no_parameters) {
    for (const auto& [name, value] : own_rtl::small_widths(block.name)) {
      if (std::ranges::any_of(built.parameters, [&](const auto& own) { return own.settable && own.name == name; })) {
        widths.parameters.push_back({name, {value}});
      }
    }
  }
  for (const std::string& text : command.parameters) {
    const auto [name, value] = synthesis::parse_parameter(text);
    widths.parameters.push_back({name, {value}});
  }
  return block.shape(widths);
}

std::string widths_text(const cosim::BlockShape& shape) {
  std::string text;
  for (const auto& parameter : shape.parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", parameter.name, parameter.verilog);
  }
  return text;
}

// Prints the property that was asked for, and how far it holds.
void tell(const own_rtl::Proof& proof, const std::string& good, const std::string& bad,
          const own_rtl::ProofOptions& options) {
  if (!proof.holds) {
    fmt::print("{} {}\n", bad, proof.fault);
    return;
  }
  if (proof.by_registers) {
    fmt::print(
        "{}, whatever the inputs, and so is what each register takes next; for ever, by induction over 1 cycle\n",
        good);
    return;
  }
  fmt::print("{} for {} cycles from reset, whatever the inputs", good, options.cycles);
  if (options.induction != 0) {
    fmt::print("; {} by induction over {} cycles", proof.for_ever ? "for ever," : "for ever: not decided",
               options.induction);
  }
  fmt::print("\n");
}

int run_prove(ProveCommand command) {
  const cosim::Block& block = cosim::block_named(command.block, "prove");
  const cosim::BlockShape shape = shape_of(command, block);
  std::vector<synthesis::Parameter> parameters;
  for (const auto& parameter : shape.parameters) {
    if (parameter.bits != 0) {
      throw std::invalid_argument("--parameter: prove leaves " + parameter.name + " at its default");
    }
    parameters.emplace_back(parameter.name, parameter.values.front());
  }
  const synthesis::Design ours = synthesis::block_design(block.name, parameters);
  const own_rtl::Module own = command.own.module_for(block);
  // A pipeline with further cycles takes further cycles to show a fault.
  command.options.cycles += shape.latency;
  command.options.induction += command.options.induction == 0 ? 0 : 2 * shape.latency;
  const std::vector<std::string> properties = own_rtl::port_properties(block.name);
  fmt::print("{} and {}: {}\n", own.name, block.name, widths_text(shape));
  own_rtl::Proof has{.holds = true, .for_ever = properties.empty()};
  bool answered = true;
  if (properties.empty()) {
    fmt::print("properties: those of {} are of what it keeps inside, or equality itself\n", block.name);
  } else {
    try {
      has = own_rtl::prove_properties(own, shape, command.options);
      tell(has, fmt::format("has all {} properties of its ports", properties.size()), "breaks", command.options);
    } catch (const own_rtl::NoAnswer& none) {  // equality may be easier
      fmt::print("properties of its ports: {}\n", none.what());
      answered = false;
    }
  }
  const own_rtl::Proof equal = own_rtl::prove_equal(own, ours, shape, command.options);
  tell(equal, "equal in every output", "differ in", command.options);
  if (has.holds && equal.holds) {
    if (answered && (command.options.induction == 0 || (has.for_ever && equal.for_ever))) {
      return kHeld;
    }
    fmt::print("not proved: --seconds or --induction may do; --induction 0 asks for the cycles from reset alone\n");
    return kNotHeld;
  }
  const report::RunDirectory directory = command.out.empty()
                                             ? report::RunDirectory::create_numbered("prove_" + command.block)
                                             : report::RunDirectory::create(command.out);
  std::string files;
  for (const auto& [proof, file] : {std::pair(has, "property.vcd"), std::pair(equal, "difference.vcd")}) {
    if (!proof.holds) {
      directory.write_file(file, proof.waves);
      files += (files.empty() ? "" : ", ") + (directory.path() / file).string();
    }
  }
  fmt::print("waves in {}\n", files);
  return kNotHeld;
}

}  // namespace

void add_prove_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ProveCommand>();
  CLI::App* command = app.add_subcommand(
      "prove", "Prove that RTL of your own has the properties of an RTL block and equals it, by Yosys and z3");
  command->footer("Example: weir prove rate_limiter_stage --rtl my_limiter.sv --top my_limiter");
  command->add_option("BLOCK", options->block, "RTL block, as `weir list blocks` names it")->required();
  options->own.add_to(*command)->required();
  command->add_option("--parameter", options->parameters,
                      "NAME=NUMBER, a width other than the small ones of our proofs");
  command->add_flag("--built", options->built, "Prove at the widths as built, except those of --parameter");
  command->add_option("--cycles", options->options.cycles, "Cycles from reset")
      ->check(CLI::Range(1U, 1000U))
      ->capture_default_str();
  command->add_option("--induction", options->options.induction, "Cycles of the induction; 0 leaves it out")
      ->check(CLI::Range(0U, 1000U))
      ->capture_default_str();
  command->add_option("--seconds", options->options.seconds, "Seconds that either proof may take")
      ->check(CLI::Range(1U, 1'000'000U))
      ->capture_default_str();
  command->add_option("--out", options->out, "Directory for the waves (default: out/prove_BLOCK-N)");
  command->callback([options, &action] { action.run = [options] { return run_prove(*options); }; });
}

}  // namespace weir
