// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir report: write report.html of a run directory again.

#include <memory>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/report/run_files.h"

namespace weir {

void add_report_command(CLI::App& app, Action& action) {
  const auto directory = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("report", "Write report.html of a run directory again");
  command->footer("Example: weir report out/ring_pfc-1");
  command->add_option("DIR", *directory, "Directory that weir run has written")->required();
  command->callback([directory, &action] {
    action.run = [directory] {
      fmt::print("{}\n", report::rewrite_report(*directory).string());
      return kHeld;
    };
  });
}

}  // namespace weir
