// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Finds the queues of a run that have sent no PFC, and why (tb/report/quiet_queues.h has the reasons).

#pragma once

#include <cstddef>
#include <span>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Adds the `quiet_queues` of a device, by port and class: every lossless (switch, port, class), and lossy ones with
// traffic. `queues`: those of the device in `results`. None under credits and rates, which send no PFC.
void find_quiet_queues(const scenario::Scenario& scenario, const network::Network& net, std::size_t device,
                       std::span<const report::QueueResult> queues, report::Results& results);

// Adds that there is no flow control, if there is none.
void say_if_no_flow_control(const scenario::Scenario& scenario, report::Results& results);

}  // namespace weir
