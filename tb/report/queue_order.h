// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which queues a reader wants to see first.

#pragma once

#include <vector>

#include "tb/report/results.h"

namespace weir::report {

// Most pauses first, then the highest VIQ, then the order of the results.
std::vector<const QueueResult*> busiest_first(const std::vector<QueueResult>& queues);

}  // namespace weir::report
