// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the port with the gradient rule.

#include "tb/cosim/blocks/gradient_port/gradient_port.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

void GradientPortKind::play(const Setup& setup, const VectorOptions& options,
                            VectorRecorder<GradientPortKind>& recorder) {
  recorder.directed(
      "packets judged below, at and above Bm by depths below, level and above, of each class; all events of a class in "
      "one cycle; what is told, and what waits for what at the MAC; classes without messages; "
      "what comes before the reset is released",
      setup);
  recorder.random("constrained random: everything at once, with settings that change", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
