// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scenarios of which each key of the table fits one at least, and values for each key.

#pragma once

#include "tb/scenario/key_spec.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario {

struct Base {
  std::string file;  // beside which its files are
  std::string text;
};

// Those of scenarios/, and one of everything that they lack.
std::vector<Base> all_bases();

// What `key` may be, as TOML: ends of its range, all of its words, ... None is its default.
std::vector<std::string> values_of(const KeySpec& key);

// Whether weir itself has one word for the key, its default, and plugins have others.
inline bool waits_for_plugins(const KeySpec& key) { return key.kind == KeyKind::kWord && key.words.size() == 1; }

}  // namespace weir::scenario
