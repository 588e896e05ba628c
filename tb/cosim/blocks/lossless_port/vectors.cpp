// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the port.

#include "tb/cosim/blocks/lossless_port/lossless_port.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

void LosslessPortKind::play(const Setup& setup, const VectorOptions& options,
                            VectorRecorder<LosslessPortKind>& recorder) {
  recorder.directed(
      "depths beside XOFF and XON; each event of each class; what goes to the MAC; each value of the map; what comes "
      "before the reset is released",
      setup);
  recorder.random("constrained random: everything at once, with settings that change", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
