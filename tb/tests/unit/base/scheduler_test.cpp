// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/scheduler.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scheduler_test {

// The order that the header promises, spelled out independently of the heap's packed key.
using Key = std::tuple<Time, int, std::size_t, std::size_t>;
Key key_of(const Event& e) { return {e.at, static_cast<int>(e.kind), e.port.index(), e.traffic_class.index()}; }

// An event of any kind, port and class.
Event drawn(RandomStream& random, Time at) {
  constexpr std::uint64_t kKinds = static_cast<std::uint64_t>(EventKind::kTrace) + 1;
  return {.at = at,
          .traffic_class = ClassId(random.below(kClasses)),
          .port = PortId(random.below(300)),
          .kind = static_cast<EventKind>(random.below(kKinds))};
}

struct Recorder final : Scheduler::Owner {
  void earliest_is_now(Time at) override { told.push_back(at); }
  std::vector<Time> told;
};

class SchedulerTest : public testing::Test {
 protected:
  Recorder owner_;
  Scheduler scheduler_{owner_};
};

TEST_F(SchedulerTest, EmptyHasNoEarliest) {
  EXPECT_TRUE(scheduler_.empty());
  EXPECT_EQ(scheduler_.earliest(), kNever);
}

TEST_F(SchedulerTest, GivesBackWhatWasScheduled) {
  scheduler_.schedule(90_us, EventKind::kSample, PortId(65'535), ClassId(7));
  EXPECT_EQ(scheduler_.earliest(), 90_us);
  const Event event = scheduler_.pop();
  EXPECT_EQ(event.at, 90_us);
  EXPECT_EQ(event.kind, EventKind::kSample);
  EXPECT_EQ(event.port, PortId(65'535));
  EXPECT_EQ(event.traffic_class, ClassId(7));
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(SchedulerTest, TimeComesBeforeKindBeforePortBeforeClass) {
  const std::vector<Event> in_order = {
      {1_ns, ClassId(7), PortId(9), EventKind::kSample},
      {2_ns, ClassId(7), PortId(9), EventKind::kTransmitEnd},
      {2_ns, ClassId(7), PortId(256), EventKind::kControlEffect},
      {2_ns, ClassId(7), PortId(1), EventKind::kAdmission},
      {2_ns, ClassId(0), PortId(2), EventKind::kAdmission},
      {2_ns, ClassId(1), PortId(2), EventKind::kAdmission},
      {2_ns, ClassId(0), PortId(256), EventKind::kAdmission},
      {2_ns, ClassId(0), PortId(0), EventKind::kSample},
  };
  for (auto event = in_order.rbegin(); event != in_order.rend(); ++event) {
    scheduler_.schedule(event->at, event->kind, event->port, event->traffic_class);
  }
  for (const Event& expected : in_order) {
    EXPECT_EQ(key_of(scheduler_.pop()), key_of(expected));
  }
}

TEST_F(SchedulerTest, ShowsWhatIsBeforeTheHorizon) {
  for (const Time at : {5_ns, 1_ns, 9_ns, 3_ns}) {
    scheduler_.schedule(at, EventKind::kAdmission, PortId(static_cast<std::size_t>(at.count())), ClassId(3));
  }
  std::set<Key> seen;
  scheduler_.for_each_before(5_ns, [&](const Event& event) { seen.insert(key_of(event)); });
  constexpr int kKind = static_cast<int>(EventKind::kAdmission);
  EXPECT_EQ(seen, (std::set<Key>{{1_ns, kKind, 1'000, 3}, {3_ns, kKind, 3'000, 3}}));
}

TEST_F(SchedulerTest, TellsTheOwnerOnlyOfANewEarliest) {
  scheduler_.schedule(5_ns, EventKind::kSource, PortId(0));
  scheduler_.schedule(7_ns, EventKind::kSource, PortId(1));
  scheduler_.schedule(3_ns, EventKind::kSource, PortId(2));
  EXPECT_EQ(owner_.told, (std::vector<Time>{5_ns, 3_ns}));
}

TEST_F(SchedulerTest, IsSilentWhileTheOwnerRunsTheQueue) {
  scheduler_.set_running(true);
  scheduler_.schedule(5_ns, EventKind::kSource, PortId(0));
  EXPECT_TRUE(owner_.told.empty());
  scheduler_.set_running(false);
  scheduler_.schedule(4_ns, EventKind::kSource, PortId(1));
  EXPECT_EQ(owner_.told, (std::vector<Time>{4_ns}));
}

TEST_F(SchedulerTest, TakesTheFarthestTime) {
  scheduler_.schedule(kNever, EventKind::kSource, PortId(0));
  scheduler_.schedule(0_ps, EventKind::kSource, PortId(1));
  EXPECT_EQ(scheduler_.pop().at, 0_ps);
  EXPECT_EQ(scheduler_.pop().at, kNever);
}

// The end of a wait that never ends: now + kNever.
TEST_F(SchedulerTest, TakesASumBeyondTheFarthestTimeForTheLast) {
  scheduler_.schedule(Time(std::numeric_limits<std::int64_t>::min()), EventKind::kSource, PortId(0));
  scheduler_.schedule(kNever, EventKind::kSource, PortId(1));
  EXPECT_EQ(scheduler_.pop_heap().port, PortId(1));
}

// Random schedules and pops against a sorted set, with few distinct times so that ties are the rule.
TEST_F(SchedulerTest, AgreesWithASortedSet) {
  RandomStream random(1, "scheduler_test");
  std::multiset<Key> model;
  std::vector<Time> told;
  for (int step = 0; step < 200'000; ++step) {
    ASSERT_EQ(scheduler_.empty(), model.empty());
    ASSERT_EQ(scheduler_.earliest(), model.empty() ? kNever : std::get<Time>(*model.begin()));
    // Long stretches of growth and of shrinking, down to empty, in turn.
    const std::uint64_t percent_of_pops = (step / 5'000) % 2 == 0 ? 45 : 60;
    if (!model.empty() && random.below(100) < percent_of_pops) {
      ASSERT_EQ(key_of(scheduler_.pop()), *model.begin());
      model.erase(model.begin());
    } else {
      const Event event = drawn(random, Time(static_cast<std::int64_t>(random.below(50))));
      if (model.empty() || key_of(event) < *model.begin()) {
        told.push_back(event.at);
      }
      model.insert(key_of(event));
      scheduler_.schedule(event.at, event.kind, event.port, event.traffic_class);
    }
  }
  EXPECT_EQ(owner_.told, told);
}

// In a turn the top of the heap stays free until the work of an event schedules another, or somebody asks what is next:
// work that schedules nothing, one event or several, before or behind all others, and asks in between or does not.
TEST_F(SchedulerTest, AgreesWithASortedSetInATurn) {
  RandomStream random(2, "scheduler_test");
  std::multiset<Key> model;
  const auto schedule = [&](Time from) {
    const Event event =
        drawn(random, from + Time(static_cast<std::int64_t>(random.below(random.below(4) == 0 ? 2 : 40))));
    model.insert(key_of(event));
    scheduler_.schedule(event.at, event.kind, event.port, event.traffic_class);
  };
  for (int turn = 0; turn < 2'000; ++turn) {
    const Time begin(turn * 100);
    for (std::uint64_t n = random.below(20); n != 0; --n) {
      schedule(begin);
    }
    scheduler_.set_running(true);
    scheduler_.begin_turn(begin + Time(50), true);
    while (scheduler_.earliest_in_heap() < scheduler_.bound()) {
      const Event event = scheduler_.pop_heap();
      ASSERT_EQ(key_of(event), *model.begin());
      model.erase(model.begin());
      for (std::uint64_t n = random.below(5) / 2; n != 0; --n) {
        schedule(event.at);
      }
      if (random.below(4) == 0) {
        const Time at = event.at + Time(static_cast<std::int64_t>(random.below(3)));
        const bool next = model.empty() || Key(at, static_cast<int>(EventKind::kGateOpen), 300, 0) < *model.begin();
        ASSERT_EQ(scheduler_.takes_turn(at, EventKind::kGateOpen, PortId(300)), next && at < begin + Time(50));
      }
      ASSERT_EQ(scheduler_.empty(), model.empty());
      if (random.below(4) == 0) {
        schedule(event.at);
      }
    }
    scheduler_.set_running(false);
    std::size_t left = 0;
    scheduler_.for_each_before(kNever, [&](const Event&) { ++left; });
    ASSERT_EQ(left, model.size());
    while (!model.empty()) {
      ASSERT_EQ(key_of(scheduler_.pop()), *model.begin());
      model.erase(model.begin());
    }
  }
}

TEST_F(SchedulerTest, TellsTheOwnerOfAnEarliestAfterAPopOutsideATurn) {
  scheduler_.schedule(5_ns, EventKind::kAdmission, PortId(0));
  scheduler_.schedule(9_ns, EventKind::kAdmission, PortId(0));
  scheduler_.pop();
  scheduler_.schedule(7_ns, EventKind::kAdmission, PortId(0));
  EXPECT_THAT(owner_.told, testing::ElementsAre(5_ns, 7_ns));
}

TEST_F(SchedulerTest, KnowsWhatHasPassed) {
  EXPECT_FALSE(scheduler_.passed(1_ns, EventKind::kAction));
  scheduler_.schedule(2_ns, EventKind::kGateOpen, PortId(3));
  scheduler_.schedule(2_ns, EventKind::kAdmission, PortId(0));
  scheduler_.pop();
  EXPECT_TRUE(scheduler_.passed(1_ns, EventKind::kSample));
  EXPECT_TRUE(scheduler_.passed(2_ns, EventKind::kTransmitEnd));
  EXPECT_FALSE(scheduler_.passed(2_ns, EventKind::kCrossbarSlot));
  scheduler_.pop();
  EXPECT_TRUE(scheduler_.passed(2_ns, EventKind::kCrossbarSlot));
  // Work that is scheduled late for this instant takes nothing back.
  scheduler_.schedule(2_ns, EventKind::kAdmission, PortId(0));
  scheduler_.pop();
  EXPECT_TRUE(scheduler_.passed(2_ns, EventKind::kCrossbarSlot));
  EXPECT_FALSE(scheduler_.passed(3_ns, EventKind::kAction));
}

TEST_F(SchedulerTest, LetsWorkTakeItsTurnWithoutAnEvent) {
  scheduler_.schedule(5_ns, EventKind::kAdmission, PortId(0));
  EXPECT_FALSE(scheduler_.takes_turn(4_ns, EventKind::kGateOpen)) << "no turn";
  scheduler_.begin_turn(10_ns, false);
  EXPECT_FALSE(scheduler_.takes_turn(4_ns, EventKind::kGateOpen)) << "event by event";
  scheduler_.begin_turn(10_ns, true);
  EXPECT_TRUE(scheduler_.takes_turn(4_ns, EventKind::kGateOpen));
  EXPECT_TRUE(scheduler_.passed(4_ns, EventKind::kGateOpen));
  EXPECT_TRUE(scheduler_.takes_turn(5_ns, EventKind::kTransmitEnd));
  EXPECT_FALSE(scheduler_.takes_turn(5_ns, EventKind::kGateOpen)) << "the admission comes first";
  scheduler_.pop();
  EXPECT_TRUE(scheduler_.takes_turn(8_ns, EventKind::kGateOpen));
  scheduler_.set_slot(9_ns);
  EXPECT_FALSE(scheduler_.takes_turn(9_ns, EventKind::kGateOpen)) << "the slot comes first";
  scheduler_.set_slot(kNever);
  EXPECT_TRUE(scheduler_.takes_turn(9_ns, EventKind::kGateOpen));
  EXPECT_FALSE(scheduler_.takes_turn(10_ns, EventKind::kGateOpen)) << "others may schedule work before it";
}

// The slot lies beside the heap, and comes as an event would.
TEST_F(SchedulerTest, HasOneSlotInItsPlaceInTheOrder) {
  scheduler_.schedule(5_ns, EventKind::kAdmission, PortId(2));
  scheduler_.schedule(5_ns, EventKind::kGateOpen, PortId(0));
  scheduler_.begin_turn(10_ns, true);
  EXPECT_EQ(scheduler_.bound(), 10_ns);
  scheduler_.set_slot(7_ns);
  EXPECT_EQ(scheduler_.bound(), 7_ns);
  EXPECT_EQ(scheduler_.earliest(), 5_ns);
  scheduler_.set_slot(5_ns);  // in place of 7 ns
  EXPECT_EQ(scheduler_.pop().kind, EventKind::kAdmission);
  EXPECT_FALSE(scheduler_.passed(5_ns, EventKind::kCrossbarSlot));
  const Event slot = scheduler_.pop();
  EXPECT_EQ(slot.kind, EventKind::kCrossbarSlot);
  EXPECT_EQ(slot.at, 5_ns);
  EXPECT_TRUE(scheduler_.passed(5_ns, EventKind::kCrossbarSlot));
  EXPECT_EQ(scheduler_.bound(), 10_ns);
  EXPECT_EQ(scheduler_.pop().kind, EventKind::kGateOpen);
  EXPECT_TRUE(scheduler_.empty());
  scheduler_.set_slot(6_ns);
  EXPECT_FALSE(scheduler_.empty());
  EXPECT_EQ(scheduler_.earliest(), 6_ns);
  EXPECT_EQ(scheduler_.pop().at, 6_ns);
  EXPECT_TRUE(scheduler_.empty());
}

TEST_F(SchedulerTest, TellsItsOwnerOfASlotThatIsTheEarliest) {
  scheduler_.schedule(5_ns, EventKind::kAdmission, PortId(2));
  scheduler_.set_slot(6_ns);
  EXPECT_THAT(owner_.told, testing::ElementsAre(5_ns));
  scheduler_.set_slot(4_ns);
  EXPECT_THAT(owner_.told, testing::ElementsAre(5_ns, 4_ns));
  scheduler_.set_running(true);
  scheduler_.set_slot(3_ns);
  EXPECT_THAT(owner_.told, testing::ElementsAre(5_ns, 4_ns)) << "it is at work";
}

TEST_F(SchedulerTest, CountsTheEventsThatWorkWhichGoesOnLeavesOut) {
  scheduler_.schedule(5_ns, EventKind::kAdmission, PortId(2));
  scheduler_.begin_turn(10_ns, true);
  EXPECT_TRUE(scheduler_.goes_on(4_ns, EventKind::kAdmission, PortId(3)));
  EXPECT_EQ(scheduler_.reached(), 4_ns);
  EXPECT_TRUE(scheduler_.goes_on(5_ns, EventKind::kAdmission, PortId(1)));
  EXPECT_FALSE(scheduler_.goes_on(5_ns, EventKind::kAdmission, PortId(3))) << "port 2 comes first";
  EXPECT_FALSE(scheduler_.goes_on(10_ns, EventKind::kAdmission, PortId(1))) << "others may schedule work before it";
  EXPECT_EQ(scheduler_.left_out(), 2U);
  EXPECT_EQ(scheduler_.pop().port, PortId(2));
}

}  // namespace weir::scheduler_test
