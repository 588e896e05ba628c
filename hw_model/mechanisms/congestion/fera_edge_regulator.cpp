// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera_edge_regulator.h"

#include <algorithm>

#include "hw_model/frame/fera_tag.h"

namespace weir::congestion {

FeraEdgeRegulator::FeraEdgeRegulator(const FeraEdgeTerms& terms, Time now) : terms_(&terms), full_at_(now) {
  set_rate(terms.initial_kbps, now);
}

// A debt is paid at the new rate; a bucket that is full stays full since the same time.
void FeraEdgeRegulator::set_rate(std::uint32_t kbps, Time now) {
  rate_kbps_ = std::clamp<std::uint32_t>(kbps, 1, terms_->line_kbps);
  bucket_.configure({.rate = BitRate(rate_kbps_ * frame::kFeraRateUnit), .burst = terms_->burst}, now);
  if (full_at_ > now) {
    full_at_ = bucket_.ready_at(terms_->burst, now);
  }
}

void FeraEdgeRegulator::hear_silence(Time now) {
  if (silent_at_ <= now) {
    set_rate(std::min(rate_kbps_, terms_->initial_kbps), silent_at_);
    silent_at_ = kNever;
  }
}

bool FeraEdgeRegulator::is_idle(Time now) {
  hear_silence(now);
  return now >= full_at_ + terms_->patience;
}

void FeraEdgeRegulator::wakes(Time now) {
  if (is_idle(now)) {
    set_rate(terms_->initial_kbps, now);
  }
}

bool FeraEdgeRegulator::conforms(Bytes length, Time now) {
  wakes(now);
  return bucket_.ready_at(length, now) <= now;
}

void FeraEdgeRegulator::sent(Bytes length, Time now) {
  wakes(now);
  bucket_.take(length, now);
  full_at_ = bucket_.ready_at(terms_->burst, now);
}

bool FeraEdgeRegulator::owes(Time now) {
  hear_silence(now);
  if (bucket_.ready_at(Bytes(0), now) > now) {
    owes_ = true;
  } else if (owes_ && paid_at(now) <= now) {
    owes_ = false;
  }
  return owes_;
}

Time FeraEdgeRegulator::paid_at(Time now) {
  hear_silence(now);
  return bucket_.ready_at(terms_->burst / 2, now);
}

std::uint32_t FeraEdgeRegulator::tag_goes(Time now) {
  tag_at_ = now + terms_->tag_interval;
  if (silent_at_ == kNever) {
    silent_at_ = now + terms_->patience;
  }
  return tags_++;
}

bool FeraEdgeRegulator::tag_returns(std::uint32_t sequence, std::uint32_t rate_kbps, Time now) {
  hear_silence(now);
  const bool stale = static_cast<std::int32_t>(sequence - newest_) < 0;
  const bool never_went = static_cast<std::int32_t>(sequence - tags_) >= 0;
  if (stale || never_went) {
    return false;
  }
  newest_ = sequence + 1;
  silent_at_ = kNever;
  set_rate(rate_kbps, now);
  return true;
}

}  // namespace weir::congestion
