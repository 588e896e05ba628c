// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A shared object for ranks, of another version.

#include "tb/ranks/plugin.h"

namespace weir::ranks {

const Build* weir_ranks_build() {
  static const Build kBuild{.version = "0.0.1"};
  return &kBuild;
}

}  // namespace weir::ranks
