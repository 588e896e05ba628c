// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checks each value of a document by itself: is the key known, is the value of its kind and in its range. In file
// order, so that the first error in the file is the one that is reported. What is wrong between keys, the load_*.cpp
// find.

#pragma once

#include <string>
#include <string_view>

#include "tb/scenario/document.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// Throws ScenarioError. [expect] is left to load_expectations.
void check_document(const Document& document);

// The same of one value, of the key that messages call `path`.
void check_value(const Document& document, const Value& value, const KeySpec& spec, const std::string& path);

// That the table of keys has a table or key `rest` in the table `pattern` of it, "flow[]"; `key` is what messages call
// it. For what is taken away and is not there.
void require_known(const Document& document, const Place& place, const std::string& pattern, std::string_view rest,
                   std::string_view key);

// What a key takes, for messages: "an integer from 3 to 1024".
std::string wanted(const KeySpec& spec);

// Whether `text` may name a device, a flow or a scenario. A first '-' would make a formula of a name in a spreadsheet.
bool is_name(std::string_view text);
bool may_stand_in_a_name(char c);

// The value as it is named in a message: "750", a list, ...
std::string describe(const Value& value);

// The name by which an element of an array of tables is called in messages: ".f1" or "[2]".
std::string element_name(const Value& element, std::size_t index);

}  // namespace weir::scenario
