// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// JSON Schema of what `weir registers --format json` writes.

#pragma once

#include <string_view>

namespace weir::register_map {

extern const std::string_view kRegistersSchema;

}  // namespace weir::register_map
