// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The deadlocks of a network (knot.h), followed from event to event: when each formed, when it was first declared, when
// it ended. Plain data.
//
// A place is a (device, port, class): the VIQ there and the egress queue there. A cable joins two; the VIQ at one end
// holds the egress at the other. Only what stands at egresses that are held is ever looked at, so that is all that it
// is told of. An event that may only add deadlocks has the waits of one VIQ looked through, one that may end some has
// the set of the deadlocked reckoned anew.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/oracle/knot.h"

namespace weir::oracle {

// A deadlock from its beginning to its end. It is the same one as long as one of its VIQs stays deadlocked.
struct KnotSpan {
  Time formed_at;                      // from when on one of its VIQs could not resume
  std::optional<Time> declared_at;     // the first true declaration of one of its VIQs
  std::optional<Time> dissolved_at;    // nothing: it stood at the end
  KnotClass kind = KnotClass::kEdges;  // at its end
  std::vector<std::size_t> viqs = {};  // places, ascending, at its end
};

class KnotTracker {
 public:
  // `peers`: of each place the one at the other end of the cable; kNoViq: none. Nothing waits, is held or pauses.
  explicit KnotTracker(std::vector<std::size_t> peers);

  // Times ascend; in one instant any order, and the set is that after the last.

  // So much more, or less, of VIQ `ingress` stands at `egress`, from before it is held on; until it is freed.
  void stands(std::size_t egress, std::size_t ingress, Bytes more, Time now);
  void hold(std::size_t egress, Time now);
  void free(std::size_t egress, Time now);  // what stands there is forgotten
  void pause(std::size_t viq, Bytes xon, Time now);
  void lower(std::size_t viq, Bytes xon, Time now);  // in its pause
  void resume(std::size_t viq, Time now);            // the RESUME begins to leave
  void resume_acts(std::size_t viq, Time now);
  void forget(std::size_t viq, Time now);  // it pauses no more, and nobody is told

  bool deadlocked(std::size_t viq) const { return viqs_[viq].since.has_value(); }
  // Its upstream stands told to pause, and no RESUME is on the wire.
  bool pauses(std::size_t viq) const { return viqs_[viq].pauses && viqs_[viq].resumes == 0; }

  // Whether it would be if those of the places for which never_resumes(place) is true never resumed.
  template <class NeverResumes>
  bool deadlocked_if(std::size_t viq, NeverResumes never_resumes) {
    Waits waits = waits_of(viq, never_resumes);
    return oracle::deadlocked(waits.viqs)[0];
  }

  // A VIQ that is deadlocked has been declared so.
  void declared(std::size_t viq, Time now);

  // Those that have ended, in the order of their ends, but for those that did in the instant in which they formed;
  // those that stand.
  const std::vector<KnotSpan>& ended() const { return ended_; }
  std::vector<KnotSpan> standing() const;

 private:
  struct Standing {
    std::size_t place;  // egress or ingress
    Bytes bytes;
  };
  struct Viq {
    bool pauses = false;
    unsigned resumes = 0;  // that are on the wire
    Bytes xon;
    std::vector<Standing> at;         // of this VIQ, by egress
    std::optional<Time> since;        // deadlocked since
    std::optional<Time> declared_at;  // since then
  };
  struct Egress {
    bool held = false;
    std::vector<std::size_t> of;  // VIQs that have something there
  };
  // VIQs with what they wait for, each listed once, the first one first.
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
  std::vector<std::size_t> index_;  // of a place in the Waits that are being put together; kNoViq: not there
  std::vector<KnotSpan> ended_;
};

// Every VIQ that may be deadlocked and that `viq` waits for, and those that these wait for.
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
