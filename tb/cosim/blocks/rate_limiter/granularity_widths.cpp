// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/granularity_widths.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "tb/cosim/blocks/rate_limiter/granularity.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;

constexpr std::array<unsigned, 11> kCountdownBits = {26, 28, 30, 31, 32, 34, 36, 37, 38, 39, 40};
constexpr std::array<std::int64_t, 3> kFrames = {64, 1500, 9216};
constexpr std::array<unsigned, 9> kIntegerBits = {12, 16, 20, 21, 22, 23, 24, 25, 26};
constexpr std::array<unsigned, 8> kFractionBits = {2, 4, 6, 8, 10, 12, 14, 16};
constexpr Bytes kLongest{9216};
constexpr std::size_t kPackets = 3;
constexpr std::size_t kManyPackets = 60 * 256;

std::vector<Time> starts_of(RateForm form, const RateLimiterConfig& config, std::uint64_t r_r, Time transmission,
                            std::size_t packets = kPackets) {
  const auto limiter = reference::make_reference_rate_limiter(form, config, "granularity");
  return backlog_starts(*limiter, r_r, transmission, packets);
}

double bps_between(Bytes frame, const std::vector<Time>& starts) {
  const auto packets = static_cast<double>(starts.size() - 2);
  return packets * static_cast<double>(frame.count() * kBitsPerByte) / seconds(starts.back() - starts[1]);
}

// R_c of the stage form as wide as the model allows, so that it is not what limits.
RateLimiterConfig wide() {
  RateLimiterConfig config;
  config.factor_frac = 1;  // the other form's, which shares the 62 bits
  config.r_c = 61;
  return config;
}

// The least width for which `starts` with it are those of the widest.
template <class SetWidth>
unsigned fewest_bits(RateForm form, RateLimiterConfig config, std::uint64_t r_r, Time transmission, unsigned widest,
                     SetWidth set_width) {
  set_width(config, widest);
  const std::vector<Time> wanted = starts_of(form, config, r_r, transmission);
  unsigned bits = widest;
  while (bits > 1) {
    set_width(config, bits - 1);
    if ((std::uint64_t{1} << config.r_c) <= config.subticks || starts_of(form, config, r_r, transmission) != wanted) {
      break;
    }
    --bits;
  }
  return bits;
}

}  // namespace

std::vector<CountdownWidth> countdown_widths(BitRate line) {
  std::vector<CountdownWidth> widths;
  for (const unsigned bits : kCountdownBits) {
    RateLimiterConfig config;
    config.r_c = bits;
    for (const std::int64_t frame : kFrames) {
      // The slowest stage loads more than any of these widths can hold.
      const std::vector<Time> starts =
          starts_of(RateForm::kStage, config, config.r_r_max(RateForm::kStage), serialization_time(Bytes(frame), line));
      widths.push_back({bits, Bytes(frame), bps_between(Bytes(frame), starts)});
    }
  }
  return widths;
}

std::vector<FactorRange> factor_ranges(const std::vector<BitRate>& lines) {
  std::vector<FactorRange> ranges;
  for (const unsigned bits : kIntegerBits) {
    for (const BitRate line : lines) {
      // Fraction bits do not matter at the low end; without them the product stays within 62 bits.
      RateLimiterConfig config;
      config.factor_int = bits;
      config.factor_frac = 1;
      config.r_c = 61;
      const Bytes frame(kFrames.front());
      const std::vector<Time> starts = starts_of(RateForm::kFixedPoint, config, config.r_r_max(RateForm::kFixedPoint),
                                                 serialization_time(frame, line));
      ranges.push_back({bits, line, bps_between(frame, starts)});
    }
  }
  return ranges;
}

std::vector<FactorStep> factor_steps(BitRate line) {
  constexpr Bytes kFrame{1500};
  std::vector<FactorStep> steps;
  for (const unsigned bits : kFractionBits) {
    RateLimiterConfig config;
    config.factor_frac = bits;
    FactorStep worst{bits, 0, 0};
    for (const std::int64_t millionths : kGridMillionths) {
      const Cell cell = fixed_point_cell(config, line, kFrame, millionths);
      const std::vector<Time> starts =
          starts_of(RateForm::kFixedPoint, config, cell.r_r, cell.transmission(), kManyPackets + 2);
      const double error = (bps_between(kFrame, starts) / cell.asked_bps() - 1) * 1e6;
      if (std::abs(error) > std::abs(worst.worst_ppm)) {
        worst = {bits, error, millionths};
      }
    }
    steps.push_back(worst);
  }
  return steps;
}

std::vector<LineWidths> line_widths(const std::vector<BitRate>& lines) {
  std::vector<LineWidths> widths;
  for (const BitRate line : lines) {
    const RateLimiterConfig config = wide();
    LineWidths width{};
    width.line = line;
    const Time transmission = serialization_time(kLongest, line);
    width.r_l_tick_bits = fewest_bits(RateForm::kStage, config, 1, transmission, config.r_l_ticks,
                                      [](RateLimiterConfig& c, unsigned bits) { c.r_l_ticks = bits; });
    while (reference::stage_rate(line, width.stage + 1) >= config.floor_rate) {
      ++width.stage;
    }
    width.stage_bps = std::ldexp(static_cast<double>(line.count()), -static_cast<int>(width.stage));
    width.countdown_bits = fewest_bits(RateForm::kStage, config, width.stage, transmission, config.r_c,
                                       [](RateLimiterConfig& c, unsigned bits) { c.r_c = bits; });
    widths.push_back(width);
  }
  return widths;
}

std::vector<FlipFlops> flip_flops(const RateLimiterConfig& config) {
  const unsigned subtick = static_cast<unsigned>(std::bit_width(config.subticks - 1));
  std::vector<FlipFlops> counts;
  for (const RateForm form : {RateForm::kStage, RateForm::kFixedPoint}) {
    const bool stage = form == RateForm::kStage;
    const unsigned r_r = stage ? config.stage : config.factor_int + config.factor_frac;
    const unsigned r_c = config.r_c + (stage ? 0 : config.factor_frac);
    counts.push_back({form, false, config.r_l_ticks, r_r, r_c - subtick});
    counts.push_back({form, true, config.r_l_ticks + subtick, r_r, r_c});
  }
  return counts;
}

}  // namespace weir::cosim
