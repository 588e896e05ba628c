// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The files that `weir_embed` makes constants of.

#pragma once

#include <string_view>

namespace weir {

extern const std::string_view kResultsPage;  // docs/results/README.md

}  // namespace weir
