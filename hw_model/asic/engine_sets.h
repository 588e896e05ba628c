// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A flow-control engine that speaks by ordered sets, at the line of its port.

#pragma once

#include "hw_model/datapath/link/ordered_sets.h"
#include "hw_model/mechanisms/flow_control/set_side.h"

namespace weir::asic {

class EngineSets final : public link::SetSource, public link::SetSink {
 public:
  explicit EngineSets(flow_control::SetSide& engine) : engine_(engine) {}

  link::SetNeeds needs() const override {
    return {.wanted = engine_.wants_cf_update() ? bit_of(link::CtlosKind::kCfUpdate) : link::CtlosMask{0}};
  }
  frame::OrderedSetBytes take(link::CtlosKind, Time now) override { return engine_.take_cf_update(now); }
  void set_arrived(const frame::OrderedSetBytes& set, Time now) override { engine_.cf_update_arrived(set, now); }

 private:
  flow_control::SetSide& engine_;
};

}  // namespace weir::asic
