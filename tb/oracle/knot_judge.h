// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Judges what detectors declare, by what the devices of a network have written down (knot_log.h), brought into one
// order: each declaration at its instant, and each deadlock by whether it has been declared. Plain data.

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

// In this order where several have one time. First what may make a deadlock, then what is said of one, then what may
// end one: what is said at an instant is judged with all that the instant has brought and nothing that it has taken. A
// RESUME stays on the wire until its egress has been freed.
enum class KnotEvent : std::uint8_t {
  kDisturbed,  // a packet of a VIQ was dropped, the switch reset, or told to resume a VIQ that stands above XON
  kGated,      // flow control begins to hold the egress; `amount` counts how often it has
  kStands,     // so much more of the VIQ `of` there
  kHeld,       // and the packet on the wire has left, too: the egress can start none any more
  kPauses,     // the PAUSE of the VIQ begins to leave; `amount` is its XON
  kLowers,     // its XON falls to `amount` while it pauses
  kDeclared,
  kResolved,  // something is about to be done about the deadlock of the VIQ
  kFalls,     // so much less of the VIQ `of` at the egress
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
  kApart,       // false, but so soon after a disturbance that a message may have begun its way in another world
  kBehindHost,  // it waits for hosts that never take anything again, or for those and a deadlock
};
inline constexpr std::size_t kVerdicts = 4;

struct FalseDeclaration {
  Time at;
  std::size_t viq = 0;
};

struct KnotScore {
  std::array<std::uint64_t, kVerdicts> declared{};  // of each pause of a VIQ once for each verdict
  std::vector<FalseDeclaration> false_ones = {};    // the first 16
  std::vector<KnotSpan> knots = {};                 // by the time at which they formed; of one time by their VIQs
  std::uint64_t missed = 0;                         // that stand, and none of their VIQs has been declared
  std::uint64_t undecided = 0;                      // likewise, but formed so late that a message may be under way
  std::uint64_t broken_undeclared = 0;              // that ended before anybody declared them
  std::optional<Time> longest_delay = {};           // from forming to the first declaration
  std::uint64_t ran_out = 0;                        // pauses that no RESUME ended
  std::uint64_t resolutions = 0;                    // of VIQs that have been declared, by the switch that did
  std::uint64_t needless = 0;                       // of those, where the VIQ was in no deadlock by then
};

// Into the order in which they are judged.
void put_in_order(std::vector<KnotEntry>& entries);

class KnotJudge {
 public:
  // Whether the VIQ at this place is one of a host that from now on takes nothing ever again.
  using StopsForEver = std::function<bool(std::size_t viq, Time now)>;

  // `peers` as of KnotTracker. `life`: of a message at most; so long after a disturbance a false declaration is apart,
  // and `found_within` before the end a deadlock is too young to be missed. A pause that runs out is a disturbance,
  // too.
  KnotJudge(std::vector<std::size_t> peers, Time life, Time found_within, StopsForEver stops_for_ever);

  // Puts them in order: whatever is of one instant must come in one call.
  void judge(std::vector<KnotEntry> entries);

  const std::vector<std::size_t>& peers() const { return peers_; }

  // When all before `end` has been judged.
  KnotScore score(Time end) const;

 private:
  struct Place {
    std::int64_t gated = 0;       // which of its times it is; 0: it is not
    std::vector<Time> acts = {};  // RESUMEs of the VIQ that are on the wire
    std::uint8_t said = 0;        // verdicts on declarations of its present pause, a bit each
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
