// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/rate_control.h"

#include <array>

namespace weir::host {

extern const RateControlKind kWindowControl;  // window.cpp

std::span<const RateControlKind* const> rate_controls() {
  static constexpr std::array kKinds{&kWindowControl};
  return kKinds;
}

}  // namespace weir::host
