// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What libweir_mpi.so exports.

#include "tb/ranks/mpi/metis_division.h"
#include "tb/ranks/mpi/mpi_communicator.h"
#include "tb/ranks/plugin.h"

namespace weir::ranks {

const Build* weir_ranks_build() {
  static const Build kBuild;
  return &kBuild;
}

void weir_ranks_divide(const Graph& graph, std::uint32_t ranks, std::vector<std::uint32_t>& rank_of) {
  divide_by_metis(graph, ranks, rank_of);
}

Communicator* weir_ranks_communicator() { return make_mpi_communicator().release(); }

}  // namespace weir::ranks
