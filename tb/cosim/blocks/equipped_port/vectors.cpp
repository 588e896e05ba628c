// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the port with its parts.

#include "tb/cosim/blocks/equipped_port/equipped_port.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

void EquippedPortKind::play(const Setup& setup, const VectorOptions& options,
                            VectorRecorder<EquippedPortKind>& recorder) {
  recorder.directed(
      "departures of each class in each state; what waits behind the packet; how a class is held and freed; the sweep; "
      "what comes before the reset is released",
      setup);
  recorder.random("constrained random: everything at once, with settings that change", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
