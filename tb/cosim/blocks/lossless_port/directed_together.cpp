// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What counts from the edge behind a cycle does not count in it; values of scheduler and credits at their ends, and
// values that are read as they change.

#include <algorithm>

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

// A packet of one byte of a class goes, with the largest weight.
LosslessPortInputs short_packet(const Writer& write, std::uint32_t c, std::uint32_t quantum) {
  LosslessPortInputs in = write.ready(write.waits(1U << c));
  in.weights = ~std::uint64_t{0};
  in.quantum = quantum;
  in.lengths_0_3 = 0;
  for (unsigned of = 0; of < 4; ++of) {
    in.lengths_0_3 |= std::uint64_t{1} << 14 * of;
  }
  in.lengths_4_7 = in.lengths_0_3;
  return in;
}

// The largest deficit of a class, and the one without a quantum.
void deficits(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (const std::uint32_t quantum : {16383U, 0U}) {
      write.wake();
      write.add(short_packet(write, c, quantum));
      write.show_values(c);
    }
  }
}

// All blocks of the first limit but one are sent; a packet of one and one of two wait. A packet more sets, as built,
// the highest bit of FCTBS, which messages of all classes tell.
void first_limits(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    std::uint32_t left = write.first_limit() - 1;
    for (unsigned packets = 0; left != 0 && packets < 64; ++packets) {
      const std::uint32_t blocks = std::min(left, write.longest());
      write.add(write.sent(c, blocks));
      left -= blocks;
    }
    for (const std::uint64_t blocks : {1U, std::min(2U, write.longest())}) {
      LosslessPortInputs in = write.waits(1U << c);
      (c < 4 ? in.head_blocks_0_3 : in.head_blocks_4_7) = blocks << (c % 4 * write.blocks_bits());
      write.add(in);
    }
    write.add(write.sent(c, write.longest()));
    write.show_credits();
  }
}

// A pause of 65,535 quanta of a class ends as any other: its time runs.
void longest_pauses(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    LosslessPortInputs in = write.frame(1U << c, 0);
    (c < 4 ? in.heard_times_0_3 : in.heard_times_4_7) = std::uint64_t{0xffff} << (48 - 16 * (c % 4));
    in.step = 511;
    write.add(in);
    in = write.still();
    in.step = 511;
    write.add(in);
    write.add(in);
    write.show_values(c);
  }
}

// A refresh is due of a class that is to resume.
void refreshes_of_the_past(Writer& write) {
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    write.add(write.written(Writer::kRefreshQuanta, 1));
    LosslessPortInputs in = write.still();
    in.above = 1U << c;
    write.add(in);
    write.drain(1);
    in.above = 0;
    in.step = 511;
    for (int n = 0; n < 4; ++n) {
      write.add(in);
    }
    in.step = 0;
    in.below = 1U << c;
    write.alone(in);
    write.show_values(c);
  }
}

// Each value that the port holds, read in the cycle at the end of which it changes; the answer has the new one.
void values_that_change(Writer& write) {
  const auto asked_beside = [&](LosslessPortInputs in, std::size_t number) {
    in.request = true;
    in.address = write.values()[number].address;
    write.alone(in);
  };
  for (std::uint32_t c = 0; c < 8; ++c) {
    write.wake();
    write.add(write.written(Writer::kRefreshQuanta, 1));
    asked_beside(short_packet(write, c, 16383), 339 + c);
    asked_beside(write.admitted(c, Writer::kXoff), 347 + c);
    asked_beside(write.ready(write.still()), 355 + c);  // the frame is taken
    asked_beside(write.frame(1U << c, 50), 387 + c);
    LosslessPortInputs in = write.still();
    in.step = 511;
    for (const std::size_t number : {363 + c, 371 + c, 387 + c, std::uint32_t{395}}) {
      asked_beside(in, number);
      asked_beside(in, number);
    }
    asked_beside(write.ready(write.still()), 371 + c);
    in = write.read(write.values()[428].address);
    write.add(in);
    in = write.still();
    in.link_up = false;
    write.add(in);
    in.request = true;
    in.address = write.values()[428].address;
    write.alone(in);
  }
}

}  // namespace

void counts_from_the_edge(Writer& write) {
  resumes(write);
  writes_of_thresholds(write);
  kinds_that_change(write);
  both_levels(write);
  deficits(write);
  values_that_change(write);
  first_limits(write);
  longest_pauses(write);
  refreshes_of_the_past(write);
}

}  // namespace weir::cosim
