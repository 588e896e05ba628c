// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run that is over leaves in its directory.

#pragma once

#include <string_view>

#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/scenario/scenario.h"
#include "tb/weir/simulation.h"

namespace weir {

// The first line of run.log: what was run by which program.
void log_scenario(report::RunLog& log, const scenario::Scenario& scenario, std::string_view commit);

// Its results, its tables, and the rest of run.log, which is closed. Throws OutputError.
void write_outcome(const report::RunDirectory& directory, report::RunLog& log, const scenario::Scenario& scenario,
                   const Outcome& outcome);

}  // namespace weir
