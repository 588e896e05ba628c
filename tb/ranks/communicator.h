// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How the ranks of one run talk to each other. libweir_mpi.so implements it over MPI.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weir::ranks {

using Message = std::vector<std::byte>;

class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual std::uint32_t rank() const = 0;   // of this process, below ranks()
  virtual std::uint32_t ranks() const = 0;  // at least 1

  // Sends out[i] to rank peers[i] and puts what that rank sends into in[i]. Each of the peers calls with this rank
  // among its peers; between two ranks the calls are in the same order on both sides. The three have the same length;
  // in[i] keeps its capacity. Returns when all have arrived.
  virtual void exchange(std::span<const std::uint32_t> peers, std::span<const Message> out, std::span<Message> in) = 0;

  // Every rank calls. At rank 0: the texts of all, by rank; elsewhere: nothing.
  virtual std::vector<std::string> gather(const std::string& text) = 0;

  // Every rank calls; all get the text of rank 0.
  virtual std::string broadcast(const std::string& text) = 0;

  // Seconds of wall clock that this rank has waited in the calls above.
  virtual double waited() const = 0;
  // CPU seconds that these calls have taken: a rank that waits looks again and again.
  virtual double cpu_seconds() const = 0;

  // Ends all ranks at once with this exit status; does not return.
  [[noreturn]] virtual void abort(int status) = 0;
};

}  // namespace weir::ranks
