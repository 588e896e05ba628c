// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The page of a headroom report.

#pragma once

#include <string>
#include <vector>

#include "tb/cost/figures.h"

namespace weir::headroom {

// `title`: of the report, without "headroom: ". `notes`: sentences without their full stop.
std::string page_of(const std::string& title, const std::vector<std::string>& notes,
                    const std::vector<cost::Table>& tables);

}  // namespace weir::headroom
