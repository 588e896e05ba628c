// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr char kSource[] = "FERA, chapter 5";
constexpr char kEnhancements[] = "FERA, chapter 7";
constexpr unsigned kMostRateBits = 48;
constexpr unsigned kMostFractionBits = 24;

struct Widths {
  unsigned rate = 0;
  unsigned fraction = 0;
  unsigned depth = 0;
  unsigned capacity = 0;  // C T in bytes
  unsigned arrived = 0;   // what all ports together can send in T
  unsigned interval = 0;
};

Widths widths_of(const PortContext& context) {
  const FeraConfig& config = context.config.fera;
  require(config.interval >= context.clock,
          "fera: interval is " + std::to_string(config.interval.count()) + " ps, wanted at least a clock period");
  require(config.rate_bits >= 2 && config.rate_bits <= kMostRateBits,
          "fera: rate_bits is " + std::to_string(config.rate_bits) + ", wanted 2.." + std::to_string(kMostRateBits));
  require(config.fraction_bits >= 1 && config.fraction_bits <= kMostFractionBits,
          "fera: fraction_bits is " + std::to_string(config.fraction_bits) + ", wanted 1.." +
              std::to_string(kMostFractionBits));
  require(config.n0 >= 1, "fera: n0 is 0, wanted 1 or more");
  for (const double part : {config.k, config.lambda, config.delta, config.gamma})
    require(part >= 0 && part <= 1, "fera: k, lambda, delta and gamma are within 0..1");
  require(config.q_eq > Bytes(0), "fera: q_eq is 0 B, wanted more");
  require_within_buffer(context, config.q_eq, "fera: q_eq");
  const auto capacity = static_cast<std::uint64_t>(bytes_in(config.interval, context.line_rate).count());
  const auto of_a_port = static_cast<std::uint64_t>(bytes_in(config.interval, context.fastest_port).count());
  return {.rate = config.rate_bits,
          .fraction = config.fraction_bits,
          .depth = depth_bits(context),
          .capacity = ledger::bits_for(capacity),
          .arrived = ledger::bits_for(of_a_port * context.ports),
          .interval = ledger::bits_for(static_cast<std::uint64_t>(config.interval / context.clock))};
}

// Settings of the basic algorithm and of its enhancements, each of which is a switch.
void declare_settings(ledger::Block& block, const PortContext& context, const Widths& widths,
                      const ledger::Origin& origin) {
  const FeraConfig& config = context.config.fera;
  const std::uint64_t capacity = static_cast<std::uint64_t>(bytes_in(config.interval, context.line_rate).count());
  const auto setting = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows,
                           const char* what) {
    block.add(
        origin.setting({.name = name, .width = width, .reset = reset, .width_follows = follows, .description = what}));
  };
  setting("fera_interval", widths.interval, static_cast<std::uint64_t>(config.interval / context.clock),
          "bits of T in clock cycles", "T in clock cycles");
  setting("fera_q_eq", widths.depth, static_cast<std::uint64_t>(config.q_eq.count()), "bits of the buffer in bytes",
          "Q_eq in bytes");
  setting("fera_gain", widths.fraction + widths.depth,
          fixed_point(config.k / static_cast<double>(config.q_eq.count()), widths.fraction + widths.depth),
          "a fraction for each byte of depth", "k/Q_eq of the queue control function, as a binary fraction");
  setting("fera_capacity", widths.capacity, capacity, "bits of C T in bytes", "C T in bytes");
  setting("fera_initial_rate", widths.rate, (std::uint64_t{1} << (widths.rate - 1)) / config.n0, "rate_bits", "C/N_0");
  const auto enhancement = [&](const char* name, unsigned width, double value, const char* follows, const char* what) {
    block.add(origin.setting({.name = name,
                              .width = width,
                              .reset = fixed_point(value, width),
                              .width_follows = follows,
                              .source = kEnhancements,
                              .description = what}));
  };
  enhancement("fera_lambda", widths.fraction, config.lambda, "fraction_bits", "weight of the moving average; 0: none");
  enhancement("fera_delta", widths.rate, config.delta / 2, "rate_bits", "largest increase of the rate; 0: no limit");
  enhancement("fera_gamma", widths.fraction, config.gamma, "fraction_bits", "part of C when q > Q_eq; 0: all of it");
}

}  // namespace

void declare_fera(ledger::Block& block, const PortContext& context) {
  const Widths widths = widths_of(context);
  const ledger::Origin origin("fera", kSource);
  const std::uint64_t line = std::uint64_t{1} << (widths.rate - 1);
  declare_settings(block, context, widths, origin);
  const auto state = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows, const char* what) {
    block.add(
        origin.state({.name = name, .width = width, .reset = reset, .width_follows = follows, .description = what}));
  };
  state("fera_arrived", widths.arrived, 0, "bits of what all ports can send in T, in bytes",
        "A: bytes that have arrived for this port in the present interval");
  state("fera_arrived_last", widths.arrived, 0, "as fera_arrived", "A of the interval before, until it is divided by");
  state("fera_queue", widths.depth, 0, "bits of the buffer in bytes", "q at the end of the interval before");
  state("fera_rate", widths.rate, line, "rate_bits", "r: the advertised rate, 2^(width-1) is C");
}

// r f(q) C / A, one quotient bit a cycle: T is thousands of cycles, so one divider serves all ports in turn.
void declare_fera_divider(ledger::Block& block, const PortContext& context) {
  const Widths widths = widths_of(context);
  const ledger::Origin origin("fera", kSource);
  const unsigned quotient = widths.rate + widths.fraction + widths.capacity;
  const auto internal = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.internal({.name = name, .width = width, .width_follows = follows, .description = what}));
  };
  internal("fera_dividend", quotient, "rate_bits + fraction_bits + bits of C T",
           "r f(q) C, shifted out as the quotient is shifted in");
  internal("fera_divisor", widths.arrived, "as fera_arrived", "A of the port at hand");
  internal("fera_remainder", widths.arrived + 1, "as fera_arrived, and a sign", "partial remainder");
  internal("fera_step", ledger::bits_for(quotient), "counts the bits of the dividend", "quotient bits still to come");
  internal("fera_port", ledger::bits_to_name(context.ports), "names a port", "port whose rate is being computed");
  internal("fera_timer", widths.interval, "bits of T in clock cycles", "clock cycles until the interval ends");
}

}  // namespace weir::congestion
