// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The resolved scenario: every key with its value after file, --set and defaults, as a file that loads to the same
// scenario. Tables and keys are in the order of the table of keys, and quantities are exact and in one form, so that
// equal settings give equal text, whatever their origin. Files named in the scenario go by content: the text names
// copies in a folder beside it, with their SHA-256.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tb/scenario/document.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// The one written form of a value.
std::string canonical_text(KeyKind kind, const Value& value);

struct ResolvedFile {
  std::string path;  // of the original
  std::string name;  // of the copy, relative to the resolved scenario: "inputs/0123456789abcdef/web.pcap"
  std::string sha256;
  bool is_base = false;  // a base of the scenario file, which the text does not name
};

struct Resolved {
  std::string text;                    // TOML
  std::string sha256;                  // of `text`; identifies the simulated system
  std::vector<std::string> overrides;  // KEY=VALUE of the command line, including that of earlier resolutions
  std::vector<ResolvedFile> files;     // each once
};

// The settings of a switch's own table, as lines; the table is named as for all switches.
struct OwnTable {
  std::string table;
  std::string lines;
  bool operator==(const OwnTable&) const = default;
};

// The settings of `own` that differ from those of `common`, both loaded, whatever their origin.
std::vector<OwnTable> own_tables(const Document& common, const Document& own);

// The name of a switch, and its tables.
using OwnTables = std::pair<std::string, std::vector<OwnTable>>;

// Resolves a loaded document; `switches`: those with settings of their own.
Resolved resolve(const Document& document, const std::vector<OwnTables>& switches = {});

// `text`, followed by [origin] with the overrides, if there are any.
std::string file_text(const Resolved& resolved);

}  // namespace weir::scenario
