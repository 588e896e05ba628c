// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario with everything said: each key with its value after the file, --set and the defaults, as a file that loads
// to the same scenario. Tables and keys stand in the order of the table of keys, quantities exactly and in one way, so
// that equal settings give equal text, whoever said them and where. Files that it refers to go by their content: it
// names copies in a folder beside it, and their SHA-256.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tb/scenario/document.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// A value in the one way in which it is written.
std::string canonical_text(KeyKind kind, const Value& value);

struct ResolvedFile {
  std::string path;  // where it is
  std::string name;  // of the copy, relative to the resolved scenario: "inputs/0123456789abcdef/web.pcap"
  std::string sha256;
  bool is_base = false;  // of the scenario file; the text does not name it
};

struct Resolved {
  std::string text;                    // TOML
  std::string sha256;                  // of `text`: names what is simulated
  std::vector<std::string> overrides;  // KEY=VALUE of the command line, over all resolutions
  std::vector<ResolvedFile> files;     // each once
};

// What a switch has of its own, as lines of its table; the table as of all switches.
struct OwnTable {
  std::string table;
  std::string lines;
  bool operator==(const OwnTable&) const = default;
};

// Where the settings of `own` differ from those of `common`, both loaded: every one of them, whoever said it.
std::vector<OwnTable> own_tables(const Document& common, const Document& own);

// The tables of one switch.
using OwnTables = std::pair<std::string, std::vector<OwnTable>>;

// Of a document that has been loaded, and the switches that have settings of their own.
Resolved resolve(const Document& document, const std::vector<OwnTables>& switches = {});

// `text`, and [origin] with the overrides behind it, where there are any.
std::string file_text(const Resolved& resolved);

}  // namespace weir::scenario
