// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A report as JSON: in the cache and for users.

#pragma once

#include <optional>
#include <string>

#include "tb/synthesis/synthesis.h"

namespace weir::synthesis {

// An object, indented, that ends with a newline.
std::string report_to_json(const Report& report);

// Nothing when the text is not a whole report.
std::optional<Report> report_from_json(const std::string& text);

}  // namespace weir::synthesis
