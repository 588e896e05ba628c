// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The judge of deadlock declarations. It brings the entries of all devices (knot_log.h) into one order and judges each
// declaration at its instant, and each deadlock by whether it was declared. Plain data.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/oracle/knot.h"
#include "tb/oracle/knot_tracker.h"

namespace weir::oracle {

// Entries of one time are judged in this order. First events that may make a deadlock, then declarations, then events
// that may end a deadlock: a declaration is judged with all that its instant has added and nothing that it has removed.
// A RESUME counts as on the wire until its egress has been freed.
enum class KnotEvent : std::uint8_t {
  kDisturbed,  // a packet of a VIQ was dropped, the switch reset, or told to resume a VIQ that stands above XON
  kGated,      // flow control begins to hold the egress; `amount`: how many times it has, by now
  kStands,     // the bytes of VIQ `of` that stand at the egress grow by `amount`
  kHeld,       // the packet on the wire has left, too: the held egress can start no other
  kPauses,     // the PAUSE of the VIQ begins to leave; `amount` is its XON
  kLowers,     // its XON falls to `amount` while it pauses
  kDeclared,
  kResolved,  // the unit begins to resolve the deadlock of the VIQ
  kFalls,     // the bytes of VIQ `of` that stand at the egress change by `amount` < 0
  kFreed,     // the egress may send again
  kResumes,   // the RESUME of the VIQ begins to leave
  kForgets,   // the VIQ is reset
  kActs,      // the RESUME acts at the other end
};

struct KnotEntry {
  Time at;
  KnotEvent event = KnotEvent::kDisturbed;
  std::size_t place = 0;
  std::size_t of = 0;
  std::int64_t amount = 0;
};

enum class Verdict : std::uint8_t {
  kTrue,
  kFalse,
  kApart,       // false, but so soon after a disturbance that a message may have started before it
  kBehindHost,  // the VIQ waits for hosts that never take anything again, or for such hosts and a deadlock
};
inline constexpr std::size_t kVerdicts = 4;

struct FalseDeclaration {
  Time at;
  std::size_t viq = 0;
};

struct KnotScore {
  std::array<std::uint64_t, kVerdicts> declared{};  // per pause of a VIQ each verdict counts once
  std::vector<FalseDeclaration> false_ones = {};    // the first 16
  std::vector<KnotSpan> knots = {};                 // by the time of forming, then by VIQs
  std::uint64_t missed = 0;                         // deadlocks that stand and were never declared
  std::uint64_t undecided = 0;                      // likewise, but formed so late that a message may be under way
  std::uint64_t broken_undeclared = 0;              // deadlocks that ended undeclared
  std::optional<Time> longest_delay = {};           // longest time from forming to the first declaration
  std::uint64_t ran_out = 0;                        // pauses that no RESUME ended
  std::uint64_t resolutions = 0;                    // of declared VIQs, by the switch that declared
  std::uint64_t needless = 0;                       // resolutions of VIQs that were in no deadlock by then
};

// Sorts entries into the order in which they are judged.
void put_in_order(std::vector<KnotEntry>& entries);

class KnotJudge {
 public:
  // Whether the VIQ at this place belongs to a host that takes nothing from now on, for ever.
  using StopsForEver = std::function<bool(std::size_t viq, Time now)>;

  // `peers` as in KnotTracker. `life`: longest life of a message; a false declaration within this time after a
  // disturbance is kApart. `found_within`: a deadlock that forms within this time before the end counts as undecided,
  // not missed. A pause that runs out is a disturbance, too.
  KnotJudge(std::vector<std::size_t> peers, Time life, Time found_within, StopsForEver stops_for_ever);

  // Sorts and judges; all entries of one instant must come in one call.
  void judge(std::vector<KnotEntry> entries);

  const std::vector<std::size_t>& peers() const { return peers_; }

  // The score, after all entries before `end` have been judged.
  KnotScore score(Time end) const;

 private:
  struct Place {
    std::int64_t gated = 0;       // `amount` of the present hold; 0: the egress is not held
    std::vector<Time> acts = {};  // when RESUMEs of the VIQ that are on the wire act
    std::uint8_t said = 0;        // verdicts on declarations of the present pause, one bit each
  };

  void apply(const KnotEntry& entry);
  void declared(std::size_t viq, Time now);
  Verdict verdict(std::size_t viq, Time now);

  std::vector<std::size_t> peers_;
  Time life_;
  Time found_within_;
  StopsForEver stops_for_ever_;
  KnotTracker tracker_;
  std::vector<Place> places_;
  std::optional<Time> disturbed_at_;
  std::uint64_t ran_out_ = 0;
  std::uint64_t resolutions_ = 0;
  std::uint64_t needless_ = 0;
  std::array<std::uint64_t, kVerdicts> declared_{};
  std::vector<FalseDeclaration> false_ones_;
};

}  // namespace weir::oracle
