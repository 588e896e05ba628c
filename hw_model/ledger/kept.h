// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of settings that a config has no member for: of mechanisms that come from outside of weir. kept_settings.h
// makes a struct of them.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw_model/ledger/setting_value.h"

namespace weir::ledger {

struct Kept {
  struct Value {
    bool by_class = false;                  // one for each class
    std::vector<SettingValue> values = {};  // one for each element, or for each class
    bool operator==(const Value&) const = default;
  };
  std::map<std::string, Value> values = {};  // by the setting's whole word; only those that differ from their defaults
  bool operator==(const Kept&) const = default;
};

}  // namespace weir::ledger
