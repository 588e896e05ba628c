// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"
#include "tb/cosim/blocks/itsy_causality/script_writer.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

// Each event at each port, idle, pausing or held, with an edge.
void steps(ItsyWriter& write) {
  for (ItsyPort n = 0; n < write.ports(); ++n) {
    const ItsyPort m = write.next(n);
    for (int state = 0; state < 3; ++state) {
      const In events[] = {W::pause(n),         W::resume(n),       W::take(n), W::again(n),
                           W::enqueue(m, n, 1), W::depart(m, n, 1), W::hold(n), W::release(n)};
      for (const In& event : events) {
        write.reset();
        const bool egress = event.hold;
        write.add(egress ? W::enqueue(n, m, 1) : W::enqueue(m, n, 1));
        if (state > 0) {
          write.add(egress ? W::hold(n) : W::pause(n));
        }
        if (state > 1) {
          write.add(egress ? W::pause(m) : W::hold(m));
          write.add(egress ? W::enqueue(n, m, W::kXon) : W::enqueue(m, n, W::kXon));
        }
        write.add(event);
        write.look(egress ? n : m, egress ? m : n);
        write.add(W::take(egress ? m : n));
        write.idle();
      }
    }
  }
}

// Makes `edges` edges from p.
void edges(ItsyWriter& write, ItsyPort p, ItsyPort edges) {
  write.reset();
  for (ItsyPort i = 0; i < edges; ++i) {
    write.add(W::pause(i));
    write.add(W::enqueue(p, i, W::kXon + 1));
  }
  write.add(W::hold(p));
}

// Each fate of a check, with every number of edges up to the number of ports.
void fates(ItsyWriter& write) {
  const ItsyPort p = write.ports() - 1;
  for (ItsyPort k = 0; k <= write.ports(); ++k) {
    for (const auto& [of_switch, initiator] :
         {std::pair{W::kSelf, ItsyPort{0}}, std::pair{W::kSelf, write.ports()}, std::pair{W::kOther, ItsyPort{0}}}) {
      for (const std::uint32_t ttl : {write.most_ttl(), 0U, 1U}) {
        edges(write, p, k);
        const std::uint32_t stale = write.unit().seq(0) - write.unit().given(0);  // the pause before had it
        const In one = W::check(p, of_switch, initiator, stale & write.most_seq(), ttl);
        write.add(one);
        write.look(p, 0);
        write.add(one);
        write.take_all();
        write.add(write.home(p, 0));
        write.add(W::release(p));
        write.add(one);
        write.idle();
      }
    }
  }
}

// Checks that differ from the previous check in one field, with each number of hops.
void duplicates(ItsyWriter& write) {
  for (const std::uint32_t ttl : {1U, 2U, 3U}) {
    for (int differs = 0; differs < 4; ++differs) {
      write.reset();
      write.knot(0, 1);
      write.add(W::check(0, W::kOther, 3, 6, 2));
      write.take_all();
      write.add(W::check(0, differs == 1 ? 8 : W::kOther, differs == 2 ? 2 : 3, differs == 3 ? 7 : 6, ttl));
      write.look(0, 1);
      write.take_all();
    }
  }
  for (std::uint32_t ttl = 0; ttl <= write.most_ttl(); ++ttl) {
    for (const ItsyPort p : {ItsyPort{0}, ItsyPort{1}}) {
      write.reset();
      write.knot(p, 1);
      for (int twice = 0; twice < 2; ++twice) {
        write.add(W::check(p, W::kOther, 3, 6, ttl));
        write.look(p, 1);
        write.take_all();
      }
    }
  }
}

void takes(ItsyWriter& write) {
  for (ItsyPort i = 0; i < write.ports(); ++i) {
    const ItsyPort e = write.next(i);
    for (const bool edge : {false, true}) {
      write.reset();
      write.add(W::take(i));
      write.knot(e, i);
      write.add(W::take(i));
      write.add(W::again(i));
      write.add(write.passing(e));
      write.look(e, i);
      write.add(W::take(i));
      if (!edge) {
        write.add(W::depart(e, i, 1));
      }
      write.add(W::take(i));
      write.look(e, i);
      write.add(W::take(i));
    }
  }
}

void pairs(ItsyWriter& write) {
  for (ItsyPort e = 0; e < write.ports(); ++e) {
    for (ItsyPort i = 0; i < write.ports(); ++i) {
      write.reset();
      write.knot(e, i);
      write.add(write.home(e, i));
      write.add(write.passing(e));
      write.look();
      write.take_all();
      write.add(W::depart(e, i, 1, W::enqueue(e, i, 1)));
      write.add(W::depart(e, i, 2, W::enqueue(e, i, 1)));
      write.look(e, i);
      write.add(W::depart(e, i, 1));
      write.add(W::depart(write.next(e), i, 1, W::enqueue(e, i, 2)));
      write.look();
    }
  }
}

// Counts at, below and above XON that come from any side of it; none left, more than that, and a count that is full.
void crossings(ItsyWriter& write) {
  for (const std::uint32_t was : {1U, 2U, 3U, 4U, 5U, 6U}) {
    for (const std::uint32_t is : {0U, 1U, 2U, 3U, 4U, 5U, 6U}) {
      write.reset();
      write.add(W::pause(1));
      write.add(W::hold(0));
      write.add(W::enqueue(0, 1, was));
      write.add(is < was ? W::depart(0, 1, was - is) : W::enqueue(0, 1, is - was));
      write.look(0, 1);
      write.add(W::take(1));
    }
  }
  for (ItsyPort e = 0; e < write.ports(); ++e) {
    write.reset();
    const std::uint32_t most = write.most_count();
    for (const In& in : {W::enqueue(e, 0, 2), W::depart(e, 0, 2), W::enqueue(e, 0, 2), W::depart(e, 0, 3),
                         W::enqueue(e, 0, most - 1), W::enqueue(e, 0, 1), W::enqueue(e, 0, 1), W::enqueue(e, 0, most),
                         W::depart(e, 0, most), W::enqueue(e, 0, most, W::depart(e, 0, 1))}) {
      write.add(in);
      write.look(e, 0);
    }
  }
}

// Every pair of events in consecutive cycles, with an edge and without one.
void orders(ItsyWriter& write) {
  for (int first = 0; first < 12; ++first) {
    for (int then = 0; then < 12; ++then) {
      for (const bool knot : {false, true}) {
        write.reset();
        if (knot) {
          write.knot(0, 1);
          write.add(W::enqueue(0, 2, 1));
        }
        for (const int event : {first, then}) {
          const In events[] = {W::pause(1),      W::resume(1),   W::hold(0),          W::release(0),
                               W::take(1),       W::again(1),    W::enqueue(0, 1, 2), W::depart(0, 1, 1),
                               write.passing(0), W::life_over(), W::clear(),          {.rst_n = false}};
          write.add(events[event]);
        }
        write.look(0, 1);
        write.add(write.home(0, 1));
        write.add(W::take(1));
        write.add(W::take(1));
        write.look(0, 1);
      }
    }
  }
}

// Ports that the switch has not.
void beyond(ItsyWriter& write) {
  if (write.most(write.config().port_bits) < write.ports()) {
    return;
  }
  const ItsyPort none = write.ports();
  for (const bool knot : {false, true}) {
    for (const In& in : {W::pause(none), W::hold(none), W::take(none), W::again(none), W::enqueue(none, 1, 5),
                         W::enqueue(0, none, 5), W::depart(none, 1, 5), W::depart(0, none, 5), write.passing(none),
                         W::enqueue(none, none, 5, W::depart(none, none, 5))}) {
      write.reset();
      if (knot) {
        write.knot(0, 1);
      }
      write.add(in);
      write.look();
      write.look(none, none);
    }
  }
}

}  // namespace

std::vector<In> ItsyCausalityKind::directed(const Setup& setup) {
  ItsyWriter write(setup);
  write.set_default();
  steps(write);
  fates(write);
  duplicates(write);
  takes(write);
  pairs(write);
  crossings(write);
  orders(write);
  beyond(write);
  itsy_coincidences(write);
  itsy_numbers(write);
  itsy_sums(write);
  itsy_beside(write);
  write.reset();
  return write.cycles();
}

}  // namespace weir::cosim
