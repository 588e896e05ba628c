// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/tcd_timing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "hw_model/base/quantity_text.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/thresholds.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"

namespace weir::congestion {
namespace {

constexpr unsigned kMostTimestampBits = 48;

unsigned watched_classes(const PortContext& context) {
  return std::max(1U, static_cast<unsigned>(std::popcount(context.lossless)));
}

unsigned least_timestamp_bits(const PortContext& context) {
  return safe_timestamp_bits(std::max(longest_on_period(context), sample_period(context)), context.config.tcd.tick,
                             watched_classes(context));
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

Time longest_on_period(const PortContext& context) {
  const TcdConfig& config = context.config.tcd;
  if (config.longest_on > Time(0)) {
    return config.longest_on;
  }
  if (any_detector(context.config, &DetectorTraits::times_credits)) {
    const Time period = config.credit_period > Time(0)
                            ? config.credit_period
                            : serialization_time(flow_control::kRecommendedCreditPeriod, context.line_rate);
    return period + context.recovery;
  }
  const Bytes gap = config.xoff_to_xon > Bytes(0) ? config.xoff_to_xon : context.max_frame * 2;
  return longest_on_period(context.line_rate, gap, context.max_frame, context.propagation, config.epsilon) +
         context.recovery;
}

Time sample_period(const PortContext& context) {
  if (context.config.tcd.period > Time(0)) {
    return context.config.tcd.period;
  }
  return 2 * longest_on_period(context);
}

Bytes flat_band(const PortContext& context) {
  const TcdConfig& config = context.config.tcd;
  if (config.band > Bytes(0)) {
    return config.band;
  }
  const double in_period = config.epsilon * static_cast<double>(context.line_rate.count()) / kBitsPerByte *
                           static_cast<double>(sample_period(context).count()) / kPicosecondsPerSecond;
  return std::max(context.max_frame * 2, Bytes(std::llround(in_period)));
}

ReleaseRule release_rule(const PortContext& context) {
  const ReleaseRule rule = context.config.tcd.rule;
  if (rule != ReleaseRule::kByScheme) {
    return rule;
  }
  return context.pauses ? ReleaseRule::kRiseOrPausing : ReleaseRule::kRise2Mtu;
}

std::uint64_t ticks_of(Time span, Time tick) { return static_cast<std::uint64_t>((span + tick - Time(1)) / tick); }

unsigned safe_timestamp_bits(Time longest, Time tick, unsigned classes) {
  return ledger::bits_for(ticks_of(longest, tick) + classes + 1);
}

unsigned timestamp_bits(const PortContext& context) {
  const unsigned set = context.config.tcd.timestamp_bits;
  return set == 0 ? least_timestamp_bits(context) : set;
}

void check_tcd(const PortContext& context, ledger::Complaints& complaints) {
  const TcdConfig& config = context.config.tcd;
  const auto within_buffer = [&](Bytes value, const std::string& word) {
    check_within_buffer(context, value, "congestion.tcd." + word, complaints);
  };
  complaints.unless(config.epsilon > 0 && config.epsilon <= 1, {"congestion.tcd.epsilon"},
                    "wanted more than 0 and at most 1; got " + std::to_string(config.epsilon));
  complaints.unless(config.tick > Time(0), {"congestion.tcd.tick"},
                    "wanted more than 0ps; got " + quantity_text(config.tick));
  const RedEcnConfig marking = tcd_marking(context);
  complaints.unless(
      marking.k_min < marking.k_max, {"congestion.tcd.k_min", "congestion.tcd.k_max"},
      "wanted less than k_max, " + quantity_text(marking.k_max) + "; got " + quantity_text(marking.k_min));
  within_buffer(marking.k_max, "k_max");
  within_buffer(config.low_threshold, "low_threshold");
  within_buffer(flat_band(context), "band");
  within_buffer(config.hard_level, "hard_level");
  within_buffer(host_hard_level_of(context), "host_hard_level");
  const unsigned least = least_timestamp_bits(context);
  const unsigned bits = timestamp_bits(context);
  complaints.unless(bits >= least && bits <= kMostTimestampBits, {"congestion.tcd.timestamp_bits"},
                    "wanted " + std::to_string(least) + " to " + std::to_string(kMostTimestampBits) +
                        " for max(T_on) = " + quantity_text(longest_on_period(context)) +
                        " and T = " + quantity_text(sample_period(context)) + "; got " + std::to_string(bits));
}

}  // namespace weir::congestion
