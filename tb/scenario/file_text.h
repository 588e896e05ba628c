// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace weir::scenario {

// The whole text of a file of at most 16 MiB. Throws ScenarioError, one line that begins with the path; `what` names
// the wanted file ("a scenario file").
std::string read_text_file(const std::string& path, std::string_view what);

}  // namespace weir::scenario
