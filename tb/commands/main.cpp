// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir: the whole program.

#include "tb/commands/command_tree.h"
#include "tb/commands/program.h"
#include "tb/own_rtl/at_need.h"

// Instead of the library's own main, to keep SystemC's banner out of the output.
int main(int argc, char* argv[]) { return weir::start(argc, argv); }

int sc_main(int argc, char* argv[]) {
  static constexpr weir::AddCommand kCommands[]{
      weir::add_new_command,     weir::add_run_command,       weir::add_check_command,
      weir::add_cbd_command,     weir::add_report_command,    weir::add_explain_command,
      weir::add_compare_command, weir::add_list_command,      weir::add_keys_command,
      weir::add_cost_command,    weir::add_headroom_command,  weir::add_sweep_command,
      weir::add_study_command,   weir::add_bench_command,     weir::add_granularity_command,
      weir::add_cosim_command,   weir::add_vectors_command,   weir::add_bench_kit_command,
      weir::add_prove_command,   weir::add_registers_command, weir::add_schema_command,
      weir::add_synth_command};
  weir::own_rtl::make_at_need();
  static constexpr weir::HiddenCommand kHidden[]{{"complete", weir::complete}, {"manual", weir::manual}};
  return weir::carry_out({kCommands, {}, kHidden}, argc, argv);
}
