// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Schemes whose registers are declared and whose behaviour is not there yet.

#pragma once

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::flow_control {

// IEEE 802.3x PAUSE: the thresholds stand on what all classes of a port hold together, one pause timer a port. Settings
// and their names are those of PFC. Throws std::invalid_argument as Pfc does.
ledger::Block declare_pause(const PortContext& context);

// TTL-based buffer management, sections 1.2 and 1.3: PFC that pauses class j - 1 for VIQ j. The class mapper's ttl0 and
// the buffer partitions belong to the forwarding engine and to the MMU. Throws std::invalid_argument as Pfc does, and
// when XOFF is less than one frame of the largest size (section 1.4.2, assumption 1).
ledger::Block declare_ttl_pfc(const PortContext& context);

}  // namespace weir::flow_control
