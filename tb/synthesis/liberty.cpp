// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/synthesis/liberty.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>
#include <tuple>
#include <vector>

namespace weir::synthesis {

namespace {

// The end of the group whose opening brace is at `open`: behind its closing brace.
std::size_t end_of_group(const std::string& text, std::size_t open) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = open; at < text.size(); ++at) {
    quoted = quoted != (text[at] == '"');
    if (quoted) {
      continue;
    }
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0) {
      return at + 1;
    }
  }
  return text.size();
}

struct Group {
  std::string name;
  std::string body;
};

// The groups `kind (name) { ... }` of a text.
std::vector<Group> groups(const std::string& text, const std::string& kind) {
  const std::regex head("\\b" + kind + R"re(\s*\(\s*"?([A-Za-z0-9_$\[\]]*)"?\s*\)\s*\{)re");
  std::vector<Group> found;
  std::smatch match;
  for (auto from = text.cbegin(); std::regex_search(from, text.cend(), match, head);) {
    const auto open = static_cast<std::size_t>(match[0].second - text.cbegin()) - 1;
    const std::size_t end = end_of_group(text, open);
    found.push_back({match[1], text.substr(open, end - open)});
    from = text.cbegin() + static_cast<std::ptrdiff_t>(end);
  }
  return found;
}

// The value of an attribute, its first; empty: there is none.
std::string attribute(const std::string& text, const std::string& name) {
  std::smatch match;
  const std::regex line("\\b" + name + R"re(\s*:\s*"?([^";\n]*)"?)re");
  return std::regex_search(text, match, line) ? match[1].str() : "";
}

// 0 for what is no number.
double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

// !A, (!A), A' and the like.
bool inverts(const std::string& function, const std::string& pin) {
  const std::regex form(R"re(\s*\(*\s*(!\s*\(*\s*)re" + pin + R"re(|)re" + pin + R"re(\s*')\s*\)*\s*)re");
  return std::regex_match(function, form);
}

std::optional<Inverter> inverter_of(const Group& cell) {
  const std::vector<Group> pins = groups(cell.body, "pin");
  if (pins.size() != 2) {
    return std::nullopt;
  }
  const bool first_is_input = attribute(pins[0].body, "direction").starts_with("input");
  const Group& input = pins[first_is_input ? 0 : 1];
  const Group& output = pins[first_is_input ? 1 : 0];
  if (!attribute(output.body, "direction").starts_with("output") ||
      !inverts(attribute(output.body, "function"), input.name)) {
    return std::nullopt;
  }
  return Inverter{.cell = cell.name,
                  .input = input.name,
                  .output = output.name,
                  .area = number(attribute(cell.body, "area")),
                  .capacitance = number(attribute(input.body, "capacitance"))};
}

}  // namespace

std::optional<double> smallest_nand2_area(const std::string& liberty) {
  std::optional<double> least;
  for (const Group& cell : groups(liberty, "cell")) {
    std::string name = cell.name;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    const double area = number(attribute(cell.body, "area"));  // the cell's own, which comes first
    if (name.find("nand2") != std::string::npos && area > 0) {
      least = std::min(least.value_or(area), area);
    }
  }
  return least;
}

std::optional<Inverter> smallest_inverter(const std::string& liberty) {
  std::optional<Inverter> smallest;
  for (const Group& cell : groups(liberty, "cell")) {
    const std::optional<Inverter> one = inverter_of(cell);
    const auto size = [](const Inverter& inverter) { return std::tuple(inverter.area, inverter.capacitance); };
    if (one && (!smallest || size(*one) < size(*smallest))) {
      smallest = one;
    }
  }
  return smallest;
}

std::string inverter_chain(const Inverter& inverter, int stages) {
  std::string text = std::string("module ") + kChain + " (input clk_i, input in_i, output out_o);\n  wire [" +
                     std::to_string(stages) + ":0] n;\n  wire [" + std::to_string(3 * stages) +
                     ":0] load;\n  assign n[0] = in_i;\n  assign out_o = n[" + std::to_string(stages) + "];\n";
  const auto add = [&](const std::string& name, const std::string& from, const std::string& to) {
    text += "  " + inverter.cell + " " + name + " (." + inverter.input + "(" + from + "), ." + inverter.output + "(" +
            to + "));\n";
  };
  for (int i = 0; i < stages; ++i) {
    const std::string from = "n[" + std::to_string(i) + "]";
    add("stage" + std::to_string(i), from, "n[" + std::to_string(i + 1) + "]");
    for (int k = 0; k < 3; ++k) {
      const std::string place = std::to_string(3 * i + k);
      add("load" + place, from, "load[" + place + "]");
    }
  }
  return text + "endmodule\n";
}

}  // namespace weir::synthesis
