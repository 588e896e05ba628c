// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a gradient gate to every magnitude that it compares and counts, and to events some cycles apart:
// played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/blocks/gradient_gate/script_writer.h"

namespace weir::cosim {

namespace {

using reference::GradientGateInputs;
using GradientScript = Script<GradientGateInputs>;

constexpr int kFarthest = 12;  // cycles from one event to the next

void ask(GradientWriter& write, std::uint32_t held, std::uint32_t depth, std::uint32_t stop) {
  write.held(held);
  write.add({.wants = true, .blocks = 1, .depth = depth, .stop = stop});
  write.idle();
}

// H against Bm where the depth does not help, and against the depth where Bm does not: pairs that differ by one or in
// one bit, at this bit, with the bits above it clear and set.
GradientScript comparisons(const reference::GradientGateConfig& config) {
  GradientWriter write(config);
  const auto pair = [&](std::uint32_t held, std::uint32_t other) {
    if (held > 0) {
      ask(write, held, 0, other);
    }
    ask(write, held, other, 0);
    ask(write, held, other, held);
  };
  for (unsigned bit = 0; bit < write.counter_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t above : {std::uint32_t{0}, write.most() & ~one & ~(one - 1)}) {
      pair(above + one, above + one - 1);
      pair(above + one - 1, above + one);
      pair(above + one, above + one);
    }
    pair(write.most(), write.most() ^ one);
    pair(write.most() ^ one, write.most());
  }
  return write.script("comparisons", "H against Bm and against the depth: at each bit one block below, at and above");
}

// Every magnitude of H beside every one of the depth, below Bm, at it and beyond.
GradientScript magnitudes(const reference::GradientGateConfig& config) {
  GradientWriter write(config);
  const auto least = [](unsigned bits) { return bits == 0 ? 0 : std::uint32_t{1} << (bits - 1); };
  for (unsigned held = 0; held <= write.counter_bits(); ++held) {
    for (unsigned depth = 0; depth <= write.counter_bits(); ++depth) {
      const std::uint32_t most_held = static_cast<std::uint32_t>((std::uint64_t{1} << held) - 1);
      for (const std::uint32_t stop : {std::uint32_t{0}, write.most()}) {
        ask(write, least(held), least(depth), stop);
        ask(write, most_held, least(depth), stop);
      }
    }
  }
  return write.script("magnitudes", "every magnitude of H beside every one of the depth, below Bm and beyond");
}

// H beyond Bm by every power of two, beside a depth just below, level and just above.
GradientScript beyond(const reference::GradientGateConfig& config) {
  GradientWriter write(config);
  for (const std::uint32_t stop : {1U, 3U}) {
    for (unsigned bits = 0; bits < write.counter_bits(); ++bits) {
      const std::uint64_t held = std::uint64_t{stop} << bits;
      if (held < write.most()) {
        for (const std::uint64_t depth : {held - 1, held, held + 1}) {
          ask(write, static_cast<std::uint32_t>(held), static_cast<std::uint32_t>(depth), stop);
        }
      }
    }
  }
  return write.script("beyond", "H beyond Bm by every power of two");
}

// Reports of a single bit and their complements; each count up to each bit and one further, down again, and round.
GradientScript counts(const reference::GradientGateConfig& config) {
  GradientWriter write(config);
  for (unsigned bit = 0; bit < write.counter_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t freed : {one, write.most() ^ one}) {
      write.reset();
      write.add({.news = true, .news_freed = freed});
      write.idle(2);
      write.add({.news = true, .news_freed = 0});
      write.idle(2);
    }
  }
  for (unsigned bit = 0; bit < write.walked_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.reset();
    write.walk(one - 1);
    write.walk(1);
    write.add({.taken = true, .taken_blocks = 1});
    write.add({.news = true, .taken = true, .news_freed = 1, .taken_blocks = 1});
    write.walk(1);
    write.idle(2);
  }
  write.reset();
  write.add({.taken = true, .taken_blocks = 1});
  if (write.walked_bits() == write.counter_bits()) {
    write.reset();
    write.walk(write.most());
    write.walk(1);
    write.walk(write.longest());
    write.idle();
  }
  return write.script("counts", "each count up to each bit and beyond it, and all the way round");
}

// H is told though the counts have come round, with every reason to start and none.
GradientScript rounds(const reference::GradientGateConfig& config) {
  GradientWriter write(config);
  if (write.walked_bits() < write.counter_bits()) {
    return write.script("rounds", "counts of this width are too long to walk");
  }
  for (const bool round : {false, true}) {
    write.reset();
    write.walk(write.most() - (round ? 0 : 40));
    write.walk(round ? 5 : 0);
    for (const std::uint32_t held : {30U, 60U}) {
      for (const std::uint32_t depth : {20U, 80U}) {
        for (const std::uint32_t blocks : {1U, write.longest()}) {
          for (const bool news : {false, true}) {
            const std::uint32_t sent = round ? 4 : write.most() - 40;
            write.add({.news = true, .news_freed = (sent - held) & write.most()});
            write.add({.wants = true,
                       .news = news,
                       .blocks = blocks,
                       .depth = depth,
                       .stop = 50,
                       .news_freed = (sent - 7) & write.most()});
            write.idle();
            write.reset();
            write.walk(write.most() - (round ? 0 : 40));
            write.walk(round ? 5 : 0);
          }
        }
      }
    }
  }
  // As many blocks are out as a count expresses, and the next packet takes the count round.
  for (const std::uint32_t stop : {1U, write.most()}) {
    for (const std::uint32_t depth : {9U, write.most()}) {
      for (const bool news : {false, true}) {
        const std::uint32_t sent = write.most() - 5;
        write.reset();
        write.walk(sent);
        write.add({.news = true, .news_freed = sent + 3});
        write.add({.wants = true,
                   .news = news,
                   .blocks = write.longest(),
                   .depth = depth,
                   .stop = stop,
                   .news_freed = sent - 7});
        write.idle();
      }
    }
  }
  return write.script("rounds", "packets taken and refused, with news and without, before counts wrap and after");
}

// Two events some cycles apart, from a reset some cycles ago.
GradientScript apart(const reference::GradientGateConfig& config) {
  GradientWriter write(config);
  const GradientGateInputs events[] = {{.wants = true, .blocks = 9, .depth = 60, .stop = 4},
                                       {.wants = true, .blocks = 9, .depth = 3, .stop = 4},
                                       {.news = true, .news_freed = write.most() - 21},
                                       {.admitted = true, .admitted_blocks = 6},
                                       {.taken = true, .taken_blocks = 2},
                                       {.left = true, .left_blocks = 5}};
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (const GradientGateInputs& first : events) {
      write.reset();
      write.idle(cycles);
      write.add(first);
      write.idle();
      for (const GradientGateInputs& then : events) {
        write.held(15);
        write.idle(kFarthest + 1);
        write.add(first);
        write.idle(cycles);
        write.add(then);
        write.idle(2);
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<GradientScript> GradientGateKind::scripts(const Setup& setup) {
  return {comparisons(setup), magnitudes(setup), beyond(setup), counts(setup), rounds(setup), apart(setup)};
}

// All counts hold something; then everything happens in one cycle, of which each shows by itself.
std::vector<GradientScript> GradientGateKind::ages(const Setup& setup, unsigned least, unsigned most) {
  GradientScript script{.name = "ages",
                        .exercises =
                            "a gate that holds something to which nothing happens for more than 2^k cycles, then "
                            "everything at once"};
  for (unsigned k = least; k <= most; ++k) {
    GradientWriter write(setup);
    write.held(write.most() / 3);
    write.walk(write.longest());
    write.move_to(script);
    script.add({}, stand_for(k));
    for (const std::uint32_t stop : {write.most(), 1U}) {
      script.add({.wants = true,
                  .admitted = true,
                  .taken = true,
                  .left = true,
                  .blocks = 5,
                  .stop = stop,
                  .admitted_blocks = 40,
                  .taken_blocks = 3,
                  .left_blocks = 11});
    }
    script.add({.wants = true, .blocks = 5, .depth = write.most(), .stop = 1});
    script.add({.news = true, .news_freed = 9});
    script.add({});
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
