// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/report_json.h"

#include <nlohmann/json.hpp>

namespace weir::synthesis {

namespace {

using Json = nlohmann::ordered_json;

Json of(const Mapping& mapping) {
  return {{"combinational_cells", mapping.combinational_cells},
          {"area", mapping.area},
          {"longest_path_ns", mapping.longest_path_ns},
          {"from", mapping.from},
          {"to", mapping.to}};
}

Json of(const FpgaUse& use) {
  return {{"luts", use.luts},
          {"flip_flops", use.flip_flops},
          {"carries", use.carries},
          {"dsps", use.dsps},
          {"block_rams", use.block_rams}};
}

Mapping mapping_of(const Json& json) {
  return {.combinational_cells = json.at("combinational_cells"),
          .area = json.at("area"),
          .longest_path_ns = json.at("longest_path_ns"),
          .from = json.at("from"),
          .to = json.at("to")};
}

FpgaUse fpga_of(const Json& json) {
  return {.luts = json.at("luts"),
          .flip_flops = json.at("flip_flops"),
          .carries = json.at("carries"),
          .dsps = json.at("dsps"),
          .block_rams = json.at("block_rams")};
}

}  // namespace

std::string report_to_json(const Report& report) {
  Json json;
  json["block"] = report.top;
  json["parameters"] = Json::object();
  for (const auto& [name, value] : report.parameters) {
    json["parameters"][name] = value;
  }
  json["flip_flops"] = report.flip_flops;
  json["memory_bits"] = report.memory_bits;
  json["small"] = of(report.small);
  json["fast"] = of(report.fast);
  json["ice40"] = of(report.ice40);
  json["xilinx"] = of(report.xilinx);
  json["liberty"] = report.liberty;
  json["yosys"] = report.yosys;
  json["sta"] = report.sta;
  return json.dump(2) + "\n";
}

std::optional<Report> report_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Report report;
    report.top = json.at("block");
    for (const auto& [name, value] : json.at("parameters").items()) {
      report.parameters.emplace_back(name, value);
    }
    report.flip_flops = json.at("flip_flops");
    report.memory_bits = json.at("memory_bits");
    report.small = mapping_of(json.at("small"));
    report.fast = mapping_of(json.at("fast"));
    report.ice40 = fpga_of(json.at("ice40"));
    report.xilinx = fpga_of(json.at("xilinx"));
    report.liberty = json.at("liberty");
    report.yosys = json.at("yosys");
    report.sta = json.at("sta");
    return report;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace weir::synthesis
