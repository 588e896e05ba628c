// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One run of a sweep, in the process that is its own.

#pragma once

#include <filesystem>

#include "tb/sweep/combinations.h"
#include "tb/sweep/record.h"

namespace weir {

// A run directory that is to stay is made in `folder`, by the run's id. Throws what a run throws.
sweep::Record run_job(const sweep::Plan& plan, const sweep::Job& job, const std::filesystem::path& folder);

}  // namespace weir
