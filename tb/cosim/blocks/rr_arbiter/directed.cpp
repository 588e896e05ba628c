// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rr_arbiter/rr_arbiter.h"
#include "tb/cosim/blocks/rr_arbiter/script_writer.h"

namespace weir::cosim {

namespace {

using reference::RrArbiterInputs;

// From each pointer each input alone, beside all that are behind it in turn, and each input silent alone.
void turns(RrArbiterWriter& write) {
  for (unsigned pointer = 0; pointer < write.inputs(); ++pointer) {
    std::uint64_t behind = write.all();
    for (unsigned ahead = 0; ahead < write.inputs(); ++ahead) {
      const unsigned input = (pointer + ahead) % write.inputs();
      write.to(pointer);
      write.serve(input);
      write.to(pointer);
      write.add({.req = behind});
      write.add({.req = write.all() & ~write.bit(input)});
      write.show(1);
      behind &= ~write.bit(input);
    }
  }
}

// Each number of inputs that ask, accepted and not.
void numbers_asking(RrArbiterWriter& write) {
  std::uint64_t asking = 0;
  for (unsigned input = 0; input <= write.inputs(); ++input) {
    write.add({.req = asking});
    write.add({.req = asking, .accept = true});
    asking |= write.bit(input);
  }
}

// Each owner of a lock over each pointer, while both ask, while the owner is silent, and while nobody asks.
void locks(RrArbiterWriter& write) {
  for (unsigned owner = 0; owner < write.inputs(); ++owner) {
    for (unsigned pointer = 0; pointer < write.inputs(); ++pointer) {
      write.to(pointer, owner);
      write.add({.req = write.all(), .lock = true});
      write.add({.req = write.bit(owner) | write.bit(pointer)});
      write.show(1);
      write.to(pointer, owner);
      write.add({.req = pointer == owner ? write.all() & ~write.bit(owner) : write.bit(pointer), .accept = true});
      write.show(1);
    }
    write.to(owner, owner);
    write.add({.accept = true, .lock = true});
    write.show(1);
  }
}

// Each grant, by its turn and by a lock, with acceptance and the next lock in every combination.
void grants(RrArbiterWriter& write) {
  for (unsigned input = 0; input < write.inputs(); ++input) {
    for (unsigned rest = 0; rest < 8; ++rest) {
      RrArbiterInputs in{.req = write.all(), .accept = (rest & 1U) != 0, .lock = (rest & 2U) != 0};
      if ((rest & 4U) != 0) {
        write.to(write.after(input), input);
      } else {
        write.to(input);
      }
      write.add(in);
      write.show();
    }
  }
}

// Requests, acceptance and lock of one cycle in every combination, with and without a lock before it.
void together(RrArbiterWriter& write) {
  const unsigned owner = 1;
  for (const bool locked : {false, true}) {
    for (const std::uint64_t req : {std::uint64_t{0}, write.bit(owner), write.bit(2), write.bit(owner) | write.bit(2),
                                    write.all() & ~write.bit(owner), write.all()}) {
      for (unsigned rest = 0; rest < 4; ++rest) {
        if (locked) {
          write.to(2, owner);
        } else {
          write.to(2);
        }
        write.add({.req = req, .accept = (rest & 1U) != 0, .lock = (rest & 2U) != 0});
        write.show();
      }
    }
  }
}

// Every pair of events in consecutive cycles, at the first, a middle and the last input, behind which the turn comes
// round.
void orders(RrArbiterWriter& write) {
  for (const unsigned of : {0U, write.inputs() / 2, write.inputs() - 1}) {
    for (unsigned first = 0; first < RrArbiterWriter::kEvents; ++first) {
      for (unsigned then = 0; then < RrArbiterWriter::kEvents; ++then) {
        for (const bool locked : {false, true}) {
          if (locked) {
            write.to(of, of);
          } else {
            write.to(of);
          }
          write.add(write.event(first, of));
          write.add(write.event(then, of));
          write.show();
        }
      }
    }
  }
}

}  // namespace

std::vector<RrArbiterInputs> RrArbiterKind::directed(const Setup& setup) {
  RrArbiterWriter write(setup);
  turns(write);
  numbers_asking(write);
  locks(write);
  grants(write);
  together(write);
  orders(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
