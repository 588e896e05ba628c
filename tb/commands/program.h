// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A program of commands. `weir` has all commands; `weir-model` has those for a first result, without Verilated RTL,
// cost, sweeps and synthesis. ./weir builds weir-model first (docs/decisions/0253).

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/commands/commands.h"

// The function that SystemC's main() calls.
extern "C" int sc_main(int argc, char* argv[]);

namespace weir {

using AddCommand = void (*)(CLI::App& app, Action& action);

// A command for shells and builds, which neither --help nor messages name. It sees the commands and options of the
// program, gets the words behind its name, and returns the exit status.
struct HiddenCommand {
  std::string_view name;
  int (*run)(const CLI::App& app, std::span<const std::string> words);
};

struct Program {
  std::span<const AddCommand> commands;
  std::span<const std::string_view> elsewhere{};  // names of commands that only `weir` has
  std::span<const HiddenCommand> hidden{};
};

// First argument with which ./weir asks weir-model whether it can execute the following command. Nothing is executed;
// the exit status is kHeld or kTakesWhole.
inline constexpr std::string_view kSuffices = "--suffices";
inline constexpr int kTakesWhole = 4;

// The body of main(): sets up the process, then runs SystemC's main, which calls sc_main().
int start(int argc, char* argv[]);
// The body of sc_main(): reads the arguments, executes the command, reports errors on standard error. Returns the exit
// status.
int carry_out(const Program& program, int argc, char* argv[]);

// The words of "...{fst,vcd,off}...", as the library of command lines lists what an option takes; empty: none.
std::vector<std::string> members_in(const std::string& text);

}  // namespace weir
