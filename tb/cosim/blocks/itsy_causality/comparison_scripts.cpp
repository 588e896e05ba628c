// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that show whether a causality unit compares every bit: names of ports, and numbers that differ by one or in
// one bit.

#include <algorithm>

#include "tb/cosim/blocks/itsy_causality/scripts.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

// The longest time in which a sum of two egresses is decided on.
void settle(ItsyWriter& write, ItsyPort e, ItsyPort i) {
  for (int n = 0; n < 6; ++n) {
    write.look(e, i);
  }
}

// An event whose port is called `name`, where it would change something at the port `n`.
void call(ItsyWriter& write, ItsyPort n, ItsyPort name) {
  const ItsyPort other = write.next(n);
  const auto ask = [&](ItsyPort e, ItsyPort i, const In& in) {
    write.reset();
    write.knot(e, i);
    write.add(in);
    write.look();
    write.take_all();
  };
  for (const In& in : {W::resume(name), W::take(name), W::again(name), W::enqueue(other, name, 5),
                       W::depart(other, name, 2), W::check(other, W::kSelf, name, 1, 1)}) {
    ask(other, n, in);
  }
  for (const In& in : {W::release(name), W::enqueue(name, other, 5), W::depart(name, other, 2), write.passing(name)}) {
    ask(n, other, in);
  }
  write.look(name, other);
  write.look(other, name);
  write.reset();
  write.add(W::enqueue(other, n, W::kXon + 1));
  write.add(W::hold(other));
  write.add(W::pause(name));
  write.look();
  write.reset();
  write.add(W::pause(other));
  write.add(W::enqueue(n, other, W::kXon + 1));
  write.add(W::hold(name));
  write.look();
}

// Ingress i pauses, and `each` of it waits at two held egresses.
void wait_at_two(ItsyWriter& write, ItsyPort i, ItsyPort e, ItsyPort f, std::uint32_t each) {
  write.add(W::pause(i));
  for (const ItsyPort held : {e, f}) {
    write.add(W::hold(held));
    write.add(W::enqueue(held, i, each));
  }
}

// Less than XON of i waits at each of two held egresses; a check comes to both.
void begin_sum(ItsyWriter& write, ItsyPort i, ItsyPort e, ItsyPort f, In check) {
  write.reset();
  wait_at_two(write, i, e, f, W::kXon - 1);
  write.take_all();
  check.check_seq = write.unit().seq(i);
  for (const ItsyPort at : {e, f}) {
    check.check_port = at;
    write.add(check);
  }
}

// A sum over n and another egress while something departs or comes at a port that is called `name`, some cycles later;
// and one whose initiator is called so.
void call_in_a_sum(ItsyWriter& write, ItsyPort n, ItsyPort name) {
  const ItsyPort i = write.next(n);
  const ItsyPort f = write.next(i);
  for (int later = 0; later < 3; ++later) {
    for (const In& meanwhile : {W::depart(name, i, 0), W::enqueue(name, i, 1), W::enqueue(n, name, 1)}) {
      begin_sum(write, i, n, f, W::check(n, W::kSelf, i, 0, 2));
      for (int wait = 0; wait < later; ++wait) {
        write.look(n, i);
      }
      write.add(meanwhile);
      settle(write, n, i);
    }
  }
  begin_sum(write, i, n, f, W::check(n, W::kSelf, i ^ n ^ name, 0, 2));
  settle(write, n, i);
}

// A sum of a check whose switch is one bit from this one.
void from_a_switch_nearby(ItsyWriter& write) {
  for (unsigned bit = 0; bit < write.config().switch_bits; ++bit) {
    begin_sum(write, 1, 0, 2, W::check(0, W::kSelf ^ (std::uint32_t{1} << bit), 1, 0, 2));
    settle(write, 2, 1);
    write.take_all();
  }
}

// How many hops the check before had, and how many this one has.
void hops(ItsyWriter& write) {
  for (std::uint32_t before = 0; before <= write.most_ttl(); ++before) {
    for (std::uint32_t now = 0; now <= write.most_ttl(); ++now) {
      write.reset();
      write.knot(0, 1);
      write.take_all();
      write.add(W::check(0, W::kOther, 3, 1, before));
      write.add(W::take(1));
      write.add(W::check(0, W::kOther, 3, 1, now));
      write.look(0, 1);
    }
  }
}

// More departs than waits, or not.
void too_few(ItsyWriter& write, std::uint32_t waits, std::uint32_t departs) {
  write.reset();
  write.add(W::enqueue(0, 1, waits));
  write.add(W::depart(0, 1, departs));
  write.look(0, 1);
}

// What waits at all held egresses against XON: as a hold, a pause or a packet makes it so, and afterwards.
void stuck(ItsyWriter& write, std::uint32_t sum, std::uint32_t xon) {
  write.set(W::kSelf, xon, write.most_ttl());
  const std::uint32_t half = sum / 2;
  for (int last = 0; last < 4; ++last) {
    write.reset();
    write.add(last == 0 ? In{} : W::pause(1));
    write.add(W::hold(0));
    write.add(last == 1 ? In{} : W::hold(2));
    write.add(W::enqueue(0, 1, sum - half));
    write.add(last == 2 ? In{} : W::enqueue(2, 1, half));
    write.add(last == 0 ? W::pause(1) : last == 1 ? W::hold(2) : last == 2 ? W::enqueue(2, 1, half) : In{});
    write.look(2, 1);
    write.take_all();
  }
  if (sum <= xon && xon < write.most_count()) {  // from that to one beyond, with no more than XON at each
    write.reset();
    write.add(W::pause(1));
    write.add(W::hold(0));
    write.add(W::hold(2));
    write.add(W::enqueue(0, 1, sum));
    write.add(W::enqueue(2, 1, xon + 1 - sum));
    write.look(2, 1);
    write.take_all();
  }
}

// What waits at two held egresses comes round to `sum`, with more than XON at each; then comes `more`.
void come_round(ItsyWriter& write, std::uint32_t sum, std::uint32_t xon, std::uint32_t more) {
  write.set(W::kSelf, xon, write.most_ttl());
  write.reset();
  write.add(W::pause(1));
  write.add(W::hold(0));
  write.add(W::hold(2));
  write.add(W::enqueue(2, 1, xon + 1));
  write.add(W::enqueue(0, 1, write.most_count() - xon + sum));
  write.take_all();
  write.add(W::enqueue(2, 1, more));
  write.look(2, 1);
  write.take_all();
}

// A check that has seen two egresses with so much at each; XON has been higher until then.
void add_up(ItsyWriter& write, std::uint32_t first, std::uint32_t last, std::uint32_t xon) {
  write.set(W::kSelf, write.most_count(), write.most_ttl());
  write.reset();
  write.add(W::pause(1));
  write.add(W::hold(0));
  write.add(W::enqueue(0, 1, first));
  write.add(W::hold(2));
  write.add(W::enqueue(2, 1, last));
  write.set(W::kSelf, xon, write.most_ttl());
  write.take_all();
  write.add(write.passing(0));
  write.add(write.passing(2));
  settle(write, 2, 1);
  write.take_all();
}

// Checks of each age while so many numbers are given: one bit from that, one less and one more.
void ages_at(ItsyWriter& write, std::uint32_t given, bool in_a_sum) {
  const auto ask = [&](std::uint32_t age) {
    In one = write.home(0, 1);
    one.check_seq = (one.check_seq - age) & write.most_seq();
    write.add(one);
    if (in_a_sum) {
      one.check_port = 2;
      write.add(one);
      settle(write, 2, 1);
    }
  };
  for (unsigned bit = 0; bit < write.config().seq_bits; ++bit) {
    ask(given ^ (std::uint32_t{1} << bit));
  }
  ask(given);
  ask((given + 1) & write.most_seq());
  ask((given - 1) & write.most_seq());
}

// Whether a number is worth its time in a sum: next to a power of two, or one bit from all ones.
bool is_at_a_bit(std::uint32_t number, std::uint32_t most) {
  const auto of_one = [](std::uint32_t n) { return (n & (n - 1)) == 0; };
  return of_one(number) || of_one(number + 1) || of_one(most ^ number);
}

void numbers_given(ItsyWriter& write, bool in_a_sum) {
  write.reset();
  write.set_default();
  wait_at_two(write, 1, 0, 2, in_a_sum ? W::kXon - 1 : W::kXon + 1);
  for (std::uint32_t given = write.unit().given(1); given < write.most_seq(); ++given) {
    if (!in_a_sum || is_at_a_bit(given, write.most_seq())) {
      ages_at(write, given, in_a_sum);
    }
    write.advance(1, 1);
  }
  ages_at(write, write.most_seq(), in_a_sum);
}

// A pause in which no number is left to be given.
void none_given(ItsyWriter& write) {
  write.reset();
  write.set_default();
  write.add(W::pause(1));
  while (write.unit().taken(1) < write.most_seq() / 2) {
    write.add(W::again(1));
  }
  write.add(W::resume(1));
  wait_at_two(write, 1, 0, 2, W::kXon - 1);
  ages_at(write, 0, true);
  write.add(W::enqueue(0, 1, 2));
  ages_at(write, 0, false);
}

}  // namespace

ItsyScript itsy_names(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  write.set_default();
  for (ItsyPort n = 0; n < write.ports(); ++n) {
    for (unsigned bit = 0; bit < config.port_bits; ++bit) {
      const ItsyPort name = n ^ (ItsyPort{1} << bit);
      call(write, n, name);
      call_in_a_sum(write, n, name);
    }
  }
  return write.script("names", "each event with a port whose number is one bit from that of a port");
}

ItsyScript itsy_numbers_compared(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  write.set_default();
  const std::uint32_t most = write.most_count();
  hops(write);
  from_a_switch_nearby(write);
  for (unsigned bit = 0; bit < config.count_bits; ++bit) {
    pairs(bit, most, [&](std::uint32_t left, std::uint32_t right) {
      too_few(write, left, right);
      stuck(write, left, right);
      add_up(write, left - left / 2, left / 2, right);
      add_up(write, left - std::min(left, 1U), std::min(left, 1U), right);
    });
    const std::uint32_t one = std::uint32_t{1} << bit;
    add_up(write, most - one, one, most - 1);
    stuck(write, (most - 1) & ~one, most - 1);
  }
  add_up(write, 0, most, most - 1);
  add_up(write, most - most / 4, most / 4 + 1, 0);  // which comes round to 0
  come_round(write, 0, 0, 1);
  come_round(write, 0, most / 32, most / 2 + 1 + most / 32);
  for (const std::uint32_t same : {0U, most}) {
    too_few(write, same, same);
    stuck(write, same, same);
    add_up(write, same - same / 2, same / 2, same);
  }
  if (comes_round(config)) {
    numbers_given(write, false);
    numbers_given(write, true);
    none_given(write);
  }
  return write.script("compared",
                      "packets, sums, hops and ages that differ from what they are compared with by one or in one bit");
}

}  // namespace weir::cosim
