// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The user's own RTL in place of a block: Verilated and compiled on request into a shared object, which is cached under
// the content of all its inputs.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tb/cosim/port_dut.h"

namespace weir::own_rtl {

struct Module {
  std::string name;
  std::vector<std::filesystem::path> files;
  bool parameters = true;  // the module takes the block's parameters
};

// $XDG_CACHE_HOME/weir/own_rtl, or ~/.cache/weir/own_rtl; empty if neither is known: nothing is cached.
std::filesystem::path default_cache();

// Takes half a minute, or no time with a cached object. Throws std::invalid_argument, one line, if a tool is not
// installed, a file is missing, or Verilator refuses the RTL: it does not parse, a module, port or parameter is
// missing, or a port has another width.
cosim::PortDutFactory compile(const Module& module, const cosim::BlockShape& shape,
                              const std::filesystem::path& cache = default_cache());

}  // namespace weir::own_rtl
