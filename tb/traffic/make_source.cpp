// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/backlogged.h"
#include "tb/traffic/constant_rate.h"
#include "tb/traffic/random_sources.h"
#include "tb/traffic/source.h"

namespace weir::traffic {

std::unique_ptr<Source> make_source(const Demand& demand) {
  switch (demand.kind) {
    case SourceKind::kConstantRate:
      return std::make_unique<ConstantRate>(demand);
    case SourceKind::kPoisson:
      return std::make_unique<Poisson>(demand);
    case SourceKind::kBernoulli:
      return std::make_unique<Bernoulli>(demand);
    case SourceKind::kOnOff:
      return std::make_unique<OnOff>(demand);
    case SourceKind::kBacklogged:
    case SourceKind::kPcap:
      break;
  }
  return std::make_unique<Backlogged>(demand);
}

}  // namespace weir::traffic
