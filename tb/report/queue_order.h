// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The order of queues for a reader: the busiest first.

#pragma once

#include <vector>

#include "tb/report/results.h"

namespace weir::report {

// By pauses, descending; then by highest VIQ, descending; then as in the results.
std::vector<const QueueResult*> busiest_first(const std::vector<QueueResult>& queues);

}  // namespace weir::report
