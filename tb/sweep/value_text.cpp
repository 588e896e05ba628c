// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/value_text.h"

#include "tb/scenario/toml_text.h"

namespace weir::sweep {

using scenario::Value;

std::string text_of(const Value& value) {
  return value.kind == Value::Kind::kText ? value.text : scenario::toml_text(value);
}

Value value_of_set(std::string_view text) {
  scenario::Document scratch;
  scenario::set_value(scratch, "value=" + std::string(text));
  return *scratch.root.find("value");
}

}  // namespace weir::sweep
