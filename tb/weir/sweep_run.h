// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One run of a sweep, in the process that is its own, and what stays of it.

#pragma once

#include <filesystem>
#include <string>

#include "tb/sweep/combinations.h"
#include "tb/sweep/record.h"

namespace weir {

// A run directory that is to stay is made in `folder`, by the run's id. Throws what a run throws, and
// std::invalid_argument where memory or disk do not suffice.
sweep::Record run_job(const sweep::Plan& plan, const sweep::Job& job, const std::filesystem::path& folder);

// Of a run that has failed, where the plan keeps such: resolved scenario, log and console, in the directory whose name
// is returned. Empty where nothing is kept, or can be.
std::string keep_failed(const sweep::Plan& plan, const sweep::Job& job, const sweep::Record& record,
                        const std::filesystem::path& folder);

// What processes of this host left half written in `folder` when they were killed.
void remove_partial(const std::filesystem::path& folder);

}  // namespace weir
