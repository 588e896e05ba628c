// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/gfc_packet_bound.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weir::bounds {
namespace {

using reference::Rounding;

// A stream of packets: at most `counted` bytes in each `spacing`.
struct PacketStream {
  Bytes counted;
  Time spacing;

  Bytes in(Time span) const {
    return Bytes(static_cast<std::int64_t>(Wide{counted.count()} * span.count() / spacing.count()));
  }
  Time time_of(Bytes bytes) const {
    return Time(static_cast<std::int64_t>(Wide{bytes.count()} * spacing.count() / counted.count()));
  }
  bool operator<(const PacketStream& other) const {
    return Wide{counted.count()} * other.spacing.count() < Wide{other.counted.count()} * spacing.count();
  }
};

// The frames of a loop as its bounds see them.
class Frames {
 public:
  explicit Frames(const GfcLoop& loop) : loop_(loop) {
    std::int64_t step = 0;
    for (const GfcLoop::Frame& frame : loop.frames) {
      step = std::gcd(step, frame.counted.count());
      longest_ = std::max(longest_, frame.counted);
      longest_wire_ = std::max(longest_wire_, frame.wire);
      shortest_wire_ = std::min(shortest_wire_, frame.wire);
    }
    step_ = Bytes(step);
  }

  Bytes longest() const { return longest_; }
  Bytes step() const { return step_; }
  Time longest_wire() const { return longest_wire_; }

  // How much longer than a window the starts of the packets that end in it may lie apart.
  Time slack() const { return longest_wire_ - shortest_wire_ + loop_.limiter.period; }

  // The largest depth up to `bytes`, and below `bytes`, that a sum of frames can be.
  Bytes whole(Bytes bytes) const { return bytes / step_ * step_; }
  Bytes below(Bytes bytes) const { return whole(bytes - Bytes(1)); }

  // The most that a sender sends at stage k, C/2^k but for the limiter's rounding and what the frames count.
  PacketStream at_stage(unsigned k) const {
    return most([&](const GfcLoop::Frame& frame) { return spacing(frame, k); });
  }

  // The bound at the top of a linear map, where the rate is C over `range` bytes, or 1 bit/s.
  GfcBound bound(Bytes top, const PacketStream& line, Bytes range) const {
    const Wide spacing = Wide{line.spacing.count()} * std::min(range.count(), loop_.rate.count());
    return {top, step_, line.counted, Time(static_cast<std::int64_t>(std::min<Wide>(spacing, kNever.count())))};
  }

  // The stream at line rate, so that a rate R sends R/C of it. Nothing if the limiter does not keep that proportion.
  std::optional<PacketStream> at_rates_up_to_line() const {
    const BitRate lowest = reference::lowest_rate(loop_.rate, loop_.limiter);
    for (const GfcLoop::Frame& frame : loop_.frames) {
      const Wide longest_gap = Wide{rounded(frame).count()} * (loop_.rate.count() / lowest.count() + 1);
      if (rounded(frame) <= Time(0) || longest_gap > largest_gap().count()) {
        return std::nullopt;
      }
    }
    return most([&](const GfcLoop::Frame& frame) {
      return std::min({frame.wire, rounded(frame), serialization_time(frame.length, loop_.rate)});
    });
  }

 private:
  template <class Spacing>
  PacketStream most(Spacing spacing) const {
    PacketStream most{Bytes(0), Time(1)};
    for (const GfcLoop::Frame& frame : loop_.frames) {
      most = std::max(most, PacketStream{frame.counted, spacing(frame)});
    }
    return most;
  }

  Time largest_gap() const {
    return loop_.limiter.subtick_time() * ((std::int64_t{1} << std::min(loop_.limiter.r_c, 40U)) - 1);
  }

  // R_l, as a time.
  Time rounded(const GfcLoop::Frame& frame) const {
    const reference::RateLimiterConfig& limiter = loop_.limiter;
    const Time wire = std::min(frame.wire, limiter.longest_transmission());
    if (limiter.rounding == Rounding::kResidual) {
      return wire;
    }
    const Time rest = wire % limiter.period;
    const bool up = (limiter.rounding == Rounding::kCeil && rest > Time(0)) ||
                    (limiter.rounding == Rounding::kNearest && 2 * rest >= limiter.period);
    return wire - rest + (up ? limiter.period : Time(0));
  }

  // Time from the start of a packet at stage k to the start of the next packet.
  Time spacing(const GfcLoop::Frame& frame, unsigned k) const {
    const BitRate target = reference::stage_rate(loop_.rate, k);
    if (target >= loop_.limiter.floor_rate) {
      const Wide gap = Wide{rounded(frame).count()} * ((std::int64_t{1} << k) - 1);
      return frame.wire + Time(static_cast<std::int64_t>(std::min<Wide>(gap, largest_gap().count())));
    }
    // Below the floor a class is held until its packet has had its time at the target.
    return serialization_time(frame.length, std::max(target, BitRate(1)));
  }

  const GfcLoop& loop_;
  Bytes longest_;
  Bytes step_;
  Time longest_wire_;
  Time shortest_wire_ = kNever;
};

// Bytes in `span` over bytes in `range`.
double ratio(const PacketStream& flow, Time span, Bytes range) {
  return static_cast<double>(flow.counted.count()) / static_cast<double>(flow.spacing.count()) *
         static_cast<double>(span.count()) / static_cast<double>(range.count());
}

// L x `share` rounded up, as far as a double can say.
Bytes part_of(Bytes length, double share) {
  return Bytes(static_cast<std::int64_t>(std::ceil(share * static_cast<double>(length.count()))));
}

// The highest VIQ under a linear map whose feedback is at most `latency` old. Beyond the fluid bound packets add (1 -
// a)/a L in whole frames, and two frames. Nothing if theorem 4.1's Bm - B0 >= 4 C tau does not hold.
std::optional<Bytes> top_of_linear(const Frames& frames, const PacketStream& line, Time latency, Bytes b0, Bytes bm) {
  const double x = ratio(line, latency, bm - b0);
  if (4 * x > 1) {
    return std::nullopt;
  }
  const double a = (1 + std::sqrt(1 - 4 * x)) / 2;
  const Bytes late = std::min(frames.longest() - Bytes(1), part_of(frames.longest(), (1 - a) / a));
  return frames.below(bm) + frames.whole(late) + 2 * frames.longest();
}

// The highest VIQ for frames of one length, by the last message that finds room; this room is h. Until the message is
// obeyed frames come at the rate of the message before, which found h' <= (h + (2 + c) L) / b, then at the rate for h:
// whole frames, one more at each of the two rates, and one at the end. `late` is c/b, what comes at the rate of h' over
// h'.
std::optional<Bytes> top_of_one_length(const Frames& frames, double k, double late, Bytes bm) {
  constexpr int kTried = 64;
  if (1 - k - late < 4.0 / kTried) {
    return std::nullopt;  // the most may lie further out
  }
  const Bytes length = frames.longest();
  Bytes most;
  for (int i = 0; i < kTried; ++i) {
    const Bytes h = bm - frames.below(bm) + i * length;
    const double earlier = static_cast<double>(h.count()) + (2 + late) * static_cast<double>(length.count());
    most = std::max(most, bm - h + frames.whole(part_of(Bytes(1), late * earlier)) + frames.whole(part_of(h, k)));
  }
  return most + 3 * length;
}

// The highest VIQ under a linear map whose rate is set once in `period`, `late` after it was computed, late <= period.
// Nothing if theorem 5.1's (sqrt(late) + sqrt(period))^2 C does not hold.
std::optional<Bytes> top_of_sampled(const Frames& frames, const PacketStream& line, Time period, Time late, Bytes b0,
                                    Bytes bm) {
  const double k = ratio(line, period, bm - b0);
  const double c = ratio(line, late, bm - b0);
  const double under_root = (1 - k - c) * (1 - k - c) - 4 * k * c;
  if (k + c >= 1 || under_root < 0) {
    return std::nullopt;
  }
  const double b = (1 - k - c + std::sqrt(under_root)) / 2;
  const Bytes late_bytes = std::min(frames.longest(), part_of(frames.longest(), c / b));
  const Bytes top = frames.whole(bm - Bytes(1) + 3 * frames.longest() + late_bytes);
  const auto exact = frames.step() == frames.longest() ? top_of_one_length(frames, k, c / b, bm) : std::nullopt;
  return exact ? std::min(top, *exact) : top;
}

}  // namespace

Bytes GfcBound::after(Time span) const { return at_once + PacketStream{later, spacing}.in(span) / step * step; }

Time GfcBound::suffices(Bytes room) const {
  if (room < at_once) {
    return Time(-1);
  }
  const Bytes too_much = (room - at_once) / step * step + step;
  const Wide until = (Wide{too_much.count()} * spacing.count() + later.count() - 1) / later.count();
  return Time(static_cast<std::int64_t>(std::min<Wide>(until, kNever.count()))) - Time(1);
}

// before[k]: most in the VIQ just before the last packet that ends while the sender may not know of stage k. In the
// latency of B_k's message packets come as fast as the stage lets them that the sender knows of by then: k - 1, or a
// lower one r - 1, if B_r was reached so late that its message, too, is on its way. Then those up to before[r] and one
// more come at stage r - 1, and the rest at stage r.
GfcBound buffer_based_bound(const GfcLoop& loop, const std::vector<Bytes>& thresholds) {
  const Frames frames(loop);
  const Time latency = loop.pipeline + loop.retry + std::max(loop.wait, loop.feedback) + loop.feedback +
                       2 * loop.delay + loop.processing + frames.slack();
  std::vector<PacketStream> stage;
  for (unsigned k = 0; k <= thresholds.size(); ++k) {
    stage.push_back(frames.at_stage(k));
  }
  std::vector<Bytes> before{Bytes(0)};
  for (std::size_t k = 1; k <= thresholds.size(); ++k) {
    const Bytes reached = thresholds[k - 1];
    const Bytes below = frames.below(reached);
    Bytes most = below + frames.whole(stage[k - 1].in(latency));
    for (std::size_t r = 1; r < k; ++r) {
      const Bytes late = before[r] + frames.longest();
      if (late < reached) {
        continue;  // B_k is reached only when stage r is obeyed
      }
      const Bytes faster = std::min(late - below, frames.whole(stage[r - 1].in(latency)));
      const Time left = std::max(latency - stage[r - 1].time_of(faster), Time(0));
      most = std::max(most, below + faster + frames.whole(stage[r].in(left)));
    }
    before.push_back(most);
  }
  const PacketStream last = stage.back();
  return {before.back() + 2 * frames.longest(), frames.step(), last.counted, last.spacing};
}

std::optional<GfcBound> conceptual_bound(const GfcLoop& loop, Bytes b0, Bytes bm) {
  const Frames frames(loop);
  const auto line = frames.at_rates_up_to_line();
  if (!line) {
    return std::nullopt;
  }
  const Time latency = loop.pipeline + 2 * loop.delay + loop.processing + frames.slack();
  const auto top = top_of_linear(frames, *line, latency, b0, bm);
  return top ? std::optional(frames.bound(*top, *line, bm - b0)) : std::nullopt;
}

Time message_wait(const GfcLoop& loop, int classes) {
  return loop.retry + std::max(loop.wait, loop.feedback) + loop.feedback * (classes - 1);
}

Time credit_age(const GfcLoop& loop, Time period, int classes) {
  return period + message_wait(loop, classes) + loop.feedback + loop.processing + loop.wait;
}

bool keeps_rates(const GfcLoop& loop) { return Frames(loop).at_rates_up_to_line().has_value(); }

std::optional<GfcBound> time_based_bound(const GfcLoop& loop, Bytes b0, Bytes bm, Time period, int classes) {
  const Frames frames(loop);
  const auto line = frames.at_rates_up_to_line();
  if (!line) {
    return std::nullopt;
  }
  const Time jitter = message_wait(loop, classes);
  const Time slack = frames.longest_wire() + loop.limiter.period;
  auto top = top_of_linear(frames, *line, period + jitter + loop.processing + slack, b0, bm);
  if (!top && loop.processing <= period - jitter) {
    top = top_of_sampled(frames, *line, period + jitter + slack, loop.processing + slack, b0, bm);
  }
  return top ? std::optional(frames.bound(*top, *line, bm - b0)) : std::nullopt;
}

}  // namespace weir::bounds
