// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/tcd_detector/coverage.h"

namespace weir::cosim {

using reference::TcdDetectorConfig;
using reference::TcdState;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kDeparts, kDepartsAfterOff, kOffEnds, kSweep, kReset, kDepartsAndSweep = kReset };
enum Span : std::size_t { kRuns, kOver, kSwept };
enum HoldEnd : std::size_t { kBySample, kByLow, kByOffEnd };
enum Outcome : std::size_t { kQuiet, kCongested, kHardMark, kHardWhileUndetermined, kUndetermined };
// NOLINTEND(performance-enum-size)

// "held": in state 1 by a sample.
const std::vector<std::string> kStates = {"non_congestion", "congestion", "undetermined", "released", "held"};
constexpr std::size_t kHeld = 4;
const std::vector<std::string> kEventNames = {"departs", "departs_after_off", "off_ends", "sweep", "reset"};
const std::vector<std::string> kStepEvents = {"departs", "departs_after_off", "off_ends", "sweep", "departs_and_sweep"};
const std::vector<std::string> kNoYes = {"no", "yes"};

// The place in kStates.
std::size_t place_of(const reference::TcdDetectorOutputs& out) { return out.held ? kHeld : out.state; }
bool samples(const reference::TcdDetectorOutputs& out) {
  return out.held || TcdState{out.state} == TcdState::kReleased;
}

std::size_t event_of(const reference::TcdDetectorInputs& in) {
  return !in.rst_n    ? std::size_t{kReset}
         : in.departs ? std::size_t{in.off_end ? kDepartsAfterOff : kDeparts}
         : in.off_end ? std::size_t{kOffEnds}
                      : std::size_t{kSweep};
}

}  // namespace

TcdDetectorCoverage::TcdDetectorCoverage(const TcdDetectorConfig& widths, unsigned /*latency*/)
    : stamp_mask_((std::uint32_t{1} << widths.stamp_bits) - 1),
      steps_("step", {{"state", kStates}, {"event", kStepEvents}, {"span", {"runs", "over", "swept"}}}),
      moves_("move", {{"from", kStates}, {"to", kStates}}),
      comparisons_("of",
                   {{"longest_on", widths.stamp_bits},
                    {"period", widths.stamp_bits},
                    {"low_threshold", widths.q_bits},
                    {"rise", widths.q_bits},
                    {"band", widths.q_bits},
                    {"hard_level", widths.q_bits}},
                   "left"),
      releases_("release", {{"risen", kNoYes},
                            {"stands", kNoYes},
                            {"paused", kNoYes},
                            {"seen", kNoYes},
                            {"sticky", kNoYes},
                            {"held", kNoYes},
                            {"hold", kNoYes}}),
      marks_("mark", {{"outcome", {"quiet", "congested", "hard", "hard_while_undetermined", "undetermined"}},
                      numbers("ecn", 0, 3),
                      numbers("undetermined", 0, 3)}),
      events_(kEventNames, "quiet"),
      wraps_("wrap", {{"state", kStates}, {"now", {"above_the_stamp", "below_the_stamp"}}, {"span", {"runs", "over"}}}),
      holds_("hold", {{"samples", {"1", "2", "3_to_7", "8_or_more"}}, {"ends_by", {"sample", "low", "off_end"}}}) {
  const auto index = [](TcdState state) { return static_cast<std::size_t>(state); };
  moves_.rule_out(moves_.index({index(TcdState::kNonCongestion), index(TcdState::kReleased)}));
  moves_.rule_out(moves_.index({index(TcdState::kCongestion), index(TcdState::kReleased)}));
  moves_.rule_out(moves_.index({index(TcdState::kUndetermined), index(TcdState::kCongestion)}));
  for (const TcdState state : {TcdState::kNonCongestion, TcdState::kCongestion, TcdState::kUndetermined}) {
    moves_.rule_out(moves_.index({index(state), kHeld}));
  }
  for (std::size_t bits = 0; bits < 32; ++bits) {  // what has risen stands
    releases_.rule_out(
        releases_.index({1, 0, bits >> 4U, bits >> 3U & 1U, bits >> 2U & 1U, bits >> 1U & 1U, bits & 1U}));
  }
}

bool TcdDetectorCoverage::is_over(const Inputs& in, const Outputs& out) const {
  return ((in.now - out.stamp) & stamp_mask_) >= (samples(out) ? in.period : in.longest_on);
}

void TcdDetectorCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const bool happens = !in[i].rst_n || in[i].departs || in[i].off_end || in[i].sweep;
    const std::size_t event = happens ? event_of(in[i]) : EventGroups::kNone;
    follow(event, out[i]);
    if (!happens) {
      continue;
    }
    if (in[i].rst_n) {
      const Span span = !out[i].running ? kSwept : is_over(in[i], out[i]) ? kOver : kRuns;
      const bool both = in[i].departs && in[i].sweep && !in[i].off_end;
      steps_.hit(steps_.index({place_of(out[i]), both ? std::size_t{kDepartsAndSweep} : event, span}));
    }
    if (in[i].rst_n && in[i].off_end && out[i].held) {
      hold_ends(kByOffEnd);
    }
    if (in[i].rst_n && in[i].departs) {
      departure(in[i], out[i]);
    }
  }
}

// Counts the state to which the event of the previous cycle has led, and states between events. In a reset the state is
// gone already.
void TcdDetectorCoverage::follow(std::size_t event, const Outputs& out) {
  constexpr std::uint64_t kOfPackets = (std::uint64_t{1} << kSweep) - 1;
  if ((events_.before() & kOfPackets) != 0 && event != kReset) {
    moves_.hit(moves_.index({state_before_, place_of(out)}));
  }
  events_.event(event);
  state_before_ = place_of(out);
}

void TcdDetectorCoverage::departure(const Inputs& in, const Outputs& out) {
  const bool sampled = samples(out);
  const TcdState state{out.state};
  const bool over = is_over(in, out);
  const std::uint32_t age = (in.now - out.stamp) & stamp_mask_;
  if (out.running && !in.off_end) {
    wraps_.hit(wraps_.index({place_of(out), in.now < out.stamp ? 1U : 0U, over ? 1U : 0U}));
    if (!sampled) {
      comparisons_.compared(kLongestOn, age, in.longest_on);
    }
  }
  bool congested = false;
  const bool undetermined = in.off_end || (out.running && !over && !sampled);
  if (!undetermined && (sampled || state == TcdState::kUndetermined)) {
    comparisons_.compared(kLow, in.behind, in.low_threshold);
    if (out.held && in.behind <= in.low_threshold) {
      hold_ends(kByLow);
    }
    if (sampled && in.behind > in.low_threshold) {
      const std::uint64_t risen = std::uint64_t{out.sample} + in.rise;
      const std::uint64_t standing = std::uint64_t{in.behind} + in.band;
      const bool pause = in.paused || (in.sticky && out.pause_seen);
      congested = in.behind > risen || (standing >= out.sample && pause);
      if (out.running && congested != out.held) {
        comparisons_.compared(kPeriod, age, in.period);
      }
      congested = over || !out.running ? congested : out.held;
      release(in, out, over || !out.running);
    }
  } else if (!undetermined) {
    congested = in.red_mark;
  }
  const bool hard = in.behind > in.hard_level;
  if (!congested && in.ecn != 0) {
    comparisons_.compared(kHard, in.behind, in.hard_level);
  }
  const Outcome outcome = congested      ? kCongested
                          : undetermined ? (hard ? kHardWhileUndetermined : kUndetermined)
                          : hard         ? kHardMark
                                         : kQuiet;
  marks_.hit(marks_.index({outcome, in.ecn, in.undetermined}));
}

// After how many samples that said congested a hold ends, and by what.
void TcdDetectorCoverage::hold_ends(std::size_t by) {
  const std::uint64_t bin = samples_held_ < 3 ? samples_held_ - 1 : samples_held_ < 8 ? 2 : 3;
  holds_.hit(holds_.index({bin, by}));
}

// A queue that is sampled, above the low threshold.
void TcdDetectorCoverage::release(const Inputs& in, const Outputs& out, bool over) {
  if (!over) {
    return;
  }
  const std::uint64_t rises_at = std::uint64_t{out.sample} + in.rise;
  const std::uint64_t standing = std::uint64_t{in.behind} + in.band;
  const bool risen = in.behind > rises_at;
  const bool stands = standing >= out.sample;
  const bool pause = in.paused || (in.sticky && out.pause_seen);
  releases_.hit(releases_.index({std::size_t{risen}, stands, in.paused, out.pause_seen, in.sticky, out.held, in.hold}));
  const bool due = risen || (stands && pause);
  if (out.held && !due) {
    hold_ends(kBySample);
  }
  samples_held_ = !due || !in.hold ? 0 : out.held ? samples_held_ + 1 : 1;
  if (!(stands && pause)) {
    comparisons_.compared(kRise, in.behind, rises_at);
  }
  if (pause && !risen) {
    comparisons_.compared(kStands, standing, out.sample);
  }
}

}  // namespace weir::cosim
