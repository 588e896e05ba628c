// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_judge.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weir::oracle {

namespace {

constexpr std::size_t kFalseOnes = 16;

}  // namespace

KnotJudge::KnotJudge(std::vector<std::size_t> peers, Time life, Time found_within, StopsForEver stops_for_ever)
    : peers_(std::move(peers)),
      life_(life),
      found_within_(found_within),
      stops_for_ever_(std::move(stops_for_ever)),
      tracker_(peers_),
      places_(peers_.size()) {}

void put_in_order(std::vector<KnotEntry>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const KnotEntry& a, const KnotEntry& b) {
    return std::tuple(a.at, a.event, a.place, a.of) < std::tuple(b.at, b.event, b.place, b.of);
  });
}

void KnotJudge::judge(std::vector<KnotEntry> entries) {
  put_in_order(entries);
  for (const KnotEntry& entry : entries) {
    apply(entry);
  }
}

void KnotJudge::apply(const KnotEntry& entry) {
  Place& place = places_[entry.place];
  switch (entry.event) {
    case KnotEvent::kDisturbed:
      disturbed_at_ = entry.at;
      break;
    case KnotEvent::kGated:
      place.gated = entry.amount;
      break;
    case KnotEvent::kStands:
    case KnotEvent::kFalls:
      tracker_.stands(entry.place, entry.of, Bytes(entry.amount), entry.at);
      break;
    case KnotEvent::kHeld:
      if (place.gated == entry.amount) {
        tracker_.hold(entry.place, entry.at);
      }
      break;
    case KnotEvent::kPauses:
      place.said = 0;
      tracker_.pause(entry.place, Bytes(entry.amount), entry.at);
      break;
    case KnotEvent::kLowers:
      tracker_.lower(entry.place, Bytes(entry.amount), entry.at);
      break;
    case KnotEvent::kDeclared:
      declared(entry.place, entry.at);
      break;
    case KnotEvent::kResolved:
      ++resolutions_;
      needless_ += tracker_.deadlocked(entry.place) ? 0 : 1;
      break;
    case KnotEvent::kFreed:
      place.gated = 0;
      if (std::ranges::find(places_[peers_[entry.place]].acts, entry.at) == places_[peers_[entry.place]].acts.end()) {
        ++ran_out_;
        disturbed_at_ = entry.at;
      }
      tracker_.free(entry.place, entry.at);
      break;
    case KnotEvent::kResumes:
      place.acts.push_back(Time(entry.amount));
      tracker_.resume(entry.place, entry.at);
      break;
    case KnotEvent::kForgets:
      tracker_.forget(entry.place, entry.at);
      break;
    case KnotEvent::kActs:
      std::erase(place.acts, entry.at);
      tracker_.resume_acts(entry.place, entry.at);
      break;
  }
}

void KnotJudge::declared(std::size_t viq, Time now) {
  const Verdict said = verdict(viq, now);
  if (said == Verdict::kTrue) {
    tracker_.declared(viq, now);
  }
  const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(said));
  if ((places_[viq].said & bit) != 0) {
    return;
  }
  places_[viq].said |= bit;
  ++declared_[static_cast<std::size_t>(said)];
  if (said == Verdict::kFalse && false_ones_.size() < kFalseOnes) {
    false_ones_.push_back({now, viq});
  }
}

Verdict KnotJudge::verdict(std::size_t viq, Time now) {
  if (tracker_.deadlocked(viq)) {
    return Verdict::kTrue;
  }
  const auto never = [&](std::size_t place) {
    return tracker_.deadlocked(place) || (tracker_.pauses(place) && stops_for_ever_(place, now));
  };
  if (tracker_.pauses(viq) && tracker_.deadlocked_if(viq, never)) {
    return Verdict::kBehindHost;
  }
  return disturbed_at_ && now - *disturbed_at_ <= life_ ? Verdict::kApart : Verdict::kFalse;
}

KnotScore KnotJudge::score(Time end) const {
  KnotScore score{.declared = declared_,
                  .false_ones = false_ones_,
                  .knots = tracker_.ended(),
                  .ran_out = ran_out_,
                  .resolutions = resolutions_,
                  .needless = needless_};
  const std::vector<KnotSpan> standing = tracker_.standing();
  score.knots.insert(score.knots.end(), standing.begin(), standing.end());
  std::sort(score.knots.begin(), score.knots.end(), [](const KnotSpan& a, const KnotSpan& b) {
    return std::tie(a.formed_at, a.viqs) < std::tie(b.formed_at, b.viqs);
  });
  for (const KnotSpan& knot : score.knots) {
    if (knot.declared_at) {
      score.longest_delay = std::max(score.longest_delay.value_or(Time(0)), *knot.declared_at - knot.formed_at);
    } else if (knot.dissolved_at) {
      ++score.broken_undeclared;
    } else {
      ++(end - knot.formed_at < found_within_ ? score.undecided : score.missed);
    }
  }
  return score;
}

}  // namespace weir::oracle
