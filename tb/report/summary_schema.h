// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace weir::report {

// The JSON Schema of summary.json (`weir schema summary`).
std::string summary_schema();

}  // namespace weir::report
