// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take a causality unit to every magnitude that it compares and keeps, and to events some cycles apart:
// played in lock-step and, as segments of their own, in the golden vectors.

#include "tb/cosim/blocks/itsy_causality/scripts.h"

#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"

namespace weir::cosim {

namespace {

using In = ItsyWriter::In;
using W = ItsyWriter;

constexpr int kFarthest = 12;  // cycles from one event to the next

// A count against XON, from below and from above.
void ask_count(ItsyWriter& write, std::uint32_t count, std::uint32_t xon) {
  write.set(W::kSelf, xon, write.most_ttl());
  write.reset();
  write.add(W::pause(1));
  write.add(W::hold(0));
  write.add(W::enqueue(0, 1, count));
  write.look(0, 1);
  write.add(W::depart(0, 1, 0));
  write.look(0, 1);
  if (count < write.most_count()) {
    write.add(W::enqueue(0, 1, 1));
    write.add(W::depart(0, 1, 1));
    write.look(0, 1);
    write.add(W::enqueue(0, 1, 1, W::depart(0, 1, 1)));
    write.add(W::enqueue(0, 1, 1, W::depart(0, 1, std::min(count, 1U))));
    write.look(0, 1);
  }
  write.take_all();
}

ItsyScript levels(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  const std::uint32_t most = write.most_count();
  for (unsigned bit = 0; bit < config.count_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    for (const std::uint32_t above : {0U, most & ~(2 * one - 1)}) {
      ask_count(write, above + one, above + one - 1);
      ask_count(write, above + one - 1, above + one);
      ask_count(write, above + one, above + one);
      ask_count(write, above + one, above);
      ask_count(write, above, above + one);
    }
    ask_count(write, most, most ^ one);
    ask_count(write, most ^ one, most);
  }
  write.set_default();
  return write.script("levels", "counts against XON: at each bit one below, at and above, and in one bit alone");
}

// Counts of a single bit, and their complements.
ItsyScript counts(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  write.set_default();
  const std::uint32_t most = write.most_count();
  for (ItsyPort e = 0; e < write.ports(); ++e) {
    for (ItsyPort i = 0; i < write.ports(); ++i) {
      write.reset();
      std::uint32_t held = 0;
      for (unsigned bit = 0; bit < config.count_bits; ++bit) {
        for (const std::uint32_t wanted : {std::uint32_t{1} << bit, most ^ (std::uint32_t{1} << bit)}) {
          write.add(wanted > held ? W::enqueue(e, i, wanted - held) : W::depart(e, i, held - wanted));
          held = wanted;
          write.look(e, i);
          write.look(i, write.next(e));
        }
      }
      write.look();
      write.add(bool(e & 1U) ? W::clear() : In{.rst_n = false});
      write.look();
    }
  }
  return write.script("counts", "each bit of each pair's count alone, and all others; gone after a reset or a clear");
}

// Fields of a check with a single bit, and their complements: forwarded, seen, and compared with an equal check.
ItsyScript checks(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  write.set_default();
  const unsigned widths[] = {config.switch_bits, config.port_bits, config.seq_bits, config.ttl_bits};
  for (int field = 0; field < 4; ++field) {
    for (unsigned bit = 0; bit < widths[field]; ++bit) {
      for (const bool others : {false, true}) {
        std::uint32_t values[4] = {0, 0, 0, write.most_ttl()};
        for (int n = 0; n < 4; ++n) {
          values[n] = others ? W::most(widths[n]) : n == 3 ? 1U : 0U;
        }
        const std::uint32_t one = std::uint32_t{1} << bit;
        const auto arrive = [&](ItsyPort p) { write.add(W::check(p, values[0], values[1], values[2], values[3])); };
        const ItsyPort i = static_cast<ItsyPort>(bit) % write.ports();
        write.reset();
        write.knot(write.next(i), i);
        write.add(W::take(i));
        arrive(write.next(i));
        write.look(write.next(i), i);
        values[field] ^= one;
        arrive(write.next(i));
        write.look(write.next(i), i);
        write.add(W::take(i));
        write.add(W::take(i));
        arrive(write.next(i));
        write.add(W::release(write.next(i)));
        write.look(write.next(i), i);
      }
    }
  }
  return write.script("checks",
                      "each bit of each field of a check alone, and all others; one bit from the check before it");
}

// Checks that come home, and checks whose S, P or Seq differs from that in one bit.
ItsyScript homes(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  for (unsigned bit = 0; bit < config.switch_bits; ++bit) {
    for (const bool others : {false, true}) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      const std::uint32_t id = others ? W::most(config.switch_bits) ^ one : one;
      write.set(id, W::kXon, 1);
      write.reset();
      write.knot(0, 1);
      write.add(write.home(0, 1));
      write.add(W::check(0, id ^ one, 1, write.unit().seq(1), 1));
      write.look(0, 1);
      write.take_all();
    }
  }
  for (std::uint32_t ttl = 0; ttl <= write.most_ttl(); ++ttl) {  // and of an own one that leaves
    write.set(W::kSelf, W::kXon, ttl);
    write.reset();
    write.knot(0, 1);
    write.add(W::check(0, W::kSelf, 1, write.unit().seq(1), 0));
    write.take_all();
  }
  write.set_default();
  for (unsigned bit = 0; bit < config.port_bits; ++bit) {
    write.reset();
    for (ItsyPort i = 0; i < write.ports(); ++i) {
      write.add(W::pause(i));
      write.add(W::enqueue(0, i, W::kXon + 1));
    }
    write.add(W::hold(0));
    for (ItsyPort i = 0; i < write.ports(); ++i) {
      write.add(W::check(0, W::kSelf, i ^ (ItsyPort{1} << bit), write.unit().seq(i), 1));
      write.look(0, i);
    }
  }
  for (unsigned bit = 0; bit < config.seq_bits; ++bit) {
    write.reset();
    write.knot(0, 1);
    write.add(W::check(0, W::kSelf, 1, write.unit().seq(1) ^ (std::uint32_t{1} << bit), 1));
    write.look(0, 1);
  }
  return write.script("homes", "S, P and Seq one bit from what is home, each S and each TTL of its own");
}

// Two events some cycles apart.
ItsyScript apart(const reference::ItsyCausalityConfig& config) {
  ItsyWriter write(config);
  write.set_default();
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (int first = 0; first < 9; ++first) {
      for (int then = 0; then < 9; ++then) {
        write.reset();
        write.knot(0, 1);
        for (const int event : {first, then}) {
          const In events[] = {W::take(1),       W::again(1),        W::resume(1),
                               W::pause(1),      W::release(0),      write.passing(0),
                               write.home(0, 1), W::depart(0, 1, 1), W::enqueue(0, 1, 1)};
          write.add(events[event]);
          for (int n = 0; n < cycles && event == first; ++n) {
            write.idle();
          }
        }
        write.look(0, 1);
        write.add(W::take(1));
        write.add(W::take(1));
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later");
}

}  // namespace

std::vector<ItsyScript> ItsyCausalityKind::scripts(const Setup& setup) {
  return {levels(setup), counts(setup), checks(setup), homes(setup), itsy_names(setup), itsy_numbers_compared(setup),
          apart(setup)};
}

// All registers hold something; then each of them shows.
std::vector<ItsyScript> ItsyCausalityKind::ages(const Setup& setup, unsigned least, unsigned most) {
  ItsyScript script{.name = "ages",
                    .exercises =
                        "a knot with a check that was seen and one of each kind to send, to which nothing happens "
                        "for more than 2^k cycles"};
  for (unsigned k = least; k <= most; ++k) {
    ItsyWriter write(setup);
    write.set_default();
    write.reset();
    write.knot(0, 1);
    write.add(write.passing(0));
    write.add(W::enqueue(2, 0, write.most_count() / 3));
    write.move_to(script);
    script.add({.read_egress = 0, .read_ingress = 1, .switch_id = W::kSelf, .xon = W::kXon, .ttl = write.most_ttl()},
               stand_for(k));
    write.look();
    write.add(write.home(0, 1));
    write.add(write.passing(0));
    write.add(W::take(1));
    write.add(W::take(1));
    write.add(W::again(1));
    write.look(0, 1);
    write.move_to(script);
  }
  script.add({.rst_n = false});
  return {script};
}

}  // namespace weir::cosim
