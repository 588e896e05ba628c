// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The programs of Slurm, called by their argument list, never through a shell.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace weir::sweep {

struct Said {
  int status = 0;  // its exit status; 128 and a signal's number where one ended it
  std::string out;
  std::string error;
};

// Whether such a program is on PATH.
bool is_program(const std::string& name);

// Calls it and waits; it is killed when `patience` is over. Its standard input is empty; Ctrl-C on our terminal is not
// for it. Throws std::runtime_error where it cannot be started.
Said call(const std::vector<std::string>& words, std::optional<std::chrono::seconds> patience = std::nullopt);

// Its lines of error as one, without its name before each.
std::string complaint_of(const std::string& name, const Said& said);

}  // namespace weir::sweep
