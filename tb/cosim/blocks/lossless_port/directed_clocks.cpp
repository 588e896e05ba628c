// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/directed.h"

namespace weir::cosim {

// With refresh_quanta 0 no timer runs: the peer has been told, and the depth falls before the class goes and comes.
void classes_that_go(LosslessPortWriter& write) {
  using Writer = LosslessPortWriter;
  for (std::uint32_t c = 0; c < 8; ++c) {
    for (const bool by_link : {true, false}) {
      write.wake();
      write.alone(write.written(Writer::kRefreshQuanta, 0));
      reference::LosslessPortInputs in = write.still();
      in.above = 1U << c;
      write.add(in);
      write.drain(2);
      in.above = 0;
      in.below = 1U << c;
      write.add(in);
      in.below = 0;
      if (by_link) {
        in.link_up = false;
        write.add(in);
      } else {
        write.alone(write.written(Writer::kLossless, Writer::kAll & ~(1U << c)));
        write.add(write.written(Writer::kLossless, Writer::kAll));
      }
      write.idle(2);
      write.show_values(c);
    }
  }
}

}  // namespace weir::cosim
