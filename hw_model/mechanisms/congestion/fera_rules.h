// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules between FERA's settings and with the port, and the widths that follow from both.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/reference/fera_settings.h"

namespace weir::congestion {

// C T of the port in bytes, rounded down.
Bytes fera_interval_bytes(const PortContext& context);

// The least width of A that is built: it counts C T and a frame, or the meter could not see that more comes than
// leaves.
unsigned fera_least_arrived_bits(const PortContext& context);

// Widths of the meter of this port. A's width: as set, or enough for what all ports can send to this one in T.
reference::FeraPort fera_port(const PortContext& context);

void check_fera(const PortContext& context, ledger::Complaints& complaints);

// The rules of a switch with an edge.
void check_fera_edge(const PortContext& context, ledger::Complaints& complaints);

}  // namespace weir::congestion
