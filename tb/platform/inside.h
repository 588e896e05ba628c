// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/platform/weir/switch.h"

namespace weir::platform {

// What other parts of the library see of a weir::Switch; null: its settings were refused.
struct Inside {
  static Chip* chip(const Switch& of) { return of.chip_.get(); }
};

}  // namespace weir::platform
