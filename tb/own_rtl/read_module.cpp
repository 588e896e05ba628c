// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/own_rtl/read_module.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include "tb/text/words.h"

namespace weir::own_rtl {

namespace {

// The first line that has `mark`; empty when there is none.
std::string line_with(const std::string& text, const std::regex& mark) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (std::string line = text.substr(at, end - at); std::regex_search(line, mark)) {
      return line;
    }
    at = end + 1;
  }
  return "";
}

std::string ports_text(const cosim::BlockShape& shape) {
  std::string text = "clk_i";
  for (const auto* ports : {&shape.inputs, &shape.outputs}) {
    for (const cosim::Port& port : *ports) {
      text += ", " + port.name;
    }
  }
  return text;
}

// The name between quotes of any kind; empty: there is none.
std::string quoted_in(const std::string& line) {
  std::smatch found;
  return std::regex_search(line, found, std::regex("['`\"]([A-Za-z_][A-Za-z_0-9]*)['\"]")) ? found[1].str() : "";
}

}  // namespace

void require_files(const Module& module) {
  if (!std::regex_match(module.name, std::regex("[A-Za-z_][A-Za-z_0-9$]*"))) {
    throw std::invalid_argument("--top: wanted the name of a module; got " + text::in_quotes(module.name));
  }
  for (const std::filesystem::path& file : module.files) {
    if (!std::filesystem::is_regular_file(file)) {
      throw std::invalid_argument("--rtl: there is no file " + text::in_quotes(file.string()));
    }
  }
}

std::string no_module(const Module& module) {
  return "--rtl: no module " + module.name + " in the files; --top names it";
}

std::string no_part(const Module& module, const std::string& part) {
  return "--rtl: " + module.name + " is made of a module " + part + " that none of the files has; wanted its file, too";
}

std::string read_source(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string refusal(const std::string& output, const Module& module, const cosim::BlockShape& shape) {
  if (const auto line = line_with(output, std::regex("PINNOTFOUND|[Pp]in not found")); !line.empty()) {
    if (line.find("arameter") != std::string::npos) {
      return module.name + " has no parameter " + quoted_in(line) + "; --no-parameters for a module without";
    }
    return module.name + " has no port " + quoted_in(line) + "; wanted " + ports_text(shape);
  }
  if (const auto line = line_with(output, std::regex("parameter.*not found", std::regex::icase)); !line.empty()) {
    return module.name + " has no parameter " + quoted_in(line) + "; --no-parameters for a module without";
  }
  if (const auto line = line_with(output, std::regex("Cannot find file containing module")); !line.empty()) {
    const std::string missing = quoted_in(line);
    return missing == module.name ? no_module(module) : no_part(module, missing);
  }
  if (const auto line = line_with(output, std::regex("^%Warning-WIDTH: [^:]*weir_own\\.sv:.*connection"));
      !line.empty()) {
    return module.name + ": a port of another width: " + line.substr(line.find(": ", line.find("weir_own.sv")) + 2);
  }
  return line_with(output, std::regex("^%Error"));
}

}  // namespace weir::own_rtl
