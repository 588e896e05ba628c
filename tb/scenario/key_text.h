// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Path of a key, and words for its kind and range, for the reference, the JSON Schema, messages and `weir keys`.

#pragma once

#include <string>

#include "tb/scenario/expectation.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// "flow_control.pfc.xoff", "flow[].src".
std::string path_of(const KeySpec& key);

// Whether values are text with a unit: times, rates, bytes.
bool is_quantity(KeyKind kind);

// "1B..1GB, a multiple of 64B" in the units of the file; empty: no range.
std::string range_of(const KeySpec& key);

// What a value is, as Markdown: "time", "list of names", "`on`, `off`".
std::string kind_text(const KeySpec& key);

// The same for a quantity of [expect].
std::string measure_text(Measure measure);

}  // namespace weir::scenario
