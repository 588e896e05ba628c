// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of a plan as text, and text as a value, in the form of --set.

#pragma once

#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::sweep {

// The value for people: text without quotes, anything else as TOML.
std::string text_of(const scenario::Value& value);

// The value that --set makes of `text`, which is not empty. Throws ScenarioError.
scenario::Value value_of_set(std::string_view text);

}  // namespace weir::sweep
