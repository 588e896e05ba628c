// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/wait_for_graph.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle {

// Failures name queues.
void PrintTo(const QueueId& queue, std::ostream* out) { *out << "queue " << queue.device; }

namespace wait_for_graph_test {

// One queue a device is enough for most pictures: queue(1) is the egress queue of device 1.
QueueId queue(std::size_t device) { return {device, PortId(1), ClassId(0)}; }

WaitingBytes behind(std::size_t device, Bytes bytes) { return {queue(device), queue(device), bytes}; }

// As PFC: the peer stays asserted while its VIQ is above `xon`.
HeldQueue held(std::size_t device, Time since, std::vector<WaitingBytes> peer_viq, Bytes xon = 10_KB) {
  return {queue(device), since, std::move(peer_viq), [xon](Bytes stuck) { return stuck > xon; }};
}

// As credits: the peer's buffer of `buffer` has no room for the head packet.
HeldQueue short_of_credits(std::size_t device, Time since, std::vector<WaitingBytes> peer_viq, Bytes buffer,
                           Bytes head) {
  return {queue(device), since, std::move(peer_viq), [=](Bytes stuck) { return buffer - stuck < head; }};
}

// The oracle's name for three switches in a ring: each waits for the next.
std::vector<HeldQueue> ring_of_three() {
  return {held(1, 30_us, {behind(2, 20_KB)}), held(2, 10_us, {behind(3, 20_KB)}), held(3, 20_us, {behind(1, 20_KB)})};
}

TEST(WaitForGraph, ThreeQueuesInACircleAreADeadlock) {
  const auto stuck = find_stuck(ring_of_three());
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->formed_at, 30_us);
  EXPECT_EQ(stuck->closed_by, queue(1));
  EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2), queue(3)));
  EXPECT_THAT(stuck->waiting_on_cycle, IsEmpty());
  EXPECT_THAT(stuck->stuck_without_cycle, IsEmpty());
}

TEST(WaitForGraph, NothingHeldIsNothing) { EXPECT_FALSE(find_stuck({})); }

TEST(WaitForGraph, AChainDrains) {
  EXPECT_FALSE(find_stuck({held(1, 1_us, {behind(2, 20_KB)}), held(2, 2_us, {behind(3, 20_KB)}),
                           held(3, 3_us, {behind(4, 20_KB)})}));  // queue 4 is not held
}

// The planted fault: without any one of its edges the circle is no deadlock.
TEST(WaitForGraph, ACircleWithoutOneOfItsEdgesDrains) {
  for (std::size_t missing = 0; missing < 3; ++missing) {
    std::vector<HeldQueue> picture = ring_of_three();
    picture[missing].peer_viq.clear();
    EXPECT_FALSE(find_stuck(picture)) << missing;
  }
}

// Two accounts, as of two egress ports that ask a third for the same pause: each is compared with XON by itself.
TEST(WaitForGraph, OfSeveralAccountsTheFullestDecides) {
  const auto ring = [](Bytes first, Bytes second, std::size_t account) {
    std::vector<HeldQueue> held = ring_of_three();
    held[0].peer_viq = {
        {queue(2), queue(2), first, 0}, {queue(4), queue(4), 20_KB, 7}, {queue(2), queue(2), second, account}};
    return held;
  };
  EXPECT_TRUE(find_stuck(ring(6_KB, 6_KB, 0))) << "one account of 12 KB";
  EXPECT_FALSE(find_stuck(ring(6_KB, 6_KB, 1)));
  EXPECT_TRUE(find_stuck(ring(6_KB, 11_KB, 1)));
}

TEST(WaitForGraph, ACircleWithoutOneOfItsQueuesDrains) {
  for (std::size_t missing = 0; missing < 3; ++missing) {
    std::vector<HeldQueue> picture = ring_of_three();
    picture.erase(picture.begin() + static_cast<std::ptrdiff_t>(missing));
    EXPECT_FALSE(find_stuck(picture)) << missing;
  }
}

// 30 KB keep queue 2 held now, but 20 KB of them will leave through queue 9, and what is stuck is at XON.
TEST(WaitForGraph, ACircleIsReleasedWhereOneViqCanDrainToXon) {
  std::vector<HeldQueue> picture = ring_of_three();
  picture[1].peer_viq = {behind(9, 20_KB), behind(3, 10_KB)};
  EXPECT_FALSE(find_stuck(picture));
  picture[1].peer_viq = {behind(9, 20_KB), behind(3, 10_KB + 1_B)};
  EXPECT_TRUE(find_stuck(picture));
}

// One queue that can be released takes with it those that wait for it, one after the other.
TEST(WaitForGraph, AReleaseSpreadsBackwards) {
  EXPECT_FALSE(find_stuck({held(1, 1_us, {behind(2, 20_KB)}), held(2, 2_us, {behind(3, 11_KB), behind(1, 9_KB)}),
                           held(3, 3_us, {behind(1, 9_KB), behind(4, 99_KB)})}));
}

// In a FIFO input queue, packets for an open output are stuck behind a head for a stuck one.
TEST(WaitForGraph, WhatStandsBehindAStuckHeadIsStuck) {
  std::vector<HeldQueue> picture = ring_of_three();
  picture[1].peer_viq = {{queue(9), queue(3), 20_KB}};
  const auto stuck = find_stuck(picture);
  ASSERT_TRUE(stuck);
  EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2), queue(3)));
  picture[1].peer_viq = {{queue(9), queue(9), 20_KB}};  // virtual output queues
  EXPECT_FALSE(find_stuck(picture));
}

TEST(WaitForGraph, ShortOfCreditsIsHeldToo) {
  const auto picture = [](Bytes stuck) {
    return std::vector<HeldQueue>{short_of_credits(1, 1_us, {behind(2, 50_KB)}, 50_KB, 1500_B),
                                  short_of_credits(2, 2_us, {behind(1, stuck)}, 50_KB, 1500_B)};
  };
  EXPECT_FALSE(find_stuck(picture(48'500_B)));  // one packet still fits
  const auto stuck = find_stuck(picture(48'501_B));
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->formed_at, 2_us);
}

TEST(WaitForGraph, OfTwoDisjointCirclesTheOneThatFormedFirstIsReported) {
  std::vector<HeldQueue> picture = ring_of_three();
  picture.push_back(held(7, 25_us, {behind(8, 20_KB)}));
  picture.push_back(held(8, 5_us, {behind(7, 20_KB)}));
  const auto stuck = find_stuck(picture);
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->formed_at, 25_us);
  EXPECT_THAT(stuck->cycle, ElementsAre(queue(7), queue(8)));
  EXPECT_THAT(stuck->waiting_on_cycle, ElementsAre(queue(1), queue(2), queue(3)));
}

TEST(WaitForGraph, OfTwoCirclesThroughOneQueueTheOneThatFormedFirstIsReported) {
  for (const bool first_is_long : {false, true}) {
    const Time at_long = first_is_long ? 10_us : 20_us;
    const auto stuck =
        find_stuck({held(1, 1_us, {behind(2, 20_KB), behind(4, 20_KB)}), held(2, at_long, {behind(3, 20_KB)}),
                    held(3, 1_us, {behind(1, 20_KB)}), held(4, 15_us, {behind(1, 20_KB)})});
    ASSERT_TRUE(stuck);
    EXPECT_EQ(stuck->formed_at, first_is_long ? 10_us : 15_us);
    if (first_is_long) {
      EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2), queue(3)));
    } else {
      EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(4)));
    }
  }
}

// The circle of 1 and 2 closes at 2 us, but until 3 closes at 9 us, queue 1 would have been released: the VIQ that it
// waits for held too little of queue 2.
TEST(WaitForGraph, ACircleThatOnlyHoldsWithAThirdQueueFormsWithTheThird) {
  const auto stuck = find_stuck({held(1, 1_us, {behind(2, 6_KB), behind(3, 6_KB)}), held(2, 2_us, {behind(1, 20_KB)}),
                                 held(3, 9_us, {behind(1, 20_KB)})});
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->formed_at, 9_us);
  EXPECT_EQ(stuck->closed_by, queue(3));
  EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2)));
  EXPECT_THAT(stuck->waiting_on_cycle, ElementsAre(queue(3)));
}

// Beside it, queue 4, which is held since the same instant and waits for the circle alone, has closed nothing.
TEST(WaitForGraph, OfQueuesBesideACircleOneThatTheCircleNeedsHasClosedIt) {
  for (const std::size_t needed : {3, 4}) {
    const auto stuck =
        find_stuck({held(1, 1_us, {behind(2, 6_KB), behind(needed, 6_KB)}), held(2, 2_us, {behind(1, 20_KB)}),
                    held(3, 9_us, {behind(1, 20_KB)}), held(4, 9_us, {behind(1, 20_KB)})});
    ASSERT_TRUE(stuck);
    EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2)));
    EXPECT_EQ(stuck->closed_by, queue(needed));
  }
}

// Either of two queues, held at one instant, fills the VIQ.
TEST(WaitForGraph, OfTwoQueuesEitherOfWhichWouldCloseACircleTheSmallerHasClosedIt) {
  const auto stuck =
      find_stuck({held(1, 1_us, {behind(2, 6_KB), behind(3, 6_KB), behind(4, 6_KB)}), held(2, 2_us, {behind(1, 20_KB)}),
                  held(3, 9_us, {behind(1, 20_KB)}), held(4, 9_us, {behind(1, 20_KB)})});
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->closed_by, queue(3));
}

TEST(WaitForGraph, OfEqualCirclesTheSmallestNameWins) {
  // Two ways from 2 back to 1: over 3 and over 4, and a detour over both.
  const auto stuck = find_stuck({held(1, 1_us, {behind(2, 20_KB)}), held(2, 1_us, {behind(4, 20_KB), behind(3, 20_KB)}),
                                 held(3, 1_us, {behind(4, 20_KB)}), held(4, 1_us, {behind(1, 20_KB)})});
  ASSERT_TRUE(stuck);
  EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2), queue(3), queue(4)));
}

// 3 is the smaller successor of 2, but only leads back to 2.
TEST(WaitForGraph, TheCycleDoesNotRunIntoADeadEnd) {
  const auto stuck = find_stuck({held(1, 1_us, {behind(2, 20_KB)}), held(2, 1_us, {behind(3, 20_KB), behind(4, 20_KB)}),
                                 held(3, 1_us, {behind(2, 20_KB)}), held(4, 1_us, {behind(1, 20_KB)})});
  ASSERT_TRUE(stuck);
  EXPECT_THAT(stuck->cycle, ElementsAre(queue(1), queue(2), queue(4)));
}

TEST(WaitForGraph, WaitersOfACircleAreListedApart) {
  std::vector<HeldQueue> picture = ring_of_three();
  picture.push_back(held(0, 40_us, {behind(1, 20_KB)}));  // a host in front of the ring
  const auto stuck = find_stuck(picture);
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->formed_at, 30_us);
  EXPECT_THAT(stuck->waiting_on_cycle, ElementsAre(queue(0)));
}

// A peer that never takes a packet again: stuck, and no deadlock.
TEST(WaitForGraph, AHostThatNeverResumesMakesNoCycle) {
  const auto stuck = find_stuck({held(1, 1_us, {behind(2, 20_KB)}), {queue(2), 2_us, {}, [](Bytes) { return true; }}});
  ASSERT_TRUE(stuck);
  EXPECT_EQ(stuck->formed_at, kNever);
  EXPECT_THAT(stuck->cycle, IsEmpty());
  EXPECT_THAT(stuck->stuck_without_cycle, ElementsAre(queue(1), queue(2)));
}

// Random pictures, judged by looking at every subset and every instant.
class BruteForce {
 public:
  explicit BruteForce(const std::vector<HeldQueue>& held) : held_(held) {}

  // The union of all sets of queues held by `t` that keep each other held.
  unsigned stuck(Time t) const {
    unsigned all = 0;
    for (unsigned set = 1; set < 1U << held_.size(); ++set) {
      bool sustains = true;
      for (std::size_t v = 0; v < held_.size() && sustains; ++v) {
        sustains = (set >> v & 1U) == 0 || (held_[v].since <= t && held_[v].stays_held(bytes(v, set)));
      }
      all |= sustains ? set : 0;
    }
    return all;
  }

  bool has_cycle(unsigned set) const {
    for (bool changed = true; changed;) {  // take away who waits for nobody
      changed = false;
      for (std::size_t v = 0; v < held_.size(); ++v) {
        if ((set >> v & 1U) != 0 && bytes(v, set) == 0_B) {
          set &= ~(1U << v);
          changed = true;
        }
      }
    }
    return set != 0;
  }

 private:
  Bytes bytes(std::size_t v, unsigned set) const {
    Bytes sum;
    for (const WaitingBytes& entry : held_[v].peer_viq) {
      for (std::size_t w = 0; w < held_.size(); ++w) {
        if ((set >> w & 1U) != 0 && (entry.own == held_[w].queue || entry.blocker == held_[w].queue)) {
          sum += entry.bytes;
          break;
        }
      }
    }
    return sum;
  }

  const std::vector<HeldQueue>& held_;
};

std::vector<HeldQueue> random_picture(RandomStream& random) {
  constexpr std::size_t kQueues = 6;
  const auto any = [&] { return queue(static_cast<std::size_t>(random.below(kQueues + 2))); };
  std::vector<HeldQueue> picture;
  for (std::size_t v = 0; v < kQueues; ++v) {
    std::vector<WaitingBytes> viq;
    for (std::uint64_t entries = random.below(4); entries > 0; --entries) {
      viq.push_back({any(), any(), Bytes(static_cast<std::int64_t>(1'000 + random.below(15'000)))});
    }
    picture.push_back(held(v, Time(static_cast<std::int64_t>(random.below(4))), std::move(viq)));
  }
  return picture;
}

TEST(WaitForGraph, AgreesWithEverySubsetTried) {
  RandomStream random(5, "pictures");
  int deadlocks = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::vector<HeldQueue> picture = random_picture(random);
    const BruteForce truth(picture);
    const auto stuck = find_stuck(picture);
    ASSERT_EQ(stuck.has_value(), truth.stuck(kNever) != 0);
    if (!stuck) {
      continue;
    }
    Time formed = kNever;
    for (std::int64_t t = 3; t >= 0; --t) {
      formed = truth.has_cycle(truth.stuck(Time(t))) ? Time(t) : formed;
    }
    ASSERT_EQ(stuck->formed_at, formed);
    ASSERT_EQ(stuck->cycle.empty(), formed == kNever);
    deadlocks += formed == kNever ? 0 : 1;
    unsigned reported = 0;
    for (const auto* list : {&stuck->cycle, &stuck->waiting_on_cycle, &stuck->stuck_without_cycle}) {
      for (const QueueId id : *list) {
        ASSERT_EQ(reported >> id.device & 1U, 0U) << "listed twice";
        reported |= 1U << id.device;
      }
    }
    ASSERT_EQ(reported, truth.stuck(kNever));
  }
  EXPECT_GT(deadlocks, 100);
}

TEST(WaitForGraph, DoesNotDependOnTheOrderOfItsInput) {
  RandomStream random(6, "orders");
  for (int i = 0; i < 300; ++i) {
    std::vector<HeldQueue> picture = random_picture(random);
    const auto first = find_stuck(picture);
    for (int shuffle = 0; shuffle < 5; ++shuffle) {
      for (std::size_t n = picture.size(); n > 1; --n) {
        std::swap(picture[n - 1], picture[random.below(n)]);
      }
      for (HeldQueue& entry : picture) {
        std::reverse(entry.peer_viq.begin(), entry.peer_viq.end());
      }
      const auto again = find_stuck(picture);
      ASSERT_EQ(first.has_value(), again.has_value());
      if (first) {
        EXPECT_EQ(first->formed_at, again->formed_at);
        EXPECT_EQ(first->cycle, again->cycle);
        EXPECT_EQ(first->waiting_on_cycle, again->waiting_on_cycle);
        EXPECT_EQ(first->stuck_without_cycle, again->stuck_without_cycle);
      }
    }
  }
}

}  // namespace wait_for_graph_test
}  // namespace weir::oracle
