// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_tracker.h"

#include "hw_model/base/invariant.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle::knot_tracker_test {

constexpr Bytes kXon = 3_B;

// A ring of n switches with two ports: packets come in at the first and leave through the second. Places 2 s and 2 s +
// 1 are the ports of switch s.
KnotTracker ring(std::size_t n) {
  std::vector<std::size_t> peers(2 * n);
  for (std::size_t s = 0; s < n; ++s) {
    const std::size_t next = (s + 1) % n;
    peers[2 * s + 1] = 2 * next;
    peers[2 * next] = 2 * s + 1;
  }
  return KnotTracker(std::move(peers));
}

void fill(KnotTracker& tracker, std::size_t s, Bytes bytes, Time now) {
  tracker.stands(2 * s + 1, 2 * s, bytes, now);
  tracker.pause(2 * s, kXon, now);
}

TEST(KnotTracker, ARingFormsWhenItsLastEgressIsHeld) {
  KnotTracker tracker = ring(3);
  for (std::size_t s = 0; s < 3; ++s) {
    fill(tracker, s, 4_B, Time(10));
  }
  tracker.hold(1, Time(20));
  tracker.hold(3, Time(30));
  EXPECT_FALSE(tracker.deadlocked(0));
  tracker.hold(5, Time(40));
  EXPECT_TRUE(tracker.deadlocked(0) && tracker.deadlocked(2) && tracker.deadlocked(4));
  tracker.declared(2, Time(70));
  tracker.declared(0, Time(60));
  tracker.declared(0, Time(80));
  const auto knots = tracker.standing();
  ASSERT_THAT(knots, SizeIs(1));
  EXPECT_EQ(knots[0].formed_at, Time(40));
  EXPECT_EQ(knots[0].declared_at, Time(60));
  EXPECT_FALSE(knots[0].dissolved_at);
  EXPECT_THAT(knots[0].viqs, ElementsAre(0, 2, 4));
}

TEST(KnotTracker, ItFormsWithThePacketThatIsMoreThanXon) {
  KnotTracker tracker = ring(2);
  fill(tracker, 0, 4_B, Time(10));
  fill(tracker, 1, 3_B, Time(10));
  tracker.hold(1, Time(20));
  tracker.hold(3, Time(20));
  EXPECT_THAT(tracker.standing(), IsEmpty());
  tracker.stands(3, 2, 1_B, Time(50));
  EXPECT_EQ(tracker.standing().at(0).formed_at, Time(50));
}

TEST(KnotTracker, ItFormsWhenXonFallsBelowWhatStands) {
  KnotTracker tracker = ring(2);
  fill(tracker, 0, 4_B, Time(10));
  fill(tracker, 1, 3_B, Time(10));
  tracker.hold(1, Time(20));
  tracker.hold(3, Time(20));
  tracker.lower(2, 5_B, Time(30));  // it only falls in a pause
  EXPECT_THAT(tracker.standing(), IsEmpty());
  tracker.lower(2, 2_B, Time(40));
  EXPECT_EQ(tracker.standing().at(0).formed_at, Time(40));
}

// A RESUME that was sent before the pause began anew still opens the egress.
TEST(KnotTracker, ItFormsNoEarlierThanTheLastResumeHasActed) {
  KnotTracker tracker = ring(2);
  fill(tracker, 0, 4_B, Time(10));
  fill(tracker, 1, 4_B, Time(10));
  tracker.hold(1, Time(20));
  tracker.hold(3, Time(20));
  EXPECT_THAT(tracker.standing(), SizeIs(1));
  tracker.resume(0, Time(30));
  tracker.pause(0, kXon, Time(31));
  EXPECT_THAT(tracker.standing(), IsEmpty());
  ASSERT_THAT(tracker.ended(), SizeIs(1));
  EXPECT_EQ(tracker.ended()[0].dissolved_at, Time(30));
  tracker.free(3, Time(40));
  tracker.resume_acts(0, Time(40));
  EXPECT_THAT(tracker.standing(), IsEmpty());
  tracker.stands(3, 2, 4_B, Time(41));
  tracker.hold(3, Time(41));
  EXPECT_EQ(tracker.standing().at(0).formed_at, Time(41));
  EXPECT_THAT(tracker.ended(), SizeIs(1));
}

TEST(KnotTracker, WhatFormsAndEndsInOneInstantWasNone) {
  KnotTracker tracker = ring(2);
  fill(tracker, 0, 4_B, Time(10));
  fill(tracker, 1, 4_B, Time(10));
  tracker.hold(1, Time(20));
  tracker.hold(3, Time(20));
  tracker.stands(1, 0, -1_B, Time(20));
  EXPECT_THAT(tracker.standing(), IsEmpty());
  EXPECT_THAT(tracker.ended(), IsEmpty());
}

TEST(KnotTracker, AResetEndsItAndTellsNobody) {
  KnotTracker tracker = ring(2);
  fill(tracker, 0, 4_B, Time(10));
  fill(tracker, 1, 4_B, Time(10));
  tracker.hold(1, Time(20));
  tracker.hold(3, Time(20));
  tracker.forget(0, Time(30));
  EXPECT_THAT(tracker.ended(), SizeIs(1));
  EXPECT_THROW(tracker.resume_acts(0, Time(40)), InvariantBroken);
}

TEST(KnotTracker, WhoWaitsForAHostIsStuckIfTheHostIs) {
  KnotTracker tracker = ring(2);
  fill(tracker, 0, 4_B, Time(10));
  tracker.hold(1, Time(20));
  EXPECT_FALSE(tracker.deadlocked(0));
  EXPECT_TRUE(tracker.deadlocked_if(0, [](std::size_t place) { return place == 2; }));
  EXPECT_FALSE(tracker.deadlocked_if(0, [](std::size_t) { return false; }));
}

// The state that a tracker is told of, kept once more, and judged from the beginning each time.
class Told {
 public:
  explicit Told(const std::vector<std::size_t>& peers)
      : peers_(peers), held_(peers.size()), pauses_(peers.size()), resumes_(peers.size()) {}

  std::vector<bool> deadlocked() const {
    std::vector<PausingViq> viqs(peers_.size());
    for (std::size_t viq = 0; viq < peers_.size(); ++viq) {
      viqs[viq].xon = kXon;
      viqs[viq].resumes = !pauses_[viq] || resumes_[viq] > 0;
    }
    for (const auto& [pair, bytes] : stands_) {
      if (held_[pair.first]) {
        viqs[pair.second].held.push_back({peers_[pair.first], bytes});
      }
    }
    return oracle::deadlocked(viqs);
  }

  const std::vector<std::size_t>& peers_;
  std::map<std::pair<std::size_t, std::size_t>, Bytes> stands_;
  std::vector<bool> held_;
  std::vector<bool> pauses_;
  std::vector<unsigned> resumes_;
};

// Something happens to both.
void happen(std::mt19937& random, KnotTracker& tracker, Told& told, std::size_t ports, Time now) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::size_t place = below(told.peers_.size());
  switch (below(8)) {
    case 0:
      if (told.held_[place] && below(4) == 0) {
        told.held_[place] = false;
        std::erase_if(told.stands_, [&](const auto& entry) { return entry.first.first == place; });
        tracker.free(place, now);
      }
      break;
    case 1:
    case 2:
      told.held_[place] = true;
      tracker.hold(place, now);
      break;
    case 3:
      if (told.pauses_[place]) {
        told.pauses_[place] = false;
        ++told.resumes_[place];
        tracker.resume(place, now);
        break;
      }
      [[fallthrough]];
    case 4:
      if (!told.pauses_[place]) {
        told.pauses_[place] = true;
        tracker.pause(place, kXon, now);
      }
      break;
    case 5:
      if (told.resumes_[place] > 0) {
        --told.resumes_[place];
        tracker.resume_acts(place, now);
      }
      break;
    default:
      const std::size_t ingress = place / ports * ports + below(ports);
      Bytes& stands = told.stands_[{place, ingress}];
      const Bytes more = Bytes(static_cast<std::int64_t>(below(8))) - stands;
      stands += more;
      tracker.stands(place, ingress, more, now);
  }
}

// Random switches, each with as many ports, whose cables go anywhere.
TEST(KnotTracker, IsAtEveryEventWhatTheWholeStateSays) {
  std::mt19937 random(1);
  std::size_t formed = 0;
  for (unsigned network = 0; network < 200; ++network) {
    const std::size_t ports = 2 + random() % 3;
    std::vector<std::size_t> free(ports * (2 + random() % 3));
    if (free.size() % 2 != 0) {
      continue;
    }
    std::vector<std::size_t> peers(free.size());
    for (std::size_t n = 0; n < free.size(); ++n) {
      free[n] = n;
    }
    std::shuffle(free.begin(), free.end(), random);
    for (std::size_t n = 0; n < free.size(); n += 2) {
      peers[free[n]] = free[n + 1];
      peers[free[n + 1]] = free[n];
    }
    KnotTracker tracker(peers);
    Told told(peers);
    for (unsigned event = 1; event <= 400; ++event) {
      happen(random, tracker, told, ports, Time(event));
      const std::vector<bool> set = told.deadlocked();
      for (std::size_t viq = 0; viq < set.size(); ++viq) {
        ASSERT_EQ(tracker.deadlocked(viq), set[viq]) << network << ", event " << event;
      }
    }
    formed += tracker.ended().size() + tracker.standing().size();
    for (const KnotSpan& knot : tracker.ended()) {
      EXPECT_LT(knot.formed_at, *knot.dissolved_at);
    }
  }
  EXPECT_GT(formed, 100U);
}

}  // namespace weir::oracle::knot_tracker_test
