// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Size and timing of RTL: Yosys makes netlists of standard cells and of two FPGA families, OpenSTA finds the longest
// path. docs/reference/synthesis.md says what each figure is and how it is made.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw_model/base/units.h"
#include "tb/synthesis/design.h"

namespace weir::synthesis {

// Debian's qflow-tech-osu018: standard cells of a 180 nm process, typical corner, under a free licence.
std::filesystem::path default_liberty();

// $XDG_CACHE_HOME/weir/synthesis, or ~/.cache/weir/synthesis; empty if neither is known: no cache.
std::filesystem::path default_cache();

struct Options {
  std::filesystem::path liberty = default_liberty();
  std::filesystem::path cache = default_cache();  // empty: neither read nor written
  bool fpgas = true;  // make the FPGA figures, which take most of the time; false: they stay zero
  // Hears of each step before it begins: "egress_scheduler: Yosys makes the netlists". A cached report has none.
  std::function<void(const std::string& step)> tell{};
};

// A netlist of standard cells.
struct Mapping {
  std::uint64_t combinational_cells = 0;
  double area = 0;             // in the unit of the liberty file (osu018: square micrometres), flip-flops included
  double longest_path_ns = 0;  // the shortest clock period: clock to clock, setup included, inputs at the clock edge
  std::string from{};          // start of that path: a port or a register's bit; `to`: its end
  std::string to{};

  // Negative: the netlist is too slow for the clock.
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
  std::uint64_t memory_bits = 0;  // bits of memories, which stay outside of the netlists
  Mapping small{};                // mapped for area
  Mapping fast{};                 // mapped for speed: restructured, buffered, sized
  FpgaUse ice40{};
  FpgaUse xilinx{};       // 7 series
  std::string liberty{};  // file name
  std::string yosys{};    // versions
  std::string sta{};
  bool operator==(const Report&) const = default;
};

// A tool refused the RTL, or printed unexpected output; one line.
class SynthesisFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Takes seconds, or no time with a cached report. Throws std::invalid_argument, one line, if a tool is not installed,
// or if the liberty file cannot be read or parsed or lacks a needed cell; throws SynthesisFailed if Yosys refuses the
// design.
Report synthesise(const Design& design, const Options& options = {});

// The area of the smallest two-input cell with NAND2 in its name in a liberty file; nullopt: no such cell. Throws
// std::invalid_argument: there is no such file.
std::optional<double> smallest_nand2(const std::filesystem::path& liberty);

// The delay of a library's smallest inverter that drives four of its kind (FO4), and is driven by one that does, in ns:
// mean of a rise and a fall. nullopt: the library has no inverter. Takes a tenth of a second; throws as synthesise().
std::optional<double> fanout_of_4_ns(const std::filesystem::path& liberty = default_liberty());

// The name of everything that the figures of a report depend on: RTL and parameters, scripts, versions of the tools,
// the text of the liberty file. A UUID; equal names are equal inputs. Throws as synthesise(), but runs no synthesis.
std::string inputs_name(const Design& design, const Options& options = {});

// Whether the cache has the report.
bool is_cached(const Design& design, const Options& options = {});

// Counts only flip-flops and memory bits: needs Yosys alone, and half a second. The rest of the report is zero. Unlike
// synthesise() it does not find registers that are equal by the logic before them.
Report count_registers(const Design& design);

// The value of each register after reset, highest bit first: "g_threshold[1].b_q" to "0011"; x: no reset. Names are the
// hierarchical names of signals.
std::map<std::string, std::string> reset_values(const Design& design);

}  // namespace weir::synthesis
