// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/tcd.h"

#include <bit>
#include <cmath>

#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"

namespace weir::congestion {
namespace {

constexpr unsigned kEventCounterBits = 64;
constexpr unsigned kStateBits = 2;  // 0 non-congestion, 1 congestion, 2 undetermined
constexpr unsigned kMostTimestampBits = 48;

struct Widths {
  std::uint64_t longest_on = 0;  // ticks
  unsigned timestamp = 0;
};

Widths widths_of(const PortContext& context, DetectorKind form) {
  const TcdConfig& config = context.config.tcd;
  require(config.epsilon > 0 && config.epsilon <= 1,
          "tcd: epsilon is " + std::to_string(config.epsilon) + ", wanted more than 0 and at most 1");
  require(config.tick > Time(0), "tcd: tick is " + std::to_string(config.tick.count()) + " ps, wanted more than 0");
  const Time longest = longest_on_period(context, form);
  const auto classes = static_cast<unsigned>(std::popcount(context.lossless));
  const unsigned least = safe_timestamp_bits(longest, config.tick, classes);
  const unsigned bits = config.timestamp_bits == 0 ? least : config.timestamp_bits;
  require(bits >= least && bits <= kMostTimestampBits,
          "tcd: timestamp_bits is " + std::to_string(bits) + ", wanted " + std::to_string(least) + ".." +
              std::to_string(kMostTimestampBits) + ": max(T_on) is " + std::to_string(longest.count()) + " ps");
  return {.longest_on = static_cast<std::uint64_t>((longest + config.tick - Time(1)) / config.tick), .timestamp = bits};
}

// What a queue remembers.
void declare_state(ledger::Block& block, const PortContext& context, unsigned timestamp, const ledger::Origin& origin) {
  const ledger::Dimensions each_class = per_lossless_class(context);
  const auto state = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.state(
        {.name = name, .width = width, .dimensions = each_class, .width_follows = follows, .description = what}));
  };
  state("tcd_off_end", timestamp, "2^width > max(T_on)/tick + classes + 1, against wrap-around",
        "time stamp: end of the latest OFF period");
  state("tcd_recent", 1, "", "tcd_off_end is in use: no older than max(T_on) when the sweep last looked");
  state("last_state", kStateBits, "three states", "0 non-congestion, 1 congestion, 2 undetermined");
  state("queue_sample", depth_bits(context), "bits of the buffer in bytes",
        "VEQ depth when the period T of a released queue last ended");
  state("tcd_sampled_at", timestamp, "as tcd_off_end", "time stamp: when the period T of a released queue last ended");
}

void declare_settings(ledger::Block& block, const PortContext& context, const Widths& widths,
                      const ledger::Origin& origin) {
  const TcdConfig& config = context.config.tcd;
  require_within_buffer(context, config.low_threshold, "tcd: low_threshold");
  block
      .add(origin.setting({.name = "tcd_longest_on",
                           .width = widths.timestamp,
                           .reset = widths.longest_on,
                           .width_follows = "as tcd_off_end",
                           .description = "max(T_on) in ticks, and the period T in which a released queue is sampled"}))
      .add(origin.setting({.name = "tcd_low_threshold",
                           .width = depth_bits(context),
                           .reset = static_cast<std::uint64_t>(config.low_threshold.count()),
                           .width_follows = "bits of the buffer in bytes",
                           .description = "VEQ depth in bytes at or below which a released queue is in state 0"}));
  declare_marking(block, context, config.marking, "tcd", origin);
}

}  // namespace

Time longest_on_period(BitRate line_rate, Bytes xoff_to_xon, Bytes max_frame, Time propagation, double epsilon) {
  const auto picoseconds = [&](Bytes length) {
    return static_cast<double>(length.count()) * kBitsPerByte * kPicosecondsPerSecond /
           static_cast<double>(line_rate.count());
  };
  const double tau = 2 * picoseconds(max_frame) + 2 * static_cast<double>(propagation.count());
  return Time(std::llround((2 * picoseconds(xoff_to_xon) + tau) / (2 * epsilon) + tau));
}

Time longest_on_period(const PortContext& context, DetectorKind form) {
  const TcdConfig& config = context.config.tcd;
  if (form == DetectorKind::kTcdInfiniband) {
    return config.credit_period > Time(0)
               ? config.credit_period
               : serialization_time(flow_control::kRecommendedCreditPeriod, context.line_rate);
  }
  const Bytes gap = config.xoff_to_xon > Bytes(0) ? config.xoff_to_xon : context.max_frame * 2;
  return longest_on_period(context.line_rate, gap, context.max_frame, context.propagation, config.epsilon);
}

unsigned safe_timestamp_bits(Time longest_on, Time tick, unsigned classes) {
  const auto ticks = static_cast<std::uint64_t>((longest_on + tick - Time(1)) / tick);
  return ledger::bits_for(ticks + classes + 1);
}

void declare_tcd(ledger::Block& block, const PortContext& context, DetectorKind form) {
  const bool infiniband = form == DetectorKind::kTcdInfiniband;
  const ledger::Origin origin(infiniband ? "tcd_infiniband" : "tcd",
                              infiniband ? "TCD, sections 4.4 and 4.5" : "TCD, sections 4.3 and 4.5");
  const Widths widths = widths_of(context, form);
  const ledger::Dimensions each_class = per_lossless_class(context);
  declare_state(block, context, widths.timestamp, origin);
  declare_settings(block, context, widths, origin);
  block
      .add(origin.internal({.name = "tcd_now",
                            .width = widths.timestamp,
                            .width_follows = "as tcd_off_end",
                            .description = "present time in ticks, modulo 2^width"}))
      .add(origin.internal({.name = "tcd_sweep",
                            .width = ledger::bits_to_name(each_class.front().size),
                            .width_follows = "names a class",
                            .description = "class whose time stamps the sweep looks at next, one a tick"}));
  const auto counted = [&](const char* name, const char* what) {
    block.add(origin.counter({.name = name,
                              .width = kEventCounterBits,
                              .dimensions = each_class,
                              .width_follows = "never wraps: 2^64 packets",
                              .description = what}));
  };
  counted("tcd_ue_marked", "packets that were given UE");
  counted("tcd_ce_marked", "packets that were given CE");
}

}  // namespace weir::congestion
