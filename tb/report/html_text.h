// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Text that is safe where it goes: a name in a scenario file may hold anything.

#pragma once

#include <string>
#include <string_view>

namespace weir::report {

// For element content and quoted attributes.
std::string html_escaped(std::string_view text);

// JSON as it may stand inside a script element: '<' is only in its strings.
std::string json_in_script(std::string json);

// A JSON string, quotes included, that may stand inside a script element. Bytes that are not UTF-8 are replaced.
std::string json_string(std::string_view text);

// A script that may stand inside a script element: "</script" is written so that it does not end it.
std::string inline_script(std::string_view script);

}  // namespace weir::report
