// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/vector_files.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace weir::cosim {

extern const std::string_view kVectorBench;
extern const std::string_view kVectorCheck;

namespace {

using Row = std::vector<std::uint64_t>;

unsigned bits_of(const std::vector<Port>& ports) {
  unsigned bits = 0;
  for (const Port& port : ports) {
    bits += port.bits;
  }
  return bits;
}

// One number, the first port in its highest bits.
std::string hex_word(const std::vector<Port>& ports, const Row& row) {
  std::string word;
  unsigned digit = 0;
  unsigned left = bits_of(ports);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    for (unsigned bit = ports[i].bits; bit-- > 0;) {
      digit = digit << 1 | static_cast<unsigned>(row[i] >> bit & 1);
      if (--left % 4 == 0) {
        word += "0123456789abcdef"[digit];
        digit = 0;
      }
    }
  }
  return word;
}

std::string hex_text(const Vectors& vectors, const std::vector<Port>& ports, const std::vector<Row>& rows,
                     std::string_view what) {
  std::string text =
      fmt::format("// {} of {}: {} bits a cycle; fields in manifest.json\n", what, vectors.block, bits_of(ports));
  for (const VectorSegment& segment : vectors.segments) {
    text += fmt::format("// cycle {}: {}\n", segment.first, segment.name);
    for (std::size_t n = segment.first; n < segment.first + segment.cycles; ++n) {
      text += hex_word(ports, rows[n]) + "\n";
    }
  }
  return text;
}

std::string csv_text(const Vectors& vectors, const std::vector<Port>& ports, const std::vector<Row>& rows) {
  std::string text = "cycle,segment";
  for (const Port& port : ports) {
    text += "," + port.name;
  }
  text += "\n";
  for (const VectorSegment& segment : vectors.segments) {
    for (std::size_t n = segment.first; n < segment.first + segment.cycles; ++n) {
      text += std::to_string(n) + "," + segment.name;
      for (const std::uint64_t value : rows[n]) {
        text += "," + std::to_string(value);
      }
      text += "\n";
    }
  }
  return text;
}

nlohmann::ordered_json fields_json(const std::vector<Port>& ports) {
  auto fields = nlohmann::ordered_json::array();
  unsigned msb = bits_of(ports);
  for (const Port& port : ports) {
    fields.push_back({{"name", port.name}, {"bits", port.bits}, {"msb", msb - 1}, {"lsb", msb - port.bits}});
    msb -= port.bits;
  }
  return fields;
}

std::string manifest_text(const Vectors& vectors, std::uint64_t seed, std::string_view version) {
  nlohmann::ordered_json manifest;
  manifest["block"] = vectors.block;
  manifest["model_version"] = version;
  manifest["seed"] = seed;
  manifest["cycles"] = vectors.stimulus.size();
  for (const auto& [name, value] : vectors.parameters) {
    manifest["parameters"][name] = value;
  }
  manifest["clock"] = {{"port", "clk_i"}, {"edge", "rising"}, {"period_ps", vectors.period.count()}};
  manifest["reset"] = {{"port", "rst_ni"}, {"active", "low"}, {"asynchronous", true}};
  manifest["timing"] =
      "A line is a cycle: the inputs are applied after a falling edge, the outputs are those just before the next "
      "rising edge.";
  manifest["stimulus"] = {{"file", "stimulus.hex"},
                          {"csv", "stimulus.csv"},
                          {"bits", bits_of(vectors.inputs)},
                          {"fields", fields_json(vectors.inputs)}};
  manifest["expected"] = {{"file", "expected.hex"},
                          {"csv", "expected.csv"},
                          {"bits", bits_of(vectors.outputs)},
                          {"fields", fields_json(vectors.outputs)}};
  manifest["bench"] = "tb_" + vectors.block + ".v";
  auto segments = nlohmann::ordered_json::array();
  for (const VectorSegment& segment : vectors.segments) {
    segments.push_back({{"name", segment.name},
                        {"first_cycle", segment.first},
                        {"cycles", segment.cycles},
                        {"exercises", segment.exercises}});
  }
  manifest["segments"] = segments;
  return manifest.dump(2) + "\n";
}

std::string range_of(unsigned bits) {
  return bits == 1 ? std::string(8, ' ') : fmt::format("{:<8}", fmt::format("[{}:0]", bits - 1));
}

std::string joined(const std::vector<Port>& ports, std::string_view before, std::string_view after) {
  std::string text;
  for (const Port& port : ports) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", before, port.name, after);
  }
  return text;
}

void replace(std::string& text, std::string_view mark, std::string_view by) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) {
    text.replace(at, mark.size(), by);
  }
}

std::string declarations(const Vectors& vectors) {
  std::string text;
  for (const Port& port : vectors.inputs) {
    text += fmt::format("  reg  {} {};\n", range_of(port.bits), port.name);
  }
  for (const Port& port : vectors.outputs) {
    text += fmt::format("  wire {} {};\n", range_of(port.bits), port.name);
    text += fmt::format("  reg  {} {}_expected;\n", range_of(port.bits), port.name);
  }
  return text;
}

std::string pins(const Vectors& vectors) {
  std::string text = "    .clk_i(clk_i)";
  for (const auto* ports : {&vectors.inputs, &vectors.outputs}) {
    for (const Port& port : *ports) {
      text += fmt::format(",\n    .{0}({0})", port.name);
    }
  }
  return text;
}

std::string bench_text(const Vectors& vectors, std::string_view version) {
  std::string parameters, compare, table;
  for (const auto& [name, value] : vectors.parameters) {
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", name, value);
  }
  for (const Port& port : vectors.outputs) {
    compare += fmt::format(
        "      if ({0} !== {0}_expected)\n"
        "        $display(\"  {0} = %0d (%h), expected %0d (%h)\", {0}, {0}, {0}_expected, "
        "{0}_expected);\n",
        port.name);
  }
  std::size_t longest = 0;
  for (std::size_t n = 0; n < vectors.segments.size(); ++n) {
    const VectorSegment& segment = vectors.segments[n];
    longest = std::max(longest, segment.name.size());
    table += fmt::format("    first[{0}] = {1}; name[{0}] = \"{2}\";\n", n, segment.first, segment.name);
  }
  std::string text(kVectorBench);
  const std::pair<std::string_view, std::string> marks[] = {
      {"@BLOCK@", vectors.block},
      {"@VERSION@", std::string(version)},
      {"@PARAMETERS@", parameters},
      {"@DECLARATIONS@", declarations(vectors)},
      {"@PINS@", pins(vectors)},
      {"@INPUTS@", joined(vectors.inputs, "", "")},
      {"@OUTPUTS@", joined(vectors.outputs, "", "")},
      {"@EXPECTED@", joined(vectors.outputs, "", "_expected")},
      {"@COMPARE@", compare},
      {"@TABLE@", table},
      {"@CYCLES@", std::to_string(vectors.stimulus.size())},
      {"@SEGMENTS@", std::to_string(vectors.segments.size())},
      {"@NAME_BITS@", std::to_string(8 * longest)},
      {"@INPUT_BITS@", std::to_string(bits_of(vectors.inputs))},
      {"@OUTPUT_BITS@", std::to_string(bits_of(vectors.outputs))},
      {"@HIGH@", std::to_string(vectors.period.count() / 2)},
      {"@LOW@", std::to_string(vectors.period.count() - vectors.period.count() / 2)},
  };
  for (const auto& [mark, by] : marks) {
    replace(text, mark, by);
  }
  return text;
}

std::string check_text(const Vectors& vectors) {
  std::string text(kVectorCheck);
  replace(text, "@BLOCK@", vectors.block);
  replace(text, "@PORTS@", "clk_i, " + joined(vectors.inputs, "", "") + ", " + joined(vectors.outputs, "", ""));
  return text;
}

}  // namespace

std::vector<VectorFile> vector_files(const Vectors& vectors, std::uint64_t seed, std::string_view version) {
  return {{"stimulus.hex", hex_text(vectors, vectors.inputs, vectors.stimulus, "inputs")},
          {"expected.hex", hex_text(vectors, vectors.outputs, vectors.expected, "outputs")},
          {"stimulus.csv", csv_text(vectors, vectors.inputs, vectors.stimulus)},
          {"expected.csv", csv_text(vectors, vectors.outputs, vectors.expected)},
          {"tb_" + vectors.block + ".v", bench_text(vectors, version)},
          {"check.sh", check_text(vectors)},
          {"manifest.json", manifest_text(vectors, seed, version)}};
}

}  // namespace weir::cosim
