// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The subcommands. Each adds itself to the parser and stores its work in `action`.

#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace weir {

// Exit statuses of the program.
inline constexpr int kHeld = 0;           // all expectations held
inline constexpr int kNotHeld = 1;        // some expectation did not hold
inline constexpr int kBadInput = 2;       // one line on standard error says what was wanted
inline constexpr int kInternalFault = 3;  // a broken invariant, a lock-step difference
inline constexpr int kSignalled = 128;    // plus the number of the signal that ended a run early: 130 or 143

struct Action {
  std::function<int()> run;              // returns the exit status
  std::function<bool()> takes_blocks{};  // whether `run` needs Verilated RTL; empty: no. Throws like `run`
};

void add_run_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_cbd_command(CLI::App& app, Action& action);
void add_report_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_compare_command(CLI::App& app, Action& action);
void add_new_command(CLI::App& app, Action& action);
void add_keys_command(CLI::App& app, Action& action);
void add_list_command(CLI::App& app, Action& action);
void add_bench_command(CLI::App& app, Action& action);
void add_granularity_command(CLI::App& app, Action& action);
void add_cost_command(CLI::App& app, Action& action);
void add_headroom_command(CLI::App& app, Action& action);
void add_sweep_command(CLI::App& app, Action& action);
void add_study_command(CLI::App& app, Action& action);
void add_cosim_command(CLI::App& app, Action& action);
void add_prove_command(CLI::App& app, Action& action);
void add_registers_command(CLI::App& app, Action& action);
void add_schema_command(CLI::App& app, Action& action);
void add_bench_kit_command(CLI::App& app, Action& action);
void add_vectors_command(CLI::App& app, Action& action);
void add_synth_command(CLI::App& app, Action& action);

}  // namespace weir
