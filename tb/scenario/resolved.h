// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario with everything said: each key with its value after the file, --set and the defaults, as a file that loads
// to the same scenario. Tables and keys stand in the order of the table of keys, quantities exactly and in one way, so
// that equal settings give equal text, whoever said them and where. Files that it refers to go by their content: it
// names copies in a folder beside it, and their SHA-256.

#pragma once

#include <string>
#include <vector>

#include "tb/scenario/document.h"

namespace weir::scenario {

struct ResolvedFile {
  std::string path;  // where it is
  std::string name;  // of the copy, relative to the resolved scenario: "inputs/0123456789abcdef/web.pcap"
};

struct Resolved {
  std::string text;                    // TOML
  std::string sha256;                  // of `text`: names what is simulated
  std::vector<std::string> overrides;  // KEY=VALUE of the command line, over all resolutions
  std::vector<ResolvedFile> files;     // each once
};

// Of a document that has been loaded.
Resolved resolve(const Document& document);

// `text`, and [origin] with the overrides behind it, where there are any.
std::string file_text(const Resolved& resolved);

}  // namespace weir::scenario
