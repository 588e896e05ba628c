// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A program of commands: `weir` has all, `weir-model` those that a first result takes, and neither Verilated RTL nor
// what costs, sweeps or synthesises. ./weir builds the second first (docs/decisions/0253).

#pragma once

#include <span>
#include <string_view>

#include "tb/weir/commands.h"

// SystemC's name for what its main() calls.
extern "C" int sc_main(int argc, char* argv[]);

namespace weir {

using AddCommand = void (*)(CLI::App& app, Action& action);

struct Program {
  std::span<const AddCommand> commands;
  std::span<const std::string_view> elsewhere{};  // names of commands that only the whole program has
};

// First argument by which ./weir asks weir-model whether the command that follows can be done without the whole
// program. Nothing else is done; the exit status is kHeld or kTakesWhole.
inline constexpr std::string_view kSuffices = "--suffices";
inline constexpr int kTakesWhole = 4;

// What main() does: settings of the process, then SystemC's, which calls sc_main().
int start(int argc, char* argv[]);
// What sc_main() does: reads the arguments, carries the command out, says on standard error what is wrong. Returns the
// exit status.
int carry_out(const Program& program, int argc, char* argv[]);

}  // namespace weir
