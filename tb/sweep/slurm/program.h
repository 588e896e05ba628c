// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Calls of Slurm's programs, each with an argument list and without a shell.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace weir::sweep {

struct Said {
  int status = 0;  // exit status, or 128 + the number of the signal that ended the program
  std::string out;
  std::string error;
};

// Whether the program is on PATH.
bool is_program(const std::string& name);

// Runs a program to its end; kills it after `patience`. Standard input is empty, and Ctrl-C on our terminal does not
// reach the program. Throws std::runtime_error if it cannot be started.
Said call(const std::vector<std::string>& words, std::optional<std::chrono::seconds> patience = std::nullopt);

// The program's lines of error as one line, each without the program's name in front.
std::string complaint_of(const std::string& name, const Said& said);

}  // namespace weir::sweep
