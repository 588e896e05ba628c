// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One run of a sweep, in a process of its own, and the files that it leaves.

#pragma once

#include <filesystem>
#include <string>

#include "tb/sweep/combinations.h"
#include "tb/sweep/record.h"

namespace weir {

// A kept run directory is made in `folder`, named by the run's id. Throws as a run does, and std::invalid_argument if
// memory or disk do not suffice.
sweep::Record run_job(const sweep::Plan& plan, const sweep::Job& job, const std::filesystem::path& folder);

// Keeps the resolved scenario, log and console output of a failed run, if the plan asks for it, and returns the name of
// their directory. Empty: nothing is kept, or nothing can be.
std::string keep_failed(const sweep::Plan& plan, const sweep::Job& job, const sweep::Record& record,
                        const std::filesystem::path& folder);

// Removes files left half written in `folder` by killed processes of this host.
void remove_partial(const std::filesystem::path& folder);

}  // namespace weir
