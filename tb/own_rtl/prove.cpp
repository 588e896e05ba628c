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

// A module with both designs on the same inputs, which asserts that each output is equal. A reset comes first;
// fractions of a tick are assumed to be fractions.
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
    text = std::regex_replace(text, std::regex("\\b" + name + "\\b(?=\\s*#?\\s*\\(|\\s+\\w+\\s*\\()"), "ours_" + name);
  }
  return text;
}

std::string first_error(const std::string& output) {
  const std::size_t at = output.find("ERROR:");
  const std::size_t from = at == std::string::npos ? 0 : output.rfind('\n', at) + 1;
  return output.substr(from, output.find('\n', from) - from);
}

// Copies the user's files into `work`; returns their names there, in the same order.
std::vector<std::string> write_own(const Module& own, const WorkDirectory& work) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : own.files) {
    names.push_back("own" + std::to_string(names.size()) + ".sv");
    work.write(names.back(), read_source(file));
  }
  return names;
}

// The registers that have another clock than the rising edge of clk_i.
constexpr const char* kAnotherClock = "another_clock";

// Leaves `top` with the user's module in it as asked.smt2 in `work`. `ours` is read first: from -noassert on, which
// leaves out what blocks ask of their surroundings, no file has assertions.
void compile(const Tools& tools, const Module& own, const std::string& ours, const std::string& top,
             unsigned assertions, const WorkDirectory& work) {
  const std::vector<std::string> names = write_own(own, work);
  std::string script = ours;
  for (const std::string& name : names) {
    script += "read_verilog -sv -noassert -noassume " + name + "\n";
  }
  // To the solver each register changes once a cycle, whatever its clock.
  script += fmt::format(
      "hierarchy -check -top {}\nproc\nflatten\nselect -assert-min {} t:$assert\nmemory_map\nopt_clean\n"
      "select -set {} t:*ff* w:clk_i %co1:+[CLK] %d t:*ff* r:CLK_POLARITY=1'0 %i %u\nselect -assert-none @{}\n"
      "async2sync\nopt -fast\ndffunmap\nwrite_smt2 -wires asked.smt2\n",
      top, assertions, kAnotherClock, kAnotherClock);
  work.write("asked.ys", script);
  const ToolResult result = synthesis::run_tool(tools.yosys, {"-q", "-s", "asked.ys"}, work.path());
  if (result.status == 0) {
    return;
  }
  std::string error = first_error(result.output);
  if (error.find(kAnotherClock) != std::string::npos) {
    throw std::invalid_argument(own.name +
                                ": a register has another clock than the rising edge of clk_i; wanted that edge alone");
  }
  if (std::smatch missing; std::regex_search(error, missing, std::regex("Module `\\\\(\\S+)' referenced in"))) {
    throw std::invalid_argument(missing[1] == own.name ? no_module(own) : no_part(own, missing[1]));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const std::size_t at = error.find(names[i]); at != std::string::npos) {
      error.replace(at, names[i].size(), own.files[i].string());
    }
  }
  throw std::invalid_argument("yosys: " + error);
}

enum class Answer { kHolds, kFails };

Answer ask(const Tools& tools, std::vector<std::string> arguments, unsigned cycles, unsigned seconds,
           const WorkDirectory& work, std::string& said) {
  arguments.insert(arguments.begin(), {std::to_string(seconds), tools.smtbmc.string(), "-s", "z3", "--unroll",
                                       "--noprogress", "-t", std::to_string(cycles)});
  arguments.emplace_back("asked.smt2");
  const ToolResult result = synthesis::run_tool(tools.timeout, arguments, work.path());
  said = result.output;
  if (said.find("Status: PASSED") != std::string::npos) {
    return Answer::kHolds;
  }
  if (said.find("Status: FAILED") != std::string::npos) {
    return Answer::kFails;
  }
  if (result.status == 124) {
    throw NoAnswer("no answer in " + std::to_string(seconds) + " s; --seconds gives more, --parameter smaller widths");
  }
  throw std::runtime_error("yosys-smtbmc ended with status " + std::to_string(result.status) + ": " + said);
}

// "r_c_d_o in cycle 3", from what the solver said of assertions whose names match; cycles count from 0, the first
// reset.
std::string fault_in(const std::string& said, const std::string& name) {
  std::string cycle, names;
  std::smatch found;
  if (std::regex_search(said, found, std::regex("BMC failed|step (\\d+)\\.\\.\\n[^\\n]*BMC failed"))) {
    cycle = found[1];
  }
  const std::regex assertion("Assert failed in [^\\n]*\\b" + name);
  for (std::sregex_iterator at(said.begin(), said.end(), assertion), end; at != end; ++at) {
    names += (names.empty() ? "" : ", ") + (*at)[1].str();
  }
  return names + (cycle.empty() ? "" : " in cycle " + cycle);
}

// Proves from reset, and if that holds by induction.
Proof answer(const Tools& tools, const ProofOptions& options, const std::string& name, const WorkDirectory& work) {
  Proof proof;
  std::string said;
  proof.holds = ask(tools, {"--dump-vcd", "fault.vcd"}, options.cycles, options.seconds, work, said) == Answer::kHolds;
  if (!proof.holds) {
    proof.fault = fault_in(said, name);
    proof.waves = work.read("fault.vcd");
    return proof;
  }
  proof.for_ever =
      options.induction != 0 && ask(tools, {"-i"}, options.induction, options.seconds, work, said) == Answer::kHolds;
  return proof;
}

// What makes a module's registers ports of it, by their names: what each holds an input, what it takes next, its clock
// and its reset outputs. What remains is logic, and `side` is its name.
std::string without_registers(const std::string& files, const std::string& side) {
  return fmt::format(
      "design -reset\nread_verilog -sv -noassert -noassume {0}\nhierarchy -check -top {1}\nproc\nflatten\nmemory_map\n"
      "dffunmap\nopt_clean -purge\nselect -set registers t:$dff t:$adff %u %co1:+[Q] w:* %i\n"
      "rename -hide w:* @registers %d\ninsbuf\nexpose -evert-dff\nopt_clean\nrename {1} {2}\ndesign -stash {2}\n",
      files, kWrapper, side);
}

// Whether each output, and what each register takes next, is equal, whatever the inputs are and whatever the registers
// hold, those of one name the same in both. If so, both stay equal for ever; if not, nothing is known. Logic that is
// the same in both is merged first: opt groups bits in an order that depends on names, and leaves products to the
// solver.
bool equal_by_registers(const Tools& tools, const Module& own, const synthesis::Design& ours,
                        const cosim::BlockShape& shape, unsigned seconds, const WorkDirectory& work) {
  std::string own_files = "own.sv", our_files = "ours.sv";
  work.write("own.sv", wrapper_text(own, shape));
  work.write("ours.sv", wrapper_text({.name = shape.block, .files = {}, .parameters = true}, shape));
  for (const std::string& name : write_own(own, work)) {
    own_files += " " + name;
  }
  for (std::size_t i = 0; i < ours.sources.size(); ++i) {
    const std::string name = "ours" + std::to_string(i) + ".sv";
    work.write(name, ours.sources[i].text);
    our_files += " " + name;
  }
  work.write("registers.ys",
             without_registers(our_files, "ours") + without_registers(own_files, "own") +
                 fmt::format("design -copy-from ours -as ours ours\ndesign -copy-from own -as own own\n"
                             "miter -equiv -make_assert -flatten ours own both\nhierarchy -top both\n"
                             "opt_merge\nopt -full\n"
                             "select -assert-none t:$*ff* t:$*latch* t:$sr t:$mem* t:$_*FF* t:$_*LATCH* t:$_SR*\n"
                             "sat -verify -prove-asserts -timeout {} both\n",
                             seconds));
  return synthesis::run_tool(tools.timeout, {std::to_string(seconds), tools.yosys.string(), "-q", "-s", "registers.ys"},
                             work.path())
             .status == 0;
}

// A property's label, such as l6_clamp.
const std::string kProperty = "([a-z][0-9]+_\\w+)";

}  // namespace

std::vector<std::string> port_properties(std::string_view block) {
  std::vector<std::string> names;
  for (const auto& [file, text] : synthesis::rtl_block(block).properties) {
    const std::string searched(text);
    const std::regex label(kProperty + ": assert");
    for (std::sregex_iterator at(searched.begin(), searched.end(), label), end; at != end; ++at) {
      names.push_back((*at)[1]);
    }
  }
  return names;
}

Proof prove_properties(const Module& own, const cosim::BlockShape& shape, const ProofOptions& options) {
  const Tools tools = find_tools();
  const WorkDirectory work;
  const auto& properties = synthesis::rtl_block(shape.block).properties;
  const std::string top(properties.front().first.substr(0, properties.front().first.rfind('.')));
  // The user's module, in a wrapper as wide as the block, where ours would stand.
  const std::regex instance("\\b" + shape.block + "\\s*#\\((?:[^()]|\\([^()]*\\))*\\)\\s*i_dut\\b");
  std::string read;
  for (const auto& [file, text] : properties) {
    work.write(std::string(file), std::regex_replace(std::string(text), instance, std::string(kWrapper) + " i_dut"));
    read += "read_verilog -sv -formal " + std::string(file) + "\n";
  }
  work.write("wrapper.sv", wrapper_text(own, shape));
  read += "read_verilog -sv wrapper.sv\nchparam";
  for (const auto& parameter : shape.parameters) {
    read += fmt::format(" -set {} {}", parameter.name, parameter.verilog);
  }
  compile(tools, own, read + " " + top + "\n", top, static_cast<unsigned>(port_properties(shape.block).size()), work);
  return answer(tools, options, kProperty, work);
}

Proof prove_equal(const Module& own, const synthesis::Design& ours, const cosim::BlockShape& shape,
                  const ProofOptions& options) {
  const Tools tools = find_tools();
  const WorkDirectory work;
  if (options.induction != 0 && equal_by_registers(tools, own, ours, shape, options.seconds, work)) {
    return {.holds = true, .for_ever = true, .by_registers = true};
  }
  work.write("ours.sv", renamed(ours));
  work.write("both.sv", both_text(own, shape));
  compile(tools, own, "read_verilog -sv -formal both.sv\nread_verilog -sv -noassert -noassume ours.sv\n", "weir_both",
          static_cast<unsigned>(shape.outputs.size()), work);
  return answer(tools, options, "equal_(\\w+)", work);
}

}  // namespace weir::own_rtl
