// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The documents that are made of the table of keys: docs/schema/scenario.schema.json, for editors and other programs,
// and the tables of docs/reference/scenario_file.md. The target scenario_docs writes them; a test finds them out of
// date.

#pragma once

#include <string>

namespace weir::scenario {

// JSON Schema, draft 7. It has what can be said of each key by itself; what holds between keys only the loader knows.
std::string json_schema();

// The tables of keys and of quantities as Markdown.
std::string key_reference();

}  // namespace weir::scenario
