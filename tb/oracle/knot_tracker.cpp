// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_tracker.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/invariant.h"

namespace weir::oracle {

KnotTracker::KnotTracker(std::vector<std::size_t> peers)
    : peers_(std::move(peers)), viqs_(peers_.size()), egresses_(peers_.size()), index_(peers_.size(), kNoViq) {}

// Whether the VIQ may be deadlocked, whatever holds the egresses.
bool KnotTracker::may_be(const Viq& viq) const {
  if (!viq.pauses || viq.resumes > 0) {
    return false;
  }
  Bytes held;
  for (const Standing& standing : viq.at) {
    held += egresses_[standing.place].held ? standing.bytes : Bytes(0);
  }
  return held > viq.xon;
}

KnotTracker::Standing* KnotTracker::find(std::size_t egress, std::size_t ingress) {
  std::vector<Standing>& at = viqs_[ingress].at;
  const auto found = std::ranges::find(at, egress, &Standing::place);
  return found == at.end() ? nullptr : &*found;
}

std::size_t KnotTracker::put(Waits& waits, std::size_t viq) {
  if (index_[viq] == kNoViq) {
    index_[viq] = waits.places.size();
    waits.places.push_back(viq);
    waits.viqs.push_back({.xon = viqs_[viq].xon, .resumes = !viqs_[viq].pauses || viqs_[viq].resumes > 0});
  }
  return index_[viq];
}

void KnotTracker::stands(std::size_t egress, std::size_t ingress, Bytes more, Time now) {
  Standing* standing = find(egress, ingress);
  if (standing == nullptr) {
    viqs_[ingress].at.push_back({egress, Bytes(0)});
    egresses_[egress].of.push_back(ingress);
    standing = &viqs_[ingress].at.back();
  }
  if (more >= Bytes(0)) {
    standing->bytes += more;
    if (egresses_[egress].held) {
      may_form({ingress}, now);
    }
    return;
  }
  may_end(egresses_[egress].held && deadlocked(ingress), now, [&] { find(egress, ingress)->bytes += more; });
}

void KnotTracker::hold(std::size_t egress, Time now) {
  egresses_[egress].held = true;
  may_form(egresses_[egress].of, now);
}

bool KnotTracker::any_deadlocked(const Egress& egress) const {
  return std::ranges::any_of(egress.of, [&](std::size_t viq) { return deadlocked(viq); });
}

void KnotTracker::free(std::size_t egress, Time now) {
  Egress& freed = egresses_[egress];
  may_end(freed.held && any_deadlocked(freed), now, [&] {
    freed.held = false;
    for (const std::size_t viq : freed.of) {
      std::erase_if(viqs_[viq].at, [&](const Standing& standing) { return standing.place == egress; });
    }
    freed.of.clear();
  });
}

void KnotTracker::pause(std::size_t viq, Bytes xon, Time now) {
  if (viqs_[viq].pauses) {
    throw InvariantBroken("knots: a VIQ pauses that does so already");
  }
  viqs_[viq].pauses = true;
  viqs_[viq].xon = xon;
  may_form({viq}, now);
}

void KnotTracker::lower(std::size_t viq, Bytes xon, Time now) {
  viqs_[viq].xon = std::min(viqs_[viq].xon, xon);
  may_form({viq}, now);
}

void KnotTracker::resume(std::size_t viq, Time now) {
  may_end(deadlocked(viq), now, [&] {
    viqs_[viq].pauses = false;
    ++viqs_[viq].resumes;
  });
}

void KnotTracker::forget(std::size_t viq, Time now) {
  may_end(deadlocked(viq), now, [&] { viqs_[viq].pauses = false; });
}

void KnotTracker::resume_acts(std::size_t viq, Time now) {
  if (viqs_[viq].resumes == 0) {
    throw InvariantBroken("knots: a RESUME acts that has not been sent");
  }
  --viqs_[viq].resumes;
  may_form({viq}, now);
}

// Adds VIQs to the deadlocked set: each of `viqs` is judged by its waits; then those that wait for a new member.
void KnotTracker::may_form(std::vector<std::size_t> viqs, Time now) {
  while (!viqs.empty()) {
    const std::size_t viq = viqs.back();
    viqs.pop_back();
    if (deadlocked(viq) || !may_be(viqs_[viq])) {
      continue;
    }
    const Waits waits = waits_of(viq, [&](std::size_t place) { return deadlocked(place); });
    const std::vector<bool> set = oracle::deadlocked(waits.viqs);
    for (std::size_t n = 0; n < set.size(); ++n) {
      const std::size_t place = waits.places[n];
      if (!set[n] || deadlocked(place)) {
        continue;
      }
      viqs_[place].since = now;
      const std::size_t held = peers_[place];
      if (held != kNoViq && egresses_[held].held) {
        viqs.insert(viqs.end(), egresses_[held].of.begin(), egresses_[held].of.end());
      }
    }
  }
}

// All deadlocked VIQs, and the bytes that they have at egresses held by one another.
KnotTracker::Waits KnotTracker::waits_of_deadlocked() const {
  Waits waits;
  std::vector<std::size_t> index(viqs_.size(), kNoViq);
  for (std::size_t place = 0; place < viqs_.size(); ++place) {
    if (deadlocked(place)) {
      index[place] = waits.places.size();
      waits.places.push_back(place);
    }
  }
  for (const std::size_t place : waits.places) {
    const Viq& viq = viqs_[place];
    PausingViq& one = waits.viqs.emplace_back();
    one.xon = viq.xon;
    one.resumes = !viq.pauses || viq.resumes > 0;
    for (const Standing& standing : viq.at) {
      if (egresses_[standing.place].held) {
        one.held.push_back({index[peers_[standing.place]], standing.bytes});
      }
    }
  }
  return waits;
}

KnotSpan KnotTracker::span(const Waits& waits, const Knot& knot) const {
  KnotSpan span{.formed_at = kNever, .declared_at = {}, .dissolved_at = {}, .kind = knot.kind};
  for (const std::size_t n : knot.viqs) {
    const Viq& viq = viqs_[waits.places[n]];
    span.viqs.push_back(waits.places[n]);
    span.formed_at = std::min(span.formed_at, *viq.since);
    if (viq.declared_at && (!span.declared_at || *viq.declared_at < *span.declared_at)) {
      span.declared_at = viq.declared_at;
    }
  }
  return span;
}

std::vector<KnotSpan> KnotTracker::standing() const {
  const Waits waits = waits_of_deadlocked();
  std::vector<KnotSpan> found;
  for (const Knot& knot : knots(waits.viqs, std::vector<bool>(waits.viqs.size(), true))) {
    found.push_back(span(waits, knot));
  }
  return found;
}

// Applies a change that may take VIQs out of the set but adds none; `any`: the change concerns a deadlocked VIQ.
template <class Change>
void KnotTracker::may_end(bool any, Time now, Change change) {
  if (!any) {
    return change();
  }
  std::vector<KnotSpan> before = standing();
  change();
  const Waits waits = waits_of_deadlocked();
  const std::vector<bool> set = oracle::deadlocked(waits.viqs);
  for (std::size_t n = 0; n < set.size(); ++n) {
    if (!set[n]) {
      viqs_[waits.places[n]].since.reset();
      viqs_[waits.places[n]].declared_at.reset();
    }
  }
  for (KnotSpan& knot : before) {
    const bool ends = std::ranges::none_of(knot.viqs, [&](std::size_t viq) { return deadlocked(viq); });
    if (ends && knot.formed_at < now) {
      knot.dissolved_at = now;
      ended_.push_back(std::move(knot));
    }
  }
}

void KnotTracker::declared(std::size_t viq, Time now) {
  Viq& one = viqs_[viq];
  if (one.since && !one.declared_at) {
    one.declared_at = now;
  }
}

}  // namespace weir::oracle
