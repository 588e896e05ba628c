// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/tcd_detector_cycle.h"

#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {
namespace {

constexpr std::uint8_t kNotCapable = 0;
constexpr std::uint8_t kCe = 3;

}  // namespace

void TcdDetectorConfig::validate() const {
  for (const std::string& wrong :
       {out_of_range("stamp_bits", stamp_bits, "STAMP_W"), out_of_range("q_bits", q_bits, "Q_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("TCD detector: " + wrong);
    }
  }
}

TcdDetectorCycle::TcdDetectorCycle(const TcdDetectorConfig& config)
    : stamp_mask_((config.validate(), (std::uint32_t{1} << config.stamp_bits) - 1)) {}

TcdDetectorOutputs TcdDetectorCycle::evaluate(const TcdDetectorInputs& in) {
  if (!in.rst_n) {
    now_ = {};
  }
  Registers next = now_;
  return step(in, next);
}

TcdDetectorOutputs TcdDetectorCycle::clock(const TcdDetectorInputs& in) {
  if (!in.rst_n) {
    now_ = {};
  }
  Registers next = now_;
  const TcdDetectorOutputs out = step(in, next);
  if (in.rst_n) {
    now_ = next;
  }
  return out;
}

// `next` begins as a copy of the registers.
TcdDetectorOutputs TcdDetectorCycle::step(const TcdDetectorInputs& in, Registers& next) const {
  const auto bytes = [](std::uint32_t count) { return Bytes(std::int64_t{count}); };
  TcdDetectorOutputs out{.running = now_.running,
                         .pause_seen = now_.queue.pause_seen(),
                         .held = now_.queue.held(),
                         .ecn = in.ecn,
                         .state = static_cast<std::uint8_t>(now_.queue.state()),
                         .stamp = now_.stamp,
                         .sample = static_cast<std::uint32_t>(now_.queue.sample().count())};
  const std::uint32_t age = (in.now - now_.stamp) & stamp_mask_;
  const bool over = age >= (now_.queue.samples() ? in.period : in.longest_on);
  next.running = now_.running && !(in.sweep && over);
  if (in.off_end) {
    next.queue.off_ends();
    next.stamp = in.now;
    next.running = true;
  }
  if (!in.departs) {
    return out;
  }
  const bool runs = in.off_end || (now_.running && !over);
  const TcdDecision decision = next.queue.departs(
      bytes(in.behind), runs,
      {.low_threshold = bytes(in.low_threshold),
       .rise = bytes(in.rise),
       .band = bytes(in.band),
       .sticky = in.sticky,
       .hold = in.hold},
      [&] { return in.red_mark; }, [&] { return in.paused; });
  if (decision.span == TcdSpan::kBegun) {
    next.stamp = in.now;
  }
  if (decision.span != TcdSpan::kKept) {
    next.running = decision.span == TcdSpan::kBegun;
  }
  const bool congested = decision.congested || in.behind > in.hard_level;
  out.ce = congested && in.ecn != kNotCapable;
  out.ue = !congested && next.queue.state() == TcdState::kUndetermined && in.ecn != kNotCapable && in.ecn != kCe;
  out.ecn = out.ce ? kCe : out.ue ? in.undetermined : in.ecn;
  return out;
}

}  // namespace weir::reference
