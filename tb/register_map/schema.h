// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The JSON Schema of the output of `weir registers --format json`.

#pragma once

#include <string_view>

namespace weir::register_map {

extern const std::string_view kRegistersSchema;

}  // namespace weir::register_map
