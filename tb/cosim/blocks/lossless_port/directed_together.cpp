// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What counts from the edge behind a cycle does not count in it; and values of the scheduler at their ends.

#include "tb/cosim/blocks/lossless_port/directed.h"

namespace weir::cosim {

namespace {

using reference::LosslessPortInputs;
using Writer = LosslessPortWriter;

// A class that is held goes one cycle after the frame that frees it, not beside it.
void resumes(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    write.add(write.frame(1U << c, 9));
    LosslessPortInputs in = write.frame(1U << c, 0);
    in.heard_times_0_3 = in.heard_times_4_7 = 0;
    in.waiting = 1U << c;
    write.add(write.ready(in));
    write.add(write.ready(write.waits(1U << c)));
  }
}

// Depths that the old threshold and the new one judge otherwise, in the cycle of the write.
void writes_of_thresholds(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (const std::uint32_t depth : {100U, 900U}) {
      write.wake();
      write.add(write.written(Writer::kXoffRegister, 500));
      write.add(write.written(Writer::kXonRegister, 500));
      LosslessPortInputs in = write.written(Writer::kXoffRegister, depth < 500 ? 50 : 1000);
      in.admitted_valid = true;
      in.admitted_class = c;
      in.admitted_depth = depth;
      write.alone(in);
      in = write.still();
      in.above = Writer::kAll;
      write.add(in);
      in = write.written(Writer::kXonRegister, depth < 500 ? 50 : 1000);
      in.released_valid = true;
      in.released_class = c;
      in.released_depth = depth;
      write.alone(in);
    }
  }
}

// port_pause_i rises while the timer of one class runs, and nothing else; time goes on in that cycle.
void kinds_that_change(Writer& write) {
  for (std::uint32_t c = 1; c < 8; ++c) {
    write.wake();
    write.add(write.frame(1U << c, 50));
    LosslessPortInputs in = write.still();
    in.step = 0x55;
    in.port_pause = true;
    write.add(in);
    write.add(in);
    write.show_values(c);
  }
}

// Above and below in one cycle, of a class that rests and of one that is asserted.
void both_levels(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    LosslessPortInputs in = write.still();
    in.above = in.below = 1U << c;
    write.alone(in);
    in.below = 0;
    write.alone(in);
    in.below = 1U << c;
    write.alone(in);
  }
}

// The largest deficit of a class, and the one without a quantum.
void deficits(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (const std::uint32_t quantum : {16383U, 0U}) {
      write.wake();
      LosslessPortInputs in = write.ready(write.waits(1U << c));
      in.weights = ~std::uint64_t{0};
      in.quantum = quantum;
      in.lengths_0_3 = 0;
      for (unsigned of = 0; of < 4; ++of) {
        in.lengths_0_3 |= std::uint64_t{1} << 14 * of;
      }
      in.lengths_4_7 = in.lengths_0_3;
      write.add(in);
      write.show_values(c);
    }
  }
}

}  // namespace

void counts_from_the_edge(Writer& write) {
  resumes(write);
  writes_of_thresholds(write);
  kinds_that_change(write);
  both_levels(write);
  deficits(write);
}

}  // namespace weir::cosim
