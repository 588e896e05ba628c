// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench_kit/kit_files.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "tb/text/replace.h"

namespace weir::bench_kit {

extern const std::string_view kReferenceHeader;
extern const std::string_view kReferenceModule;
extern const std::string_view kSharedObjectModule;
extern const std::string_view kReferencePackage;
extern const std::string_view kPortsPackage;
extern const std::string_view kMacros;
extern const std::string_view kScoreboard;
extern const std::string_view kMonitor;
extern const std::string_view kBench;
extern const std::string_view kRun;
extern const std::string_view kCore;
extern const std::string_view kBender;
extern const std::string_view kReadme;

namespace {

using cosim::Port;
using cosim::Vectors;
using Marks = std::vector<std::pair<std::string, std::string>>;

std::string filled(std::string_view pattern, const Marks& marks) {
  std::string made(pattern);
  for (const auto& [mark, by] : marks) {
    text::replace_all(made, "@" + mark + "@", by);
  }
  return made;
}

// What `line` says of each element and its place, with `between` in between.
template <class Element>
std::string lines(const std::vector<Element>& of, std::string_view between,
                  const std::function<std::string(const Element&, std::size_t)>& line) {
  std::string text;
  for (std::size_t n = 0; n < of.size(); ++n) {
    text += (n == 0 ? "" : std::string(between)) + line(of[n], n);
  }
  return text;
}

std::string of_ports(const std::vector<Port>& ports, std::string_view between,
                     const std::function<std::string(const Port&, std::size_t)>& line) {
  return lines(ports, between, line);
}

std::string logic_of(const Port& port) {
  return port.bits == 1 ? "logic        " : fmt::format("{:<13}", fmt::format("logic [{}:0]", port.bits - 1));
}

std::string all_ports(const Vectors& vectors, std::string_view between,
                      const std::function<std::string(const Port&, std::string_view)>& line) {
  return of_ports(vectors.inputs, between, [&](const Port& port, std::size_t) { return line(port, "in"); }) +
         std::string(between) +
         of_ports(vectors.outputs, between, [&](const Port& port, std::size_t) { return line(port, "out"); });
}

std::string fields(const std::vector<Port>& ports) {
  return of_ports(ports, "",
                  [](const Port& port, std::size_t) { return fmt::format("    {} {};\n", logic_of(port), port.name); });
}

std::string names(const std::vector<Port>& ports) {
  return of_ports(ports, ", ", [](const Port& port, std::size_t) { return port.name; });
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string parameter_line(const cosim::ParameterValue& parameter) {
  return parameter.bits == 0
             ? fmt::format("  localparam int {} = {};\n", parameter.name, parameter.verilog)
             : fmt::format("  localparam logic [{}:0] {} = {};\n", parameter.bits * parameter.values.size() - 1,
                           parameter.name, parameter.verilog);
}

// Lines of stimulus before those of long segments.
std::size_t short_lines(const Vectors& vectors) {
  const std::size_t first_long = vectors.short_segments();
  return first_long < vectors.segments.size() ? vectors.segments[first_long].first_run : vectors.runs.size();
}

Marks scoreboard_marks(const Vectors& vectors) {
  const auto known = [](std::string_view direction) {
    return [direction](const Port& port, std::size_t place) {
      return fmt::format("      known({}, {}, \"{}\", {});\n", direction, place, port.name, port.bits);
    };
  };
  return {{"INPUT_COUNT", std::to_string(vectors.inputs.size())},
          {"OUTPUT_COUNT", std::to_string(vectors.outputs.size())},
          {"KNOWN", of_ports(vectors.inputs, "", known("INPUT")) + of_ports(vectors.outputs, "", known("OUTPUT"))},
          {"SET", of_ports(vectors.inputs, "",
                           [](const Port& port, std::size_t place) {
                             return fmt::format("      void'(weir_reference_set(model, {}, 64'(in.{})));\n", place,
                                                port.name);
                           })},
          {"GET", of_ports(vectors.outputs, "",
                           [](const Port& port, std::size_t place) {
                             return fmt::format("      wanted.{} = {}'(weir_reference_get(model, {}));\n", port.name,
                                                port.bits, place);
                           })},
          {"COMPARE", of_ports(vectors.outputs, "", [&](const Port& port, std::size_t) {
             return fmt::format(
                 "      if (out.{0} !== wanted.{0})\n"
                 "        $display(\"{1}: cycle %0d: {0}: wanted %0d ('h%h), got %0d ('h%h)\", cycles - 1, wanted.{0}, "
                 "wanted.{0}, out.{0}, out.{0});\n",
                 port.name, vectors.block);
           })}};
}

std::string own_bench(const Vectors& vectors) {
  return fmt::format(
      "`include \"weir_{0}.svh\"\n"
      "module my_bench;\n"
      "  import weir_{0}_pkg::*;\n"
      "  logic clk_i = 0;\n"
      "  in_t  in = '0;  // rst_ni is 0\n"
      "  out_t out;\n"
      "  {0} #(`WEIR_{1}_PARAMETERS) dut (.clk_i, `WEIR_{1}_PINS(in, out));\n"
      "  weir_{0}_monitor monitor (.clk_i, `WEIR_{1}_PINS(in, out));\n"
      "  always #1 clk_i = !clk_i;\n"
      "  always @(negedge clk_i) begin\n"
      "    in <= '0;  // what your bench drives\n"
      "    in.rst_ni <= 1;\n"
      "  end\n"
      "  initial #100 $finish;\n"
      "endmodule",
      vectors.block, upper(vectors.block));
}

Marks marks_of(const Kit& kit, const std::vector<std::string>& scoreboard) {
  const Vectors& vectors = kit.vectors;
  const auto listed = [](std::string_view before) {
    return [before](const std::string& file, std::size_t) { return fmt::format("      - {}{}\n", before, file); };
  };
  const std::string sets =
      lines<cosim::ParameterValue>(vectors.parameters, ", ", [&](const cosim::ParameterValue& parameter, std::size_t) {
        return fmt::format(".{0}(weir_{1}_pkg::{0})", parameter.name, vectors.block);
      });
  Marks marks = {
      {"BENCH", own_bench(vectors)},
      {"BLOCK", vectors.block},
      {"MACRO", upper(vectors.block)},
      {"VERSION", kit.version},
      {"NUMBER", kit.version.substr(0, kit.version.find_first_not_of("0123456789."))},
      {"PARAMETERS", lines<cosim::ParameterValue>(vectors.parameters, "",
                                                  [](const cosim::ParameterValue& parameter, std::size_t) {
                                                    return parameter_line(parameter);
                                                  })},
      {"PARAMETER_LIST", lines<cosim::ParameterValue>(vectors.parameters, ", ",
                                                      [](const cosim::ParameterValue& parameter, std::size_t) {
                                                        return parameter.name + " = " + parameter.verilog;
                                                      })},
      {"REFERENCE_PARAMETERS", kit.reference_parameters},
      {"SETS", "  " + sets},
      {"PINS",
       all_ports(vectors, ", \\\n",
                 [](const Port& port, std::string_view of) { return fmt::format("  .{0}({1}.{0})", port.name, of); })},
      {"PORTS", all_ports(vectors, ",\n",
                          [](const Port& port, std::string_view) {
                            return fmt::format("  input {} {}", logic_of(port), port.name);
                          })},
      {"INPUTS", fields(vectors.inputs)},
      {"OUTPUTS", fields(vectors.outputs)},
      {"INPUT_NAMES", names(vectors.inputs)},
      {"OUTPUT_NAMES", names(vectors.outputs)},
      {"LINES", std::to_string(vectors.runs.size())},
      {"SHORT", std::to_string(short_lines(vectors))},
      {"HIGH", std::to_string(vectors.period.count() / 2)},
      {"LOW", std::to_string(vectors.period.count() - vectors.period.count() / 2)},
      {"RTL_FILES", lines<std::string>(kit.rtl, "", listed("rtl/"))},
      {"SCOREBOARD_FILES", lines<std::string>(scoreboard, "", listed(""))},
  };
  for (auto& mark : scoreboard_marks(vectors)) {
    marks.push_back(std::move(mark));
  }
  return marks;
}

}  // namespace

std::vector<cosim::VectorFile> kit_files(const Kit& kit) {
  const std::string begin = "weir_" + kit.vectors.block;
  const std::vector<std::string> scoreboard = {"weir_reference_pkg.sv", begin + "_pkg.sv", begin + "_scoreboard_pkg.sv",
                                               begin + "_monitor.sv"};
  const Marks marks = marks_of(kit, scoreboard);
  const auto line = [](std::string_view before) {
    return [before](const std::string& file, std::size_t) { return fmt::format("{}{}\n", before, file); };
  };
  return {{"README.md", filled(kReadme, marks)},
          {scoreboard[0], std::string(kReferencePackage)},
          {scoreboard[1], filled(kPortsPackage, marks)},
          {scoreboard[2], filled(kScoreboard, marks)},
          {scoreboard[3], filled(kMonitor, marks)},
          {begin + ".svh", filled(kMacros, marks)},
          {begin + "_bench.sv", filled(kBench, marks)},
          {"run.sh", filled(kRun, marks)},
          {"rtl.f", lines<std::string>(kit.rtl, "", line("rtl/"))},
          {"scoreboard.f", "+incdir+.\n" + lines<std::string>(scoreboard, "", line(""))},
          {begin + ".core", "CAPI=2:\n" + filled(kCore, marks)},
          {"Bender.yml", filled(kBender, marks)},
          {"include/weir/reference.h", std::string(kReferenceHeader)},
          {"python/weir/reference.py", std::string(kReferenceModule)},
          {"python/weir/shared_object.py", std::string(kSharedObjectModule)}};
}

}  // namespace weir::bench_kit
