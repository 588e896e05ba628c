// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Several things in one cycle; and numbers: how old, how many, and when there are no more.

#include "tb/cosim/blocks/itsy_causality/script_writer.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

// Pairs of events, of one port and of two, with what they leave behind.
template <class Prepare>
void coincide(ItsyWriter& write, Prepare prepare, const In& together) {
  write.reset();
  prepare();
  write.add(together);
  write.look();
  write.take_all();
  write.look();
}

void resumes(ItsyWriter& write) {
  const auto knot = [&] { write.knot(0, 1); };
  const auto forwarded = [&] {
    write.knot(0, 1);
    write.add(write.passing(0));
    write.add(W::take(1));
  };
  for (const ItsyPort i : {ItsyPort{1}, ItsyPort{2}}) {
    coincide(write, knot, W::resume(i, W::take(1)));
    coincide(write, forwarded, W::resume(i, W::take(1)));
    coincide(write, forwarded, W::pause(i, W::take(1)));
    write.reset();
    knot();
    const In home = write.home(0, 1);
    coincide(write, knot, W::resume(i, home));
    coincide(write, knot, W::pause(i, home));
    coincide(write, knot, W::resume(i, write.passing(0)));
    coincide(write, knot, W::pause(i, write.passing(0)));
  }
  for (const ItsyPort e : {ItsyPort{0}, ItsyPort{2}}) {
    write.reset();
    knot();
    const In home = write.home(0, 1);
    coincide(write, knot, W::release(e, home));
    coincide(write, knot, W::release(e, write.passing(0)));
    coincide(write, forwarded, W::release(e, W::take(1)));
    coincide(write, knot, W::clear(home));
    coincide(write, knot, W::clear(W::take(1)));
    coincide(write, forwarded, W::clear(W::take(1)));
  }
}

void begins(ItsyWriter& write) {
  const auto waits = [&] { write.add(W::enqueue(0, 1, W::kXon + 1)); };
  const auto held = [&] {
    waits();
    write.add(W::hold(0));
  };
  const auto paused = [&] {
    waits();
    write.add(W::pause(1));
  };
  const auto both = [&] {
    write.add(W::pause(1));
    write.add(W::hold(0));
  };
  coincide(write, held, W::pause(1, write.passing(0)));
  coincide(write, paused, W::hold(0, write.passing(0)));
  coincide(write, waits, W::pause(1, W::hold(0, write.passing(0))));
  coincide(write, waits, W::pause(1, W::hold(0)));
  coincide(
      write, [&] { write.add(W::pause(1)); }, W::hold(0, W::enqueue(0, 1, W::kXon + 1)));
  coincide(
      write, [&] { write.add(W::hold(0)); }, W::pause(1, W::enqueue(0, 1, W::kXon + 1)));
  coincide(write, both, W::again(1, W::enqueue(0, 1, W::kXon + 1)));
  coincide(write, both, W::life_over(W::again(1)));
  coincide(write, both, W::take(1, W::enqueue(0, 1, W::kXon + 1)));
  coincide(write, both, W::resume(1, W::enqueue(0, 1, W::kXon + 1)));
  coincide(write, both, W::release(0, W::enqueue(0, 1, W::kXon + 1)));
  coincide(write, held, W::pause(1, W::release(0)));
  coincide(write, paused, W::hold(0, W::resume(1)));
  coincide(write, paused, W::hold(0, W::depart(0, 1, 1)));
  const auto knot = [&] { write.knot(0, 1); };
  coincide(write, knot, W::hold(0));
  coincide(write, knot, W::pause(1));
  coincide(write, knot, W::release(2));
  coincide(write, knot, W::take(1, W::again(1)));
  coincide(write, knot, W::take(1, write.passing(0)));
  coincide(write, knot, W::depart(0, 1, 1, W::enqueue(0, 1, 1)));
  coincide(write, knot, W::depart(0, 1, 1, W::enqueue(0, 2, W::kXon + 1)));
  coincide(write, knot, W::depart(0, 1, 1, write.passing(0)));
  const auto forwarded = [&] {
    write.knot(0, 1);
    write.add(write.passing(0));
  };
  coincide(write, forwarded, W::check(0, 8, 2, 1, 1));
  coincide(write, forwarded, W::take(1, W::check(0, 8, 2, 1, 1)));
  coincide(
      write,
      [&] {
        forwarded();
        write.add(W::take(1));
      },
      W::take(1, W::check(0, 8, 2, 1, 1)));
  coincide(write, knot,
           W::life_over(W::pause(
               1, W::hold(0, W::take(1, W::again(1, W::depart(0, 1, 1, W::enqueue(0, 1, 1, write.passing(0)))))))));
  coincide(write, knot,
           W::life_over(W::resume(
               2, W::release(2, W::take(1, W::again(1, W::depart(0, 2, 1, W::enqueue(0, 1, 1, write.passing(0)))))))));
}

// All ports at once: one hold, one check, one end of a life, for as many ports as there are and fewer.
void at_once(ItsyWriter& write) {
  for (ItsyPort k = 1; k <= write.ports(); ++k) {
    write.reset();
    for (ItsyPort i = 0; i < k; ++i) {
      write.add(W::enqueue(0, i, W::kXon + 1));
      write.add(W::pause(i));
    }
    write.add(W::hold(0));
    write.look();
    write.take_all();
    write.add(write.passing(0));
    write.look();
    write.take_all();
    if (comes_round(write.config())) {
      write.reset();
      for (ItsyPort i = 0; i < k; ++i) {
        write.add(W::pause(i));
        for (std::uint32_t n = 0; n <= write.most_seq() / 2; ++n) {
          write.add(W::again(i));
        }
      }
      write.add(W::life_over());
      write.look();
      write.take_all();
    }
  }
}

// Numbers of the present pause, which has so many, and of before, where the latest one is `seq`.
void number_ages(ItsyWriter& write, std::uint32_t seq, std::uint32_t given) {
  const std::uint32_t most = write.most_seq();
  write.reset();
  write.knot(0, 1);
  write.advance(1, (seq - given - write.unit().seq(1)) & most);
  write.add(W::resume(1));
  write.add(W::life_over());
  write.add(W::pause(1));
  write.advance(1, given - 1);
  const auto ask = [&](std::uint32_t age) {
    write.add(W::check(0, W::kSelf, 1, (seq - age) & most, 2));
    write.look(0, 1);
    write.add(W::take(1));
    write.add(W::take(1));
  };
  for (const std::uint32_t age : {0U, 1U, given - 2, given - 1, given, given + 1, most / 2, most - 1, most}) {
    ask(age);
  }
  write.add(W::check(0, W::kSelf, 1, seq, 2, W::resume(1)));
  write.add(W::check(0, W::kSelf, 1, seq, 2, W::pause(1)));
  write.look(0, 1);
}

// Uses more numbers in a pause than there are.
void all_numbers(ItsyWriter& write) {
  const std::uint32_t most = write.most_seq();
  for (ItsyPort i = 0; i < write.ports(); ++i) {
    write.reset();
    write.knot(write.next(i), i);
    write.advance(i, most - 2);
    for (int more = 0; more < 4; ++more) {
      for (const std::uint32_t age : {0U, 1U, most / 2, most}) {
        write.add(W::check(write.next(i), W::kSelf, i, (write.unit().seq(i) - age) & most, 1));
        write.look(write.next(i), i);
      }
      write.advance(i, 1);
    }
    write.add(W::clear());
    write.look(write.next(i), i);
  }
}

// Each cause of an initiation when `taken` numbers are taken.
void budgets(ItsyWriter& write, std::uint32_t taken) {
  for (int cause = 0; cause < 5; ++cause) {
    write.reset();
    write.add(W::pause(1));
    if (cause == 2) {
      write.add(W::hold(0));
    }
    for (std::uint32_t n = 0; n < taken; ++n) {
      write.add(W::again(1));
    }
    if (cause == 0) {
      write.add(W::resume(1));
      write.add(W::hold(0));
    }
    if (cause < 2) {
      write.add(W::enqueue(0, 1, W::kXon + 1));
    }
    const In causes[] = {W::pause(1), W::hold(0), W::enqueue(0, 1, W::kXon + 1), W::again(1), W::life_over()};
    write.add(causes[cause]);
    write.look(0, 1);
    write.add(W::take(1));
    write.add(cause == 3 ? W::resume(1, W::life_over()) : W::life_over());
    write.look(0, 1);
    write.add(W::life_over(W::again(1)));
    write.look(0, 1);
    write.add(W::resume(1));
    write.look(0, 1);
  }
}

}  // namespace

void itsy_coincidences(ItsyWriter& write) {
  resumes(write);
  begins(write);
  at_once(write);
}

void itsy_numbers(ItsyWriter& write) {
  if (!comes_round(write.config())) {
    return;
  }
  const std::uint32_t most = write.most_seq();
  for (const std::uint32_t seq : {10U, 2U, most, most / 2 + 3}) {
    number_ages(write, seq & most, 5);
  }
  number_ages(write, 10, most / 2 + 1);
  all_numbers(write);
  for (const std::uint32_t taken : {0U, 1U, most / 2 - 1, most / 2}) {
    budgets(write, taken);
  }
}

}  // namespace weir::cosim
