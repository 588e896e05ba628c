// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writes the files of a finished run into its directory.

#pragma once

#include <string_view>

#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/run/simulation.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Writes the first line of run.log: the scenario and the program.
void log_scenario(report::RunLog& log, const scenario::Scenario& scenario, std::string_view commit);

// Writes results, tables and the rest of run.log, and closes run.log. Throws OutputError.
void write_outcome(const report::RunDirectory& directory, report::RunLog& log, const scenario::Scenario& scenario,
                   const Outcome& outcome);

}  // namespace weir
