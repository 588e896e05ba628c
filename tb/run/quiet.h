// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Finds the queues of a run that have sent no PFC, and why (tb/report/quiet_queues.h has the reasons).

#pragma once

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Fills `quiet_queues` from the queues in `results`, by device, port and class: every lossless (switch, port, class),
// and lossy ones with traffic. Empty under credits and rates, which send no PFC.
void find_quiet_queues(const scenario::Scenario& scenario, const network::Network& net, report::Results& results);

}  // namespace weir
