// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Synthesis reports as JSON, for the cache and for users.

#pragma once

#include <optional>
#include <string>

#include "tb/synthesis/synthesis.h"

namespace weir::synthesis {

// An indented object, followed by a newline.
std::string report_to_json(const Report& report);

// nullopt: the text is not a complete report.
std::optional<Report> report_from_json(const std::string& text);

}  // namespace weir::synthesis
