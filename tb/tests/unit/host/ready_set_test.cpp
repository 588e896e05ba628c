// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Set of ready sources and queue of timers, each against the plain thing that it stands for.

#include "tb/host/ready_set.h"

#include <rapidcheck/gtest.h>

#include "tb/host/timer_queue.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host::ready_set_test {

// What a host did before: try one after the other, beginning behind the last.
std::size_t next_by_trying(const std::set<std::size_t>& members, std::size_t count, std::size_t last) {
  for (std::size_t tried = 0; tried < count; ++tried) {
    last = last + 1 < count ? last + 1 : 0;
    if (members.contains(last)) {
      return last;
    }
  }
  return ReadySet::kNone;
}

RC_GTEST_PROP(ReadySet, FindsWhoeverTryingAllWouldFind, ()) {
  ReadySet ready;
  std::set<std::size_t> members;
  std::size_t count = 0;
  const int steps = *rc::gen::inRange(1, 200);
  for (int i = 0; i < steps; ++i) {
    const int what = *rc::gen::inRange(0, 8);
    if (what == 0 || count == 0) {
      count += *rc::gen::element<std::size_t>(1, 2, 63, 64, 65, 5'000);
      ready.resize(count);
    } else if (what < 4) {
      const auto number = *rc::gen::inRange<std::size_t>(0, count);
      ready.insert(number);
      members.insert(number);
    } else if (what < 6 && !members.empty()) {
      const std::size_t number = *members.begin();
      ready.erase(number);
      members.erase(number);
    }
    const auto last = *rc::gen::inRange<std::size_t>(0, count);
    RC_ASSERT(ready.next_after(last) == next_by_trying(members, count, last));
  }
}

TEST(ReadySet, GoesRoundAndComesToTheLastAgain) {
  ReadySet ready;
  ready.resize(70'000);
  EXPECT_EQ(ready.next_after(0), ReadySet::kNone);
  ready.insert(69'999);
  EXPECT_EQ(ready.next_after(69'999), 69'999U);
  ready.insert(3);
  EXPECT_EQ(ready.next_after(69'999), 3U);
  EXPECT_EQ(ready.next_after(3), 69'999U);
  ready.erase(69'999);
  EXPECT_EQ(ready.next_after(3), 3U);
}

RC_GTEST_PROP(TimerQueue, ExpiresInOrderOfTimeThenSlot, ()) {
  TimerQueue timers;
  std::map<std::size_t, Time> times;  // by slot
  timers.resize(20);
  const int steps = *rc::gen::inRange(1, 300);
  for (int i = 0; i < steps; ++i) {
    if (*rc::gen::inRange(0, 3) > 0) {
      const auto slot = *rc::gen::inRange<std::size_t>(0, 20);
      const Time at = *rc::gen::inRange(0, 4) > 0 ? Time(*rc::gen::inRange(0, 10)) : kNever;
      timers.set(slot, at);
      at == kNever ? times.erase(slot) : times.insert_or_assign(slot, at).second;
    } else if (!times.empty()) {
      std::pair<Time, std::size_t> first{kNever, 0};
      for (const auto& [slot, at] : times) {
        first = std::min(first, {at, slot});
      }
      RC_ASSERT(timers.earliest() == first.first);
      RC_ASSERT(timers.pop() == first.second);
      times.erase(first.second);
    }
    RC_ASSERT(timers.empty() == times.empty());
  }
}

}  // namespace weir::host::ready_set_test
