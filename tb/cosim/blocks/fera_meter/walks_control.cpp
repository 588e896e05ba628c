// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// q beside Q_eq, the gain, the bounds of the step, and every product at a half.

#include "hw_model/reference/fera_steps.h"
#include "tb/cosim/blocks/fera_meter/walks.h"

namespace weir::cosim::fera_walks {

namespace {

// rho = 1 and a step without bounds.
void open(FeraWriter& write, std::uint64_t r) {
  write.calm();
  write.stands().line = FeraWriter::most(write.config().rate_bits);
  write.set_rate(0, r);
  write.stands().least_step = 0;
  write.stands().most_step = 4 * write.one() - 1;
  exactly(write, 64, write.one());
}

}  // namespace

// Q_eq and q that differ by one and in one bit, at each bit; f at both ends.
FeraScript slopes(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const unsigned bits = config.fraction_bits + config.q_bits;
  const std::uint64_t most = FeraWriter::most(config.q_bits);
  const auto ask = [&](std::uint64_t q, std::uint64_t q_eq, std::uint64_t gain, std::uint32_t least = 0) {
    open(write, write.full() - 3);
    write.stands().q_eq = static_cast<std::uint32_t>(q_eq);
    write.stands().gain = std::min(gain, FeraWriter::most(bits));
    write.stands().least_f = least;
    write.ask(0, {.arrived = 64, .queue = static_cast<std::uint32_t>(q)});
  };
  for (unsigned bit = 0; bit < config.q_bits; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    const std::uint64_t high = most & ~(2 * one - 1);
    const std::uint64_t quarter = std::uint64_t{1} << (bits - 2);
    ask(high + one, high + one - 1, quarter);
    ask(high + one - 1, high + one, quarter);
    ask(one - 1, one, quarter);
    ask(most, most ^ one, quarter >> bit);
    ask(most ^ one, most, (quarter >> bit) | 1);
  }
  for (unsigned bit = 0; bit <= config.fraction_bits; ++bit) {  // c at and beside f, and f at its end
    const std::uint64_t one = std::uint64_t{1} << bit;
    for (const std::int64_t beside : {-1, 0, 1}) {
      const std::uint64_t f = std::min<std::uint64_t>(one, write.one() - 1);
      ask(1, 0, (write.one() - f) << config.q_bits, static_cast<std::uint32_t>(static_cast<std::int64_t>(f) + beside));
    }
  }
  for (const std::uint64_t change : {1U, 7U, 8U, 16U}) {  // in ones, below and above Q_eq
    for (const std::uint64_t beside : {0U, 1U}) {
      const std::uint64_t distance = std::uint64_t{1} << 6;
      const std::uint64_t gain = (((change * write.one() + beside - 1) << config.q_bits) / distance) | (beside & 1);
      ask(100, 100 + distance, gain);
      ask(100 + distance, 100, gain, 7);
      ask(0, most, gain << 6);
    }
  }
  ask(0, most, ~std::uint64_t{0});
  ask(most, 0, ~std::uint64_t{0}, 5);
  ask(most, most, ~std::uint64_t{0});
  ask(most, most, ~std::uint64_t{0}, 2 * write.one() - 1);
  return write.script("slopes", "q one byte below, at and above Q_eq at each bit; f at c, at 8 and beside them");
}

// Changes of f beyond what it holds, each of one bit, with a load and without.
void saturated(FeraWriter& write, const FeraMeterConfig& config) {
  const unsigned bits = config.fraction_bits + config.q_bits;
  const std::uint64_t farthest = FeraWriter::most(config.q_bits);
  for (unsigned bit = config.fraction_bits + 3; bit < bits; ++bit) {
    const bool last = bit + 1 == bits;
    const std::uint64_t distance = last ? farthest : farthest / 2 + 1;
    const auto gain = static_cast<std::uint64_t>((Wide{1} << (bit + config.q_bits)) / distance + (last ? 1 : 0));
    for (const bool above : {false, true}) {
      for (const std::uint64_t rho : {std::uint64_t{write.one()}, std::uint64_t{0}}) {
        open(write, write.full() / 8);
        exactly(write, 64, rho);
        write.stands().q_eq = above ? 0 : static_cast<std::uint32_t>(distance);
        write.stands().gain = gain;
        write.stands().least_f = 1;
        write.ask(0, {.arrived = 64, .queue = above ? static_cast<std::uint32_t>(distance) : 0});
      }
    }
  }
}

// Each bit of the gain, with a queue so far from Q_eq that the bit shows.
FeraScript gains(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const unsigned bits = config.fraction_bits + config.q_bits;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned far = std::min(config.q_bits - 1, bits - 2 > bit ? bits - 2 - bit : 0);
    for (const bool above : {false, true}) {
      open(write, write.full() + write.full() / 3);
      const std::uint32_t distance = std::uint32_t{1} << far;
      write.stands().q_eq = above ? 0 : distance;
      write.stands().gain = (std::uint64_t{1} << bit) | (above ? 1U : 0U);
      write.stands().least_f = 1;
      write.ask(0, {.arrived = 64, .queue = above ? distance : 0});
    }
  }
  saturated(write, config);
  return write.script("gains", "each bit of k/Q_eq, and each bit alone that f cannot hold, on both sides of Q_eq");
}

// Large f, and 1 + f - rho below 0.
void far_from_one(FeraWriter& write, const FeraMeterConfig& config) {
  for (unsigned ones = 1; ones < 7; ++ones) {  // f
    open(write, write.full() / 8);
    write.stands().q_eq = 64;
    write.stands().gain = std::uint64_t{ones * write.one() + ones} << (config.q_bits - 6);
    write.ask(0, {.arrived = 64});
  }
  for (const std::uint64_t arrived : {64U, 6'400U}) {  // 1 + f - rho below 0, by how much ever
    open(write, write.full());
    write.stands().least_step = 3;
    write.stands().gain = FeraWriter::most(config.fraction_bits + config.q_bits);
    write.ask(0, {.arrived = arrived * 3, .queue = write.stands().q_eq + 5});
  }
}

// The sum one unit below, at and above both bounds of the step at each bit; the sum below 0, and the largest.
FeraScript steps(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const std::uint32_t two = 2 * write.one();
  const auto ask = [&](std::uint32_t sum, std::uint32_t least, std::uint32_t most, std::uint64_t r) {
    open(write, r);
    write.stands().least_step = FeraWriter::fit(least, config.fraction_bits + 1);
    write.stands().most_step = FeraWriter::fit(most, config.fraction_bits + 2);
    if (sum <= two) {
      exactly(write, 64, two - sum);
    } else {  // f above one
      exactly(write, 64, 0);
      write.stands().q_eq = 2;
      write.stands().gain = std::uint64_t{sum - two} << (config.q_bits - 1);
    }
    write.ask(0, {.arrived = 64, .queue = sum > two ? 0 : write.stands().q_eq});
  };
  for (unsigned bit = 0; bit < config.fraction_bits + 2 && !write.divides(); ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    const std::uint64_t r = write.full() - 5;
    ask(one, one - 1, one - 1, r);
    ask(one - 1, 0, one, r);
    ask(one, one, one, r);
    if (bit <= config.fraction_bits) {
      ask(one - 1, one, 4 * write.one() - 1, r);
    }
    if (const std::uint32_t most = 4 * write.one() - 1; bit > 0) {
      ask(most ^ one, 0, most, r);
      ask(most, 0, most ^ one, r);
    }
  }
  for (unsigned bit = 0; bit < config.rate_bits; ++bit) {  // r and the step, each bit alone
    for (const bool alone : {false, true}) {
      const std::uint32_t step = alone ? 1U << (bit % (config.fraction_bits + 1)) : write.one() + 1;
      open(write, alone ? std::uint64_t{1} << bit : FeraWriter::most(bit + 1));
      write.stands().least_step = write.stands().most_step = step;
      if (write.divides()) {
        exactly(write, write.one(), step);
      }
      write.ask(0, {.arrived = write.divides() ? write.one() : 64U, .queue = write.stands().q_eq});
    }
  }
  for (unsigned bit = 0; bit < config.fraction_bits + reference::kFeraRatioBits && write.divides(); ++bit) {  // 1/rho
    const unsigned above = bit < config.fraction_bits ? 0 : bit - config.fraction_bits;
    open(write, std::max<std::uint64_t>(1, (write.full() >> above) - 3));
    exactly(write, 64, std::uint64_t{1} << bit);
    write.ask(0, {.arrived = 64, .queue = write.stands().q_eq});
  }
  far_from_one(write, config);
  return write.script("steps",
                      "the bounds of the step at each bit, one unit below, at and above; each bit of r by a step");
}

// rho, or 1/rho, and its product with what it meets next.
void round_ratios(FeraWriter& write, const FeraMeterConfig& config, std::uint64_t half) {
  for (std::uint32_t beside = 0; beside < 4; ++beside) {
    open(write, write.full());
    if (write.divides()) {
      const std::uint32_t one = write.one();
      write.stands().interval = write.stands().least_clock = 1;
      const std::uint32_t arrived = beside == 0 ? one : beside == 1 ? 2 * one + 1 : beside == 2 ? 2 * one : 2 * one - 1;
      write.stands().cycle_bytes = std::uint64_t{1} << reference::FeraMeterCycle::kCycleBits;
      write.ask(0, {.arrived = arrived, .queue = write.stands().q_eq});
      const std::uint32_t ratios[] = {one, 1, one / 2, one - 1};  // times one and a unit
      open(write, write.full());
      exactly(write, one, ratios[beside]);
      write.stands().q_eq = 100;
      write.stands().gain = 2 * half;
      write.ask(0, {.arrived = one, .queue = 99});
    } else {
      const std::uint32_t one = write.one();
      write.stands().shift = config.fraction_bits;
      const std::uint32_t inverses[] = {one, one / 2 - 1, one / 2, one / 2 + 1};
      write.stands().inverse = inverses[beside];
      write.ask(0, {.arrived = 1, .queue = write.stands().q_eq});
      // 64/63 of T: a product that is not whole.
      const std::uint32_t rhos[] = {0, 1, 2'048, 2'049};
      open(write, write.full());
      write.stands().interval = 64;
      write.stands().least_clock = 1;
      exactly(write, 64, rhos[beside]);
      write.ask(0, {.arrived = 64, .paused = 1, .queue = write.stands().q_eq});
    }
  }
}

// Every product with what is lost of it nothing, below a half, a half, above one.
FeraScript roundings(const FeraMeterConfig& config) {
  FeraWriter write(config);
  const std::uint64_t half = std::uint64_t{1} << (config.q_bits - 1);
  for (const std::uint64_t gain : {2 * half, half - 1, half, half + 1, 3 * half}) {
    for (const std::uint32_t queue : {99U, 101U}) {
      open(write, write.full());
      write.stands().q_eq = 100;
      write.stands().gain = gain;
      write.ask(0, {.arrived = 64, .queue = queue});
    }
  }
  const std::uint64_t f_half = write.one() / 2;
  for (const std::uint64_t r : {2 * f_half, f_half - 1, f_half, f_half + 1, 3 * f_half, std::uint64_t{1}}) {
    open(write, r);
    write.stands().least_step = write.stands().most_step = write.one() + 1;
    exactly(write, write.one(), write.one() + 1);
    write.ask(0, {.arrived = write.one(), .queue = write.stands().q_eq});
  }
  // r C_i/C_(i-1)
  for (const std::uint64_t r : {std::uint64_t{1'024}, std::uint64_t{511}, std::uint64_t{512}, std::uint64_t{513}}) {
    write.calm();
    write.capacity(std::min<std::uint64_t>(1'024, FeraWriter::most(config.capacity_bits)));
    write.stands().inverse = write.one();
    write.stands().shift = 10;
    write.set_rate(0, r);
    write.stands().capacity = 1;
    write.stands().shift = 9;
    write.stands().scales_fall = true;
    write.ask(0, {});
  }
  round_ratios(write, config, half);
  return write.script("roundings", "each product exact, one unit below a half, at a half and above it");
}

}  // namespace weir::cosim::fera_walks
