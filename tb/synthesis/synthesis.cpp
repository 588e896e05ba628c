// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/synthesis.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>

#include "tb/synthesis/cache.h"
#include "tb/synthesis/liberty.h"
#include "tb/synthesis/netlist_statistics.h"
#include "tb/synthesis/scripts.h"
#include "tb/synthesis/tools.h"

namespace weir::synthesis {

namespace {

// Version of what a report holds and of how it is made, beside the scripts.
constexpr int kCacheVersion = 1;

struct Tools {
  std::filesystem::path yosys;
  std::filesystem::path sta;
  std::string yosys_version;
  std::string sta_version;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Tools find_tools(const WorkDirectory& work) {
  Tools tools;
  tools.yosys = find_tool("yosys", "yosys");
  tools.sta = find_tool("sta", "opensta");
  tools.yosys_version = first_line(run_tool(tools.yosys, {"-V"}, work.path()).output);
  tools.sta_version = "OpenSTA " + first_line(run_tool(tools.sta, {"-version"}, work.path()).output);
  return tools;
}

std::string read_liberty(const std::filesystem::path& path) {
  const bool readable = std::filesystem::is_regular_file(path);
  std::ifstream file(path, std::ios::binary);
  if (!readable || !file) {
    const std::string hint = path == default_liberty() ? " (Debian: apt install qflow-tech-osu018)" : "";
    throw std::invalid_argument("there is no liberty file " + path.string() + hint);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Everything on which a report depends, as one text. Lengths keep two different texts from running together.
// Without what no synthesis reads, so that an assertion makes no report stale; with the empty line before it.
std::string synthesised(const std::string& text) {
  static const std::regex kContract("\n`ifndef SYNTHESIS\n`ifndef FORMAL\n[^`]*`endif\n`endif\n");
  return std::regex_replace(text, kContract, "");
}

std::string content_of(const Design& design, const Tools& tools, const std::string& liberty, bool fpgas) {
  std::string content = std::to_string(kCacheVersion);
  const auto add = [&content](const std::string& text) { content += "\n" + std::to_string(text.size()) + ":" + text; };
  for (const std::string& text :
       {tools.yosys_version, tools.sta_version, netlists_script(design, fpgas), fast_mapping_script(),
        fast_constraint(smallest_inverter(liberty)), timing_script(design, "small"), liberty}) {
    add(text);
  }
  for (const SourceFile& source : design.sources) {
    add(source.name);
    add(synthesised(source.text));
  }
  return content;
}

// The line of `output` that begins with `mark`, with our names of files put back; empty when there is none.
std::string marked_line(const std::string& output, const std::string& mark, const Design* design) {
  std::size_t at = output.compare(0, mark.size(), mark) == 0 ? 0 : output.find("\n" + mark);
  if (at == std::string::npos && mark == "ERROR:") {
    at = output.find(mark);  // after the place in a source file
    at = at == std::string::npos ? at : output.rfind('\n', at) + 1;
  }
  if (at == std::string::npos) {
    return "";
  }
  std::string line = first_line(output.substr(output[at] == '\n' ? at + 1 : at));
  for (std::size_t i = 0; design != nullptr && i < design->sources.size(); ++i) {
    const std::string ours = "s" + std::to_string(i) + ".sv:";
    const std::size_t place = line.find(ours);
    if (place != std::string::npos) {
      line.replace(place, ours.size(), design->sources[i].name + ":");
    }
  }
  return line;
}

// OpenSTA reads the liberty file first: it says what is wrong with it, where Yosys only ends.
void check_liberty(const Tools& tools, const WorkDirectory& work, const std::filesystem::path& liberty) {
  work.write("liberty.tcl", liberty_script());
  const ToolResult result = run_tool(tools.sta, {"-no_init", "-no_splash", "-exit", "liberty.tcl"}, work.path());
  std::string error = marked_line(result.output, "Error: ", nullptr);
  if (error.empty() && result.status == 0) {
    return;
  }
  const std::string ours = "cells.lib, ";
  const std::size_t place = error.find(ours);
  error = place == std::string::npos ? error : error.substr(place + ours.size());
  throw std::invalid_argument(liberty.string() + " is no liberty file: " + (error.empty() ? "not readable" : error));
}

// The liberty file is empty where cells do not matter.
void run_yosys(const Tools& tools, const WorkDirectory& work, const Design& design, const std::string& script,
               const std::filesystem::path& liberty) {
  for (std::size_t i = 0; i < design.sources.size(); ++i) {
    work.write("s" + std::to_string(i) + ".sv", design.sources[i].text);
  }
  work.write("netlists.ys", script);
  const ToolResult result = run_tool(tools.yosys, {"-q", "-s", "netlists.ys"}, work.path());
  if (result.status == 0) {
    return;
  }
  std::string error = marked_line(result.output, "ERROR:", &design);
  error = error.empty() ? "yosys ended with status " + std::to_string(result.status) : "yosys: " + error;
  // If the generic netlist exists, the RTL is sound and the liberty file is at fault.
  if (!liberty.empty() && std::filesystem::exists(work.path() / "generic.json")) {
    throw std::invalid_argument(liberty.string() + " has no cells for " + design.top + ": " + error);
  }
  throw SynthesisFailed(design.top + ": " + error);
}

Mapping read_mapping(const Tools& tools, const WorkDirectory& work, const Design& design, const Report& report,
                     const std::string& netlist, const std::filesystem::path& liberty) {
  const Statistics statistics = parse_statistics(work.read(netlist + ".json"), design.top);
  if (const std::string cell = unmapped_cell(statistics); !cell.empty()) {
    throw std::invalid_argument(liberty.string() + " has no cells for " + design.top + ": " + cell + " is left");
  }
  Mapping mapping;
  mapping.combinational_cells = all_cells(statistics) - report.flip_flops;
  mapping.area = parse_area(work.read(netlist + ".txt"));
  work.write(netlist + ".tcl", timing_script(design, netlist));
  parse_path(run_tool(tools.sta, {"-no_init", "-no_splash", "-exit", netlist + ".tcl"}, work.path()).output, mapping);
  return mapping;
}

void read_registers(const WorkDirectory& work, const Design& design, Report& report) {
  report.top = design.top;
  report.parameters = design.parameters;
  for (const Design::Tie& tie : design.ties)
    report.parameters.emplace_back(tie.input, tie.value);
  const Statistics generic = parse_statistics(work.read("generic.json"), design.top);
  if (latches(generic) != 0) {
    throw SynthesisFailed(design.top + ": yosys infers a latch");
  }
  report.memory_bits = parse_statistics(work.read("rtl.json"), design.top).memory_bits;
  report.flip_flops = flip_flops(generic);
}

Report make_report(const Tools& tools, const WorkDirectory& work, const Design& design, const Options& options) {
  const std::filesystem::path& liberty = options.liberty;
  const auto begin = [&](const char* step) {
    if (options.tell)
      options.tell(design.top + ": " + step);
  };
  Report report;
  check_liberty(tools, work, liberty);
  work.write("fast.abc", fast_mapping_script());
  work.write("fast.constr", fast_constraint(smallest_inverter(work.read("cells.lib"))));
  begin(options.fpgas ? "Yosys makes the netlists of cells and of FPGAs" : "Yosys makes the netlists of cells");
  run_yosys(tools, work, design, netlists_script(design, options.fpgas), liberty);
  read_registers(work, design, report);
  begin("OpenSTA finds the longest path, mapped for area");
  report.small = read_mapping(tools, work, design, report, "small", liberty);
  begin("OpenSTA finds the longest path, mapped for speed");
  report.fast = read_mapping(tools, work, design, report, "fast", liberty);
  if (options.fpgas) {
    report.ice40 = ice40_use(parse_statistics(work.read("ice40.json"), design.top));
    report.xilinx = xilinx_use(parse_statistics(work.read("xilinx.json"), design.top));
  }
  report.liberty = liberty.filename().string();
  report.yosys = tools.yosys_version;
  report.sta = tools.sta_version;
  return report;
}

// The kept report of those inputs. Where it is to have no FPGA figures, one that has them serves, too, without them.
std::optional<Report> kept_report(const Design& design, const Tools& tools, const std::string& liberty,
                                  const Options& options) {
  const auto kept = [&](bool fpgas) {
    return read_cached(options.cache, content_name(content_of(design, tools, liberty, fpgas)));
  };
  std::optional<Report> report = kept(options.fpgas);
  if (!report && !options.fpgas) {
    report = kept(true);
    if (report) {
      report->ice40 = {};
      report->xilinx = {};
    }
  }
  return report;
}

}  // namespace

std::filesystem::path default_liberty() { return "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"; }

std::filesystem::path default_cache() {
  const auto set = [](const char* name) -> std::filesystem::path {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  // An XDG path that is not absolute counts as not set, by the specification of base directories.
  if (const auto cache = set("XDG_CACHE_HOME"); cache.is_absolute()) {
    return cache / "weir/synthesis";
  }
  const auto home = set("HOME");
  return home.is_absolute() ? home / ".cache/weir/synthesis" : std::filesystem::path();
}

Report synthesise(const Design& design, const Options& options) {
  const WorkDirectory work;
  const Tools tools = find_tools(work);
  const std::string liberty = read_liberty(options.liberty);
  if (auto report = kept_report(design, tools, liberty, options)) {
    report->liberty = options.liberty.filename().string();
    return *report;
  }
  work.write("cells.lib", liberty);
  const Report report = make_report(tools, work, design, options);
  write_cached(options.cache, content_name(content_of(design, tools, liberty, options.fpgas)), report);
  return report;
}

std::optional<double> fanout_of_4_ns(const std::filesystem::path& liberty) {
  const WorkDirectory work;
  const Tools tools = find_tools(work);
  const std::string text = read_liberty(liberty);
  const std::optional<Inverter> inverter = smallest_inverter(text);
  if (!inverter) {
    return std::nullopt;
  }
  work.write("cells.lib", text);
  check_liberty(tools, work, liberty);
  Design chain_design;
  chain_design.top = kChain;
  const auto path_ns = [&](int stages) {
    work.write("chain.v", inverter_chain(*inverter, stages));
    work.write("chain.tcl", timing_script(chain_design, "chain"));
    Mapping chain;
    parse_path(run_tool(tools.sta, {"-no_init", "-no_splash", "-exit", "chain.tcl"}, work.path()).output, chain);
    return chain.longest_path_ns;
  };
  // The first stages have the slope of the input, the last one no load: both are in either chain.
  constexpr int kShort = 8;
  constexpr int kLong = 18;
  return (path_ns(kLong) - path_ns(kShort)) / (kLong - kShort);
}

std::string inputs_name(const Design& design, const Options& options) {
  const WorkDirectory work;
  return content_name(content_of(design, find_tools(work), read_liberty(options.liberty), options.fpgas));
}

bool is_cached(const Design& design, const Options& options) {
  return read_cached(options.cache, inputs_name(design, options)).has_value();
}

Report count_registers(const Design& design) {
  const WorkDirectory work;
  Tools tools;
  tools.yosys = find_tool("yosys", "yosys");
  run_yosys(tools, work, design, count_script(design), {});
  Report report;
  read_registers(work, design, report);
  return report;
}

std::map<std::string, std::string> reset_values(const Design& design) {
  const WorkDirectory work;
  Tools tools;
  tools.yosys = find_tool("yosys", "yosys");
  run_yosys(tools, work, design, resets_script(design), {});
  return parse_resets(work.read("resets.json"));
}

std::optional<double> smallest_nand2(const std::filesystem::path& liberty) {
  return smallest_nand2_area(read_liberty(liberty));
}

}  // namespace weir::synthesis
