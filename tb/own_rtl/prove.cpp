// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/own_rtl/prove.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

#include <fmt/core.h>

#include "tb/own_rtl/read_module.h"
#include "tb/own_rtl/wrapper.h"
#include "tb/synthesis/tools.h"

namespace weir::own_rtl {

namespace {

using synthesis::ToolResult;
using synthesis::WorkDirectory;

struct Tools {
  std::filesystem::path yosys;
  std::filesystem::path smtbmc;
  std::filesystem::path timeout;
};

Tools find_tools() {
  const std::string asker = "a proof";
  synthesis::find_tool("z3", "z3", asker);
  return {.yosys = synthesis::find_tool("yosys", "yosys", asker),
          .smtbmc = synthesis::find_tool("yosys-smtbmc", "yosys", asker),
          .timeout = synthesis::find_tool("timeout", "coreutils", asker)};
}

// Both on the same inputs, each output asserted equal. A reset comes first; fractions of a tick are fractions.
std::string both_text(const Module& own, const cosim::BlockShape& shape) {
  std::string assumed, asserted;
  for (std::size_t i = 0; i < shape.inputs.size(); ++i) {
    const cosim::Port& port = shape.inputs[i];
    if (port.bits < 64 && shape.highest[i] < (std::uint64_t{1} << port.bits) - 1) {
      assumed += fmt::format("    assume ({} <= {}'d{});\n", port.name, port.bits, shape.highest[i]);
    }
  }
  for (const cosim::Port& port : shape.outputs) {
    asserted += fmt::format("      equal_{0}: assert ({0}_ours == {0}_own);\n", port.name);
  }
  return fmt::format(
      "module weir_both (\n  input logic clk_i{}\n);\n{}{}"
      "  {} {}i_ours {};\n  {} {}i_own {};\n"
      "  logic started = 1'b0;\n  always_ff @(posedge clk_i) started <= 1'b1;\n"
      "  always_comb begin\n    if (!started) assume (!rst_ni);\n{}    if (started) begin\n{}    end\n  "
      "end\nendmodule\n",
      port_list(shape.inputs, "input"), wires(shape.outputs, "_ours"), wires(shape.outputs, "_own"),
      "ours_" + shape.block, parameter_values({.name = "", .files = {}, .parameters = true}, shape),
      pins(shape, "_ours"), own.name, parameter_values(own, shape), pins(shape, "_own"), assumed, asserted);
}

// Our modules under names that no file of the user's has.
std::string renamed(const synthesis::Design& ours) {
  std::string text;
  for (const synthesis::SourceFile& source : ours.sources) {
    text += source.text + "\n";
  }
  std::vector<std::string> names;
  const std::regex module_line("(^|\\n)module (\\w+)");
  for (std::sregex_iterator at(text.begin(), text.end(), module_line), end; at != end; ++at) {
    names.push_back((*at)[2]);
  }
  for (const std::string& name : names) {
    text = std::regex_replace(text, std::regex("\\b" + name + "\\b(?=\\s*#?\\s*\\()"), "ours_" + name);
  }
  return text;
}

std::string first_error(const std::string& output) {
  const std::size_t at = output.find("ERROR:");
  const std::size_t from = at == std::string::npos ? 0 : output.rfind('\n', at) + 1;
  return output.substr(from, output.find('\n', from) - from);
}

// Leaves both.smt2 in `work`.
void compile_both(const Tools& tools, const Module& own, const synthesis::Design& ours, const cosim::BlockShape& shape,
                  const WorkDirectory& work) {
  work.write("ours.sv", renamed(ours));
  work.write("both.sv", both_text(own, shape));
  // What compares first: from -noassert on, which leaves out what the blocks ask of their surroundings, no file has
  // assertions.
  std::string script = "read_verilog -sv -formal both.sv\nread_verilog -sv -noassert -noassume ours.sv\n";
  for (std::size_t i = 0; i < own.files.size(); ++i) {
    const std::string name = "own" + std::to_string(i) + ".sv";
    work.write(name, read_source(own.files[i]));
    script += "read_verilog -sv -noassert -noassume " + name + "\n";
  }
  script += "hierarchy -check -top weir_both\nproc\nflatten\nselect -assert-count " +
            std::to_string(shape.outputs.size()) +
            " t:$assert\nmemory_map\nopt_clean\n"
            "async2sync\nopt -fast\ndffunmap\nwrite_smt2 -wires both.smt2\n";
  work.write("both.ys", script);
  const ToolResult result = synthesis::run_tool(tools.yosys, {"-q", "-s", "both.ys"}, work.path());
  if (result.status == 0) {
    return;
  }
  std::string error = first_error(result.output);
  for (std::size_t i = 0; i < own.files.size(); ++i) {
    const std::string name = "own" + std::to_string(i) + ".sv";
    if (const std::size_t at = error.find(name); at != std::string::npos) {
      error.replace(at, name.size(), own.files[i].string());
    }
  }
  throw std::invalid_argument("yosys: " + error);
}

enum class Answer { kHolds, kFails };

Answer ask(const Tools& tools, std::vector<std::string> arguments, unsigned cycles, unsigned seconds,
           const WorkDirectory& work, std::string& said) {
  arguments.insert(arguments.begin(), {std::to_string(seconds), tools.smtbmc.string(), "-s", "z3", "--unroll",
                                       "--noprogress", "-t", std::to_string(cycles)});
  arguments.emplace_back("both.smt2");
  const ToolResult result = synthesis::run_tool(tools.timeout, arguments, work.path());
  said = result.output;
  if (said.find("Status: PASSED") != std::string::npos) {
    return Answer::kHolds;
  }
  if (said.find("Status: FAILED") != std::string::npos) {
    return Answer::kFails;
  }
  if (result.status == 124) {
    throw std::invalid_argument("no answer in " + std::to_string(seconds) +
                                " s; --seconds gives more, --parameter smaller widths");
  }
  throw std::runtime_error("yosys-smtbmc ended with status " + std::to_string(result.status) + ": " + said);
}

// "r_c_d_o in cycle 3", from what the solver said; cycles count from 0, the first reset.
std::string difference_in(const std::string& said) {
  std::string cycle, outputs;
  std::smatch found;
  if (std::regex_search(said, found, std::regex("BMC failed|step (\\d+)\\.\\.\\n[^\\n]*BMC failed"))) {
    cycle = found[1];
  }
  const std::regex assertion("Assert failed in weir_both: equal_(\\w+)");
  for (std::sregex_iterator at(said.begin(), said.end(), assertion), end; at != end; ++at) {
    outputs += (outputs.empty() ? "" : ", ") + (*at)[1].str();
  }
  return outputs + (cycle.empty() ? "" : " in cycle " + cycle);
}

}  // namespace

Proof prove_equal(const Module& own, const synthesis::Design& ours, const cosim::BlockShape& shape,
                  const ProofOptions& options) {
  require_files(own);
  const Tools tools = find_tools();
  const WorkDirectory work;
  compile_both(tools, own, ours, shape, work);
  Proof proof;
  std::string said;
  proof.equal =
      ask(tools, {"--dump-vcd", "difference.vcd"}, options.cycles, options.seconds, work, said) == Answer::kHolds;
  if (!proof.equal) {
    proof.difference = difference_in(said);
    proof.waves = work.read("difference.vcd");
    return proof;
  }
  proof.for_ever = ask(tools, {"-i"}, options.induction, options.seconds, work, said) == Answer::kHolds;
  return proof;
}

}  // namespace weir::own_rtl
