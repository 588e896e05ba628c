// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RTL of one's own in the place of a block's: Verilated and compiled when it is asked for, into a shared object that is
// kept by the content of all that it was made from.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tb/cosim/port_dut.h"

namespace weir::own_rtl {

struct Module {
  std::string name;
  std::vector<std::filesystem::path> files;
  bool parameters = true;  // it takes those of the block
};

// $XDG_CACHE_HOME/weir/own_rtl, or ~/.cache/weir/own_rtl; empty where neither is known: nothing is kept.
std::filesystem::path default_cache();

// Takes half a minute, or no time where the cache has it. Throws std::invalid_argument, in one line, when a tool is not
// installed, a file is not there, or Verilator refuses it: what does not parse, a module, port or parameter that there
// is not, a port of another width.
cosim::PortDutFactory compile(const Module& module, const cosim::BlockShape& shape,
                              const std::filesystem::path& cache = default_cache());

}  // namespace weir::own_rtl
