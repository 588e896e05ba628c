// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "tb/ranks/communicator.h"

namespace weir::ranks {

// Once a process, which is a rank. The ranks end their communicators together; one that is destroyed by an exception
// waits for nobody, and mpirun ends the other ranks when this process has ended.
std::unique_ptr<Communicator> make_mpi_communicator();

}  // namespace weir::ranks
