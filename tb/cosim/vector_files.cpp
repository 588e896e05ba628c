// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/vector_files.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "tb/text/replace.h"

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

// The values of all ports as one number, the first port in its highest bits.
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

// How often a line counts is in front of the inputs, the steps of the outputs in front of the outputs, so that the
// ports have the same bits in every line.
constexpr unsigned kCyclesBits = 32;

std::vector<Port> stimulus_fields(const Vectors& vectors) {
  std::vector<Port> fields = {{"cycles", kCyclesBits}};
  fields.insert(fields.end(), vectors.inputs.begin(), vectors.inputs.end());
  return fields;
}

std::vector<Port> expected_fields(const Vectors& vectors) {
  std::vector<Port> fields;
  for (const Port& port : vectors.outputs) {
    fields.push_back({port.name + "_step", port.bits});
  }
  fields.insert(fields.end(), vectors.outputs.begin(), vectors.outputs.end());
  return fields;
}

Row stimulus_row(const VectorRun& run) {
  Row row = {run.cycles};
  row.insert(row.end(), run.inputs.begin(), run.inputs.end());
  return row;
}

Row expected_row(const VectorRun& run) {
  Row row = run.steps;
  row.insert(row.end(), run.outputs.begin(), run.outputs.end());
  return row;
}

std::string hex_text(const Vectors& vectors, const std::vector<Port>& fields, Row row_of(const VectorRun&),
                     std::string_view what) {
  std::string text =
      fmt::format("// {} of {}: {} bits a line; fields in manifest.json\n", what, vectors.block, bits_of(fields));
  for (const VectorSegment& segment : vectors.segments) {
    text += fmt::format("// cycle {}: {}\n", segment.first, segment.name);
    for (std::size_t n = segment.first_run; n < segment.first_run + segment.runs; ++n) {
      text += hex_word(fields, row_of(vectors.runs[n])) + "\n";
    }
  }
  return text;
}

std::string header_of(const std::vector<Port>& ports) {
  std::string text = "cycle,cycles,segment";
  for (const Port& port : ports) {
    text += "," + port.name;
  }
  return text;
}

void append(std::string& text, const Row& row) {
  for (const std::uint64_t value : row) {
    text += "," + std::to_string(value);
  }
}

// A step as people read it: down is negative.
std::string step_text(std::uint64_t step, unsigned bits) {
  const std::uint64_t half = std::uint64_t{1} << (bits - 1);
  return bits > 1 && step >= half ? "-" + std::to_string(2 * half - step) : std::to_string(step);
}

// `add(text, run)` puts the values of a line.
template <class Add>
std::string csv_text(const Vectors& vectors, std::string text, Add add) {
  text += "\n";
  for (const VectorSegment& segment : vectors.segments) {
    std::uint64_t cycle = segment.first;
    for (std::size_t n = segment.first_run; n < segment.first_run + segment.runs; ++n) {
      const VectorRun& run = vectors.runs[n];
      text += std::to_string(cycle) + "," + std::to_string(run.cycles) + "," + segment.name;
      add(text, run);
      text += "\n";
      cycle += run.cycles;
    }
  }
  return text;
}

std::string stimulus_csv(const Vectors& vectors) {
  return csv_text(vectors, header_of(vectors.inputs),
                  [](std::string& text, const VectorRun& run) { append(text, run.inputs); });
}

std::string expected_csv(const Vectors& vectors) {
  std::string header = header_of(vectors.outputs);
  for (const Port& port : vectors.outputs) {
    header += "," + port.name + "_step";
  }
  return csv_text(vectors, header, [&](std::string& text, const VectorRun& run) {
    append(text, run.outputs);
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
      text += "," + step_text(run.steps[i], vectors.outputs[i].bits);
    }
  });
}

nlohmann::ordered_json fields_json(const std::vector<Port>& ports, unsigned above = 0) {
  auto fields = nlohmann::ordered_json::array();
  unsigned msb = bits_of(ports) + above;
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
  manifest["cycles"] = vectors.cycles();
  manifest["lines"] = vectors.runs.size();
  for (const ParameterValue& parameter : vectors.parameters) {
    nlohmann::ordered_json& value = manifest["parameters"][parameter.name];
    if (parameter.values.size() == 1) {
      value = parameter.values.front();
    } else {
      value = parameter.values;
    }
  }
  manifest["clock"] = {{"port", "clk_i"}, {"edge", "rising"}, {"period_ps", vectors.period.count()}};
  manifest["reset"] = {{"port", "rst_ni"}, {"active", "low"}, {"asynchronous", true}};
  manifest["timing"] =
      "A line is as many cycles as its field cycles says, all with the same inputs. Inputs are applied after a falling "
      "edge, outputs are those just before the next rising edge: in the first cycle as they stand in the line, in each "
      "further one that of the cycle before plus its step, modulo what the port holds.";
  const unsigned input_bits = bits_of(vectors.inputs);
  const unsigned output_bits = bits_of(vectors.outputs);
  manifest["stimulus"] = {{"file", "stimulus.hex"},
                          {"csv", "stimulus.csv"},
                          {"bits", kCyclesBits + input_bits},
                          {"cycles", fields_json({{"cycles", kCyclesBits}}, input_bits).front()},
                          {"fields", fields_json(vectors.inputs)}};
  std::vector<Port> steps = expected_fields(vectors);
  steps.resize(vectors.outputs.size());
  manifest["expected"] = {{"file", "expected.hex"},
                          {"csv", "expected.csv"},
                          {"bits", 2 * output_bits},
                          {"steps", fields_json(steps, output_bits)},
                          {"fields", fields_json(vectors.outputs)}};
  manifest["bench"] = "tb_" + vectors.block + ".v";
  auto segments = nlohmann::ordered_json::array();
  for (const VectorSegment& segment : vectors.segments) {
    segments.push_back({{"name", segment.name},
                        {"long", segment.is_long},
                        {"first_line", segment.first_run},
                        {"lines", segment.runs},
                        {"first_cycle", segment.first},
                        {"cycles", segment.cycles},
                        {"exercises", segment.exercises}});
  }
  manifest["segments"] = segments;
  if (!vectors.left_out.empty()) {
    manifest["left_out"] = vectors.left_out;
  }
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

std::string declarations(const Vectors& vectors) {
  std::string text;
  for (const Port& port : vectors.inputs) {
    text += fmt::format("  reg  {} {};\n", range_of(port.bits), port.name);
  }
  for (const Port& port : vectors.outputs) {
    text += fmt::format("  wire {} {};\n", range_of(port.bits), port.name);
    text += fmt::format("  reg  {0} {1}_expected;\n  reg  {0} {1}_step;\n", range_of(port.bits), port.name);
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
  std::string parameters, compare, advance, table;
  for (const ParameterValue& parameter : vectors.parameters) {
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", parameter.name, parameter.verilog);
  }
  for (const Port& port : vectors.outputs) {
    compare += fmt::format(
        "      if ({0} !== {0}_expected)\n"
        "        $display(\"  {0} = %0d (%h), expected %0d (%h)\", {0}, {0}, {0}_expected, "
        "{0}_expected);\n",
        port.name);
    advance += fmt::format("          {0}_expected = {0}_expected + {0}_step;\n", port.name);
  }
  std::string shown, values;
  for (const Port& port : vectors.inputs) {
    shown += fmt::format("{}{} = %0d", shown.empty() ? "" : ", ", port.name);
    values += ", " + port.name;
  }
  std::size_t longest = 0;
  for (std::size_t n = 0; n < vectors.segments.size(); ++n) {
    const VectorSegment& segment = vectors.segments[n];
    longest = std::max(longest, segment.name.size());
    table += fmt::format("    line_of[{0}] = {1}; first[{0}] = {2}; name[{0}] = \"{3}\";\n", n, segment.first_run,
                         segment.first, segment.name);
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
      {"@STEPS@", joined(vectors.outputs, "", "_step")},
      {"@COMPARE@", compare},
      {"@SHOW@", fmt::format("      $display(\"  with {}\"{});", shown, values)},
      {"@ADVANCE@", advance},
      {"@TABLE@", table},
      {"@LINES@", std::to_string(vectors.runs.size())},
      {"@CYCLES@", std::to_string(vectors.cycles())},
      {"@SHORT@", std::to_string(vectors.short_segments())},
      {"@SEGMENTS@", std::to_string(vectors.segments.size())},
      {"@NAME_BITS@", std::to_string(8 * longest)},
      {"@INPUT_BITS@", std::to_string(kCyclesBits + bits_of(vectors.inputs))},
      {"@OUTPUT_BITS@", std::to_string(2 * bits_of(vectors.outputs))},
      {"@HIGH@", std::to_string(vectors.period.count() / 2)},
      {"@LOW@", std::to_string(vectors.period.count() - vectors.period.count() / 2)},
  };
  for (const auto& [mark, by] : marks) {
    text::replace_all(text, mark, by);
  }
  return text;
}

std::string check_text(const Vectors& vectors) {
  std::string text(kVectorCheck);
  text::replace_all(text, "@BLOCK@", vectors.block);
  text::replace_all(text, "@PORTS@",
                    "clk_i, " + joined(vectors.inputs, "", "") + ", " + joined(vectors.outputs, "", ""));
  return text;
}

}  // namespace

std::vector<VectorFile> vector_files(const Vectors& vectors, std::uint64_t seed, std::string_view version) {
  return {{"stimulus.hex", hex_text(vectors, stimulus_fields(vectors), stimulus_row, "inputs")},
          {"expected.hex", hex_text(vectors, expected_fields(vectors), expected_row, "outputs")},
          {"stimulus.csv", stimulus_csv(vectors)},
          {"expected.csv", expected_csv(vectors)},
          {"tb_" + vectors.block + ".v", bench_text(vectors, version)},
          {"check.sh", check_text(vectors)},
          {"manifest.json", manifest_text(vectors, seed, version)}};
}

}  // namespace weir::cosim
