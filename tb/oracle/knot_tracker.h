// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The deadlocks of a network (knot.h), followed from event to event: when each formed, was first declared, and ended.
// Plain data.
//
// A place is a (device, port, class): the VIQ there and the egress queue there. A cable joins two places; the VIQ at
// one end holds the egress at the other. Only bytes at held egresses matter, so only those are reported to the tracker.
// An event that may only add deadlocks examines the waits of one VIQ; an event that may end some recomputes the set.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/oracle/knot.h"

namespace weir::oracle {

// A deadlock from its beginning to its end. It stays the same deadlock as long as one of its VIQs stays deadlocked.
struct KnotSpan {
  Time formed_at;                      // when its first VIQ became unable to resume
  std::optional<Time> declared_at;     // the first true declaration of one of its VIQs
  std::optional<Time> dissolved_at;    // nullopt: it stands at the end of the run
  KnotClass kind = KnotClass::kEdges;  // at its end
  std::vector<std::size_t> viqs = {};  // places, ascending, at its end
};

class KnotTracker {
 public:
  // `peers`: for each place the place at the other end of the cable; kNoViq: none. At first nothing waits, is held or
  // pauses.
  explicit KnotTracker(std::vector<std::size_t> peers);

  // Times ascend. Calls of one instant may come in any order; the set after the last call is the set of that instant.

  // Adds `more` bytes (may be negative) of VIQ `ingress` at `egress`; from before the egress is held until it is freed.
  void stands(std::size_t egress, std::size_t ingress, Bytes more, Time now);
  void hold(std::size_t egress, Time now);
  void free(std::size_t egress, Time now);  // forgets the bytes that stand there
  void pause(std::size_t viq, Bytes xon, Time now);
  void lower(std::size_t viq, Bytes xon, Time now);  // XON falls during the pause
  void resume(std::size_t viq, Time now);            // the RESUME begins to leave
  void resume_acts(std::size_t viq, Time now);
  void forget(std::size_t viq, Time now);  // the VIQ stops pausing, and its upstream device is not told

  bool deadlocked(std::size_t viq) const { return viqs_[viq].since.has_value(); }
  // The upstream device is told to pause, and no RESUME is on the wire.
  bool pauses(std::size_t viq) const { return viqs_[viq].pauses && viqs_[viq].resumes == 0; }

  // Whether `viq` would be deadlocked if no place with never_resumes(place) ever resumed.
  template <class NeverResumes>
  bool deadlocked_if(std::size_t viq, NeverResumes never_resumes) {
    Waits waits = waits_of(viq, never_resumes);
    return oracle::deadlocked(waits.viqs)[0];
  }

  // The deadlocked VIQ has been declared deadlocked.
  void declared(std::size_t viq, Time now);

  // ended(): in the order of ending, without deadlocks that ended in the instant in which they formed. standing(): the
  // present ones.
  const std::vector<KnotSpan>& ended() const { return ended_; }
  std::vector<KnotSpan> standing() const;

 private:
  struct Standing {
    std::size_t place;  // egress or ingress
    Bytes bytes;
  };
  struct Viq {
    bool pauses = false;
    unsigned resumes = 0;  // RESUMEs on the wire
    Bytes xon;
    std::vector<Standing> at;         // its bytes, by egress
    std::optional<Time> since;        // deadlocked since
    std::optional<Time> declared_at;  // since then
  };
  struct Egress {
    bool held = false;
    std::vector<std::size_t> of;  // VIQs with bytes there
  };
  // VIQs and the waits between them, each VIQ once; the first is the one asked about.
  struct Waits {
    std::vector<std::size_t> places;
    std::vector<PausingViq> viqs;
  };

  bool may_be(const Viq& viq) const;
  Standing* find(std::size_t egress, std::size_t ingress);
  template <class NeverResumes>
  Waits waits_of(std::size_t viq, NeverResumes never_resumes);
  Waits waits_of_deadlocked() const;
  std::size_t put(Waits& waits, std::size_t viq);
  void may_form(std::vector<std::size_t> viqs, Time now);
  template <class Change>
  void may_end(bool any, Time now, Change change);
  bool any_deadlocked(const Egress& egress) const;
  KnotSpan span(const Waits& waits, const Knot& knot) const;

  std::vector<std::size_t> peers_;
  std::vector<Viq> viqs_;
  std::vector<Egress> egresses_;
  std::vector<std::size_t> index_;  // of each place in the Waits under construction; kNoViq: absent
  std::vector<KnotSpan> ended_;
};

// `viq` and every VIQ that may be deadlocked and that `viq` waits for, directly or through others.
template <class NeverResumes>
KnotTracker::Waits KnotTracker::waits_of(std::size_t viq, NeverResumes never_resumes) {
  Waits waits;
  put(waits, viq);
  for (std::size_t n = 0; n < waits.places.size(); ++n) {
    const Viq& one = viqs_[waits.places[n]];
    const bool never = never_resumes(waits.places[n]);
    waits.viqs[n].never_resumes = never;
    for (const Standing& standing : one.at) {
      const std::size_t holder = peers_[standing.place];
      if (!never && egresses_[standing.place].held && (may_be(viqs_[holder]) || never_resumes(holder))) {
        const std::size_t at = put(waits, holder);
        waits.viqs[n].held.push_back({at, standing.bytes});
      }
    }
  }
  for (const std::size_t place : waits.places) {
    index_[place] = kNoViq;
  }
  return waits;
}

}  // namespace weir::oracle
