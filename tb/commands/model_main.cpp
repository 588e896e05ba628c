// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir-model: runs scenarios on the C++ models.

#include "tb/commands/program.h"

int main(int argc, char* argv[]) { return weir::start(argc, argv); }

int sc_main(int argc, char* argv[]) {
  static constexpr weir::AddCommand kCommands[]{
      weir::add_new_command,    weir::add_run_command,     weir::add_check_command, weir::add_cbd_command,
      weir::add_report_command, weir::add_explain_command, weir::add_keys_command};
  static constexpr std::string_view kElsewhere[]{"compare",   "list",  "cost",        "headroom", "sweep",
                                                 "study",     "bench", "granularity", "cosim",    "vectors",
                                                 "bench-kit", "prove", "registers",   "schema",   "synth"};
  return weir::carry_out({kCommands, kElsewhere}, argc, argv);
}
