// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One network under one scheme: run until injection has stopped and nothing is left, and judged. Once a process,
// because SystemC elaborates once.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/tests/regress/lossless/random_network.h"

namespace weir::lossless {

// Of plain old data, so that a process can leave it in memory that it shares.
struct Result {
  bool finished = false;
  std::uint64_t sent = 0;  // data packets and acknowledgements, likewise in what follows
  std::uint64_t delivered = 0;
  std::uint64_t lossless_dropped = 0;
  std::uint64_t lossy_dropped = 0;
  std::uint64_t left = 0;     // in the network at the end
  bool waited = false;        // flow control let some queue that was not empty send nothing for a time
  bool acted = false;         // flow control: a VIQ reached the first threshold, or a sender was held
  bool cyclic = false;        // the routes have a cyclic buffer dependency
  bool deadlock = false;      // the oracle has found one
  bool beyond_bound = false;  // GFC: while injection lasted a VIQ held more than gfc_room() for that time
  double early_excess = 0;    // how far a lossless VIQ stood above viq_limit while injection lasted, in largest frames
  double excess = 0;          // in the whole run
  char words[400] = "";       // what broke, the first loss, or the cycle of the deadlock
};

// What is wrong on purpose.
struct Planted {
  std::int64_t headroom_cut = 0;   // in largest frames
  bool lossy_is_lossless = false;  // lossy classes are judged as if they were protected
  bool no_dependencies = false;    // the routes are taken to have no cycle
  bool dies = false;               // the process ends by a signal
};

Result run(const Network& network, Scheme scheme, const Planted& planted = {});

// What is wrong with a run, in words; empty: the property holds.
std::vector<std::string> faults(Scheme scheme, const Result& result);

}  // namespace weir::lossless
