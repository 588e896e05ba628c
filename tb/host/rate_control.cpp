// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/rate_control.h"

#include <array>

namespace weir::host {

extern const RateControlKind kWindowControl;  // window.cpp
extern const RateControlKind kDcqcnControl;   // dcqcn.cpp
extern const RateControlKind kTimelyControl;  // timely.cpp
extern const RateControlKind kIbCcControl;    // ib_cc.cpp
extern const RateControlKind kBcnControl;     // bcn.cpp
extern const RateControlKind kFeraControl;    // fera.cpp

std::span<const RateControlKind* const> rate_controls() {
  static constexpr std::array kKinds{&kWindowControl, &kDcqcnControl, &kTimelyControl,
                                     &kIbCcControl,   &kBcnControl,   &kFeraControl};
  return kKinds;
}

}  // namespace weir::host
