// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts that take FERA's meter to every magnitude that it measures, keeps and works with, to events some cycles
// apart, and to long intervals: played in lock-step and, as segments of their own, in the golden vectors.

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/fera_meter/fera_meter.h"
#include "tb/cosim/blocks/fera_meter/walks.h"

namespace weir::cosim {

namespace {

using fera_walks::FeraScript;
using In = FeraWriter::In;

constexpr int kFarthest = 12;       // cycles from one event to the next
constexpr unsigned kShortest = 14;  // intervals of more than 2^k cycles that an event-driven simulator plays, too
constexpr unsigned kBusy = 10;      // from here on the other ports are served meanwhile
constexpr unsigned kServed = 8;     // shorter ones are there after a reset only: the port has to be served first
constexpr unsigned kMixed = 100;

void fill(FeraWriter& write, unsigned port, std::uint64_t arrived) {
  while (arrived > 0) {
    const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(arrived, write.frame()));
    write.arrive(port, length);
    arrived -= length;
  }
}

// A with a carry through each bit, and full: just so, by one byte, by a whole frame.
FeraScript frames(const reference::FeraMeterConfig& config) {
  FeraWriter write(config);
  const std::uint64_t most = FeraWriter::most(config.arrived_bits);
  for (unsigned bit = 0; bit < config.arrived_bits; ++bit) {
    const unsigned port = bit % write.ports();
    const std::uint64_t one = std::uint64_t{1} << bit;
    write.reset();
    write.read(port);
    fill(write, port, one - 1);
    write.arrive(port, 1);
    fill(write, port, std::min(one, std::uint64_t{write.frame()}));
    write.tick(port, 3);
    write.look();
    if (bit < config.length_bits) {
      write.reset();
      fill(write, port, most - one);
      write.arrive(port, FeraWriter::fit(2 * one - 1 + (bit == 0 ? 1 : 0), config.length_bits));
      write.arrive(port, write.frame());
      write.tick(port, 4);
      write.look();
    }
  }
  return write.script("frames", "A with a carry through each bit; full by a byte, and by a frame of each magnitude");
}

// Values of a single bit, and their complements, in A, q and r: kept while other ports are served, and gone after a
// reset.
FeraScript registers(const reference::FeraMeterConfig& config) {
  FeraWriter write(config);
  write.calm();
  const unsigned bits = std::max({config.rate_bits, config.arrived_bits, config.q_bits});
  for (unsigned bit = 0; bit < bits; ++bit) {
    for (const bool inverted : {false, true}) {
      const auto pattern = [&](unsigned width) {
        const std::uint64_t one = std::uint64_t{1} << (bit % width);
        return inverted ? FeraWriter::most(width) ^ one : one;
      };
      const unsigned port = bit % write.ports();
      write.set_rate(port, std::max<std::uint64_t>(1, pattern(config.rate_bits)));
      if (!inverted || bit % 4 == 0) {
        fill(write, port, pattern(config.arrived_bits));
      }
      write.tick(port, static_cast<std::uint32_t>(pattern(config.q_bits)));
      write.tick((port + 1) % write.ports(), static_cast<std::uint32_t>(pattern(config.q_bits) ^ 1));
      write.look();
      write.reset();
      write.look();
    }
  }
  return write.script("registers", "each bit of A, q and r alone, and all others; a reset from there");
}

// Two events some cycles apart, from a reset some cycles ago.
FeraScript apart(const reference::FeraMeterConfig& config) {
  FeraWriter write(config);
  write.calm();
  constexpr unsigned kPort = 1;
  constexpr unsigned kOther = 0;
  const auto event = [&](int what) {
    write.asks(what == 3 ? std::uint64_t{1} << kPort : 0);
    switch (what) {
      case 0:
        write.arrive(kPort, 700);
        break;
      case 1:
        write.tick(kPort, 70);
        break;
      case 2:
        write.tick(kOther, 71);
        break;
      case 3:
        write.idle();
        break;
      default:
        write.arrive(kOther, 900);
    }
    write.asks(0);
  };
  for (int cycles = 0; cycles <= kFarthest; ++cycles) {
    for (int first = 0; first < 5; ++first) {
      write.reset();
      write.idle(static_cast<std::uint64_t>(cycles));
      event(first);
      write.look();
      for (int then = 0; then < 5; ++then) {
        write.reset();
        write.idle(20);
        event(first);
        write.idle(static_cast<std::uint64_t>(cycles));
        event(then);
        write.look();
      }
    }
  }
  return write.script("apart", "each event after each other, up to 12 cycles later, and as long after a reset");
}

// Any loads, settings and ports.
FeraScript mixed(const reference::FeraMeterConfig& config) {
  FeraWriter write(config);
  RandomStream random(1, "fera_meter_mixed");
  const auto any = [&](unsigned bits) { return random.below(std::uint64_t{1} << (1 + random.below(bits))); };
  for (unsigned n = 0; n < kMixed; ++n) {
    const auto port = static_cast<unsigned>(random.below(write.ports()));
    write.calm();
    write.set_rate(port, 1 + any(config.rate_bits - 1));
    In& stands = write.stands();
    stands.line = FeraWriter::most(config.rate_bits);
    stands.interval = FeraWriter::fit(1 + any(8), config.interval_bits);
    stands.least_clock = static_cast<std::uint32_t>(random.below(stands.interval + 1));
    stands.q_eq = static_cast<std::uint32_t>(any(config.q_bits));
    const unsigned span = static_cast<unsigned>(std::bit_width(stands.q_eq));
    stands.gain = any(config.fraction_bits + config.q_bits - std::min(span, config.q_bits));
    stands.least_f = static_cast<std::uint32_t>(random.below(write.one()));
    stands.most_step = static_cast<std::uint32_t>(3 * write.one() + random.below(write.one()));
    stands.least_step = static_cast<std::uint32_t>(random.below(write.one() / 2));
    stands.scales_fall = stands.scales_rise = n % 3 == 0;
    stands.kbps = static_cast<std::uint32_t>(any(32));
    const std::uint64_t arrived = 1 + any(config.capacity_bits - 2);
    write.capacity(
        std::clamp<std::uint64_t>(arrived / 2 + random.below(2 * arrived), 1, FeraWriter::most(config.capacity_bits)));
    write.ask(port, {.arrived = arrived,
                     .paused = static_cast<std::uint32_t>(random.below(stands.interval + 3)),
                     .queue = static_cast<std::uint32_t>(any(config.q_bits))});
  }
  return write.script("mixed", "any r, A, C T, T and q");
}

// All other ports are served meanwhile, one after the other.
void serve_others(FeraWriter& write, unsigned port, std::uint64_t cycles) {
  std::uint64_t left = cycles;
  const auto step = [&](const In& event) {
    if (left > 0) {
      write.add(event);
      --left;
    }
  };
  while (left > 0) {
    for (unsigned n = 1; n < write.ports(); ++n) {
      const unsigned other = (port + n) % write.ports();
      step({.arrives = true,
            .tick = true,
            .arrives_port = other,
            .arrives_length = 64,
            .tick_port = other,
            .tick_queue = 5});
    }
    while (left > 0 && (write.any_due() || write.unit().busy())) {
      step({});
    }
  }
}

}  // namespace

std::vector<FeraScript> FeraMeterKind::scripts(const Setup& setup) {
  using namespace fera_walks;
  return {frames(setup),     registers(setup), apart(setup), clocks(setup), pauses(setup),    loads(setup),
          capacities(setup), slopes(setup),    gains(setup), steps(setup),  roundings(setup), rates(setup),
          bounds(setup),     changes(setup),   tags(setup),  mixed(setup)};
}

// An interval in which the port pauses all the time, with a frame at its begin and one at its end. The unit serves the
// others meanwhile, so that outputs stand for some hundred cycles.
std::vector<FeraScript> FeraMeterKind::ages(const Setup& setup, unsigned least, unsigned most) {
  std::vector<FeraScript> scripts;
  const auto play = [&](const char* name, unsigned from, unsigned to, bool is_long) {
    if (from > to) {
      return;
    }
    FeraWriter write(setup);
    write.calm();
    write.capacity(FeraWriter::fit(2000, setup.capacity_bits));
    for (unsigned k = from; k <= to; ++k) {
      const unsigned port = k % write.ports();
      write.read(port);
      if (k < kServed) {
        write.reset();
      } else {
        write.tick(port, 1);
        write.serve();
        write.tick(port, 2);
      }
      write.asks(std::uint64_t{1} << port);
      write.arrive(port, 300 + k);
      if (k < kBusy || k > kShortAge) {
        write.idle(stand_for(k) - 2);
      } else {
        serve_others(write, port, stand_for(k) - 2);
      }
      write.add({.arrives = true,
                 .tick = true,
                 .arrives_port = port,
                 .arrives_length = 1200,
                 .tick_port = port,
                 .tick_queue = write.stands().q_eq + k});
      write.asks(0);
      write.serve();
      write.look();
      write.arrive(port, 40);
      write.look();
    }
    scripts.push_back(write.script(name,
                                   "intervals of more than 2^k cycles, in which the port pauses, with a frame at the "
                                   "begin and at the end",
                                   is_long));
  };
  play("ages", least, std::min(most, kShortest), false);
  play("long_ages", std::max(least, kShortest + 1), most, true);
  return scripts;
}

}  // namespace weir::cosim
