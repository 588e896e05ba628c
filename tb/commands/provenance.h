// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The origin of the results in a run directory: the resolved scenario, which reproduces them; copies of the files that
// it names; and the invocation, the only file (besides run.log, wall times and the version) in which equal runs may
// differ.

#pragma once

#include "tb/report/run_directory.h"
#include "tb/scenario/resolved.h"

namespace weir {

// The constructor writes resolved.toml, inputs/ and invocation.json.
class Provenance {
 public:
  // Throws OutputError, or BadRunFile if a file named in the scenario is gone.
  Provenance(const report::RunDirectory& directory, const scenario::Resolved& resolved);

  // Removes the files, because the run cannot begin.
  void discard() const;

 private:
  const report::RunDirectory& directory_;
};

}  // namespace weir
