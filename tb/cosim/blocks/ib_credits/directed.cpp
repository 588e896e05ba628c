// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ib_credits/ib_credits.h"
#include "tb/cosim/blocks/ib_credits/script_writer.h"

namespace weir::cosim {

namespace {

using reference::IbCreditsInputs;

constexpr std::uint32_t kBuffer = 60;

// Everything that a cycle may bring, in any combination, with a message that is due and without.
void together(IbCreditsWriter& write) {
  for (unsigned events = 0; events < 512; ++events) {
    write.to({.fctbs = 7, .fccl = write.most() - 2, .abr = write.most() - 8, .occupied = 40});
    write.add({.period = (events & 256U) != 0});
    write.add({.resync = (events & 1U) != 0,
               .buffer = kBuffer,
               .head_blocks = 11,
               .sent = (events & 2U) != 0,
               .sent_blocks = 13,
               .admitted = (events & 4U) != 0,
               .admitted_blocks = 17,
               .heard = (events & 8U) != 0,
               .heard_fctbs = 101,
               .heard_fccl = 55,
               .released = (events & 16U) != 0,
               .released_blocks = 19,
               .take = (events & 32U) != 0,
               .period = (events & 64U) != 0,
               .init = (events & 128U) != 0});
    write.show(kBuffer);
  }
}

// Every pair of events in consecutive cycles, resets included.
void orders(IbCreditsWriter& write) {
  for (unsigned first = 0; first < IbCreditsWriter::kEvents; ++first) {
    for (unsigned then = 0; then < IbCreditsWriter::kEvents; ++then) {
      write.to({.fctbs = 3, .fccl = 30, .abr = 50, .occupied = 21});
      write.add(write.event(first));
      write.add(write.event(then));
      write.show(kBuffer);
      write.idle();
    }
  }
}

constexpr std::uint32_t kBesideBlocks = 12;

// A message beside a packet that is admitted, or alone; then what it lets go.
void update(IbCreditsWriter& write, bool resync, bool admitted, std::uint32_t fctbs, std::uint32_t fccl) {
  write.add({.resync = resync,
             .head_blocks = 5,
             .admitted = admitted,
             .admitted_blocks = kBesideBlocks,
             .heard = true,
             .heard_fctbs = fctbs & write.most(),
             .heard_fccl = fccl & write.most()});
  write.add({.buffer = kBuffer, .head_blocks = 10});
  write.add({.buffer = kBuffer, .head_blocks = 11});
}

// Messages that repeat what is known, bring more, jump by half of the range, or are old; of limits and, with resync, of
// ABR: of what it was, and of what it is with the packet that is admitted.
void updates(IbCreditsWriter& write) {
  const std::uint32_t known = 90;
  for (const std::uint32_t step : {0U, 1U, 25U, write.half(), write.most() - 30}) {
    for (const std::uint32_t counted : {0U, 1U, 25U, write.half(), write.most() - 30}) {
      for (const bool resync : {false, true}) {
        for (const bool admitted : {false, true}) {
          for (const std::uint32_t abr : {known, known + kBesideBlocks}) {
            write.to({.fctbs = 80, .fccl = known, .abr = known});
            update(write, resync, admitted, abr + counted, known + step);
          }
        }
      }
    }
  }
}

// Packets of every magnitude: asked for where exactly so many blocks are left, and sent; admitted and released.
void packets(IbCreditsWriter& write) {
  for (unsigned bits = 0; bits <= write.blocks_bits(); ++bits) {
    for (const std::uint32_t blocks : {(1U << bits) / 2, (1U << bits) - 1}) {
      write.to({.fctbs = 33, .abr = 20});
      write.ask(33, blocks, blocks);
      if (blocks > 0) {
        write.ask(33, blocks - 1, blocks);
      }
      write.add({.sent = true, .sent_blocks = blocks, .admitted = true, .admitted_blocks = blocks});
      write.show(write.half());
      write.add({.released = true, .released_blocks = blocks});
      write.show(write.half());
    }
  }
}

// Both ends of a link come up anew while the buffer holds packets: what is told next counts from 0.
void comes_up(IbCreditsWriter& write) {
  write.to({.fctbs = 70, .fccl = 71, .abr = 500, .occupied = 33});
  write.add({.init = true});
  write.add({.buffer = kBuffer, .take = true});
  write.hear(40, 0);
  for (const std::uint32_t blocks : {39U, 40U, 41U}) {
    write.add({.buffer = kBuffer, .head_blocks = blocks});
  }
  write.add({.buffer = kBuffer, .released = true, .released_blocks = 33});
  write.show(kBuffer);
}

}  // namespace

std::vector<IbCreditsInputs> IbCreditsKind::directed(const Setup& setup) {
  IbCreditsWriter write(setup);
  together(write);
  orders(write);
  updates(write);
  packets(write);
  comes_up(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
