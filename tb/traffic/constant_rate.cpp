// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/constant_rate.h"

namespace weir::traffic {

Time ConstantRate::wake(Time now) {
  if (now >= demand_.stop) {
    return kNever;
  }
  ++due_;
  ++made_due_;
  return made_due_ == demand_.packets ? kNever : demand_.start + clock_.of(made_due_);
}

}  // namespace weir::traffic
