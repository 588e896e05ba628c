// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of a plan as text, and text as a value, as --set takes it.

#pragma once

#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::sweep {

// As people read it: text without quotes, anything else as TOML.
std::string text_of(const scenario::Value& value);

// What --set takes `text`, which is not empty, for. Throws ScenarioError.
scenario::Value value_of_set(std::string_view text);

}  // namespace weir::sweep
