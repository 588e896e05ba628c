// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the port with gentle flow control.

#include "tb/cosim/blocks/gentle_port/gentle_port.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

void GentlePortKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<GentlePortKind>& recorder) {
  recorder.directed(
      "stages of all depths told and obeyed, what waits for what at the MAC, limiters that hold packets of each class, "
      "what comes before the reset is released",
      setup);
  recorder.random("constrained random: everything at once, with settings that change", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
