// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// r within its bounds, r that follows C, and what tags are told.

#include "tb/cosim/blocks/fera_meter/stimulus.h"
#include "tb/cosim/blocks/fera_meter/walks.h"

namespace weir::cosim::fera_walks {

namespace {

// The inputs that express C.
struct Said {
  std::uint64_t capacity = 1;
  std::uint32_t inverse = 0;
  std::uint32_t shift = 0;
};

bool falls(const FeraWriter& write, const Said& from, const Said& to) {
  return write.divides() ? to.capacity < from.capacity
                         : to.shift < from.shift || (to.shift == from.shift && to.inverse > from.inverse);
}

}  // namespace

// Each magnitude of r, between its bounds and held at each bound.
FeraScript rates(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const std::uint64_t most = FeraWriter::most(config.rate_bits);
  for (unsigned bits = 1; bits <= config.rate_bits; ++bits) {
    const std::uint64_t r = FeraWriter::most(bits);
    write.calm();
    write.stands().line = most;
    write.set_rate(0, r);
    write.stands().least = r == most ? r : r + 1;  // up
    write.ask(0, {});
    write.set_rate(0, r);
    write.stands().least = 0;
    write.stands().line = (r + 1) / 2;  // down
    write.ask(0, {});
    write.set_rate(0, r);
    write.stands().line = most;
    write.stands().least_step = write.one();
    if (bits == 1) {  // twice 1
      exactly(write, 64, write.divides() ? 2 * write.one() : 0);
    } else {
      exactly(write, 64, bits < config.rate_bits ? write.one() : write.one() + write.one() / 2);
      write.stands().least_step = write.one() / 2;
      if (write.divides() && bits == config.rate_bits) {
        exactly(write, 64, write.one() / 2);
      }
    }
    write.ask(0, {.arrived = 64, .queue = write.stands().q_eq});
    if (bits == 1) {
      write.set_rate(0, r);
      write.stands().line = 2;
      write.ask(0, {.arrived = 64, .queue = write.stands().q_eq});
    }
    write.stands().line = 0;  // to 1, not to 0
    write.stands().least = 0;
    write.ask(0, {.arrived = 64, .queue = write.stands().q_eq});
  }
  // Far above all that r can hold, and far below.
  for (const std::uint64_t line : {most, write.full(), std::uint64_t{3}}) {
    write.set_rate(0, most);
    write.calm();
    write.stands().line = line;
    write.stands().most_step = 4 * write.one() - 1;
    write.stands().least_f = 2 * write.one() - 1;
    exactly(write, 64, write.divides() ? 4000 * write.one() : 0);
    write.ask(0, {.arrived = 64, .queue = 0});
    write.stands().least_step = 0;
    write.stands().least_f = 0;
    exactly(write, 64, write.divides() ? 0 : 4 * write.one() - 1);
    write.stands().least = line / 3;
    write.ask(0, {.arrived = 64, .queue = write.stands().q_eq});
  }
  return write.script("rates", "r of each magnitude, free, held up and held down, and never 0");
}

// r one unit below, at and above C and r_min, and beside them by one bit, at each bit.
FeraScript bounds(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const std::uint64_t most = FeraWriter::most(config.rate_bits);
  write.calm();
  const auto ask = [&](std::uint64_t r, std::uint64_t bound) {
    for (const bool least : {false, true}) {
      if (write.unit().rate(0) != std::max<std::uint64_t>(1, r)) {
        write.set_rate(0, std::max<std::uint64_t>(1, r));
      }
      write.stands().line = least ? most : bound;
      write.stands().least = least ? bound : 0;
      write.ask(0, {});
    }
  };
  for (unsigned bit = 0; bit < config.rate_bits; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    const std::uint64_t high = most & ~(2 * one - 1);
    ask(high + one, high + one - 1);
    ask(high + one - 1, high + one);
    ask(one, one - 1);
    ask(one - 1, one);
    ask(most, most ^ one);
    ask(most ^ one, most);
  }
  write.stands().line = 5;  // C below r_min
  write.stands().least = 900;
  write.ask(0, {});
  return write.script("bounds", "r one unit below, at and above C and r_min at each bit");
}

// Pairs of capacities that differ by one or by one bit, at each bit of what tells them apart.
template <class Both>
void for_each_change(const FeraMeterConfig& config, bool divides, Both both) {
  if (divides) {
    const std::uint64_t most = FeraWriter::most(config.capacity_bits);
    for (unsigned bit = 0; bit < config.capacity_bits; ++bit) {
      const std::uint64_t one = std::uint64_t{1} << bit;
      const std::uint64_t high = bit > 0 ? 0 : most - 1;
      both({.capacity = high + one}, {.capacity = std::max<std::uint64_t>(1, high + one - 1)});
      both({.capacity = most}, {.capacity = most ^ one});
    }
  } else {
    const std::uint32_t most = FeraWriter::fit(~std::uint64_t{0}, config.fraction_bits + 4);
    for (unsigned bit = 0; bit < config.fraction_bits + 4; ++bit) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      both({.capacity = 999, .inverse = one, .shift = 17}, {.capacity = 1'000, .inverse = one - 1, .shift = 17});
      both({.capacity = 4'000, .inverse = most, .shift = 9}, {.capacity = 5'000, .inverse = most ^ one, .shift = 9});
    }
    for (unsigned bit = 1; bit < kShiftBits; ++bit) {
      const std::uint32_t one = std::uint32_t{1} << bit;
      both({.capacity = 70, .inverse = 99'999, .shift = one}, {.capacity = 60, .inverse = 88'888, .shift = one - 1});
      both({.capacity = 7, .inverse = 99'999, .shift = 63}, {.capacity = 6, .inverse = 99'999, .shift = 63 ^ one});
    }
    both({.capacity = 7, .inverse = 99'999, .shift = 63}, {.capacity = 6, .inverse = 99'999, .shift = 62});
    both({.capacity = 7, .inverse = 99'999, .shift = 0}, {.capacity = 6, .inverse = 99'999, .shift = 1});
  }
}

// C that falls and rises by one and by one bit, at each bit of what says so.
FeraScript changes(const FeraMeterConfig& config) {
  FeraWriter write(config);
  write.calm();
  write.stands().line = FeraWriter::most(config.rate_bits);
  const auto follow = [&](const Said& from, const Said& to) {
    for (const bool right : {true, false}) {
      const auto say = [&](const Said& what) {
        write.stands().capacity = what.capacity;
        write.stands().inverse = what.inverse;
        write.stands().shift = what.shift;
      };
      say(from);
      write.set_rate(0, write.full() - 9);
      say(to);
      write.stands().scales_fall = falls(write, from, to) == right;
      write.stands().scales_rise = falls(write, from, to) != right;
      write.ask(0, {});
    }
  };
  for_each_change(config, write.divides(), [&](const Said& one, const Said& other) {
    follow(one, other);
    follow(other, one);
  });
  for (unsigned bit = 0; bit < config.rate_bits; ++bit) {  // r and C T at each bit
    for (const bool down : {true, false}) {
      write.calm();
      write.stands().line = FeraWriter::most(config.rate_bits);
      const std::uint64_t c = std::uint64_t{3} << (bit % (config.capacity_bits - 2));
      write.capacity(down ? c : std::max<std::uint64_t>(1, c / 3 + 1));
      write.set_rate(0, down ? FeraWriter::most(bit + 1) : std::uint64_t{1} << bit);
      write.capacity(down ? std::max<std::uint64_t>(1, c / 3 + 1) : c);
      write.stands().scales_fall = down;
      write.stands().scales_rise = !down;
      write.ask(0, {});
    }
  }
  if (!write.divides()) {  // r C T with as many bits as it can have
    write.calm();
    write.stands().line = FeraWriter::most(config.rate_bits);
    write.stands().inverse = 1;
    write.stands().shift = 20;
    write.set_rate(0, FeraWriter::most(config.rate_bits));
    exactly(write, 64, 0);
    write.stands().capacity = FeraWriter::most(config.capacity_bits);
    write.stands().shift = 21;
    write.stands().scales_rise = true;
    write.stands().most_step = 4 * write.one() - 1;
    write.stands().q_eq = 4;
    write.stands().gain = std::uint64_t{write.one()} << (config.q_bits - 1);
    write.stands().inverse = 0;
    // A with few bits, of which 1/(C T) makes nothing.
    write.ask(0, {.arrived = 1});
  }
  return write.script("changes", "C that falls and rises at each bit of what tells it; r that follows, at each bit");
}

// The rate that tags are told, for each bit of r and of the line rate, and at their ends.
FeraScript tags(const FeraMeterConfig& config) {
  FeraWriter write(config);
  write.calm();
  const std::uint64_t most = FeraWriter::most(config.rate_bits);
  const auto ask = [&](std::uint64_t r, std::uint64_t kbps) {
    write.stands().kbps = static_cast<std::uint32_t>(kbps);
    write.set_rate(0, r);
  };
  ask(1, 0);
  for (unsigned bit = 0; bit < 32; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    ask(most, one);
    ask(write.full() + 1, 2 * one - 1);
    ask(most, 0xFFFF'FFFFU ^ one);
    ask(write.full() / 7, one * 2 - 1);
  }
  for (unsigned bit = 0; bit < config.rate_bits; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    ask(one, 0xFFFF'FFFFU);
    ask(2 * one - 1, 10'000'019);
    ask(most ^ one, 40'000'000);
  }
  // A line rate at which the last half bit/s of a kbit/s is just reached, and just not reached.
  const std::uint64_t unit = write.full();
  const std::uint64_t half = unit / 2 / 1'000;
  for (const std::uint64_t kilobits : {1U, 2U, 3U, 400U}) {
    for (const std::uint64_t beside : {0U, 1U, 2U}) {
      ask(1, kilobits * unit - half - beside);
    }
  }
  ask(write.full(), 0xFFFF'FFFFU);
  ask(write.full(), 0xFFFF'FFFEU);
  ask(write.full(), 0xFFFF'FFFDU);
  ask(most, 0x8000'0000U);
  ask(most, 0xFFFF'FFFFU);
  return write.script("tags", "r in kbit/s: each bit of r and of the line rate, the last half bit/s, 1 and the end");
}

}  // namespace weir::cosim::fera_walks
