// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The shared objects of mechanisms that the program has loaded (plugin.h).

#pragma once

#include <string>
#include <vector>

namespace weir::plugin {

struct Loaded {
  std::string path;  // absolute
  std::string sha256;
};

// Loads the objects and has them add their mechanisms, before any list of mechanisms is read; then judges all that was
// added: each has its cards, words and tables of its own, and defaults within their ranges. Called once. Throws
// std::invalid_argument, one line that names the file.
void load(const std::vector<std::string>& files);

// In the order of the command line.
const std::vector<Loaded>& loaded();

// ", with mine.so 0123456789abcdef" for each, which follows the version of the program; empty without any.
std::string loaded_text();

}  // namespace weir::plugin
