// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/token_bucket.h"

#include <algorithm>

namespace weir::reference {
namespace {

constexpr Wide kPerByte = Wide{kBitsPerByte} * kPicosecondsPerSecond;

Wide level_of(Bytes bytes) { return kPerByte * bytes.count(); }

}  // namespace

void TokenBucket::configure(const TokenBucketConfig& config, Time now) {
  const bool was_off = config_.rate == BitRate(0);
  level_ = was_off ? level_of(config.burst) : std::min(level_at(now), level_of(config.burst));
  since_ = now;
  config_ = config;
}

void TokenBucket::fill(Time now) {
  level_ = level_of(config_.burst);
  since_ = now;
}

Wide TokenBucket::level_at(Time now) const {
  return std::min(level_ + Wide{config_.rate.count()} * (now - since_).count(), level_of(config_.burst));
}

Time TokenBucket::ready_at(Bytes length, Time now) const {
  if (config_.rate == BitRate(0)) {
    return now;
  }
  const Wide missing = level_of(length) - level_at(now);
  if (missing <= 0) {
    return now;
  }
  return now + Time(static_cast<std::int64_t>((missing + config_.rate.count() - 1) / config_.rate.count()));
}

void TokenBucket::take(Bytes length, Time now) {
  if (config_.rate != BitRate(0)) {
    level_ = level_at(now) - level_of(length);
    since_ = now;
  }
}

Bytes TokenBucket::tokens(Time now) const { return Bytes(static_cast<std::int64_t>(level_at(now) / kPerByte)); }

}  // namespace weir::reference
