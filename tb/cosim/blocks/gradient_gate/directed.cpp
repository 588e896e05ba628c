// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/blocks/gradient_gate/script_writer.h"

namespace weir::cosim {

namespace {

using reference::GradientGateInputs;

// Everything that a cycle may bring, in any combination, from H below, at and above Bm, beside a depth below, level and
// above; on both sides of where counts wrap.
void together(GradientWriter& write) {
  constexpr std::uint32_t kStop = 20;
  for (const std::uint32_t ahead : {0U, write.most() - 10}) {
    for (const std::uint32_t held : {kStop - 1, kStop, kStop + 1}) {
      for (const std::uint32_t depth : {held - 1, held, held + 1}) {
        for (unsigned events = 0; events < 32; ++events) {
          write.reset();
          write.walk(ahead);
          write.add({.news = true, .news_freed = (ahead - held) & write.most()});
          write.add({.wants = (events & 1U) != 0,
                     .news = (events & 2U) != 0,
                     .admitted = (events & 4U) != 0,
                     .taken = (events & 8U) != 0,
                     .left = (events & 16U) != 0,
                     .blocks = 12,
                     .depth = depth,
                     .stop = kStop,
                     .news_freed = (ahead - 5) & write.most(),
                     .admitted_blocks = 24,
                     .taken_blocks = 13,
                     .left_blocks = 17});
          write.idle();
        }
      }
    }
  }
}

// With a Bm of 0 the gate judges by depth alone.
void without_stop(GradientWriter& write) {
  for (const std::uint32_t held : {0U, 1U, 7U}) {
    for (const std::uint32_t depth : {0U, 1U, 6U, 7U, 8U}) {
      for (const bool wants : {false, true}) {
        write.held(held);
        write.add({.wants = wants, .blocks = 3, .depth = depth});
        write.idle();
      }
    }
  }
}

// Every pair of events in consecutive cycles, resets included.
void orders(GradientWriter& write) {
  const GradientGateInputs events[] = {{.wants = true, .blocks = 9, .depth = 30, .stop = 4},
                                       {.wants = true, .blocks = 9, .depth = 3, .stop = 4},
                                       {.news = true, .news_freed = write.most() - 11},
                                       {.admitted = true, .admitted_blocks = 6},
                                       {.taken = true, .taken_blocks = 2},
                                       {.left = true, .left_blocks = 5},
                                       {.rst_n = false,
                                        .wants = true,
                                        .news = true,
                                        .admitted = true,
                                        .taken = true,
                                        .left = true,
                                        .blocks = 1,
                                        .depth = 1,
                                        .stop = 1,
                                        .news_freed = 1,
                                        .admitted_blocks = 1,
                                        .taken_blocks = 1,
                                        .left_blocks = 1}};
  for (const GradientGateInputs& first : events) {
    for (const GradientGateInputs& then : events) {
      write.held(15);
      write.walk(3);
      write.add(first);
      write.add(then);
      write.idle(2);
    }
  }
}

// Packets of every magnitude, taken and refused.
void packets(GradientWriter& write) {
  for (unsigned bits = 0; bits <= write.blocks_bits(); ++bits) {
    for (const std::uint32_t blocks : {(1U << bits) / 2, (1U << bits) - 1}) {
      for (const std::uint32_t depth : {0U, 40U}) {
        write.held(40);
        write.walk(write.longest());
        write.add({.news = true, .news_freed = write.longest() - 40});
        write.add({.wants = true,
                   .admitted = true,
                   .left = true,
                   .blocks = blocks,
                   .depth = depth,
                   .admitted_blocks = blocks,
                   .left_blocks = blocks});
        write.add({.taken = true, .taken_blocks = blocks});
        write.idle();
      }
    }
  }
}

}  // namespace

std::vector<GradientGateInputs> GradientGateKind::directed(const Setup& setup) {
  GradientWriter write(setup);
  together(write);
  without_stop(write);
  orders(write);
  packets(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
