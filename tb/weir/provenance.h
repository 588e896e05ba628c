// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run directory says of where its results come from: the resolved scenario, which runs again to the same
// results, copies of the files that it refers to, and the invocation, which is all that may differ between two runs
// beside run.log, wall times and the version.

#pragma once

#include "tb/report/run_directory.h"
#include "tb/scenario/resolved.h"

namespace weir {

// Writes resolved.toml, inputs/ and invocation.json when it is made.
class Provenance {
 public:
  // Throws OutputError, and BadRunFile where a file that the scenario refers to is gone.
  Provenance(const report::RunDirectory& directory, const scenario::Resolved& resolved);

  // Removes them: the run cannot begin.
  void discard() const;

 private:
  const report::RunDirectory& directory_;
};

}  // namespace weir
