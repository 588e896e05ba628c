// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --rtl, --top and --no-parameters: RTL supplied by the user.

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tb/cosim/block.h"
#include "tb/own_rtl/own_rtl.h"
#include "tb/own_rtl/read_module.h"

namespace weir {

struct OwnRtlOptions {
  std::vector<std::string> files{};
  std::string top{};
  bool no_parameters = false;

  explicit operator bool() const { return !files.empty(); }
  CLI::Option* add_to(CLI::App& command) {
    CLI::Option* const rtl = command.add_option(
        "--rtl", files, "Files of your own RTL with the ports of the block, used in place of the block");
    command.add_option("--top", top, "Module of your own RTL (default: named as the block)")->needs(rtl);
    command.add_flag("--no-parameters", no_parameters, "The module takes no parameters, as a netlist does")->needs(rtl);
    return rtl;
  }
  // Throws as require_files() does.
  own_rtl::Module module_for(const cosim::Block& block) const {
    own_rtl::Module own{.name = top.empty() ? std::string(block.name) : top,
                        .files = {files.begin(), files.end()},
                        .parameters = !no_parameters};
    own_rtl::require_files(own);
    return own;
  }
};

}  // namespace weir
