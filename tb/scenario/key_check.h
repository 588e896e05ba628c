// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checks each value of a document by itself: the key is known, and the value is of its kind and in its range. Checks go
// in file order, so that the first error in the file is reported. The load_*.cpp check relations between keys.

#pragma once

#include <string>
#include <string_view>

#include "tb/scenario/document.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// Throws ScenarioError. Leaves [expect] to load_expectations.
void check_document(const Document& document);

// Checks one value, of the key called `path` in messages.
void check_value(const Document& document, const Value& value, const KeySpec& spec, const std::string& path);

// Refuses a key to be removed if the table of keys has no table or key `rest` in its table `pattern` ("flow[]"). `key`
// is the name for messages.
void require_known(const Document& document, const Place& place, const std::string& pattern, std::string_view rest,
                   std::string_view key);

// The kind and range of a key for messages: "an integer from 3 to 1024".
std::string wanted(const KeySpec& spec);

// Whether `text` may name a device, flow or scenario. A leading '-' would make a spreadsheet take the name as formula.
bool is_name(std::string_view text);
bool may_stand_in_a_name(char c);

// The value for messages: "750", a list, ...
std::string describe(const Value& value);

// The name by which an element of an array of tables is called in messages: ".f1" or "[2]".
std::string element_name(const Value& element, std::size_t index);

}  // namespace weir::scenario
