// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Sums of what waits behind several egresses of one check: each way in which a sum comes to pass XON, and each fate of
// a sum.

#include <bit>

#include "tb/cosim/blocks/itsy_causality/script_writer.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

constexpr std::uint32_t kHalf = 2;  // of XON + 1

// Ingress i pauses, and `each` of its blocks wait at each of so many held egresses, from 0 on without i itself.
void spread(ItsyWriter& write, ItsyPort i, ItsyPort egresses, std::uint32_t each) {
  write.reset();
  write.add(W::pause(i));
  for (ItsyPort n = 0, e = write.next(i); n < egresses; ++n, e = write.next(e)) {
    write.add(W::hold(e));
    write.add(W::enqueue(e, i, each));
  }
}

// The last packet, hold or pause takes the sum to XON, one beyond, or again beyond; from where it was.
void completions(ItsyWriter& write) {
  for (ItsyPort i = 0; i < write.ports(); ++i) {
    const ItsyPort e = write.next(i);
    const ItsyPort f = write.next(e);
    for (const std::uint32_t more : {1U, 2U, 3U}) {
      for (int last = 0; last < 5; ++last) {
        write.reset();
        const In packet = W::enqueue(f, i, more);
        if (last != 0) {
          write.add(W::pause(i));
        }
        if (last != 1) {
          write.add(W::hold(f));
        }
        write.add(W::hold(e));
        write.add(W::enqueue(e, i, W::kXon - 1));
        if (last != 2) {
          write.add(packet);
        }
        write.add(last == 0   ? W::pause(i)
                  : last == 1 ? W::hold(f)
                  : last == 2 ? packet
                  : last == 3 ? W::enqueue(e, i, 1)
                              : W::depart(f, i, 1, W::enqueue(e, i, 1)));
        write.look(e, i);
        write.add(W::depart(e, i, 1, W::enqueue(f, write.next(f), 1)));
        write.add(W::depart(e, i, 1, W::enqueue(f, i, 1)));
        write.add(W::depart(f, i, 1, W::enqueue(write.next(f), i, 1)));
        write.look(e, i);
        write.add(W::take(i));
        write.add(W::release(f));
        write.look(f, i);
        write.add(W::take(i));
      }
    }
  }
}

// A check at each of the egresses in turn, behind which `each` of i waits; own or another's.
void arrivals(ItsyWriter& write, ItsyPort i, ItsyPort egresses, std::uint32_t each, bool own, bool at_once) {
  spread(write, i, egresses, each);
  write.take_all();
  const In one = own ? write.home(0, i) : write.passing(0);
  for (ItsyPort n = 0, e = write.next(i); n < egresses; ++n, e = write.next(e)) {
    In in = one;
    in.check_port = in.read_egress = e;
    in.read_ingress = i;
    write.add(in);
    for (ItsyPort m = 0; m < write.ports() && (!at_once || n + 1 == egresses); ++m) {
      write.look(e, i);
    }
  }
  for (int n = 0; n < 8; ++n) {
    write.look(0, i);
  }
  write.take_all();
}

void sum_fates(ItsyWriter& write) {
  for (ItsyPort i = 0; i < write.ports(); ++i) {
    for (ItsyPort egresses = 2; egresses < write.ports(); ++egresses) {
      for (const std::uint32_t each : {1U, kHalf, W::kXon, W::kXon + 1}) {
        for (const bool own : {false, true}) {
          arrivals(write, i, egresses, each, own, false);
          arrivals(write, i, egresses, each, own, true);
        }
      }
    }
  }
}

// Each event in each cycle of the adding up, and before and after it.
void meanwhile(ItsyWriter& write, bool own) {
  constexpr int kKinds = 15;
  for (int wait = 0; wait < 5; ++wait) {
    for (int event = 0; event < kKinds; ++event) {
      spread(write, 0, 2, kHalf);  // at 1 and 2
      write.add(W::enqueue(3 % write.ports(), 0, 1));
      write.take_all();
      const In one = own ? write.home(1, 0) : write.passing(1);
      write.add(one);
      write.add(W::enqueue(2, 0, 0));
      In two = one;
      two.check_port = 2;
      write.add(two);
      for (int n = 0; n < wait; ++n) {
        write.look(1, 0);
      }
      In another = W::check(1, 8, 2, 1, 2);
      const In events[kKinds] = {W::resume(0),  W::pause(0),        W::release(1),       W::release(2),
                                 W::hold(1),    W::hold(3),         W::depart(1, 0, 1),  W::depart(2, 0, 1),
                                 W::take(0),    W::clear(),         W::enqueue(1, 0, 1), another,
                                 W::release(3), W::depart(1, 1, 0), {.rst_n = false}};
      write.add(events[event]);
      for (int n = 0; n < 8; ++n) {
        write.look(1, 0);
      }
      write.take_all();
    }
  }
}

// Checks that differ in one bit of S, P or Seq, or in the number of hops.
void nearly_the_same(ItsyWriter& write) {
  const auto& config = write.config();
  const unsigned bits = config.switch_bits + config.port_bits + config.seq_bits;
  for (unsigned bit = 0; bit <= bits + 1; ++bit) {
    spread(write, 0, 2, kHalf);
    write.add(write.passing(1));
    In two = write.passing(2);
    if (bit < config.switch_bits) {
      two.check_switch ^= 1U << bit;
    } else if (bit < config.switch_bits + config.port_bits) {
      two.check_initiator ^= 1U << (bit - config.switch_bits);
    } else if (bit < bits) {
      two.check_seq ^= 1U << (bit - config.switch_bits - config.port_bits);
    } else {
      two.check_ttl = bit == bits ? 1 : write.most_ttl();
    }
    write.add(two);
    for (int n = 0; n < 6; ++n) {
      write.look(1, 0);
    }
    write.take_all();
  }
}

void settle(ItsyWriter& write) {
  for (int n = 0; n < 6; ++n) {
    write.look(1, 0);
  }
}

// A sum of which the check has gone on over an edge and has been taken, or to which the last egress adds nothing.
void gone_already(ItsyWriter& write) {
  for (const std::uint32_t each : {kHalf, W::kXon + 1}) {
    for (const ItsyPort last : {ItsyPort{2}, ItsyPort{3}}) {
      spread(write, 0, 2, each);
      write.add(W::hold(3 % write.ports()));
      write.take_all();
      write.add(write.passing(1));
      write.add(write.passing(2));
      if (last == 3) {
        settle(write);
        write.add(W::take(0));
        write.add(write.passing(3 % write.ports()));
      } else {
        write.add(W::take(0));
      }
      settle(write);
      write.take_all();
    }
  }
}

// Each fate of a sum over so many egresses, of which 0 itself is the last; each event when the last row is to be added,
// and before.
void fates_of(ItsyWriter& write, ItsyPort egresses) {
  enum { kGoesOn, kHome, kOldNumber, kRelease, kDeparture, kHoldElsewhere, kResume, kFates };
  for (int fate = 0; fate < kFates; ++fate) {
    for (const bool last_row : {false, true}) {
      spread(write, 0, egresses, W::kXon / egresses + 1);
      write.take_all();
      const std::uint32_t seq = write.unit().seq(0) - (fate == kOldNumber ? write.unit().given(0) : 0);
      for (ItsyPort n = 0, e = 1; n < egresses; ++n, e = write.next(e)) {
        write.add(fate == kHome || fate == kOldNumber ? W::check(e, W::kSelf, 0, seq & write.most_seq(), 2)
                                                      : write.passing(e));
      }
      const auto& scan = write.unit().scan();
      const auto ready = [&] {
        return scan.busy && std::popcount(scan.members) == static_cast<int>(egresses) && (!last_row || scan.rows == 0);
      };
      for (int n = 0; n < 100 && !ready(); ++n) {
        write.look(1, 0);
      }
      switch (fate) {
        case kRelease:
          write.add(W::release(1));
          break;
        case kDeparture:
          write.add(W::depart(1, 0, 1));
          break;
        case kHoldElsewhere:
          write.add(W::hold(1));
          break;
        case kResume:
          write.add(W::resume(0));
          break;
        default:
          write.look(1, 0);
          break;
      }
      for (ItsyPort n = 0; n < 3 * write.ports(); ++n) {
        write.look(1, 0);
      }
      write.take_all();
    }
  }
}

// Home but for its switch or its port.
void nearly_home(ItsyWriter& write) {
  for (int which = 0; which < 3; ++which) {
    spread(write, 0, 2, kHalf);
    for (const ItsyPort p : {ItsyPort{1}, ItsyPort{2}}) {
      write.add(W::check(p, which == 1 ? W::kOther : W::kSelf, which == 2 ? 3 : 0, write.unit().seq(0), 2));
    }
    settle(write);
    write.take_all();
  }
}

// A packet departs from an egress that is not held while a packet of the same ingress comes to a held egress.
void departs_elsewhere(ItsyWriter& write) {
  spread(write, 0, 2, kHalf);
  write.add(W::enqueue(0, 0, 2));
  write.add(W::depart(0, 0, 1, W::enqueue(1, 0, 1)));
  write.look(1, 0);
  write.add(W::depart(1, 0, 1, W::enqueue(0, 0, 1)));
  write.look(1, 0);
}

// A check of noughts alone, beside a held egress that has seen none.
void noughts(ItsyWriter& write) {
  spread(write, 0, 2, kHalf);
  write.add(W::check(1, 0, 0, 0, 2));
  for (int n = 0; n < 6; ++n) {
    write.look(1, 0);
  }
  write.take_all();
}

// All egresses wait for their turn to add up, again and again.
void turns(ItsyWriter& write) {
  for (ItsyPort first = 0; first < write.ports(); ++first) {
    spread(write, 0, write.ports() - 1, 1);
    write.add(W::hold(0));
    for (int lap = 0; lap < 3; ++lap) {
      for (ItsyPort n = 0; n < write.ports(); ++n) {
        In in = write.passing((first + n) % write.ports());
        in.check_seq = (in.check_seq + static_cast<std::uint32_t>(lap)) & write.most_seq();
        write.add(in);
      }
      for (int n = 0; n < lap * 12; ++n) {
        write.look(0, 0);
      }
    }
    write.add(W::release(first));
    for (int n = 0; n < 12; ++n) {
      write.look(1, 0);
    }
  }
}

// The egress that is added last holds 2^k, alone no more than XON; with the other egress it is more.
void powers_of_two(ItsyWriter& write) {
  for (unsigned k = 1; k < write.config().count_bits; ++k) {
    const std::uint32_t last = std::uint32_t{1} << k;
    write.set(W::kSelf, last, write.most_ttl());
    spread(write, 0, 1, last - 1);  // at 1
    write.add(W::hold(2));
    write.add(W::enqueue(2, 0, last));
    write.add(write.passing(1));
    write.add(write.passing(2));
    for (int n = 0; n < 6; ++n) {
      write.look(2, 0);
    }
    write.take_all();
  }
  write.set_default();
}

// Own checks of every age that a sum brings home.
void ages(ItsyWriter& write) {
  constexpr std::uint32_t kGiven = 4;
  for (const std::uint32_t age : {0U, 1U, kGiven - 2, kGiven - 1, kGiven, write.most_seq() / 2 + 1, write.most_seq()}) {
    spread(write, 0, 2, kHalf);
    write.advance(0, kGiven - 1);
    for (const ItsyPort p : {ItsyPort{1}, ItsyPort{2}}) {
      write.add(W::check(p, W::kSelf, 0, (write.unit().seq(0) - age) & write.most_seq(), 2));
    }
    for (int n = 0; n < 6; ++n) {
      write.look(1, 0);
    }
    write.take_all();
  }
  spread(write, 0, 2, kHalf);
  for (int more = 0; more < 4 && comes_round(write.config()); ++more) {  // when any number is of the pause
    write.advance(0, more == 0 ? write.most_seq() - 2 : 1);
    for (const std::uint32_t age : {0U, write.most_seq()}) {
      for (const ItsyPort p : {ItsyPort{1}, ItsyPort{2}}) {
        write.add(W::check(p, W::kSelf, 0, (write.unit().seq(0) - age) & write.most_seq(), 2));
      }
      for (int n = 0; n < 6; ++n) {
        write.look(1, 0);
      }
    }
  }
}

// Counts and a sum up to all that their bits hold.
void full(ItsyWriter& write) {
  const std::uint32_t most = write.most_count();
  for (const std::uint32_t xon : {most, most / 2, 1U}) {
    write.set(W::kSelf, xon, write.most_ttl());
    for (std::uint32_t each = 1; each <= most && each != 0; each = each * 2 + 1) {
      arrivals(write, 0, write.ports() - 1, each, false, true);
      write.add(W::hold(0, W::enqueue(0, 0, each)));
      for (ItsyPort e = 0; e < write.ports(); ++e) {
        write.add(W::release(e, W::depart((e + 1) % write.ports(), 0, each / 2)));
        write.look(e, 0);
      }
    }
  }
  write.set_default();
}

}  // namespace

void itsy_sums(ItsyWriter& write) {
  if (write.config().sums == 0) {
    return;
  }
  completions(write);
  sum_fates(write);
  meanwhile(write, false);
  meanwhile(write, true);
  nearly_the_same(write);
  for (ItsyPort egresses = 2; egresses <= write.ports(); ++egresses) {
    fates_of(write, egresses);
  }
  gone_already(write);
  nearly_home(write);
  departs_elsewhere(write);
  noughts(write);
  turns(write);
  ages(write);
  powers_of_two(write);
  full(write);
}

}  // namespace weir::cosim
