// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "tb/headroom/pool_report.h"

namespace weir {

// weir headroom SCENARIO --pool --witness FILE: writes the scenario in which the largest set of queues of a switch
// fills at once, its pool as large as the set needs; with a ratio, the smallest set that breaks the ratio, its pool
// that of the ratio. Runs it, and says what came of it. Returns the exit status: kNotHeld if the run is not as the
// report says: with a ratio a frame is lost, otherwise the pool fills to the last cell and nothing is lost. Throws
// std::invalid_argument, one line, where no queue can fill or no set breaks the ratio, for a FILE that does not end in
// .toml, and as headroom::pool_witness().
int write_and_run_pool_witness(const headroom::PoolReport& report, const std::string& file);

}  // namespace weir
