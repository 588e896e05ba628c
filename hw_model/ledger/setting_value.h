// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The value of a setting, of any kind.

#pragma once

#include <cstdint>

namespace weir::ledger {

// In `real` for a double, otherwise in `count`.
struct SettingValue {
  std::int64_t count = 0;
  double real = 0;
  bool operator==(const SettingValue&) const = default;
};

}  // namespace weir::ledger
