// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/netlist_statistics.h"

#include <cstdlib>

#include <nlohmann/json.hpp>

#include "tb/synthesis/scripts.h"

namespace weir::synthesis {

namespace {

std::uint64_t of_prefix(const Statistics& statistics, const std::string& prefix) {
  std::uint64_t sum = 0;
  for (const auto& [type, count] : statistics.cells) {
    sum += type.compare(0, prefix.size(), prefix) == 0 ? count : 0;
  }
  return sum;
}

// The word after `label`, up to the end of the line or to " (", where OpenSTA says what kind of pin it is.
std::string after(const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  if (at == std::string::npos) {
    throw SynthesisFailed("OpenSTA found no path: " + text.substr(0, text.find('\n')));
  }
  const std::size_t begin = at + label.size();
  std::string word = text.substr(begin, text.find_first_of("\n", begin) - begin);
  return word.substr(0, word.find(" ("));
}

// "i_countdown.r_c_q[17]$_DFF_PN0_" without the cell's type.
std::string register_name(const std::string& cell) { return cell.substr(0, cell.find("$_")); }

double number_before(const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  if (at == std::string::npos) {
    throw SynthesisFailed("OpenSTA found no slack");
  }
  const std::size_t line = text.rfind('\n', at) + 1;
  return std::strtod(text.c_str() + line, nullptr);
}

}  // namespace

Statistics parse_statistics(const std::string& json, const std::string& top) {
  try {
    const nlohmann::json module = nlohmann::json::parse(json).at("modules").at("\\" + top);
    Statistics statistics;
    statistics.memory_bits = module.at("num_memory_bits");
    statistics.cells = module.at("num_cells_by_type").get<std::map<std::string, std::uint64_t>>();
    return statistics;
  } catch (const nlohmann::json::exception& error) {
    throw SynthesisFailed(std::string("yosys gave no statistics: ") + error.what());
  }
}

std::map<std::string, std::string> parse_resets(const std::string& json) {
  try {
    const nlohmann::json modules = nlohmann::json::parse(json).at("modules");
    // The top alone is left of the hierarchy.
    const nlohmann::json& module = modules.begin().value();
    std::map<std::string, std::string> resets;
    for (const auto& [name, cell] : module.at("cells").items()) {
      const std::string type = cell.at("type");
      if (type.find("dff") == std::string::npos) {
        continue;
      }
      std::string signal = name;  // its register's, not that of an output that shows it
      for (const auto& [net, of] : module.at("netnames").items()) {
        if (of.at("hide_name") == 0 && of.at("bits") == cell.at("connections").at("Q") &&
            (signal == name || net.find("_q") != std::string::npos)) {
          signal = net;
        }
      }
      const std::string none(cell.at("connections").at("Q").size(), 'x');
      resets[signal] = cell.at("parameters").value("ARST_VALUE", none);
    }
    return resets;
  } catch (const nlohmann::json::exception& error) {
    throw SynthesisFailed(std::string("yosys gave no netlist: ") + error.what());
  }
}

std::uint64_t flip_flops(const Statistics& statistics) {
  return of_prefix(statistics, "$_DFF") + of_prefix(statistics, "$_SDFF") + of_prefix(statistics, "$_ALDFF") +
         of_prefix(statistics, "$_FF_");
}

std::uint64_t latches(const Statistics& statistics) {
  return of_prefix(statistics, "$_DLATCH") + of_prefix(statistics, "$_SR_");
}

std::string unmapped_cell(const Statistics& statistics) {
  for (const auto& [type, count] : statistics.cells) {
    if (type.front() == '$') {
      return type;
    }
  }
  return "";
}

std::uint64_t all_cells(const Statistics& statistics) { return of_prefix(statistics, ""); }

FpgaUse ice40_use(const Statistics& statistics) {
  return {.luts = of_prefix(statistics, "SB_LUT4"),
          .flip_flops = of_prefix(statistics, "SB_DFF"),
          .carries = of_prefix(statistics, "SB_CARRY"),
          .dsps = of_prefix(statistics, "SB_MAC"),
          .block_rams = of_prefix(statistics, "SB_RAM")};
}

FpgaUse xilinx_use(const Statistics& statistics) {
  // Yosys calls a LUT with one input INV.
  return {.luts = of_prefix(statistics, "LUT") + of_prefix(statistics, "INV"),
          .flip_flops = of_prefix(statistics, "FD"),
          .carries = of_prefix(statistics, "CARRY4"),
          .dsps = of_prefix(statistics, "DSP"),
          .block_rams = of_prefix(statistics, "RAMB")};
}

double parse_area(const std::string& text) {
  const std::string label = "Chip area for";
  const std::size_t at = text.find(label);
  const std::size_t colon = at == std::string::npos ? at : text.find(": ", at);
  if (colon == std::string::npos) {
    throw SynthesisFailed("yosys gave no area");
  }
  return std::strtod(text.c_str() + colon + 2, nullptr);
}

void parse_path(const std::string& text, Mapping& mapping) {
  mapping.from = register_name(after(text, "Startpoint: "));
  mapping.to = register_name(after(text, "Endpoint: "));
  mapping.longest_path_ns = kTimingPeriod - number_before(text, "   slack (");
}

}  // namespace weir::synthesis
