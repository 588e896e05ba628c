// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of one port (MAC).

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/ledger/block.h"

namespace weir::port {

struct PortHardware {
  link::LinkConfig link;
  Bytes max_frame;
  Time processing_delay;  // t_r: how long control frames wait before they take effect
  parser::ParserConfig parser;
};

}  // namespace weir::port
