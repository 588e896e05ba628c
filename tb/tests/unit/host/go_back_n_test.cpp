// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Sender and receiver of go-back-N: each rule by itself, and both against a list of what was taken, over a channel that
// loses, doubles and reorders what it carries.

#include "tb/host/go_back_n.h"

#include <rapidcheck/gtest.h>

#include "tb/host/responder.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host::go_back_n_test {

constexpr Time kTimeout = 100_us;

GoBackN sender_with(std::uint64_t packets, Time at = 1_us) {
  GoBackN sender(kTimeout);
  for (std::uint64_t n = 0; n < packets; ++n) {
    sender.sent(at + Time(static_cast<std::int64_t>(n)));
  }
  return sender;
}

TEST(Unwrap, FindsTheNearestNumber) {
  EXPECT_EQ(unwrap(0, 5, 24), 5U);
  EXPECT_EQ(unwrap(0x00ff'fffe, 1, 24), 0x0100'0001U) << "behind the wrap";
  EXPECT_EQ(unwrap(0x0100'0001, 0xff'fffe, 24), 0x00ff'fffeU) << "before it";
  EXPECT_EQ(unwrap(3, 0xff'ffff, 24), 0x00ff'ffffU) << "there is nothing before 0";
  EXPECT_EQ(unwrap(0x5'0000'0000, 7, 32), 0x5'0000'0007U);
  EXPECT_EQ(unwrap(0x5'0000'0000, 0xffff'ffff, 32), 0x4'ffff'ffffU);
}

TEST(GoBackN, CountsUpAndKnowsWhatIsInFlight) {
  GoBackN sender = sender_with(5);
  EXPECT_EQ(sender.next(), 5U);
  EXPECT_EQ(sender.in_flight(), 5U);
  EXPECT_FALSE(sender.resending());
  EXPECT_EQ(sender.acknowledged(3, 2_us).packets, 3U);
  EXPECT_EQ(sender.in_flight(), 2U);
  EXPECT_EQ(sender.next(), 5U);
}

TEST(GoBackN, OldAndBogusAcknowledgementsChangeNothing) {
  GoBackN sender = sender_with(5);
  sender.acknowledged(3, 2_us);
  const Time deadline = sender.next_timer();
  EXPECT_EQ(sender.acknowledged(3, 3_us).packets, 0U) << "doubled";
  EXPECT_EQ(sender.acknowledged(1, 3_us).packets, 0U) << "overtaken";
  EXPECT_EQ(sender.acknowledged(6, 3_us).packets, 0U) << "packet 5 was never sent";
  EXPECT_EQ(sender.in_flight(), 2U);
  EXPECT_EQ(sender.next_timer(), deadline);
}

TEST(GoBackN, TheTimeoutRunsFromTheLastWord) {
  GoBackN sender = sender_with(2);
  EXPECT_EQ(sender.next_timer(), 1_us + 1_ps + kTimeout);
  sender.acknowledged(1, 7_us);
  EXPECT_EQ(sender.next_timer(), 7_us + kTimeout);
  EXPECT_FALSE(sender.timer(7_us + kTimeout - 1_ps));
  EXPECT_EQ(sender.next(), 2U);
  sender.acknowledged(2, 8_us);
  EXPECT_EQ(sender.next_timer(), kNever) << "nothing is outstanding";
}

TEST(GoBackN, WithoutATimeoutWaitsForEver) {
  GoBackN sender(kNever);
  sender.sent(1_us);
  EXPECT_EQ(sender.next_timer(), kNever);
  sender.sent(2_us);
  EXPECT_EQ(sender.acknowledged(1, 3_us).packets, 1U);
  EXPECT_EQ(sender.next_timer(), kNever);
  EXPECT_TRUE(sender.lacking(1, 4_us));
  EXPECT_EQ(sender.next_timer(), kNever);
  EXPECT_FALSE(sender.timer(kNever - 1_ps));
}

TEST(GoBackN, ATimeoutGoesBackToTheFirst) {
  GoBackN sender = sender_with(5);
  sender.acknowledged(2, 2_us);
  EXPECT_TRUE(sender.timer(2_us + kTimeout));
  EXPECT_EQ(sender.next(), 2U);
  EXPECT_EQ(sender.in_flight(), 0U);
  EXPECT_TRUE(sender.resending());
  sender.sent(200_us);
  EXPECT_EQ(sender.next_timer(), 200_us + kTimeout);
  // The acknowledgement of the first round comes after all: the rest need not go again.
  EXPECT_EQ(sender.acknowledged(5, 201_us).packets, 3U);
  EXPECT_EQ(sender.next(), 5U);
  EXPECT_FALSE(sender.resending());
  EXPECT_EQ(sender.in_flight(), 0U);
}

TEST(GoBackN, GoesBackOnceForEachPacketThatIsLacking) {
  GoBackN sender = sender_with(5);
  sender.acknowledged(2, 2_us);
  EXPECT_TRUE(sender.lacking(2, 2_us));
  EXPECT_EQ(sender.next(), 2U);
  sender.sent(3_us);
  EXPECT_FALSE(sender.lacking(2, 4_us)) << "doubled";
  EXPECT_EQ(sender.next(), 3U);
  EXPECT_FALSE(sender.lacking(1, 4_us)) << "overtaken";
  sender.acknowledged(3, 5_us);
  EXPECT_TRUE(sender.lacking(3, 5_us)) << "another one";
  sender.timer(5_us + kTimeout);
  sender.sent(300_us);
  EXPECT_TRUE(sender.lacking(3, 301_us)) << "lost again after the timeout";
}

TEST(GoBackN, TakesRoundTripsOfPacketsThatWentOnceOnly) {
  GoBackN sender = sender_with(3, 10_us);  // at 10 us and 1 ps each
  EXPECT_EQ(sender.acknowledged(2, 14_us).round_trip, 4_us - 1_ps);
  sender.lacking(2, 14_us);
  sender.sent(15_us);
  EXPECT_EQ(sender.acknowledged(3, 19_us).round_trip, kNever);
  sender.sent(20_us);
  EXPECT_EQ(sender.acknowledged(4, 21_us).round_trip, 1_us);
}

TEST(GoBackN, RemembersHoweverManyAreInFlight) {
  GoBackN sender(kTimeout);
  for (int n = 0; n < 1'000; ++n) {
    sender.sent(Time(n));
    if (n % 3 == 0) {
      sender.acknowledged(static_cast<std::uint64_t>(n / 3), Time(n));
    }
  }
  for (std::uint64_t n = sender.first_unacknowledged() + 1; n <= 1'000; ++n) {
    ASSERT_EQ(sender.acknowledged(n, 1_us).round_trip, 1_us - Time(static_cast<std::int64_t>(n) - 1));
  }
}

TEST(InOrder, AcknowledgesEachThatItTakes) {
  InOrder receiver(1);
  for (std::uint32_t n = 0; n < 3; ++n) {
    const Response response = receiver.received({.number = n}, 0_ps);
    EXPECT_TRUE(response.taken);
    EXPECT_EQ(response.answer, Answer::kAck);
    EXPECT_EQ(response.next, n + 1);
  }
}

TEST(InOrder, AcknowledgesEveryNthAndWhereTheSenderAsks) {
  InOrder receiver(3);
  std::vector<Answer> answers;
  for (std::uint32_t n = 0; n < 8; ++n) {
    answers.push_back(receiver.received({.number = n, .answer_wanted = n == 3}, 0_ps).answer);
  }
  const std::vector<Answer> wanted{Answer::kNone, Answer::kNone, Answer::kAck, Answer::kAck,
                                   Answer::kNone, Answer::kNone, Answer::kAck, Answer::kNone};
  EXPECT_EQ(answers, wanted) << "a request starts the count anew";
}

TEST(InOrder, SaysOnceWhatIsLacking) {
  InOrder receiver(1);
  receiver.received({.number = 0}, 0_ps);
  const Response early = receiver.received({.number = 2}, 0_ps);
  EXPECT_FALSE(early.taken);
  EXPECT_EQ(early.answer, Answer::kNak);
  EXPECT_EQ(early.next, 1U);
  EXPECT_EQ(receiver.received({.number = 3}, 0_ps).answer, Answer::kNone);
  EXPECT_TRUE(receiver.received({.number = 1}, 0_ps).taken);
  EXPECT_EQ(receiver.received({.number = 3}, 0_ps).answer, Answer::kNak) << "another gap";
}

TEST(InOrder, AcknowledgesWhatItHasTakenBefore) {
  InOrder receiver(100);
  receiver.received({.number = 0}, 0_ps);
  receiver.received({.number = 1}, 0_ps);
  const Response again = receiver.received({.number = 0}, 0_ps);
  EXPECT_FALSE(again.taken);
  EXPECT_EQ(again.answer, Answer::kAck);
  EXPECT_EQ(again.next, 2U);
}

TEST(NotifyOnMark, TellsOfMarksOnceEachInterval) {
  NotifyOnMark responder(nullptr, 50_us);
  const Arrival marked{.mark = Mark::kCongestion};
  EXPECT_EQ(responder.received({}, 0_us).notify, Mark::kNone);
  EXPECT_EQ(responder.received(marked, 0_us).notify, Mark::kCongestion);
  EXPECT_EQ(responder.received(marked, 50_us - 1_ps).notify, Mark::kNone);
  EXPECT_EQ(responder.received(marked, 50_us).notify, Mark::kCongestion);
  EXPECT_TRUE(responder.received(marked, 500_us).taken);
}

// CE wins: a UE that was told of before holds it back in no way, and none is told of within its interval.
TEST(NotifyOnMark, CountsCeAndUeApart) {
  NotifyOnMark responder(nullptr, 50_us);
  const Arrival ce{.mark = Mark::kCongestion};
  const Arrival ue{.mark = Mark::kUndetermined};
  EXPECT_EQ(responder.received(ue, 0_us).notify, Mark::kUndetermined);
  EXPECT_EQ(responder.received(ue, 10_us).notify, Mark::kNone);
  EXPECT_EQ(responder.received(ce, 10_us).notify, Mark::kCongestion) << "UE of 0 us does not hold it back";
  EXPECT_EQ(responder.received(ce, 20_us).notify, Mark::kNone);
  EXPECT_EQ(responder.received(ue, 50_us).notify, Mark::kNone) << "CE was told of 40 us ago";
  EXPECT_EQ(responder.received(ue, 60_us).notify, Mark::kUndetermined);
  EXPECT_EQ(responder.received(ce, 60_us).notify, Mark::kCongestion);
}

TEST(NotifyOnMark, WithoutAnIntervalTellsOfEach) {
  NotifyOnMark responder(nullptr, 0_us);
  EXPECT_EQ(responder.received({.mark = Mark::kCongestion}, 1_us).notify, Mark::kCongestion);
  EXPECT_EQ(responder.received({.mark = Mark::kCongestion}, 1_us).notify, Mark::kCongestion);
}

TEST(NotifyOnMark, LeavesTheRestToTheResponderInside) {
  NotifyOnMark responder(std::make_unique<InOrder>(1), 50_us);
  const Response early = responder.received({.number = 1, .mark = Mark::kCongestion}, 0_us);
  EXPECT_FALSE(early.taken);
  EXPECT_EQ(early.answer, Answer::kNak);
  EXPECT_EQ(early.notify, Mark::kCongestion);
}

// A channel of what was said and when: each step it delivers, loses, doubles, or lets another overtake. What is older
// than `kAge` steps is lost, so that numbers of eight bits stay unambiguous.
template <class Message>
class Channel {
 public:
  void say(const Message& message, int step) { under_way_.push_back({message, step}); }

  template <class Deliver>
  void step(int step, bool faulty, Deliver deliver) {
    while (!under_way_.empty() && under_way_.front().second + kAge < step) {
      under_way_.pop_front();
    }
    if (under_way_.empty()) {
      return;
    }
    const int fate = faulty ? *rc::gen::inRange(0, 8) : 7;
    std::size_t which = 0;
    if (fate == 0) {  // reordered
      which = *rc::gen::inRange<std::size_t>(0, under_way_.size());
    }
    const Message message = under_way_[which].first;
    if (fate != 1) {  // doubled: it stays where it is
      under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    if (fate != 2 && fate != 3) {  // lost
      deliver(message);
    }
  }

 private:
  static constexpr int kAge = 60;
  std::deque<std::pair<Message, int>> under_way_;
};

constexpr unsigned kBits = 8;
constexpr std::uint32_t kMask = 0xff;

struct Data {
  std::uint32_t number;
  bool answer_wanted;
};
struct Said {
  std::uint32_t next;
  bool lacking;
};

RC_GTEST_PROP(GoBackNProperty, EveryPacketIsTakenOnceInOrderWhateverTheChannelDoes, ()) {
  const auto packets = *rc::gen::inRange<std::uint64_t>(1, 400);
  const auto window = *rc::gen::inRange<std::uint64_t>(1, 17);
  const auto every = *rc::gen::inRange<std::uint32_t>(1, 20);
  const int faulty_steps = *rc::gen::inRange(0, 400);
  constexpr Time kStep = 1_us;
  constexpr int kMostSteps = 200'000;
  GoBackN sender(70 * kStep);
  InOrder receiver(every);
  Channel<Data> forward;
  Channel<Said> back;
  std::vector<std::uint64_t> taken;  // the naive model: what the flow's receiver has, in its order
  for (int step = 0; sender.first_unacknowledged() < packets; ++step) {
    RC_ASSERT(step < kMostSteps);
    const Time now = kStep * step;
    if (sender.next_timer() <= now) {
      sender.timer(now);
    }
    const bool has = sender.resending() || sender.next() < packets;
    if (has && sender.in_flight() < window) {
      const bool again = sender.resending();
      const std::uint64_t number = sender.next();
      sender.sent(now);
      const bool wanted = again || number + 1 == packets || sender.in_flight() == window;
      forward.say({static_cast<std::uint32_t>(number) & kMask, wanted}, step);
    }
    const bool faulty = step < faulty_steps;
    forward.step(step, faulty, [&](const Data& data) {
      const Response response =
          receiver.received({.number = data.number, .number_bits = kBits, .answer_wanted = data.answer_wanted}, now);
      if (response.taken) {
        taken.push_back(unwrap(taken.size(), data.number, kBits));
      }
      if (response.answer != Answer::kNone) {
        back.say({static_cast<std::uint32_t>(response.next) & kMask, response.answer == Answer::kNak}, step);
      }
    });
    back.step(step, faulty, [&](const Said& said) {
      const std::uint64_t next = unwrap(sender.first_unacknowledged(), said.next, kBits);
      sender.acknowledged(next, now);
      if (said.lacking) {
        sender.lacking(next, now);
      }
    });
    RC_ASSERT(sender.in_flight() <= window);
    RC_ASSERT(sender.first_unacknowledged() <= taken.size());
  }
  RC_ASSERT(taken.size() == packets);
  for (std::uint64_t n = 0; n < packets; ++n) {
    RC_ASSERT(taken[n] == n);
  }
}

}  // namespace weir::host::go_back_n_test
