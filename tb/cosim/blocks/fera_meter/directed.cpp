// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Turns of the ports, with and without a load and a change of C, and what can coincide.

#include "tb/cosim/blocks/fera_meter/fera_meter.h"
#include "tb/cosim/blocks/fera_meter/script_writer.h"

namespace weir::cosim {

namespace {

using In = FeraWriter::In;

// Serves each port from a reset on: C is first, the same, falls and rises; r follows C and does not.
void services(FeraWriter& write) {
  const std::uint64_t c = FeraWriter::fit(4096, write.config().capacity_bits);
  for (unsigned port = 0; port < write.ports(); ++port) {
    for (const std::uint64_t arrived : {std::uint64_t{0}, c / 2 + port}) {
      write.calm();
      write.reset();
      for (const bool follows : {false, true}) {
        write.stands().scales_fall = write.stands().scales_rise = follows;
        for (const std::uint64_t capacity : {c, c, c / 3, c / 3 * 2}) {
          write.capacity(capacity);
          write.ask(port, {.arrived = arrived, .queue = write.stands().q_eq + port});
        }
      }
      write.look();
    }
  }
}

// Makes every number of ports due at once, from each port on.
void turns(FeraWriter& write) {
  write.calm();
  write.reset();
  write.tick(0, 99);
  for (unsigned port = 0; port < write.ports(); ++port) {
    for (unsigned others = 0; others < write.ports(); ++others) {
      while (write.unit().port() != port) {
        write.idle();
      }
      for (unsigned n = 0; n < write.ports(); ++n) {
        if (n <= others) {
          write.tick((port + n) % write.ports(), 100 + n);
        } else {
          write.idle();
        }
      }
      write.read(port);
      write.serve();
      write.look();
    }
  }
}

// Frames of each length, for each port, and what is no port.
void lengths(FeraWriter& write) {
  const unsigned bits = write.config().length_bits;
  for (unsigned port = 0; port < write.ports(); ++port) {
    write.reset();
    write.read(port);
    write.arrive(port, 0);
    for (unsigned bit = 0; bit < bits; ++bit) {
      write.arrive(port, std::uint32_t{1} << bit);
      write.arrive(port, FeraWriter::fit((std::uint64_t{2} << bit) - 1, bits));
    }
    write.look();
  }
  const std::uint64_t named = FeraWriter::most(write.config().port_bits);
  for (std::uint64_t port = write.ports(); port <= named; port = port * 2 + 1) {
    const auto none = static_cast<unsigned>(port);
    write.read(none);
    write.arrive(none, 77);
    write.tick(none, 77);
    write.look();
  }
  write.read(0);
}

// A tick with what comes in its cycle, in each moment of a service of its port.
void moments(FeraWriter& write) {
  constexpr unsigned kPort = 1;
  const auto both = [&](unsigned port, bool frame, bool asks, std::uint32_t queue) {
    write.asks(asks ? std::uint64_t{1} << port : 0);
    write.add({.arrives = frame,
               .tick = true,
               .arrives_port = port,
               .arrives_length = 321,  // of no account without a frame
               .tick_port = port,
               .tick_queue = queue});
    write.asks(0);
  };
  write.calm();
  write.read(kPort);
  for (const bool frame : {false, true}) {
    for (const bool asks : {false, true}) {
      for (const bool loaded : {false, true}) {
        write.reset();
        while (write.unit().port() != kPort) {
          write.idle();
        }
        if (loaded) {
          write.arrive(kPort, 3000);
        }
        both(kPort, frame, asks, 11);
        while (!write.unit().busy()) {
          both(kPort, frame, asks, 22);
        }
        both(kPort, frame, asks, 33);
        write.arrive(kPort, 5);
        write.asks(std::uint64_t{1} << kPort);
        write.idle();
        write.asks(0);
        while (!write.unit().tells()) {
          write.idle();
        }
        both(kPort, frame, asks, 44);
        while (!write.unit().ends()) {
          write.idle();
        }
        both(kPort, frame, asks, 55);
        both(kPort, frame, asks, 66);
        write.look();
        write.serve();
        write.look();
      }
    }
  }
}

// A reset while the unit looks, at a port that is due, works and tells.
void resets(FeraWriter& write) {
  write.calm();
  const std::uint64_t all = FeraWriter::most(write.ports() - 1) * 2 + 1;
  for (unsigned port = 0; port < write.ports(); ++port) {
    for (unsigned moment = 0; moment < 4; ++moment) {
      write.reset();
      write.read(port);
      write.asks(all);
      write.idle(3);
      write.asks(0);
      write.arrive(port, 1000 + port);
      write.capacity(1000);
      write.ask(port, {.arrived = 400, .paused = 2, .queue = 300});
      write.arrive(port, 55);
      while (write.unit().port() != port) {
        write.idle();
      }
      if (moment > 0) {
        write.tick((port + write.ports() - 1) % write.ports(), 9);
        write.tick(port, 900);
        while (write.unit().port() != port || !write.unit().due(port)) {
          write.idle();
        }
        write.idle(moment > 1 ? 20 : 0);
        while (moment > 2 && !write.unit().tells()) {
          write.idle();
        }
      }
      write.reset();
      write.look();
      // The meter has no earlier C.
      write.capacity(500);
      write.stands().scales_fall = write.stands().scales_rise = true;
      write.ask(port, {.arrived = 600, .queue = 70});
      write.calm();
    }
  }
}

}  // namespace

std::vector<FeraMeterKind::Inputs> FeraMeterKind::directed(const Setup& setup) {
  FeraWriter write(setup);
  services(write);
  turns(write);
  lengths(write);
  moments(write);
  resets(write);
  std::vector<In> cycles;
  for (const Run<In>& run : write.script("directed", "").runs) {
    cycles.insert(cycles.end(), run.cycles, run.in);
  }
  return cycles;
}

}  // namespace weir::cosim
