// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The oracle of knots on a running network, in which somebody says of every VIQ again and again that it is deadlocked.

#include "tb/oracle/knot_oracle.h"
#include "tb/scenario/run_events.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::oracle::knot_live_test {

constexpr Time kLife = 20_us;
constexpr Time kEvery = 10_us;

class Declarers {
 public:
  Declarers(const std::string& file, std::vector<std::string> sets)
      : live(file, sets, 20_us, Dissolving::kMayHappen),
        oracle(live.network(), kLife, kLife),
        events(live.scenario(), live.network()) {
    asic::DeclarationListener& told = oracle;
    for (const network::Device& device : live.network().devices) {
      if (device.asic == nullptr) {
        continue;
      }
      for (Time at = kEvery; at < live.scenario().duration; at += kEvery) {
        device.asic->at(at, [&told, asic = device.asic](Time now) {
          for (std::size_t p = 0; p < asic->ports(); ++p) {
            told.declared(*asic, {.ingress = PortId(p), .traffic_class = ClassId(0)}, now);
          }
        });
      }
    }
  }

  KnotScore run(int stretches) {
    for (int i = 1; i <= stretches; ++i) {
      const Time end = live.scenario().duration * i / stretches;
      run_until(end);
      live.deadlock().evaluate();
      oracle.judge_until(end);
    }
    return oracle.score(live.scenario().duration);
  }

  Live live;
  KnotOracle oracle;
  scenario::RunEvents events;
};

std::vector<std::string> ring(const std::string& quantum) {
  return {"switch.crossbar.strategy=output_queued", "switch.mmu.count_cells=true", "scenario.duration=20ms",
          "scenario.quantum=" + quantum};
}

// Of the ring of three under PFC: the deadlock is the one that the other oracle finds, no earlier than its last gate
// has closed, and later by no more than what was on the wire then; every declaration from then on is true, and none
// before.
void expect_ring(const KnotScore& score, const Declarers& run) {
  const DeadlockFound* settled = run.live.deadlock().found();
  ASSERT_NE(settled, nullptr);
  ASSERT_EQ(score.knots.size(), 1U);
  const KnotSpan& knot = score.knots[0];
  EXPECT_GE(knot.formed_at, settled->formed_at);
  EXPECT_LE(knot.formed_at - settled->formed_at, 20_us);
  EXPECT_EQ(knot.kind, KnotClass::kEdges);
  EXPECT_FALSE(knot.dissolved_at);
  ASSERT_TRUE(knot.declared_at);
  EXPECT_EQ(*knot.declared_at, (knot.formed_at + kEvery - Time(1)) / kEvery * kEvery);
  EXPECT_EQ(score.longest_delay, *knot.declared_at - knot.formed_at);
  EXPECT_EQ(score.missed, 0U);
  EXPECT_GT(score.declared[static_cast<std::size_t>(Verdict::kFalse)], 0U);
  EXPECT_GE(score.declared[static_cast<std::size_t>(Verdict::kTrue)], knot.viqs.size());
  EXPECT_EQ(score.declared[static_cast<std::size_t>(Verdict::kApart)], 0U);  // no pause has run out
  for (const FalseDeclaration& one : score.false_ones) {
    EXPECT_LT(one.at, knot.formed_at);
  }
  std::set<std::string> held;  // each VIQ of the circle holds the queue before it
  for (const std::size_t viq : knot.viqs) {
    held.insert(run.oracle.name(viq));
  }
  EXPECT_EQ(held.size(), settled->cycle.size());
}

TEST(KnotLive, FindsTheRingInQuanta) {
  Declarers run("ring/pfc.toml", ring("on"));
  expect_ring(run.run(7), run);
}

TEST(KnotLive, FindsTheRingEventByEvent) {
  Declarers run("ring/pfc.toml", ring("off"));
  expect_ring(run.run(1), run);
}

// Two senders pause and go on many times: each RESUME is expected at the picosecond at which it opens the egress.
TEST(KnotLive, KnowsWhenEachResumeActs) {
  Declarers run("small/pfc_incast.toml", {});
  const KnotScore score = run.run(3);
  std::uint64_t resumes = 0;
  for (const network::Device& device : run.live.network().devices) {
    for (std::size_t p = 0; p < device->ports(); ++p) {
      resumes += device->engine(PortId(p)).counters(ClassId(0)).resumes_sent;
    }
  }
  EXPECT_GT(resumes, 10U);
  EXPECT_EQ(score.ran_out, 0U);
  EXPECT_TRUE(score.knots.empty());
  EXPECT_EQ(score.declared[static_cast<std::size_t>(Verdict::kTrue)], 0U);
}

// What a switch forgets takes its pauses along: peers obey them until they run out, and what is said meanwhile is
// apart.
TEST(KnotLive, FollowsASwitchThroughItsReset) {
  Declarers run("small/event_reset.toml", {});
  const KnotScore score = run.run(5);
  EXPECT_GT(score.declared[static_cast<std::size_t>(Verdict::kApart)], 0U);
  EXPECT_GT(score.ran_out, 0U);
  ASSERT_EQ(score.knots.size(), 2U);
  EXPECT_EQ(score.knots[0].dissolved_at, 5_ms);
  EXPECT_GT(score.knots[1].formed_at, 5_ms);
  EXPECT_FALSE(score.knots[1].dissolved_at);
}

}  // namespace weir::oracle::knot_live_test
