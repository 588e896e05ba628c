// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// t, A and C T, at every magnitude.

#include "hw_model/reference/fera_steps.h"
#include "tb/cosim/blocks/fera_meter/walks.h"

namespace weir::cosim::fera_walks {

namespace {

// r high, so that each unit of the step shows, and free to go.
void open_port(FeraWriter& write, unsigned port) {
  write.stands().line = FeraWriter::most(write.config().rate_bits);
  write.stands().least_step = 0;
  write.stands().most_step = 4 * write.one() - 1;
  write.set_rate(port, write.full() / 2 + 12'345 % write.full());
}

}  // namespace

// Each number of 64ths of T that may be left, and the least clock beside it.
FeraScript clocks(const FeraMeterConfig& config) {
  FeraWriter write(config);
  constexpr std::uint32_t kParts = reference::kFeraClockParts;
  const std::uint32_t interval = FeraWriter::fit(kParts, config.interval_bits);
  unsigned port = 0;
  const auto ask = [&](std::uint32_t paused, std::uint32_t floor) {
    port = (port + 1) % write.ports();
    write.calm();
    open_port(write, port);
    write.stands().interval = interval;
    write.stands().least_clock = floor;
    write.capacity(FeraWriter::fit(4'096, config.capacity_bits));
    const std::uint32_t counted = std::max(floor, interval - std::min(paused, interval));  // rho stays about one
    write.ask(port, {.arrived = 1 + write.stands().capacity * counted / interval * 5 / 4,
                     .paused = paused,
                     .queue = write.stands().q_eq});
  };
  for (std::uint32_t paused = 0; paused <= interval + 2; ++paused) {
    ask(paused, 0);
  }
  for (std::uint32_t floor = 1; floor <= interval; floor *= 2) {  // left: one above, at, one below, and none
    for (const std::uint32_t left : {floor + 1, floor, floor - 1, 0U}) {
      ask(interval - std::min(left, interval), floor);
    }
    ask(interval - std::min(2 * floor - 1, interval), std::min(interval, 2 * floor));
  }
  return write.script("clocks", "each 64th of T left by a pause; the floor one cycle below, at and above what is left");
}

// T at each bit, and pauses that leave little of long ones: all ports pause, and each is asked of another T.
FeraScript pauses(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const auto ask = [&](unsigned port, std::uint32_t interval, std::uint32_t floor) {
    write.calm();
    write.stands().line = FeraWriter::most(config.rate_bits);
    write.stands().least_step = 0;
    write.stands().most_step = 4 * write.one() - 1;
    write.stands().interval = interval;
    write.stands().least_clock = std::min(floor, interval);
    write.capacity(FeraWriter::fit(30'000, config.capacity_bits));
    write.ask(port, {.arrived = 17'000, .queue = write.stands().q_eq});
  };
  const auto pause = [&](std::uint32_t cycles) {
    write.asks(FeraWriter::most(write.ports() - 1) * 2 + 1);
    write.idle(cycles);
    write.asks(0);
  };
  write.reset();
  for (unsigned bit = 1; bit < config.interval_bits; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    const std::uint32_t high = FeraWriter::fit(2 * std::uint64_t{one} - 1, config.interval_bits);
    write.set_rate(0, write.full() / 3);
    ask(0, one, one);
    ask(0, high, high / 3);
    ask(0, one + one / 2 + one / 8, 1);
    pause(bit < 12 ? one / 2 + bit : 200 + bit);  // long ones below
    ask(0, one, 0);
    ask(1, high, one / 4);
    ask(2 % write.ports(), one + one / 4, one);
    ask(3 % write.ports(), one, high);
  }
  for (const std::uint32_t cycles : {5'000U, 18'000U}) {
    pause(cycles);
    ask(0, cycles + 300, 1);
    ask(1, cycles + 3, 2);
    ask(2 % write.ports(), FeraWriter::fit(cycles * 3, config.interval_bits), 7);
    ask(3 % write.ports(), FeraWriter::fit(cycles * 40, config.interval_bits), cycles * 3);
  }
  return write.script("pauses", "T and its floor at each bit, with pauses of up to 18,000 cycles");
}

// A of each magnitude, against C T that makes rho small, one, and large.
FeraScript loads(const FeraMeterConfig& config) {
  FeraWriter write(config);
  for (unsigned bits = 1; bits <= config.arrived_bits; ++bits) {
    const std::uint64_t high = FeraWriter::most(bits);
    const std::uint64_t low = high / 2 + 1;
    const unsigned port = bits % write.ports();
    const auto ask = [&](std::uint64_t arrived, std::int64_t times, unsigned divided) {
      write.calm();
      open_port(write, port);
      write.stands().interval = write.stands().least_clock = FeraWriter::fit(1000, config.interval_bits);
      const std::uint64_t wanted = std::max<std::uint64_t>(1, (arrived >> divided) * static_cast<std::uint64_t>(times));
      write.capacity(std::min(wanted, FeraWriter::most(config.capacity_bits)));
      if (!write.divides() && wanted > write.stands().capacity) {  // further than C T goes
        const auto shift = static_cast<std::uint32_t>(std::bit_width(wanted)) + 2;
        write.stands().shift = shift;
        write.stands().inverse = static_cast<std::uint32_t>(reference::fera_quotient(
            Wide{1} << (shift + config.fraction_bits), static_cast<Wide>(wanted), reference::FeraRounding::kNearest));
      }
      write.ask(port, {.arrived = arrived, .queue = write.stands().q_eq});
    };
    ask(high, 1, 0);
    ask(low, 1, 0);
    ask(high, 5'000, 0);  // far below one
    ask(low, 4'096, 0);   // C t / A with no bit that a ratio has
    ask(high, 3, 2);
    ask(low, 1, 5);
    write.calm();  // at the ends
    open_port(write, port);
    write.stands().shift = 60;
    write.stands().inverse = 1;
    write.stands().interval = write.stands().least_clock = 1;
    write.stands().cycle_bytes = 0;
    write.ask(port, {.arrived = high, .queue = write.stands().q_eq});
    open_port(write, port);
    write.stands().shift = 1;
    write.stands().inverse = 1U << (config.fraction_bits + 3);
    write.stands().interval = write.stands().least_clock = FeraWriter::fit(~std::uint64_t{0}, config.interval_bits);
    write.stands().cycle_bytes = FeraWriter::most(reference::FeraMeterCycle::kCycleBytesBits);
    write.ask(port, {.arrived = low, .queue = write.stands().q_eq});
  }
  return write.script("loads", "A at each bit, with rho about one, large, small, and at its ends");
}

// Each bit of the inputs that express C T.
FeraScript capacities(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const auto ask = [&](std::uint64_t arrived) { write.ask(0, {.arrived = arrived, .queue = write.stands().q_eq + 1}); };
  if (write.divides()) {
    for (unsigned bit = 0; bit < reference::FeraMeterCycle::kCycleBytesBits; ++bit) {
      write.calm();
      open_port(write, 0);
      const unsigned interval =
          std::clamp(reference::FeraMeterCycle::kCycleBits + 10 - std::min(bit, 45U), 2U, config.interval_bits);
      write.stands().interval = write.stands().least_clock = FeraWriter::fit(~std::uint64_t{0}, interval);
      for (const std::uint64_t bytes : {std::uint64_t{1} << bit, (std::uint64_t{2} << bit) - 1}) {
        write.stands().cycle_bytes = bytes;
        const auto capacity = static_cast<std::uint64_t>(
            Wide{static_cast<std::int64_t>(bytes)} * write.stands().interval >> reference::FeraMeterCycle::kCycleBits);
        ask(std::max<std::uint64_t>(3, std::min(capacity, FeraWriter::most(config.capacity_bits)) * 3 / 2));
      }
    }
    for (unsigned bits = 1; bits <= config.capacity_bits; ++bits) {  // C t of each magnitude
      write.calm();
      open_port(write, 0);
      write.stands().interval = write.stands().least_clock =
          FeraWriter::fit(FeraWriter::most(bits), config.interval_bits);
      write.capacity(FeraWriter::most(bits));
      ask(FeraWriter::most(bits) / 3 * 2 + 1);
      write.capacity(FeraWriter::most(bits) / 2 + 1);
      ask(FeraWriter::most(bits) / 3 + 1);
    }
  } else {
    for (unsigned bit = 0; bit < config.fraction_bits + 4; ++bit) {
      for (const std::uint32_t inverse :
           {std::uint32_t{1} << bit, FeraWriter::fit(~(std::uint64_t{1} << bit), config.fraction_bits + 4)}) {
        write.calm();
        open_port(write, 0);
        write.stands().inverse = inverse;
        write.stands().shift = static_cast<std::uint32_t>(std::bit_width(inverse)) - 1 + bit / 4;
        ask((std::uint64_t{write.one()} << (bit / 4)) - 7 - bit);
      }
    }
  }
  return write.script("capacities", "each bit of what is said of C T");
}

}  // namespace weir::cosim::fera_walks
