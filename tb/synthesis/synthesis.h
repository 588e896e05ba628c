// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Size and timing of RTL: Yosys makes netlists of standard cells and of two FPGA families, OpenSTA finds the longest
// path. docs/reference/synthesis.md says what each figure is and how it is made.

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw_model/base/units.h"
#include "tb/synthesis/design.h"

namespace weir::synthesis {

// Debian's qflow-tech-osu018: standard cells of a 180 nm process, typical corner, under a free licence.
std::filesystem::path default_liberty();

// $XDG_CACHE_HOME/weir/synthesis, or ~/.cache/weir/synthesis; empty where neither is known: no cache.
std::filesystem::path default_cache();

struct Options {
  std::filesystem::path liberty = default_liberty();
  std::filesystem::path cache = default_cache();  // empty: neither read nor written
  bool fpgas = true;                              // the FPGA figures, which take most of the time; otherwise zero
};

// A netlist of standard cells.
struct Mapping {
  std::uint64_t combinational_cells = 0;
  double area = 0;             // in the unit of the liberty file (osu018: square micrometres), flip-flops included
  double longest_path_ns = 0;  // the shortest clock period: clock to clock, setup included, inputs at the clock edge
  std::string from{};          // where that path begins and ends: a port or the register's bit
  std::string to{};

  // Negative where the clock is missed.
  double slack_ns(Time clock_period) const {
    return static_cast<double>(clock_period.count()) / 1000.0 - longest_path_ns;
  }
  bool operator==(const Mapping&) const = default;
};

struct FpgaUse {
  std::uint64_t luts = 0;
  std::uint64_t flip_flops = 0;
  std::uint64_t carries = 0;  // iCE40: bits; Xilinx: CARRY4, four bits each
  std::uint64_t dsps = 0;
  std::uint64_t block_rams = 0;
  bool operator==(const FpgaUse&) const = default;
};

struct Report {
  std::string top{};
  std::vector<Parameter> parameters{};
  std::uint64_t flip_flops = 0;   // bits of registers, before mapping to any library
  std::uint64_t memory_bits = 0;  // bits of memories, which are no flip-flops until they are mapped
  Mapping small{};                // mapped for area
  Mapping fast{};                 // mapped for speed: restructured, buffered, sized
  FpgaUse ice40{};
  FpgaUse xilinx{};       // 7 series
  std::string liberty{};  // file name
  std::string yosys{};    // versions
  std::string sta{};
  bool operator==(const Report&) const = default;
};

// A tool refused its own RTL or said what could not be read; one line.
class SynthesisFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Takes seconds, or no time where the cache has it. Throws std::invalid_argument, in one line, when a tool is not
// installed, when the liberty file cannot be read, does not parse or lacks a cell that the design needs;
// SynthesisFailed when Yosys refuses the design.
Report synthesise(const Design& design, const Options& options = {});

// The area of the smallest cell of two inputs with NAND2 in its name, as a liberty file has it; nothing without one, or
// where the file cannot be read.
std::optional<double> smallest_nand2(const std::filesystem::path& liberty);

// Whether the cache has it.
bool is_cached(const Design& design, const Options& options = {});

// Only the flip-flops and memory bits: needs Yosys alone, in half a second. The rest of the report is zero.
Report count_registers(const Design& design);

// What each register of the RTL holds after reset, bits highest first: "g_threshold[1].b_q" to "0011"; x where it has
// no reset. Names are those of the signals, through all levels.
std::map<std::string, std::string> reset_values(const Design& design);

}  // namespace weir::synthesis
