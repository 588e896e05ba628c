// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The file of `weir bench --json`, which `--compare` reads.

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "tb/bench/measured.h"

namespace weir::bench {

namespace {

constexpr char kFormat[] = "weir-bench-1";

}  // namespace

std::string json_of(const std::vector<Measured>& rows, const std::string& program) {
  nlohmann::ordered_json all = {{"format", kFormat}, {"program", program}, {"rows", nlohmann::ordered_json::array()}};
  for (const Measured& one : rows) {
    all["rows"].push_back({{"row", one.row},
                           {"quantum", one.quantum},
                           {"ports", one.ports},
                           {"per_cpu_second", one.per_cpu_second},
                           {"yardstick_per_cpu_second", one.yardstick},
                           {"peak_megabytes", one.megabytes},
                           {"yardstick_peak_megabytes", one.idle_megabytes},
                           {"cpu_against", one.against}});
  }
  return all.dump(2) + "\n";
}

std::vector<Measured> from_json(const std::string& text, const std::string& name) {
  try {
    const nlohmann::json all = nlohmann::json::parse(text);
    if (all.at("format") != kFormat) {
      throw std::invalid_argument(name + ": wanted a file of weir bench --json");
    }
    std::vector<Measured> rows;
    for (const nlohmann::json& one : all.at("rows")) {
      rows.push_back({.row = one.at("row"),
                      .quantum = one.at("quantum"),
                      .ports = one.at("ports"),
                      .per_cpu_second = one.at("per_cpu_second"),
                      .yardstick = one.at("yardstick_per_cpu_second"),
                      .megabytes = one.at("peak_megabytes"),
                      .idle_megabytes = one.at("yardstick_peak_megabytes"),
                      .against = one.at("cpu_against")});
      const Measured& row = rows.back();
      if (row.per_cpu_second.empty() || row.per_cpu_second.size() != row.yardstick.size()) {
        throw std::invalid_argument(name + ": " + row.row +
                                    ": wanted as many speeds as yardsticks, and at least one; the file is damaged");
      }
    }
    return rows;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument(name + ": wanted a file of weir bench --json");
  }
}

}  // namespace weir::bench
