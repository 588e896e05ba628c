// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether what the VIQs may hold fits into the buffer and its partitions. One line each; empty where it does.

#pragma once

#include <string>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

std::string buffer_warning(const Alike& alike);

std::string divided_warning(const Alike& alike);

}  // namespace weir::bounds
