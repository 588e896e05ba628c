// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take the credits of InfiniBand to every magnitude that they compare and count, and to events some cycles
// apart: played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/ib_credits/ib_credits.h"
#include "tb/cosim/blocks/ib_credits/script_writer.h"

namespace weir::cosim {

namespace {

using reference::IbCreditsInputs;
using IbCreditsScript = Script<IbCreditsInputs>;

constexpr int kFarthest = 12;  // cycles from one event to the next

// Limits one bit, or one block less or more, from what was sent, from half of the range, and from all of it; with
// packets of no block, of one, and the longest.
IbCreditsScript limits(const reference::IbCreditsConfig& config) {
  IbCreditsWriter write(config);
  for (const std::uint32_t fctbs : {0U, 321U}) {
    write.to({.fctbs = fctbs});
    for (unsigned bit = 0; bit < write.counter_bits(); ++bit) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      for (const std::uint32_t from : {0U, write.half(), write.most()}) {
        for (const std::uint32_t left : {from + one - 1, from + one, from + one + 1, from - one, from - one + 1}) {
          for (const std::uint32_t blocks : {0U, 1U, write.longest()}) {
            write.ask(fctbs, left + blocks, blocks);
          }
        }
      }
    }
  }
  return write.script("limits", "limits one bit from what was sent and from half of the range, and beside that");
}

// The last block of a packet beyond each bit of FCTBS, at each end of what may be sent.
IbCreditsScript heads(const reference::IbCreditsConfig& config) {
  IbCreditsWriter write(config);
  for (unsigned bit = 0; bit <= write.walked_bits(); ++bit) {
    for (const std::uint32_t blocks : {1U, write.longest()}) {
      const auto fctbs = static_cast<std::uint32_t>((std::uint64_t{1} << bit) - blocks) & write.most();
      if (fctbs >= std::uint32_t{1} << write.walked_bits()) {
        continue;
      }
      write.to({.fctbs = fctbs});
      for (const std::uint32_t left : {write.most(), 0U, 1U, write.half() - 1, write.half(), write.half() + 1}) {
        write.ask(fctbs, left + blocks, blocks);
      }
      write.add({.sent = true, .sent_blocks = blocks});
      write.show(0);
    }
  }
  return write.script("heads", "packets that end beyond each bit of FCTBS, with all credits and with none");
}

// Pairs of what is occupied and the buffer that differ by one or in one bit; buffers one bit from half of the range.
IbCreditsScript rooms(const reference::IbCreditsConfig& config) {
  IbCreditsWriter write(config);
  const auto ask = [&](std::uint32_t occupied, std::uint32_t buffer) {
    if (std::min(occupied, write.most() - occupied) < std::uint32_t{1} << write.walked_bits()) {
      write.to({.abr = 5, .occupied = occupied});
      write.show(buffer);
    }
  };
  for (unsigned bit = 0; bit < write.counter_bits(); ++bit) {
    pairs(bit, write.most(), ask);
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t occupied : {0U, 3U}) {
      write.to({.occupied = occupied});
      for (const std::uint32_t free :
           {one - 1, one, write.half() - one, write.half() + one - 1, write.half() + one, write.most() - one}) {
        write.show((free + occupied) & write.most());
      }
    }
  }
  return write.script("rooms", "what is occupied beside the buffer, and what is free beside half of the range");
}

// Limits and ABR of a single bit and their complements; limits that are told across each bit; each count up to each
// bit, one further, and down again.
IbCreditsScript counts(const reference::IbCreditsConfig& config) {
  IbCreditsWriter write(config);
  for (unsigned bit = 0; bit < write.counter_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t count : {one, write.most() ^ one, one - 1, write.most() - one + 1}) {
      write.reset();
      write.hear(count, count ^ 1U);
      for (const std::uint32_t buffer : {0U, 1U, one, write.most() - count + 1, write.most() - count, write.half()}) {
        write.add({.buffer = buffer & write.most()});
      }
      write.add({.admitted = true, .admitted_blocks = 1});
      write.add({.admitted = true, .admitted_blocks = 1});
      write.add({.admitted = true, .admitted_blocks = write.longest()});
      write.show(0);
    }
  }
  for (unsigned bit = 0; bit < write.walked_bits(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    write.to({.fctbs = one - 1, .occupied = one - 1});
    write.add({.sent = true, .sent_blocks = 1, .admitted = true, .admitted_blocks = 1});
    write.add({.released = true, .released_blocks = 1});
    write.add({.released = true, .released_blocks = write.longest()});
    write.add({.admitted = true, .admitted_blocks = write.longest(), .released = true, .released_blocks = 1});
    write.show(0);
  }
  return write.script("counts", "each count up to each bit and beyond it, and down again; limits told across each bit");
}

// All counts come round: a packet is asked for, sent and admitted before and after; as many blocks are outstanding as
// counters express.
IbCreditsScript rounds(const reference::IbCreditsConfig& config) {
  IbCreditsWriter write(config);
  for (const std::uint32_t blocks : {1U, 6U, write.longest()}) {
    for (const std::uint32_t left : {0U, blocks - 1, blocks, write.half(), write.half() + blocks}) {
      const std::uint32_t sent = write.walks_round() ? write.most() - 5 : 50;
      write.to({.fctbs = sent, .fccl = (sent + left) & write.most(), .abr = write.most() - 5});
      for (int n = 0; n < 3; ++n) {
        write.add({.buffer = write.half(),
                   .head_blocks = blocks,
                   .sent = true,
                   .sent_blocks = blocks,
                   .admitted = true,
                   .admitted_blocks = blocks});
      }
      write.add({.buffer = write.half(), .head_blocks = blocks, .released = true, .released_blocks = blocks});
      write.show(write.half());
    }
  }
  return write.script("rounds", "packets before counts come round and after, with no credit left and with all");
}

// Two events some cycles apart, from a reset some cycles ago.
IbCreditsScript apart(const reference::IbCreditsConfig& config) {
  IbCreditsWriter write(config);
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (unsigned first = 0; first + 1 < IbCreditsWriter::kEvents; ++first) {
      write.reset();
      write.idle(cycles);
      write.add(write.event(first));
      write.show(60);
      for (unsigned then = 0; then + 1 < IbCreditsWriter::kEvents; ++then) {
        write.to({.fctbs = 3, .fccl = 30, .abr = 50, .occupied = 21});
        write.add({.period = true});
        write.idle(kFarthest + 1);
        write.add(write.event(first));
        write.idle(cycles);
        write.add(write.event(then));
        write.show(60);
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

}  // namespace

std::vector<IbCreditsScript> IbCreditsKind::scripts(const Setup& setup) {
  return {limits(setup), heads(setup), rooms(setup), counts(setup), rounds(setup), apart(setup)};
}

// All counts hold something and a message is due; then everything happens in one cycle, of which each shows by itself.
std::vector<IbCreditsScript> IbCreditsKind::ages(const Setup& setup, unsigned least, unsigned most) {
  IbCreditsScript script{.name = "ages",
                         .exercises =
                             "a port that holds something to which nothing happens for more than 2^k cycles, "
                             "then everything at once"};
  for (unsigned k = least; k <= most; ++k) {
    IbCreditsWriter write(setup);
    write.to({.fctbs = 37, .fccl = write.most() / 3, .abr = write.most() / 5, .occupied = 45});
    write.add({.period = true});
    write.move_to(script);
    script.add({}, stand_for(k));
    IbCreditsInputs all = write.event(IbCreditsWriter::kEvents - 1);
    all.rst_n = true;
    all.init = false;
    write.add(all);
    write.show(60);
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
