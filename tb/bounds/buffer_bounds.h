// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether what the VIQs may hold fits into the buffer and its partitions. One line each; empty where it does.

#pragma once

#include <string>

#include "tb/scenario/scenario.h"

namespace weir::bounds {

std::string buffer_warning(const scenario::Scenario& scenario);

std::string divided_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds
