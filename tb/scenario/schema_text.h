// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Documents made from the table of keys: the JSON Schema of scenario files, for editors and other programs (`weir
// schema scenario`), and the tables of docs/reference/scenario_file.md, which the target scenario_docs writes; a test
// fails when they are out of date.

#pragma once

#include <string>

namespace weir::scenario {

// JSON Schema, draft 7. It has the rules of single keys; only the loader checks relations between keys.
std::string json_schema();

// The tables of keys and of quantities as Markdown.
std::string key_reference();

}  // namespace weir::scenario
