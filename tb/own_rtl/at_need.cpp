// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/own_rtl/at_need.h"

#include <map>
#include <stdexcept>
#include <string>

#include "tb/cosim/at_need.h"
#include "tb/own_rtl/own_rtl.h"
#include "tb/synthesis/design.h"
#include "tb/synthesis/tools.h"

namespace weir::own_rtl {

namespace {

std::string missing() {
  constexpr char kAsker[] = "RTL with other parameters";
  try {
    synthesis::find_tool("verilator", "verilator", kAsker);
    synthesis::find_tool("c++", "g++", kAsker);
  } catch (const std::invalid_argument& tool) {
    return tool.what();
  }
  return {};
}

cosim::PortDutFactory compile_block(const cosim::BlockShape& shape) {
  const synthesis::WorkDirectory work;
  Module module{.name = shape.block, .files = {}};
  for (const auto& [file, text] : synthesis::rtl_block(shape.block).sources) {
    work.write(std::string(file), std::string(text));
    module.files.push_back(work.path() / file);
  }
  return compile(module, shape);
}

// Once for a shape in a run of the program.
cosim::PortDutFactory make(const cosim::BlockShape& shape) {
  static std::map<std::string, cosim::PortDutFactory> made;
  std::string name = shape.block;
  for (const cosim::ParameterValue& one : shape.parameters) {
    name += " " + one.name + "=" + one.verilog;
  }
  const auto known = made.find(name);
  return known != made.end() ? known->second : made.emplace(name, compile_block(shape)).first->second;
}

}  // namespace

void make_at_need() { cosim::rtl_maker() = {.missing = missing, .make = make}; }

}  // namespace weir::own_rtl
