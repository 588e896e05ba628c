// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which queues of a run have sent no PFC, and why (tb/report/quiet_queues.h says it in words).

#pragma once

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Fills `quiet_queues` from the queues that `results` has, in the order of device, port and class: every lossless
// (switch, port, class), and the lossy ones that saw traffic. Nothing under credits and rates, which send no PFC.
void find_quiet_queues(const scenario::Scenario& scenario, const network::Network& net, report::Results& results);

}  // namespace weir
