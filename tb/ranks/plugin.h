// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// libweir_mpi.so: what ranks need of METIS and Open MPI, to neither of which the program is linked. The shared object
// is loaded when several ranks are asked for, and stays loaded: Open MPI cannot be unloaded.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "hw_model/base/version.h"
#include "tb/ranks/communicator.h"
#include "tb/ranks/parts.h"

namespace weir::ranks {

// What must be the same in the program and in the shared object.
struct Build {
  const char* version = kVersion;
  long language = __cplusplus;
  std::size_t graph = sizeof(Graph);
  std::size_t functions = 2;  // of the shared object, beside that which returns this
};

extern "C" {
// The functions of the shared object. The last two throw std::runtime_error.
const Build* weir_ranks_build();
void weir_ranks_divide(const Graph& graph, std::uint32_t ranks, std::vector<std::uint32_t>& rank_of);
Communicator* weir_ranks_communicator();
}

class Plugin {
 public:
  // Throws std::invalid_argument, one line that says what is missing. `file` may be empty: there is none.
  explicit Plugin(const std::filesystem::path& file);

  // Parts of like load with few and cheap edges between them; the rank of each vertex. The same graph gives the same
  // parts. Some rank may get none of the vertices.
  std::vector<std::uint32_t> divide(const Graph& graph, std::uint32_t ranks) const;

  // Of this process, which mpirun or srun has started as a rank; once a process.
  std::unique_ptr<Communicator> communicator() const;

 private:
  decltype(&weir_ranks_divide) divide_ = nullptr;
  decltype(&weir_ranks_communicator) communicator_ = nullptr;
};

// That of this program, loaded by the first call.
const Plugin& plugin();

}  // namespace weir::ranks
