// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir sweep by Slurm: the program's side of tb/sweep/slurm.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace weir {

// What the script of an array job calls: the runs of a task, each with a record in the batch's folder. The exit status.
int run_slurm_task(const std::filesystem::path& batch, std::size_t index);

// Where this program is. Throws std::runtime_error.
std::filesystem::path own_binary();

}  // namespace weir
