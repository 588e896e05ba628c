// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What run.log says of a run that is over.

#pragma once

#include "tb/report/results.h"
#include "tb/report/run_log.h"
#include "tb/scenario/scenario.h"

namespace weir {

void log_outcome(report::RunLog& log, const scenario::Scenario& scenario, const report::Results& results);

}  // namespace weir
