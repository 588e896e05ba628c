// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera_views.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "hw_model/reference/fera_fixed_point.h"
#include "hw_model/reference/fera_meter.h"
#include "hw_model/reference/fera_queue_control.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::congestion {
namespace {

using reference::FeraForm;
using reference::FeraQueueControl;
using reference::FeraSettings;

constexpr unsigned kMostRateBits = 31;  // the RTL's parameter FIRST, a rate, is an int

// A member that is a real number, in units of 2^-bits; `less` is taken off it before.
FeraView fraction_of(std::string name, double FeraSettings::*member, unsigned bits, unsigned above, const char* what,
                     double less = 0) {
  return {.name = std::move(name),
          .width = bits + above,
          .follows = FeraWidths::kFraction,
          .what = what,
          .read =
              [member, bits, less](const FeraConfig& config) {
                return static_cast<std::uint64_t>(reference::fera_constant(config.meter.*member - less, bits));
              },
          .write =
              [member, bits, less](FeraConfig& config, std::uint64_t value) {
                config.meter.*member = std::ldexp(static_cast<double>(value), -static_cast<int>(bits)) + less;
              }};
}

FeraView length_of(std::string name, Bytes FeraSettings::*member, unsigned depth, const char* what) {
  return {.name = std::move(name),
          .width = depth,
          .follows = FeraWidths::kDepth,
          .what = what,
          .read = [member](const FeraConfig& config) { return ledger::register_value(config.meter.*member); },
          .write = [member](FeraConfig& config,
                            std::uint64_t value) { config.meter.*member = Bytes(static_cast<std::int64_t>(value)); }};
}

// Times in cycles of the pipeline.
FeraView interval_of(const PortContext& context, unsigned width) {
  return {.name = "fera_interval",
          .width = width,
          .follows = "bits of T in clock cycles",
          .what = "T in clock cycles",
          .read = [clock = context.clock](
                      const FeraConfig& config) { return static_cast<std::uint64_t>(config.meter.interval / clock); },
          .write =
              [clock = context.clock](FeraConfig& config, std::uint64_t value) {
                const auto old = static_cast<double>(config.meter.interval.count());
                config.meter.interval = clock * static_cast<std::int64_t>(value);
                const auto now = static_cast<double>(config.meter.interval.count());
                config.meter.least_clock = now > 0 ? std::min(1.0, config.meter.least_clock * old / now) : 1;
              }};
}

// The slope is a register of its own: a new Q_eq leaves it.
FeraView q_eq_of(unsigned depth) {
  FeraView setting = length_of("fera_q_eq", &FeraSettings::q_eq, depth, "Q_eq in bytes");
  setting.write = [](FeraConfig& config, std::uint64_t value) {
    const auto old = static_cast<double>(config.meter.q_eq.count());
    config.meter.k *= static_cast<double>(value) / old;
    config.meter.q_eq = Bytes(static_cast<std::int64_t>(value));
  };
  return setting;
}

FeraView gain_of(const FeraWidths& widths) {
  const unsigned bits = widths.fraction + widths.depth;
  return {.name = "fera_gain",
          .width = bits,
          .follows = "a fraction for each byte of depth",
          .what = "k/Q_eq of the queue control function, as a binary fraction",
          .read =
              [depth = widths.depth](const FeraConfig& config) {
                return static_cast<std::uint64_t>(reference::fera_gain(config.meter, depth));
              },
          .write =
              [bits](FeraConfig& config, std::uint64_t value) {
                config.meter.k = std::ldexp(static_cast<double>(value), -static_cast<int>(bits)) *
                                 static_cast<double>(config.meter.q_eq.count());
              }};
}

std::vector<FeraView> of_the_function(const FeraSettings& meter, const FeraWidths& widths) {
  const unsigned fraction = widths.fraction;
  std::vector<FeraView> all;
  if (meter.queue_control == FeraQueueControl::kHyperbolic) {
    all.push_back(fraction_of("fera_a", &FeraSettings::a, fraction, 1, "a - 1 of the hyperbola above Q_eq", 1));
    all.push_back(fraction_of("fera_b", &FeraSettings::b, fraction, 1, "b - 1 of the hyperbola up to Q_eq", 1));
  } else {
    all.push_back(gain_of(widths));
  }
  if (meter.queue_control == FeraQueueControl::kMultistage) {
    all.push_back(
        {.name = "fera_stages",
         .width = 4,
         .follows = "up to 8",
         .what = "stages of the queue control function",
         .read = [](const FeraConfig& config) { return config.meter.stages; },
         .write = [](FeraConfig& config, std::uint64_t value) { config.meter.stages = static_cast<unsigned>(value); }});
  }
  all.push_back(fraction_of("fera_c", &FeraSettings::c, fraction, 1, "least f(q)"));
  return all;
}

// gamma as the form has it: divisor_free multiplies rho with 1/gamma.
FeraView gamma_of(const FeraSettings& meter, unsigned fraction) {
  FeraView setting = fraction_of("fera_gamma", &FeraSettings::gamma, fraction, 2, "gamma: part of C above Q_eq");
  if (meter.form == FeraForm::kDivisorFree) {
    setting.what = "1/gamma: by which rho is multiplied above Q_eq";
    setting.read = [fraction](const FeraConfig& config) {
      return static_cast<std::uint64_t>(reference::fera_constant(1 / config.meter.gamma, fraction));
    };
    setting.write = [fraction](FeraConfig& config, std::uint64_t value) {
      config.meter.gamma = value == 0 ? 0 : std::ldexp(1.0, static_cast<int>(fraction)) / static_cast<double>(value);
    };
  }
  return setting;
}

// By which delta_i shrinks: what is not set follows eta, until software writes either.
FeraView eta_down_of(unsigned fraction) {
  FeraView setting = fraction_of("fera_eta_down", &FeraSettings::eta_down, fraction, 1,
                                 "1/eta: delta_i is multiplied by it above Q_sc");
  setting.read = [fraction](const FeraConfig& config) {
    return static_cast<std::uint64_t>(reference::fera_constant(reference::fera_eta_down(config.meter), fraction));
  };
  return setting;
}

std::vector<FeraView> of_the_enhancements(const FeraSettings& meter, const FeraWidths& widths) {
  const unsigned fraction = widths.fraction;
  std::vector<FeraView> all;
  if (meter.lambda < 1)
    all.push_back(
        fraction_of("fera_lambda", &FeraSettings::lambda, fraction, 1, "weight of the moving average; one: none"));
  if (meter.delta > 0) {
    all.push_back(fraction_of("fera_delta", &FeraSettings::delta, widths.rate - 1, 1, "first limit of an increase"));
    FeraView eta = fraction_of("fera_eta", &FeraSettings::eta, fraction, 7, "eta: delta_i grows by it below Q_eq");
    eta.write = [write = eta.write](FeraConfig& config, std::uint64_t value) {
      config.meter.eta_down = reference::fera_eta_down(config.meter);
      write(config, value);
    };
    all.push_back(std::move(eta));
    all.push_back(eta_down_of(fraction));
    all.push_back(length_of("fera_q_sc", &FeraSettings::q_sc, widths.depth, "Q_sc in bytes"));
  }
  if (meter.gamma < 1)
    all.push_back(gamma_of(meter, fraction));
  for (FeraView& setting : all)
    setting.enhancement = true;
  return all;
}

// The least t, in cycles: the register stays where T changes, up to T.
FeraView least_clock_of(const PortContext& context, unsigned width) {
  return {.name = "fera_least_clock",
          .width = width,
          .follows = "bits of T in clock cycles",
          .what = "clock cycles of T that count at least",
          .read =
              [clock = context.clock](const FeraConfig& config) {
                const auto cycles = static_cast<double>(config.meter.interval / clock);
                return static_cast<std::uint64_t>(std::llround(config.meter.least_clock * cycles));
              },
          .write =
              [clock = context.clock](FeraConfig& config, std::uint64_t value) {
                config.meter.least_clock =
                    static_cast<double>(value) / static_cast<double>(config.meter.interval / clock);
              }};
}

}  // namespace

const char* fera_rtl_block(const PortContext& context) {
  const FeraSettings& meter = context.config.fera.meter;
  const bool built = meter.queue_control == FeraQueueControl::kLinear && meter.lambda >= 1 && meter.delta == 0 &&
                     meter.gamma >= 1 && meter.clock == reference::FeraClock::kStands && !meter.takes_off_time &&
                     meter.scaling != reference::FeraScaling::kNever &&
                     meter.rounding == reference::FeraRounding::kNearest &&
                     meter.overflow == reference::FeraOverflow::kSaturates &&
                     reference::in_range("PORTS", context.ports) && meter.rate_bits <= kMostRateBits;
  const bool bit_serial = meter.form == FeraForm::kDividing && meter.division == reference::FeraDivision::kBitSerial;
  return !built ? "" : meter.form == FeraForm::kDivisorFree ? "fera_meter" : bit_serial ? "fera_meter_dividing" : "";
}

FeraWidths::FeraWidths(const PortContext& context)
    : fraction(context.config.fera.meter.fraction_bits),
      rate(context.config.fera.meter.rate_bits),
      depth(depth_bits(context)),
      interval(ledger::bits_for(static_cast<std::uint64_t>(context.config.fera.meter.interval / context.clock))),
      capacity(ledger::bits_for(ledger::register_value(fera_interval_bytes(context)))),
      arrived(fera_port(context).arrived_bits) {}

std::vector<FeraView> fera_views(const PortContext& context) {
  const FeraSettings& meter = context.config.fera.meter;
  const FeraWidths widths(context);
  std::vector<FeraView> all = {
      interval_of(context, widths.interval),
      {.name = "fera_classes",
       .width = context.classes,
       .follows = "a bit a class",
       .what = "classes that are counted and whose tags are lowered",
       .read = [built = (1U << context.classes) -
                        1](const FeraConfig& config) { return std::uint64_t{config.classes & built}; },
       .write = [](FeraConfig& config, std::uint64_t value) { config.classes = static_cast<ClassMask>(value); }},
      q_eq_of(widths.depth),
  };
  if (meter.clock == reference::FeraClock::kStands)
    all.push_back(least_clock_of(context, widths.interval));
  if (meter.form == FeraForm::kDivisorFree) {
    all.push_back(fraction_of("fera_least_step", &FeraSettings::least_step, widths.fraction, 1,
                              "least 1 + f - rho that r is multiplied with"));
    all.push_back(fraction_of("fera_most_step", &FeraSettings::most_step, widths.fraction, 2, "and the most"));
  }
  for (auto part : {of_the_function(meter, widths), of_the_enhancements(meter, widths)})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace weir::congestion
