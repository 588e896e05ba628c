// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_judge.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle::knot_judge_test {

constexpr Time kLife{1000};
constexpr std::int64_t kXon = 3;

// Two switches in a ring: VIQ 0 waits at egress 1, which VIQ 2 holds; VIQ 2 at egress 3, which VIQ 0 holds. VIQ 4 of a
// host holds egress 5, of the first switch.
class Bench {
 public:
  explicit Bench(Time host_stops = kNever)
      : judge({3, 2, 1, 0, 5, 4}, kLife, kLife,
              [host_stops](std::size_t viq, Time now) { return viq == 4 && host_stops <= now; }) {}

  void add(std::int64_t at, KnotEvent event, std::size_t place, std::int64_t amount = 0, std::size_t of = 0) {
    entries.push_back({.at = Time(at), .event = event, .place = place, .of = of, .amount = amount});
  }
  void gate(std::int64_t at, std::size_t egress, std::int64_t held_at, std::int64_t time = 1) {
    add(at, KnotEvent::kGated, egress, time);
    add(held_at, KnotEvent::kHeld, egress, time);
  }
  // The ring is complete at 500, when what was on the wire has left egress 3.
  void ring() {
    for (const std::size_t s : {0U, 1U}) {
      add(100, KnotEvent::kPauses, 2 * s, kXon);
      add(300, KnotEvent::kStands, 2 * s + 1, 4, 2 * s);
    }
    gate(300, 1, 300);
    gate(300, 3, 500);
  }
  void resume(std::int64_t at, std::size_t viq, std::int64_t acts) {
    add(at, KnotEvent::kResumes, viq, acts);
    add(acts, KnotEvent::kActs, viq);
  }
  std::uint64_t declared(Verdict verdict) const { return score.declared[static_cast<std::size_t>(verdict)]; }
  void judge_all(Time end = Time(1'000'000)) {
    judge.judge(entries);
    entries.clear();
    score = judge.score(end);
  }

  KnotJudge judge;
  KnotScore score;
  std::vector<KnotEntry> entries;
};

// Needed while the ring stands, and not when the RESUME of another has broken it.
TEST(KnotJudge, AResolutionIsNeedlessWhereNothingIsDeadlocked) {
  Bench bench;
  bench.ring();
  bench.add(400, KnotEvent::kResolved, 0);
  bench.add(600, KnotEvent::kResolved, 0);
  bench.resume(700, 2, 710);
  bench.add(800, KnotEvent::kResolved, 0);
  bench.judge_all();
  EXPECT_EQ(bench.score.resolutions, 3U);
  EXPECT_EQ(bench.score.needless, 2U);
}

TEST(KnotJudge, IsExactToThePicosecond) {
  Bench bench;
  bench.ring();
  bench.add(499, KnotEvent::kDeclared, 0);
  bench.add(500, KnotEvent::kDeclared, 2);
  bench.judge_all();
  EXPECT_EQ(bench.declared(Verdict::kTrue), 1U);
  EXPECT_EQ(bench.declared(Verdict::kFalse), 1U);
  ASSERT_THAT(bench.score.false_ones, SizeIs(1));
  EXPECT_EQ(bench.score.false_ones[0].at, Time(499));
  EXPECT_EQ(bench.score.false_ones[0].viq, 0U);
  ASSERT_THAT(bench.score.knots, SizeIs(1));
  EXPECT_EQ(bench.score.knots[0].formed_at, Time(500));
  EXPECT_EQ(bench.score.longest_delay, Time(0));
  EXPECT_EQ(bench.score.missed, 0U);
}

// What has begun to leave at 300 may still end; the gate has opened again before.
TEST(KnotJudge, AnEgressThatIsFreedBeforeItsPacketHasLeftWasNeverHeld) {
  Bench bench;
  bench.ring();
  bench.add(400, KnotEvent::kFreed, 3);
  bench.add(600, KnotEvent::kDeclared, 0);
  bench.judge_all();
  EXPECT_THAT(bench.score.knots, IsEmpty());
  EXPECT_EQ(bench.declared(Verdict::kTrue), 0U);
}

TEST(KnotJudge, WhatIsSaidInAnInstantPrecedesWhatEndsIt) {
  Bench bench;
  bench.ring();
  bench.resume(700, 0, 900);
  bench.add(700, KnotEvent::kDeclared, 0);
  bench.add(701, KnotEvent::kDeclared, 2);
  bench.judge_all();
  EXPECT_EQ(bench.declared(Verdict::kTrue), 1U);
  EXPECT_EQ(bench.declared(Verdict::kFalse), 1U);
  EXPECT_EQ(bench.score.knots.at(0).dissolved_at, Time(700));
  EXPECT_EQ(bench.score.longest_delay, Time(200));
}

// The second pause is told before the RESUME has acted: until the egress is free and held once more, nothing is stuck.
TEST(KnotJudge, AResumeOnTheWireIsNoDeadlock) {
  Bench bench;
  bench.ring();
  bench.resume(600, 0, 900);
  bench.add(650, KnotEvent::kPauses, 0, kXon);
  bench.add(900, KnotEvent::kFreed, 3);
  bench.gate(950, 3, 950, 2);
  bench.add(950, KnotEvent::kStands, 3, 4, 2);
  for (const std::int64_t at : {800, 900, 949}) {
    bench.add(at, KnotEvent::kDeclared, 2);
  }
  bench.add(950, KnotEvent::kDeclared, 0);
  bench.judge_all();
  EXPECT_EQ(bench.declared(Verdict::kFalse), 1U);  // of one pause once
  EXPECT_EQ(bench.declared(Verdict::kTrue), 1U);
  EXPECT_EQ(bench.score.ran_out, 0U);
  ASSERT_THAT(bench.score.knots, SizeIs(2));
  EXPECT_EQ(bench.score.broken_undeclared, 1U);
  EXPECT_EQ(bench.score.knots[1].formed_at, Time(950));
}

TEST(KnotJudge, AfterAPauseHasRunOutFalseOnesAreApartForALife) {
  Bench bench;
  bench.ring();
  bench.add(600, KnotEvent::kFreed, 3);
  bench.add(1600, KnotEvent::kDeclared, 0);
  bench.add(1601, KnotEvent::kDeclared, 2);
  bench.judge_all();
  EXPECT_EQ(bench.declared(Verdict::kApart), 1U);
  EXPECT_EQ(bench.declared(Verdict::kFalse), 1U);
  EXPECT_EQ(bench.score.ran_out, 1U);
}

TEST(KnotJudge, AfterADropOrAResetOrAResolutionToo) {
  Bench bench;
  bench.add(600, KnotEvent::kDisturbed, 5);
  bench.add(700, KnotEvent::kDeclared, 0);
  bench.judge_all();
  EXPECT_EQ(bench.declared(Verdict::kApart), 1U);
}

TEST(KnotJudge, ADeadlockThatNobodyDeclaresIsMissedOnceItIsOldEnough) {
  for (const auto& [end, missed] : {std::pair(1499, 0U), std::pair(1500, 1U)}) {
    Bench bench;
    bench.ring();
    bench.judge_all(Time(end));
    EXPECT_EQ(bench.score.missed, missed);
    EXPECT_EQ(bench.score.undecided, 1 - missed);
    EXPECT_FALSE(bench.score.longest_delay);
  }
}

// What was said before it formed does not count.
TEST(KnotJudge, AGuessBeforeItFormedFindsNothing) {
  Bench bench;
  bench.ring();
  bench.add(200, KnotEvent::kDeclared, 0);
  bench.judge_all();
  EXPECT_EQ(bench.score.missed, 1U);
}

TEST(KnotJudge, WhoWaitsForAHostThatStopsForEverIsCountedApart) {
  for (const Time stops : {Time(200), Time(2000)}) {
    Bench bench(stops);
    bench.add(100, KnotEvent::kPauses, 0, kXon);
    bench.add(100, KnotEvent::kPauses, 4, kXon);
    bench.add(300, KnotEvent::kStands, 5, 4, 0);
    bench.gate(300, 5, 300);
    bench.add(400, KnotEvent::kDeclared, 0);
    bench.judge_all();
    EXPECT_EQ(bench.declared(stops == Time(200) ? Verdict::kBehindHost : Verdict::kFalse), 1U);
    EXPECT_THAT(bench.score.knots, IsEmpty());
  }
}

// However they come, as long as what is of one instant comes together.
TEST(KnotJudge, TheOrderInWhichDevicesTellMakesNoDifference) {
  Bench bench;
  bench.ring();
  bench.resume(600, 0, 900);
  bench.add(900, KnotEvent::kFreed, 3);
  bench.add(550, KnotEvent::kDeclared, 2);
  bench.add(900, KnotEvent::kDeclared, 2);
  const std::vector<KnotEntry> told = bench.entries;
  bench.judge_all();
  std::mt19937 random(1);
  for (unsigned n = 0; n < 50; ++n) {
    Bench other;
    other.entries = told;
    std::shuffle(other.entries.begin(), other.entries.end(), random);
    const Time cut(static_cast<std::int64_t>(random() % 1000));
    const auto later = std::stable_partition(other.entries.begin(), other.entries.end(),
                                             [&](const KnotEntry& entry) { return entry.at < cut; });
    other.judge.judge({other.entries.begin(), later});
    other.entries.erase(other.entries.begin(), later);
    other.judge_all();
    EXPECT_EQ(other.score.declared, bench.score.declared);
    ASSERT_EQ(other.score.knots.size(), bench.score.knots.size());
    EXPECT_EQ(other.score.knots[0].formed_at, bench.score.knots[0].formed_at);
    EXPECT_EQ(other.score.knots[0].dissolved_at, bench.score.knots[0].dissolved_at);
    EXPECT_EQ(other.score.knots[0].declared_at, bench.score.knots[0].declared_at);
  }
}

}  // namespace weir::oracle::knot_judge_test
