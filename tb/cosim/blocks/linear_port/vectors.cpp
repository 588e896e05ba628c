// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the port with time-based gentle flow control.

#include "tb/cosim/blocks/linear_port/linear_port.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

void LinearPortKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<LinearPortKind>& recorder) {
  recorder.directed(
      "rates of messages of each class, alone and behind each other; what is told, and what waits for what at the MAC; "
      "limiters that hold packets of each class; what comes before the reset is released",
      setup);
  recorder.random("constrained random: everything at once, with settings that change", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
