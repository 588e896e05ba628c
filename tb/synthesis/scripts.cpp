// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/scripts.h"

#include <algorithm>
#include <regex>

namespace weir::synthesis {

namespace {

std::string read_design(const Design& design) {
  std::string script = "read_verilog -sv";
  for (std::size_t i = 0; i < design.sources.size(); ++i) {
    script += " s" + std::to_string(i) + ".sv";
  }
  script += "\n";
  if (!design.parameters.empty()) {
    script += "chparam";
    for (const auto& [name, value] : design.parameters) {
      script += " -set " + name + " " + std::to_string(value);
    }
    for (const auto& [name, value] : design.resets) {
      script += " -set " + name + " " + value;
    }
    script += " " + design.top + "\n";
  }
  script += "hierarchy -check -top " + design.top + "\nproc\nflatten\n";
  for (const auto& [input, width, value] : design.ties)
    script += "delete -input w:" + input + "\nconnect -nounset -set " + input + " " + std::to_string(width) + "'d" +
              std::to_string(value) + "\n";
  return script;
}

constexpr char kCountCells[] = "tee -q -o generic.json stat -json\n";

// Whether a source has a memory: "logic [31:0] rows [VIQS];".
bool has_memory(const Design& design) {
  static const std::regex kArray(R"(\]\s+\w+\s+\[[^\]]*\]\s*;)");
  return std::ranges::any_of(design.sources,
                             [](const SourceFile& source) { return std::regex_search(source.text, kArray); });
}

// The design before synthesis, its memories counted and then outside: their ports are the design's.
std::string read_words(const Design& design) {
  constexpr char kStatistics[] = "tee -q -o rtl.json stat -json\n";
  const std::string read = read_design(design) + "opt\ncheck -assert\n";
  return has_memory(design)
             ? read + kStatistics + "memory_collect\nexpose -evert t:$mem_v2\ndelete -port w:*.WR_CLK w:*.RD_CLK\n"
             : read + "memory_collect\n" + kStatistics;
}

// A netlist of the library's cells, from the generic one.
std::string map_cells(const std::string& name, const std::string& abc_options) {
  return "design -load generic\ndfflibmap -liberty cells.lib\nabc -liberty cells.lib" + abc_options +
         // Splits nets, and ports in what is written: OpenSTA does not read an assignment to several nets at once.
         "\nsplitnets\nopt_clean -purge\ntee -q -o " + name + ".json stat -json\ntee -q -o " + name +
         ".txt stat -liberty cells.lib\nsplitnets -ports\nopt_clean -purge\nwrite_verilog -noattr " + name + ".v\n";
}

std::string map_fpga(const Design& design, const std::string& name, const std::string& command) {
  return "design -load rtl\n" + command + " -flatten -top " + design.top + "\ntee -q -o " + name + ".json stat -json\n";
}

}  // namespace

std::string resets_script(const Design& design) { return read_design(design) + "write_json resets.json\n"; }

std::string count_script(const Design& design) {
  // Logic stays in words: registers alone become bits, a tenth of the time that gates would take. A comparison may have
  // one answer for all numbers of so many bits, and a tie may end at some bits of a word. As in gates, registers of one
  // bit that are equal become one.
  return read_words(design) + "opt -fine\nsynth -flatten -run begin:fine -top " + design.top +
         (design.ties.empty() ? "" : "\nopt -fine") +
         "\nmemory_map\nopt_clean\nsimplemap t:$*ff* t:$*latch*\nopt_merge\n" + kCountCells;
}

std::string netlists_script(const Design& design, bool fpgas) {
  std::string script = read_words(design) + "design -save rtl\nsynth -flatten -top " + design.top +
                       // Renames wires so that a path names the register's bit.
                       "\nrename -wire\n" + kCountCells + "design -save generic\n" + map_cells("small", "") +
                       map_cells("fast", " -constr fast.constr -script fast.abc");
  if (fpgas) {
    script += map_fpga(design, "ice40", "synth_ice40") + map_fpga(design, "xilinx", "synth_xilinx -noclkbuf -noiopad");
  }
  return script;
}

std::string fast_mapping_script() {
  // `if -g` balances the logic for the fewest levels, twice, before cells are chosen by delay; then nets with many
  // loads get buffers, and cells their sizes.
  return "strash\nif -g -K 6\nstrash\nif -g -K 6\nstrash\ndch\nmap -B 0.9\ntopo\nbuffer -c -N 8\nupsize\ndnsize\n";
}

std::string fast_constraint(const std::optional<Inverter>& driver) {
  // ABC knows no flip-flops: without a driver their nets and those of inputs have no delay, whatever their load, so
  // that none of them gets buffers.
  return driver ? "set_driving_cell " + driver->cell + "\n" : "";
}

std::string timing_script(const Design& design, const std::string& netlist) {
  // The period only has to be one: paths do not depend on it.
  return "read_liberty cells.lib\nread_verilog " + netlist + ".v\nlink_design " + design.top +
         "\ncreate_clock -name clk -period " + std::to_string(kTimingPeriod) +
         " [get_ports clk_i]\n"
         "set inputs {}\nforeach port [all_inputs] {\n"
         "  if {[get_property $port full_name] ne \"clk_i\"} { lappend inputs $port }\n}\n"
         "set_input_delay 0 -clock clk $inputs\nset_output_delay 0 -clock clk [all_outputs]\n"
         "report_checks -path_delay max -path_group clk -digits 4\nexit\n";
}

std::string liberty_script() { return "read_liberty cells.lib\nexit\n"; }

}  // namespace weir::synthesis
