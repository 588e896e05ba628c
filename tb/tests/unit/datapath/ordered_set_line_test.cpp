// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/ordered_set_line.h"

#include "tb/tests/unit/datapath/set_stubs.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::link::ordered_set_line_test {

using enum CtlosKind;

constexpr PortId kPort{3};
constexpr Time kDelay = 1_us;
constexpr Time kByte = 80_ps;  // 100 Gbps
constexpr Time kSet = 8 * kByte;

// One direction of a link of 100 Gbps, and what its two devices would do.
class OrderedSetLineTest : public testing::Test, private Scheduler::Owner {
 protected:
  OrderedSetLineTest() {
    sender_.join(&source_, nullptr);
    receiver_.join(nullptr, &sink_);
    sender_.connect(&receiver_, kDelay);
  }

  // All that is due before `end`.
  void run(Time end = kNever) {
    for (Scheduler* next = earliest(); next->earliest() < end; next = earliest()) {
      const Event event = next->pop();
      EXPECT_EQ(event.port, kPort);
      OrderedSetLine& line = next == &there_ ? receiver_ : sender_;
      event.kind == EventKind::kOrderedSet ? line.leave(event.at) : line.arrive(event.at);
    }
  }
  std::vector<Time> left() const {
    std::vector<Time> times;
    for (const ScriptedSource::Left& set : source_.left)
      times.push_back(set.at);
    return times;
  }
  void ask(CtlosKind kind, Time now, int sets = 1) {
    source_.ask(kind, sets);
    sender_.set_due(now);
  }

  Scheduler here_{*this};
  Scheduler there_{*this};
  OrderedSetLine sender_{here_, kPort, 100_Gbps};
  OrderedSetLine receiver_{there_, kPort, 100_Gbps};
  ScriptedSource source_;
  NotingSink sink_;

 private:
  void earliest_is_now(Time) override {}
  Scheduler* earliest() { return here_.earliest() <= there_.earliest() ? &here_ : &there_; }
};

TEST_F(OrderedSetLineTest, ASetTakesItsEightBytesAndTheDelay) {
  ask(kNack, 5_us);
  run();
  EXPECT_EQ(left(), std::vector{5_us});
  EXPECT_EQ(sender_.free_at(Time(0)), 5_us + kSet);
  EXPECT_THAT(sink_.arrived, testing::ElementsAre(std::pair(5_us + kSet + kDelay, 1U)));
  EXPECT_EQ(sender_.counters().sent, 1U);
  EXPECT_EQ(receiver_.counters().received, 1U);
}

TEST_F(OrderedSetLineTest, SetsAreSpacedAndArriveInTheirOrder) {
  ask(kAck, 1_us, 40);  // 40 under way would be 164 ns apart: the ring grows
  ask(kNack, 1_us);
  run();
  ASSERT_EQ(source_.left.size(), 41U);
  EXPECT_EQ(source_.left[0], (ScriptedSource::Left{kNack, 1_us}));
  for (std::size_t n = 1; n < source_.left.size(); ++n)
    EXPECT_EQ(source_.left[n].at - source_.left[n - 1].at, 2'048 * kByte) << n;
  ASSERT_EQ(sink_.arrived.size(), 41U);
  for (std::size_t n = 0; n < sink_.arrived.size(); ++n)
    EXPECT_EQ(sink_.arrived[n], std::pair(source_.left[n].at + kSet + kDelay, static_cast<std::uint32_t>(n + 1)));
}

// The set leaves 256 B into the frame; the frame's end, announced with its first bit, stays.
TEST_F(OrderedSetLineTest, ASetInsideAFrameLengthensTheGapBehindIt) {
  const Time end = 10_us + 9'236 * kByte;
  sender_.frame_begins(10_us, end);
  EXPECT_EQ(sender_.free_at(Time(0)), end);
  ask(kNack, 10_us);
  run();
  EXPECT_EQ(left(), std::vector{10_us + 256 * kByte});
  EXPECT_EQ(sender_.free_at(end), end + kSet);
  EXPECT_EQ(sink_.arrived[0].first, 10_us + 264 * kByte + kDelay);
}

TEST_F(OrderedSetLineTest, FiveSetsInTheLargestFrameMakeTheLargestError) {
  const Time end = 10_us + 9'224 * kByte;
  sender_.frame_begins(10_us, end);
  ask(kNack, 10_us, 5);
  run(end);
  EXPECT_EQ(source_.left.size(), 5U);
  EXPECT_EQ(sender_.free_at(Time(0)), end + 40 * kByte);
}

// Whatever leaves inside a frame is not behind it: the receiver's order is that of the wire.
TEST_F(OrderedSetLineTest, ASetInTheLastBytesOfAFrameArrivesWithItsLastBit) {
  const Time end = 10_us + 300 * kByte;
  sender_.frame_begins(10_us, end);
  ask(kNack, end - 3 * kByte);
  ask(kInit, end - 3 * kByte);
  run();
  EXPECT_EQ(left(), (std::vector{end - 3 * kByte, end + 397 * kByte}));
  EXPECT_EQ(sink_.arrived[0].first, end + kDelay);
  EXPECT_EQ(sink_.arrived[1].first, end + 397 * kByte + kSet + kDelay);
}

TEST_F(OrderedSetLineTest, AFrameThatBeginsFirstPostponesTheSet) {
  ask(kAck, 1_us, 2);  // the second is due 2,048 B later
  run(1_us + 1'000 * kByte);
  sender_.frame_begins(1_us + 2'000 * kByte, 1_us + 3'000 * kByte);
  run();
  EXPECT_EQ(left()[1], 1_us + 2'256 * kByte);
}

// Of short frames back to back each ends before a set may stand inside it.
TEST_F(OrderedSetLineTest, ASetThatWaitsForTheEndOfAFrameLeavesBeforeTheNext) {
  const Time end = 1_us + 84 * kByte;
  sender_.frame_begins(1_us, end);
  ask(kNack, 1_us);
  EXPECT_EQ(here_.earliest(), end);
  EXPECT_LT(EventKind::kOrderedSet, EventKind::kTransmitEnd);
  run();
  EXPECT_EQ(left(), std::vector{end});
  EXPECT_EQ(sender_.free_at(end), end + kSet);
}

TEST_F(OrderedSetLineTest, WithoutAnybodyAtTheOtherEndNothingIsSent) {
  sender_.connect(nullptr, kDelay);
  ask(kNack, 1_us);
  EXPECT_TRUE(here_.empty());
  EXPECT_TRUE(source_.wants(kNack));
}

TEST_F(OrderedSetLineTest, AnotherRateCountsFromItsTimeOn) {
  ask(kAck, 1_us, 2);
  run(1_us + 1'024 * kByte);
  sender_.set_rate(50_Gbps, 1_us + 1'024 * kByte);
  run();
  EXPECT_EQ(left()[1], 1_us + 1'024 * kByte + 1'024 * (2 * kByte));
  EXPECT_EQ(sink_.arrived[1].first, left()[1] + 2 * kSet + kDelay);
}

TEST_F(OrderedSetLineTest, IsDeafDuringAReset) {
  ask(kNack, 1_us, 3);
  run(1_us + 900 * kByte);
  receiver_.reset(2_us, 2_us + 500 * kByte);
  run();
  EXPECT_EQ(source_.left.size(), 3U);
  EXPECT_THAT(sink_.arrived, testing::ElementsAre(std::pair(1_us + 808 * kByte + kDelay, 3U)));
}

// Random frames and wishes: sets keep their spacing, and the wire is never given to two at once.
TEST_F(OrderedSetLineTest, KeepsTheLineInOrderInRandomRuns) {
  std::mt19937 random(11);
  const auto below = [&random](unsigned end) { return static_cast<std::int64_t>(random() % end); };
  Time now = 1_us;
  std::vector<Time> begins;
  std::vector<Time> ends;
  for (int n = 0; n < 3'000; ++n) {
    run(now + Time(1));
    if (sender_.free_at(now) <= now && below(2) == 0) {
      begins.push_back(now);
      ends.push_back(now + (84 + below(9'153)) * kByte);
      sender_.frame_begins(now, ends.back());
    }
    if (below(3) == 0)
      ask(static_cast<CtlosKind>(below(kCtlosKinds)), now);
    now += Time(below(200'000));
  }
  run();
  ASSERT_GT(source_.left.size(), 900U);
  ASSERT_EQ(sink_.arrived.size(), source_.left.size());
  for (std::size_t n = 1; n < source_.left.size(); ++n) {
    ASSERT_GE(source_.left[n].at - source_.left[n - 1].at, 400 * kByte);
    ASSERT_GT(sink_.arrived[n].first, sink_.arrived[n - 1].first);
    ASSERT_EQ(sink_.arrived[n].second, n + 1);
  }
  // Against the frames: a set that left before a frame's end has arrived when that frame has, another one after it.
  for (std::size_t f = 0; f < ends.size(); ++f) {
    std::int64_t inside = 0;
    for (std::size_t n = 0; n < source_.left.size(); ++n) {
      const Time at = source_.left[n].at;
      ASSERT_EQ(at < ends[f], sink_.arrived[n].first <= ends[f] + kDelay);
      inside += begins[f] <= at && at < ends[f] ? 1 : 0;
    }
    if (f + 1 < ends.size()) {
      ASSERT_GE(begins[f + 1], ends[f] + inside * kSet);
    }
  }
}

// Spoils and doubles what it is told to, and keeps what it was asked.
struct ScriptedDamage final : LinkDamage {
  FrameFate frame_leaves(const frame::Packet&, Time, Time) override { return {}; }
  SetFate set_leaves(Time begin, Time end) override {
    asked.emplace_back(begin, end);
    return asked.size() == spoiled   ? SetFate::kSpoiled
           : asked.size() == doubled ? SetFate::kDoubled
                                     : SetFate::kArrives;
  }
  Time set_delay(Time) const override { return delay; }

  std::size_t spoiled = 0;  // the set, from 1
  std::size_t doubled = 0;
  Time delay;
  std::vector<std::pair<Time, Time>> asked;
};

TEST_F(OrderedSetLineTest, ADamagedSetTakesItsTimeAndIsNotHeard) {
  ScriptedDamage damage;
  damage.spoiled = 2;
  sender_.set_damage(&damage);
  ask(kNack, 1_us, 3);
  run();
  ASSERT_EQ(left(), (std::vector{1_us, 1_us + 400 * kByte, 1_us + 800 * kByte}));
  EXPECT_THAT(damage.asked,
              testing::ElementsAre(std::pair(left()[0], left()[0] + kSet), std::pair(left()[1], left()[1] + kSet),
                                   std::pair(left()[2], left()[2] + kSet)));
  EXPECT_THAT(sink_.arrived,
              testing::ElementsAre(std::pair(left()[0] + kSet + kDelay, 1U), std::pair(left()[2] + kSet + kDelay, 3U)));
  EXPECT_THAT(source_.lost_at, testing::ElementsAre(left()[1]));
  EXPECT_EQ(sender_.counters().sent, 3U);
  EXPECT_EQ(receiver_.counters().received, 2U);
}

TEST_F(OrderedSetLineTest, ADoubledSetArrivesTwiceAtOnce) {
  ScriptedDamage damage;
  damage.doubled = 2;
  damage.delay = 500_ns;
  sender_.set_damage(&damage);
  ask(kNack, 1_us, 3);
  run();
  ASSERT_EQ(left(), (std::vector{1_us, 1_us + 400 * kByte, 1_us + 800 * kByte})) << "the second takes no time";
  const auto arrives = [&](std::size_t n) { return left()[n] + kSet + kDelay + 500_ns; };
  EXPECT_THAT(sink_.arrived, testing::ElementsAre(std::pair(arrives(0), 1U), std::pair(arrives(1), 2U),
                                                  std::pair(arrives(1), 2U), std::pair(arrives(2), 3U)));
  EXPECT_EQ(sender_.counters().sent, 3U);
  EXPECT_EQ(receiver_.counters().received, 4U);
}

TEST_F(OrderedSetLineTest, SetsThatComeLateKeepTheirOrder) {
  ScriptedDamage damage;
  damage.delay = 500_ns;
  sender_.set_damage(&damage);
  ask(kNack, 1_us);
  run(1_us + kSet);
  damage.delay = 0_ns;
  ask(kNack, 1_us + kSet);
  run();
  ASSERT_EQ(left(), (std::vector{1_us, 1_us + 400 * kByte}));
  const Time first = 1_us + kSet + kDelay + 500_ns;
  EXPECT_THAT(sink_.arrived, testing::ElementsAre(std::pair(first, 1U), std::pair(first, 2U)));
}

struct NotingTap final : SetTap {
  void seen(const SeenSet& set) override { all.push_back(set); }
  std::vector<SeenSet> of(bool leaves) const {
    std::vector<SeenSet> found;
    std::ranges::copy_if(all, std::back_inserter(found), [&](const SeenSet& set) { return set.leaves == leaves; });
    return found;
  }
  std::vector<SeenSet> all;
};

class TappedLineTest : public OrderedSetLineTest {
 protected:
  TappedLineTest() {
    sender_.set_tap(&out_);
    receiver_.set_tap(&in_);
  }
  static std::uint32_t number(const SeenSet& set) { return frame::read_ordered_set(set.bytes)->seq; }

  NotingTap out_;
  NotingTap in_;
};

TEST_F(TappedLineTest, ShowsASetAtBothEnds) {
  ScriptedDamage damage;
  damage.spoiled = 2;
  sender_.set_damage(&damage);
  sender_.frame_begins(1_us, 1_us + 9'236 * kByte);
  ask(kNack, 1_us, 3);
  run();
  ASSERT_EQ(out_.all.size(), 3U);
  ASSERT_EQ(in_.all.size(), 3U);
  for (std::size_t n = 0; n < 3; ++n) {
    const Time at = 1_us + (256 + 2'048 * static_cast<std::int64_t>(n)) * kByte;
    EXPECT_EQ(std::pair(out_.all[n].first, out_.all[n].last), std::pair(at, at + kSet));
    EXPECT_EQ(std::pair(in_.all[n].first, in_.all[n].last), std::pair(at + kDelay, at + kDelay + kSet));
    EXPECT_EQ(out_.all[n].in_frame, Bytes(256 + 2'048 * static_cast<std::int64_t>(n)));
    EXPECT_EQ(in_.all[n].in_frame, out_.all[n].in_frame);
    EXPECT_TRUE(out_.all[n].leaves);
    EXPECT_FALSE(in_.all[n].leaves);
    EXPECT_FALSE(out_.all[n].damaged) << "a sender cannot know";
    EXPECT_EQ(in_.all[n].damaged, n == 1);
    EXPECT_EQ(number(out_.all[n]), n + 1);
  }
}

// 2,048 B apart; a frame from 3,000 B to 8,000 B holds three of them.
TEST_F(TappedLineTest, ShowsAcksWithoutNewsWhereTheyHaveLeft) {
  source_.idle = true;
  sender_.ask_sources();
  sender_.free_at(3'000 * kByte);
  sender_.frame_begins(3'000 * kByte, 8'000 * kByte);
  sender_.settle(20'000 * kByte);
  std::vector<std::int64_t> places;
  std::vector<std::int64_t> within;
  for (const SeenSet& set : out_.all) {
    EXPECT_TRUE(set.without_news);
    EXPECT_EQ(number(set), ScriptedSource::kIdle);
    EXPECT_EQ(set.last - set.first, kSet);
    places.push_back(set.first.count() / kByte.count());
    within.push_back(set.in_frame.count());
  }
  EXPECT_THAT(places, testing::ElementsAre(0, 2'048, 4'096, 6'144, 8'192, 10'240, 12'288, 14'336, 16'384, 18'432));
  EXPECT_THAT(within, testing::ElementsAre(0, 0, 1'096, 3'144, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(source_.idle_acks, places.size());
  ASSERT_EQ(in_.all.size(), places.size());
  EXPECT_EQ(in_.all[3].first, out_.all[3].first + kDelay);
}

// What has arrived is exact whenever somebody asks, however far the line has been worked out.
TEST_F(TappedLineTest, CountsAcksWithoutNewsThatHaveArrived) {
  std::mt19937 random(5);
  const auto below = [&random](unsigned end) { return static_cast<std::int64_t>(random() % end); };
  source_.idle = true;
  sender_.ask_sources();
  Time now;
  std::vector<std::pair<Time, std::uint64_t>> asked;
  std::uint64_t unsettled = 0;
  for (int n = 0; n < 4'000; ++n) {
    now += Time(below(400'000));
    if (below(2) == 0 && sender_.free_at(now) <= now)
      sender_.frame_begins(now, now + (84 + below(9'153)) * kByte);
    if (below(3) == 0)
      sender_.settle(now);
    const std::uint64_t before = source_.idle_acks;
    asked.emplace_back(now, sender_.idle_arrived(now));
    unsettled += sender_.idle_arrived(now + kDelay) > before ? 1 : 0;
    ASSERT_EQ(source_.idle_acks, before) << "asking works nothing out";
  }
  sender_.settle(now + kDelay);
  EXPECT_GT(unsettled, 10U);
  for (const auto& [at, arrived] : asked) {
    const auto count = std::ranges::count_if(in_.all, [&](const SeenSet& set) { return set.last < at; });
    ASSERT_EQ(arrived, static_cast<std::uint64_t>(count)) << at.count();
  }
}

}  // namespace weir::link::ordered_set_line_test
