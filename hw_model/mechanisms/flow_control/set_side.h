// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The side of a flow-control engine that speaks by ordered sets (credits of Ultra Ethernet): the line of the port asks
// for a CF_Update when one may leave, and brings those that arrive.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/frame/ordered_set.h"

namespace weir::flow_control {

class SetSide {
 public:
  virtual bool wants_cf_update() const = 0;
  // It leaves now. wants_cf_update().
  virtual frame::OrderedSetBytes take_cf_update(Time now) = 0;
  virtual void cf_update_arrived(const frame::OrderedSetBytes& bytes, Time now) = 0;

 protected:
  ~SetSide() = default;
};

}  // namespace weir::flow_control
