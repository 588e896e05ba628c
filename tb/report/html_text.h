// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Escaping of text for the place where it goes; a name in a scenario file may hold any character.

#pragma once

#include <string>
#include <string_view>

namespace weir::report {

// For element content and quoted attributes.
std::string html_escaped(std::string_view text);

// Escapes JSON for use inside a script element: '<' occurs only in its strings.
std::string json_in_script(std::string json);

// A JSON string in quotes, for use inside a script element. Bytes that are not UTF-8 are replaced.
std::string json_string(std::string_view text);

// Escapes a script for use inside a script element: "</script" is rewritten so that the element does not end there.
std::string inline_script(std::string_view script);

}  // namespace weir::report
