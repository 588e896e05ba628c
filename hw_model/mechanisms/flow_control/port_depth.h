// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The depths of a port's queues and their sum, which schemes compare that pause the port as a whole.

#pragma once

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {

class PortDepth {
 public:
  void set(ClassId c, Bytes depth) {
    all_ += depth - depths_[c.index()];
    depths_[c.index()] = depth;
  }
  Bytes of(ClassId c) const { return depths_[c.index()]; }
  Bytes all() const { return all_; }

  // Register "port_depth", which saturates at the width of XOFF.
  static void declare(ledger::Block& block, const PfcConfig& pfc, const ledger::Origin& origin, const char* what);
  void bind(const EngineRegisters& registers, const PfcConfig& pfc) const;

 private:
  PerClass<Bytes> depths_{};
  Bytes all_;
};

}  // namespace weir::flow_control
