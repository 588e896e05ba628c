// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Everything that a switch ASIC is built from, resolved and in exact units.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::asic {

struct SwitchConfig {
  std::vector<link::LinkConfig> ports;  // one entry a port: the link that it drives
  Bytes max_frame = Bytes(1500);        // largest frame length (the papers' MTU), 64..9216
  parser::ParserConfig parser;
  mmu::MmuConfig mmu;
  crossbar::CrossbarConfig crossbar;
  egress::EgressConfig egress;
  flow_control::FlowControlConfig flow_control;
  reference::RateLimiterConfig limiter;  // of each (port, lossless class), where the scheme limits rates
};

}  // namespace weir::asic
