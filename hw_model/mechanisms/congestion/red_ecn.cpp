// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {
namespace {

constexpr unsigned kEventCounterBits = 64;
constexpr unsigned kMostProbabilityBits = 24;

std::string text(Bytes length) { return std::to_string(length.count()) + " B"; }

void validate(const PortContext& context, const RedEcnConfig& config, const std::string& detector) {
  require_within_buffer(context, config.k_min, detector + ": k_min");
  require_within_buffer(context, config.k_max, detector + ": k_max");
  require(config.k_min < config.k_max,
          detector + ": k_min is " + text(config.k_min) + ", wanted less than k_max, " + text(config.k_max));
  require(config.p_max > 0 && config.p_max <= 1,
          detector + ": p_max is " + std::to_string(config.p_max) + ", wanted more than 0 and at most 1");
  require(config.probability_bits >= 1 && config.probability_bits <= kMostProbabilityBits,
          detector + ": probability_bits is " + std::to_string(config.probability_bits) + ", wanted 1.." +
              std::to_string(kMostProbabilityBits));
}

}  // namespace

std::uint64_t fixed_point(double value, unsigned bits) {
  const double largest = std::ldexp(1.0, static_cast<int>(bits)) - 1;
  return static_cast<std::uint64_t>(std::min(std::round(std::ldexp(value, static_cast<int>(bits))), largest));
}

void require_within_buffer(const PortContext& context, Bytes setting, const std::string& name) {
  require(setting >= Bytes(0) && setting <= context.buffer,
          name + " is " + text(setting) + ", wanted at most the buffer of " + text(context.buffer));
}

void declare_marking(ledger::Block& block, const PortContext& context, const RedEcnConfig& config,
                     const std::string& prefix, const ledger::Origin& origin) {
  validate(context, config, prefix);
  const unsigned depth = depth_bits(context);
  const unsigned probability = config.probability_bits;
  const double span = static_cast<double>((config.k_max - config.k_min).count());
  const auto setting = [&](const char* name, unsigned width, std::uint64_t reset, const char* follows,
                           const char* what) {
    block.add(origin.setting(
        {.name = prefix + name, .width = width, .reset = reset, .width_follows = follows, .description = what}));
  };
  setting("_k_min", depth, static_cast<std::uint64_t>(config.k_min.count()), "bits of the buffer in bytes",
          "VEQ depth in bytes up to which nothing is marked");
  setting("_k_max", depth, static_cast<std::uint64_t>(config.k_max.count()), "bits of the buffer in bytes",
          "VEQ depth in bytes above which every packet is marked");
  setting("_slope", probability + depth, fixed_point(config.p_max / span, probability + depth),
          "a probability for each byte of depth", "p_max / (k_max - k_min), as a binary fraction");
  block.add(origin.internal({.name = prefix + "_random",
                             .width = probability,
                             .reset = 1,
                             .width_follows = "probability_bits",
                             .description = "linear feedback shift register that a probability is compared with"}));
}

void declare_red_ecn(ledger::Block& block, const PortContext& context) {
  const ledger::Origin origin("red_ecn",
                              "S. Floyd, V. Jacobson, Random Early Detection, ToN 1(4), 1993; DCQCN, SIGCOMM '15, "
                              "section 3.1; RFC 3168");
  declare_marking(block, context, context.config.red_ecn, "red", origin);
  block
      .add(origin.setting({.name = "red_classes",
                           .width = context.classes,
                           .reset = (std::uint64_t{1} << context.classes) - 1,
                           .width_follows = "a bit a class",
                           .description = "classes that are marked"}))
      .add(origin.counter({.name = "red_marked",
                           .width = kEventCounterBits,
                           .dimensions = per_class(context),
                           .width_follows = "never wraps: 2^64 packets",
                           .description = "packets that were given CE"}));
}

}  // namespace weir::congestion
