// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run that is over leaves in its directory.

#pragma once

#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/scenario/scenario.h"
#include "tb/weir/simulation.h"

namespace weir {

// Its results, its tables, and the rest of run.log, which is closed. Throws OutputError.
void write_outcome(const report::RunDirectory& directory, report::RunLog& log, const scenario::Scenario& scenario,
                   const Outcome& outcome);

}  // namespace weir
