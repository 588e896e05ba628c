// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/backlogged.h"
#include "tb/traffic/constant_rate.h"
#include "tb/traffic/source.h"

namespace weir::traffic {

std::unique_ptr<Source> make_source(const Demand& demand) {
  if (demand.kind == SourceKind::kConstantRate) {
    return std::make_unique<ConstantRate>(demand);
  }
  return std::make_unique<Backlogged>(demand);
}

}  // namespace weir::traffic
