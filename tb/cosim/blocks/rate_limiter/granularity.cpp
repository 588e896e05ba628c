// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rate_limiter/granularity.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tb/cosim/blocks/rate_limiter/magnitudes.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::Rounding;

// The number of packets after which the remainders of a tick repeat when a wait is a whole number of subticks.
constexpr std::size_t kRepeat = reference::kSubticks;
constexpr std::size_t kMaxRepeats = 1024;
constexpr long double kPpm = 1e6L;
constexpr std::size_t kFewestPackets = 3;

long double to_ps(Time t) { return static_cast<long double>(t.count()); }

// The number of packets to send. A factor with fraction bits does not repeat soon: then as many packets as bring a tick
// below 5 ppm of the run.
std::size_t packets_of(const Cell& cell) {
  constexpr long double kWantedPpm = 5;
  const bool carries_fraction = cell.form == RateForm::kFixedPoint && cell.config.rounding == Rounding::kResidual;
  if (!carries_fraction) {
    return 2 * kRepeat + 1;
  }
  const long double wanted =
      to_ps(cell.config.period) / cell.asked_interval_ps * kPpm / kWantedPpm / static_cast<long double>(kRepeat);
  const auto repeats = static_cast<std::size_t>(std::min<long double>(wanted, kMaxRepeats)) + 1;
  return (repeats + 1) * kRepeat + 1;
}

Time wait_after_raise(const Cell& cell, const reference::RateLimiter::Factory& factory, std::uint64_t raised,
                      Time after) {
  const auto limiter = factory(cell.form, cell.config, "granularity");
  limiter->set_rate(Time(0), cell.r_r);
  const Time end = cell.transmission();
  limiter->packet_sent(end, end);
  const Time at = end + after;
  limiter->set_rate(at, raised);
  return std::max(limiter->idle_at(), at) - at;
}

// R_r of twice the rate, at most C: (F - 1)/2.
std::uint64_t doubled(const Cell& cell) {
  if (cell.form == RateForm::kStage) {
    return cell.r_r == 0 ? 0 : cell.r_r - 1;
  }
  const std::uint64_t one = std::uint64_t{1} << cell.config.factor_frac;
  return cell.r_r > one ? (cell.r_r - one + 1) / 2 : 0;
}

// Time from a packet's end to the next packet's start at twice the asked rate.
Time doubled_gap(const Cell& cell) {
  const long double gap = cell.asked_interval_ps / 2 - to_ps(cell.transmission());
  return Time(static_cast<std::int64_t>(std::max<long double>(gap, to_ps(cell.config.period))));
}

// Whether R_c holds the wait that the limiter loads, which follows from R_l as the limiter has rounded it: a wait that
// is rounded up past the end of R_c does not fit, a wait that is rounded down below the end fits.
bool wait_fits(const Cell& cell) {
  const LimiterArithmetic maths({cell.form, cell.config});
  const std::int64_t subtick_ps = cell.config.subtick_time().count();
  const auto r_l = static_cast<std::uint64_t>((cell.transmission().count() + subtick_ps - 1) / subtick_ps);
  const std::uint64_t held = std::min(r_l, maths.r_l_max);
  const std::uint64_t gap =
      maths.gap(cell.r_r, maths.r_l(static_cast<std::uint32_t>(held / maths.subticks),
                                    static_cast<std::uint32_t>(held % maths.subticks), cell.config.rounding));
  return gap <= maths.r_c_max;
}

// Whether each interval is that of kRepeat packets before, and has to be so for ever.
bool repeats(const Cell& cell, const std::vector<Time>& starts) {
  const std::uint64_t fraction = (std::uint64_t{1} << cell.config.factor_frac) - 1;
  if (cell.form == RateForm::kFixedPoint && cell.config.rounding == Rounding::kResidual && (cell.r_r & fraction) != 0) {
    return false;
  }
  for (std::size_t n = kRepeat + 2; n < starts.size(); ++n) {
    if (starts[n] - starts[n - 1] != starts[n - kRepeat] - starts[n - kRepeat - 1]) {
      return false;
    }
  }
  return true;
}

double error_ppm(long double asked_ps, long double achieved_ps) {
  return static_cast<double>((asked_ps - achieved_ps) / achieved_ps * kPpm);
}

template <class T>
[[noreturn]] void differ(const Cell& cell, const std::string& what, T wanted, T got) {
  throw std::runtime_error("granularity: " + cell.name() + ": " + what + ": the reference says " +
                           std::to_string(wanted.count()) + " ps, the RTL " + std::to_string(got.count()) + " ps");
}

}  // namespace

double Cell::asked_bps() const {
  return static_cast<double>(static_cast<long double>(frame.count()) * kBitsPerByte * kPicosecondsPerSecond /
                             asked_interval_ps);
}

std::string Cell::name() const {
  return std::to_string(line.count() / 1'000'000) + " Mbps, " + std::to_string(frame.count()) + " B, r_r " +
         std::to_string(r_r) + ", " + std::string(kRoundingNames.at(static_cast<std::size_t>(config.rounding))) + ", " +
         std::string(kRateRaiseNames.at(static_cast<std::size_t>(config.rate_raise)));
}

Cell stage_cell(const RateLimiterConfig& config, BitRate line, Bytes frame, unsigned stage) {
  const long double bits = static_cast<long double>(frame.count()) * kBitsPerByte;
  return {.form = RateForm::kStage,
          .config = config,
          .line = line,
          .frame = frame,
          .r_r = stage,
          .asked_interval_ps = std::ldexp(bits * kPicosecondsPerSecond / static_cast<long double>(line.count()),
                                          static_cast<int>(stage))};
}

Cell fixed_point_cell(const RateLimiterConfig& config, BitRate line, Bytes frame, std::int64_t millionths) {
  constexpr std::int64_t kMillion = 1'000'000;
  const BitRate asked(line.count() / kMillion * millionths + line.count() % kMillion * millionths / kMillion);
  const long double bits = static_cast<long double>(frame.count()) * kBitsPerByte;
  return {.form = RateForm::kFixedPoint,
          .config = config,
          .line = line,
          .frame = frame,
          .r_r = reference::factor_for(line, asked, config).r_r,
          .asked_interval_ps = bits * kPicosecondsPerSecond / static_cast<long double>(asked.count())};
}

std::vector<Time> backlog_starts(reference::RateLimiter& limiter, std::uint64_t r_r, Time transmission,
                                 std::size_t packets) {
  limiter.set_rate(Time(0), r_r);
  std::vector<Time> starts;
  starts.reserve(packets);
  Time end{0};
  for (std::size_t n = 0; n < packets; ++n) {
    const Time start = std::max(end, limiter.idle_at());
    starts.push_back(start);
    end = start + transmission;
    limiter.packet_sent(end, transmission);
  }
  return starts;
}

Trace run_cell(const Cell& cell, const reference::RateLimiter::Factory& factory) {
  const auto limiter = factory(cell.form, cell.config, "granularity");
  Trace trace;
  trace.starts = backlog_starts(*limiter, cell.r_r, cell.transmission(), packets_of(cell));
  trace.raised_to_line_wait = wait_after_raise(cell, factory, 0, cell.config.period);
  trace.doubled_wait = wait_after_raise(cell, factory, doubled(cell), doubled_gap(cell));
  return trace;
}

Figures figures_of(const Cell& cell, const Trace& trace) {
  Figures figures;
  const std::vector<Time>& starts = trace.starts;
  // The first packets are left out: the first of all owes nothing yet.
  const std::size_t first = kRepeat;
  const std::size_t last = starts.size() - 1;
  const long double span = to_ps(starts[last] - starts[first]);
  const long double asked_span = cell.asked_interval_ps * static_cast<long double>(last - first);
  figures.long_run_ppm = error_ppm(asked_span, span);
  figures.resolution_ppm = repeats(cell, starts) ? 0 : static_cast<double>(to_ps(cell.config.period) / span * kPpm);
  for (std::size_t w = 0; w < kWindows.size(); ++w) {
    const std::size_t window = kWindows.at(w);
    Time shortest = Time::max();
    Time longest{0};
    for (std::size_t n = 1; n + window <= last; ++n) {
      const Time took = starts[n + window] - starts[n];
      shortest = std::min(shortest, took);
      longest = std::max(longest, took);
    }
    const long double asked = cell.asked_interval_ps * static_cast<long double>(window);
    figures.fastest_ppm.at(w) = error_ppm(asked, to_ps(shortest));
    figures.slowest_ppm.at(w) = error_ppm(asked, to_ps(longest));
  }
  figures.below_floor = cell.asked_bps() < static_cast<double>(cell.config.floor_rate.count());
  figures.saturates = !wait_fits(cell);
  return figures;
}

std::uint64_t confirm(const Cell& cell, const Trace& trace, const reference::RateLimiter::Factory& factory,
                      std::uint64_t max_cycles) {
  const Time limit = cell.config.period * static_cast<std::int64_t>(max_cycles);
  const auto packets = static_cast<std::size_t>(std::upper_bound(trace.starts.begin(), trace.starts.end(), limit) -
                                                trace.starts.begin());
  if (packets < kFewestPackets) {
    return 0;
  }
  const auto limiter = factory(cell.form, cell.config, "granularity");
  const std::vector<Time> starts = backlog_starts(*limiter, cell.r_r, cell.transmission(), packets);
  for (std::size_t n = 0; n < packets; ++n) {
    if (starts[n] != trace.starts[n]) {
      differ(cell, "packet " + std::to_string(n), trace.starts[n], starts[n]);
    }
  }
  const Time line_wait = wait_after_raise(cell, factory, 0, cell.config.period);
  if (line_wait != trace.raised_to_line_wait) {
    differ(cell, "rate raised to C", trace.raised_to_line_wait, line_wait);
  }
  const Time doubled_wait = wait_after_raise(cell, factory, doubled(cell), doubled_gap(cell));
  if (doubled_wait != trace.doubled_wait) {
    differ(cell, "rate doubled", trace.doubled_wait, doubled_wait);
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(starts.back() / cell.config.period, 1));
}

std::vector<Row> run_sweep(const Sweep& sweep, const reference::RateLimiter::Factory& rtl,
                           std::uint64_t cycles_a_cell) {
  const bool stages = sweep.form == RateForm::kStage;
  const std::size_t settings = stages ? std::size_t{1} << reference::kStageBits : kGridMillionths.size();
  std::vector<Row> rows;
  std::size_t turn = 0;  // which length is next in the sample
  for (const reference::RateRaise rate_raise : sweep.rate_raises) {
    for (const Rounding rounding : sweep.roundings) {
      RateLimiterConfig config;
      config.rounding = rounding;
      config.rate_raise = rate_raise;
      for (const BitRate line : sweep.lines) {
        for (std::size_t s = 0; s < settings; ++s, ++turn) {
          for (std::size_t f = 0; f < kGridBytes.size(); ++f) {
            const Bytes frame(kGridBytes.at(f));
            Row row;
            row.setting = stages ? static_cast<std::int64_t>(s) : kGridMillionths.at(s);
            row.cell = stages ? stage_cell(config, line, frame, static_cast<unsigned>(s))
                              : fixed_point_cell(config, line, frame, row.setting);
            row.trace = run_cell(row.cell, reference::make_reference_rate_limiter);
            row.figures = figures_of(row.cell, row.trace);
            if (f == 0 || f == turn % kGridBytes.size()) {
              row.rtl_cycles = confirm(row.cell, row.trace, rtl, cycles_a_cell);
            }
            row.trace.starts = {};  // thousands of rows are kept
            rows.push_back(std::move(row));
          }
        }
      }
    }
  }
  return rows;
}

}  // namespace weir::cosim
