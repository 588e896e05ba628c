// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir sweep with Slurm: the program's side of tb/sweep/slurm.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace weir {

// Called by an array job's script: executes one task's runs and writes their records into the batch's folder. Returns
// the exit status.
int run_slurm_task(const std::filesystem::path& batch, std::size_t index);

// The path of this program. Throws std::runtime_error.
std::filesystem::path own_binary();

// "--plugin", "/.../mine.so" for each plugin of this process.
std::vector<std::string> options_of_plugins();

}  // namespace weir
