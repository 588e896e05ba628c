// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <stdexcept>

#include <fmt/core.h>
#include <systemc>

#include "hw_model/base/invariant.h"
#include "tb/cosim/lockstep.h"
#include "tb/report/run_directory.h"
#include "tb/report/version.h"
#include "tb/scenario/scenario_error.h"
#include "tb/weir/commands.h"

namespace {

// One line first, then the status that tells its kind.
int fail(const std::string& message, int status) {
  fmt::print(stderr, "weir: {}\n", message);
  return status;
}

int run_action(const weir::Action& action) {
  try {
    return action();
  } catch (const weir::scenario::ScenarioError& error) {
    return fail(error.what(), weir::kBadInput);
  } catch (const weir::report::BadOutputDirectory& error) {
    return fail(error.what(), weir::kBadInput);
  } catch (const weir::report::BadRunFile& error) {
    return fail(error.what(), weir::kBadInput);
  } catch (const weir::report::OutputError& error) {
    return fail(error.what(), weir::kInternalFault);
  } catch (const std::invalid_argument& error) {
    return fail(error.what(), weir::kBadInput);
  } catch (const weir::InvariantBroken& error) {
    return fail(std::string("internal fault: ") + error.what(), weir::kInternalFault);
  } catch (const std::exception& error) {
    return fail(std::string("internal fault: ") + error.what(), weir::kInternalFault);
  }
}

}  // namespace

// Instead of the library's own main, to keep SystemC's banner out of the output.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char* argv[]) {
  CLI::App app("weir: a cycle-approximate hardware model of lossless switching", "weir");
  app.set_version_flag("--version", std::string(weir::report::program_version()));
  app.require_subcommand(1);
  weir::Action action;
  weir::add_run_command(app, action);
  weir::add_check_command(app, action);
  weir::add_cbd_command(app, action);
  weir::add_report_command(app, action);
  weir::add_list_command(app, action);
  weir::add_cost_command(app, action);
  weir::add_sweep_command(app, action);
  weir::add_bench_command(app, action);
  weir::add_granularity_command(app, action);
  weir::add_cosim_command(app, action);
  weir::add_vectors_command(app, action);
  weir::add_prove_command(app, action);
  weir::add_registers_command(app, action);
  weir::add_synth_command(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return app.exit(error);  // --help, --version
    }
    return fail(std::string(error.what()) + " (see weir --help)", weir::kBadInput);
  }
  return run_action(action);
}
