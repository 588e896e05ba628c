// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Faults that want two things at once: what is told without its flag, a port number whose lower bits name a port, an
// egress beside the one that is meant, a take beside a check, and a reset or a clear of what waits for numbers.

#include "tb/cosim/blocks/itsy_causality/script_writer.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

void after(ItsyWriter& write) {
  write.look();
  write.take_all();
}

// Inputs with all their values but without a flag: nothing may happen. The same with every flag but the one that the
// values belong to.
void without_flags(ItsyWriter& write) {
  const std::uint32_t most = write.most_count();
  for (const std::uint32_t waits : {W::kXon, W::kXon + 1, most}) {
    for (int event = 0; event < 8; ++event) {
      write.reset();
      write.add(W::pause(1));
      write.add(W::hold(0));
      write.add(W::enqueue(0, 1, waits));
      write.take_all();
      const In told[] = {write.passing(0),      write.home(0, 1),       W::take(1),
                         W::again(1),           W::enqueue(0, 1, most), W::pause(2),
                         W::depart(0, 1, most), W::enqueue(0, 1, 1)};
      In in = told[event];
      in.check = in.take = in.again = in.enqueues = in.departs = in.pause = false;
      write.add(in);
      after(write);
    }
    write.reset();  // one comes to the pair of which none departs
    write.add(W::pause(1));
    write.add(W::hold(0));
    write.add(W::enqueue(0, 1, W::kXon));
    In in = W::depart(0, 1, 1, W::enqueue(0, 1, 1));
    in.departs = false;
    write.add(in);
    after(write);
    write.reset();
    write.knot(0, 1);
    write.add(W::clear(W::depart(0, 1, most)));
    write.add(W::clear(W::enqueue(0, 1, most)));
    after(write);
  }
}

// Numbers past the last port, whose lower bits name each of them.
void lower_bits(ItsyWriter& write) {
  const std::uint32_t most = W::most(write.config().port_bits);
  for (ItsyPort i = 0; i < write.ports(); ++i) {
    for (ItsyPort past = write.ports(); past <= most && past < 2 * write.ports(); ++past) {
      for (int event = 0; event < 3; ++event) {
        write.reset();
        write.knot(write.next(i), i);
        const In events[] = {W::take(past), W::again(past), write.passing(past)};
        write.add(events[event]);
        after(write);
      }
    }
  }
}

// A check at an egress beside the one with the edge; the same again at one that has an edge; and a take there.
void other_egresses(ItsyWriter& write) {
  for (const ItsyPort p : {ItsyPort{0}, ItsyPort{2}}) {
    for (const bool edge : {false, true}) {
      write.reset();
      write.knot(0, 1);
      write.add(W::hold(2));
      if (edge) {
        write.add(W::enqueue(2, 1, W::kXon + 1));
      }
      write.take_all();
      write.add(write.passing(p));
      after(write);
      write.add(write.passing(p == 0 ? 2 : 0));
      after(write);
      write.add(W::take(p, W::check(p, 8, 2, 1, 2)));
      after(write);
      write.add(W::check(p, 8, 2, 1, 2));
      after(write);
    }
  }
}

// Events that complete an edge while more than XON waits at another held egress already.
void behind_another(ItsyWriter& write) {
  const auto start = [&](bool paused) {
    write.reset();
    write.add(W::hold(2));
    write.add(W::enqueue(2, 1, W::kXon + 1));
    if (paused) {
      write.add(W::pause(1));
    }
  };
  for (const std::uint32_t waits : {W::kXon, W::kXon + 1}) {
    start(true);
    write.add(W::enqueue(0, 1, waits));
    write.add(W::hold(0));
    after(write);
    write.add(W::depart(0, 1, 1, W::enqueue(0, 1, 1)));
    after(write);
    write.add(W::depart(0, 1, 1));
    write.add(W::enqueue(0, 1, 1));
    after(write);
    write.add(W::hold(0));
    after(write);
    start(true);
    write.add(W::hold(0));
    write.add(W::enqueue(0, 1, waits));
    after(write);
    start(true);
    write.add(W::enqueue(0, 1, waits));
    after(write);
    write.add(W::hold(0, W::enqueue(0, 1, 1)));
    after(write);
    start(true);
    write.add(W::hold(0));
    write.add(W::release(0, W::enqueue(0, 1, waits)));
    after(write);
    start(false);
    write.add(W::enqueue(0, 1, waits));
    write.add(W::hold(0));
    after(write);
    write.add(W::pause(1));
    after(write);
  }
}

// A reset or a clear while an initiation waits for numbers.
void wanting(ItsyWriter& write) {
  for (const bool clears : {false, true}) {
    write.reset();
    write.knot(0, 1);
    for (std::uint32_t n = 0; n <= write.most_seq() / 2; ++n) {
      write.add(W::again(1));
    }
    write.look(0, 1);
    write.add(clears ? W::clear() : In{.rst_n = false});
    write.look(0, 1);
    write.add(W::pause(2));
    write.add(W::life_over());
    after(write);
  }
}

}  // namespace

void itsy_beside(ItsyWriter& write) {
  without_flags(write);
  lower_bits(write);
  other_egresses(write);
  behind_another(write);
  if (comes_round(write.config())) {
    wanting(write);
  }
}

}  // namespace weir::cosim
