// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace weir {

// Prints a line for each figure of a paper that a command repeats: paper, figure, verdict, command. The exit status.
int list_figures();

}  // namespace weir
