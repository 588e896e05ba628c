// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/own_rtl/wrapper.h"

#include <fmt/core.h>

namespace weir::own_rtl {

extern const std::string_view kShim;

namespace {

std::string range_of(const cosim::Port& port) { return port.bits == 1 ? "" : fmt::format("[{}:0] ", port.bits - 1); }

}  // namespace

std::string port_list(const std::vector<cosim::Port>& ports, std::string_view direction) {
  std::string text;
  for (const cosim::Port& port : ports) {
    text += fmt::format(",\n  {} logic {}{}", direction, range_of(port), port.name);
  }
  return text;
}

std::string parameter_values(const Module& module, const cosim::BlockShape& shape) {
  if (!module.parameters) {
    return "";
  }
  std::string text;
  for (const cosim::ParameterValue& parameter : shape.parameters) {
    text += fmt::format("{}.{}({})", text.empty() ? "#(" : ", ", parameter.name, parameter.verilog);
  }
  return text.empty() ? "" : text + ") ";
}

std::string wires(const std::vector<cosim::Port>& ports, std::string_view suffix) {
  std::string text;
  for (const cosim::Port& port : ports) {
    text += fmt::format("  logic {}{}{};\n", range_of(port), port.name, suffix);
  }
  return text;
}

std::string pins(const cosim::BlockShape& shape, std::string_view suffix) {
  std::string text = "(.clk_i(clk_i)";
  for (const cosim::Port& port : shape.inputs) {
    text += fmt::format(", .{0}({0})", port.name);
  }
  for (const cosim::Port& port : shape.outputs) {
    text += fmt::format(", .{0}({0}{1})", port.name, suffix);
  }
  return text + ")";
}

std::string wrapper_text(const Module& module, const cosim::BlockShape& shape) {
  return fmt::format("module {} (\n  input logic clk_i{}{}\n);\n  {} {}i_own {};\nendmodule\n", kWrapper,
                     port_list(shape.inputs, "input"), port_list(shape.outputs, "output"), module.name,
                     parameter_values(module, shape), pins(shape, ""));
}

std::string shim_text(const cosim::BlockShape& shape) {
  std::string drive, read;
  for (std::size_t i = 0; i < shape.inputs.size(); ++i) {
    drive += fmt::format("  own.{} = in[{}];\n", shape.inputs[i].name, i);
  }
  for (std::size_t i = 0; i < shape.outputs.size(); ++i) {
    read += fmt::format("  out[{}] = own.{};\n", i, shape.outputs[i].name);
  }
  std::string text(kShim.substr(kShim.find("\n\n") + 2));
  const std::pair<std::string_view, std::string> marks[] = {{"@DRIVE@", drive},
                                                            {"@READ@", read},
                                                            {"@INPUTS@", std::to_string(shape.inputs.size())},
                                                            {"@OUTPUTS@", std::to_string(shape.outputs.size())}};
  for (const auto& [mark, by] : marks) {
    text.replace(text.find(mark), mark.size(), by);
  }
  return text;
}

}  // namespace weir::own_rtl
