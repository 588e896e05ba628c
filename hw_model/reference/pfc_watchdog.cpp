// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/pfc_watchdog.h"

namespace weir::reference {
namespace {

constexpr std::int64_t kMicrosecond = 1'000'000;

// Whether `microseconds` are more than `percent` % of `whole`.
bool more_than(std::uint64_t microseconds, std::int64_t percent, Time whole) {
  return Wide{static_cast<std::int64_t>(microseconds)} * kMicrosecond * 100 > Wide{whole.count()} * percent;
}

bool keeps_values(PfcRule rule) { return rule == PfcRule::kBroadcom || rule == PfcRule::kCisco; }

bool measures(PfcRule rule) { return rule == PfcRule::kMellanox || rule == PfcRule::kMellanoxUntil4784; }

// Whether bad polls of that time in a row tell of a storm; `bad` includes this poll.
bool is_storm(Time bad, const PfcWatchdogTimes& times) {
  if (times.rule == PfcRule::kMellanox)
    return Wide{bad.count()} * 100 > Wide{times.detection.count()} * 99;
  return bad >= times.detection;
}

}  // namespace

PfcNews PfcWatchdog::poll(const PfcSample& now, Time measured, const PfcWatchdogTimes& times) {
  return stormed_ && !times.alert ? restore(now, times) : detect(now, measured, times);
}

bool PfcWatchdog::is_bad(const PfcSample& now, Time measured, const PfcWatchdogTimes& times) const {
  const bool told = now.received > *last_received_;
  const bool holds = now.bytes > Bytes(0);
  const bool sent_nothing = now.packets == last_->packets;
  const std::uint64_t us = now.paused_us - last_->paused_us;
  const std::uint64_t quanta = now.paused_quanta - last_->paused_quanta;
  constexpr std::int64_t kMostOfAPoll = 80;
  switch (times.rule) {
    case PfcRule::kBroadcom:
      return told && now.on2off == last_->on2off && now.paused && last_->paused;
    case PfcRule::kCisco:
      return now.paused;
    case PfcRule::kMellanox:
    case PfcRule::kMellanoxUntil4784:
      return holds && sent_nothing && more_than(us, 99, measured);
    case PfcRule::kVs:
      return sent_nothing && (holds ? told : more_than(us, kMostOfAPoll, times.poll));
    case PfcRule::kBarefoot:
      return sent_nothing && (holds ? told : more_than(quanta, kMostOfAPoll, times.poll));
    case PfcRule::kTeralynx:
      return told && more_than(quanta, kMostOfAPoll, times.poll) && (sent_nothing || !holds);
  }
  return false;
}

PfcNews PfcWatchdog::detect(const PfcSample& now, Time measured, const PfcWatchdogTimes& times) {
  const bool compares = last_.has_value();
  const bool bad = compares && is_bad(now, measured, times);
  last_ = now;
  last_received_ = now.received;
  if (!compares)
    return PfcNews::kNone;
  if (!bad) {
    bad_ = Time(0);
    return stormed_ ? PfcNews::kRestore : PfcNews::kNone;
  }
  bad_ += measures(times.rule) ? measured : times.poll;
  if (!is_storm(bad_, times))
    return PfcNews::kNone;
  bad_ = Time(0);
  if (!keeps_values(times.rule)) {
    last_.reset();
    last_received_.reset();
  }
  return PfcNews::kStorm;
}

PfcNews PfcWatchdog::restore(const PfcSample& now, const PfcWatchdogTimes& times) {
  const bool by_status = times.rule == PfcRule::kCisco;
  const bool compares = by_status || last_received_.has_value();
  const bool good = by_status ? !now.paused : compares && now.received == *last_received_;
  last_received_ = now.received;
  if (!compares)
    return PfcNews::kNone;
  good_ = good ? good_ + times.poll : Time(0);
  if (good_ < times.restoration || !good)
    return PfcNews::kNone;
  good_ = Time(0);
  return PfcNews::kRestore;
}

}  // namespace weir::reference
