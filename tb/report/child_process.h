// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Processes that work for this one.

#pragma once

#include <sys/resource.h>
#include <sys/types.h>

namespace weir::report {

// As fork(), for a child that is killed when this process ends; nothing is left in output buffers to be written twice.
// The child ends by std::_Exit: what this process has in hand (open files) is not the child's to close. Negative, with
// errno: there is no process to have.
pid_t fork_child();

// Waits for the end of a child and returns its status, as waitpid(). `used`: what the child has used; null: not asked.
int reap(pid_t child, rusage* used = nullptr);

}  // namespace weir::report
