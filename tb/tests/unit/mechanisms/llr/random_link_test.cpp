// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Transmitter and receiver at both ends of a link that loses and damages, with 20 bits of numbers about to wrap. Time
// is in frames: one frame or none in each tick, an ACK every `ack_slot` ticks, `delay` ticks each way.

#include <deque>

#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::random_link_test {

struct Link {
  Link(std::uint32_t window, std::uint32_t seed) : tx(config(window)), rx(config(window)), random(seed) {
    LlrTxState start = tx.state();
    start.tx_seq = (1U << 20U) - 100;  // wraps soon
    tx.restore(start, std::vector<Tx::Slot>{});
    rx.set_local(true);
    tx.set_remote(true);
  }
  static LlrConfig config(std::uint32_t window) {
    LlrConfig config = of_frames(window);
    config.replay_count_max = 255;
    config.replay_timer_max = Time(100'000);
    return config;
  }
  bool happens(double probability) { return std::uniform_real_distribution<>(0, 1)(random) < probability; }

  void tick(bool offers) {
    now += Time(1'000);
    if (tx.replay_timer_due() <= now)
      tx.replay_timer_expired(now);
    if (tx.wants_init()) {
      if (tick_number % 5 == 0)
        there.push_back({now + delay, tx.take_init()});
    } else if (tx.replays()) {
      const Tx::Sending sending = tx.replay(now);
      frames.push_back({now + delay, sending.seq, sending.slot.frame});
    } else if (offers && tx.admission(kFrame) == Admission::kEligible) {
      frames.push_back({now + delay, tx.send(sent, kFrame, false, now), sent});
      ++sent;
    }
    if (rx.wants_nack())
      back.push_back({now + delay, rx.take_nack()});
    else if (rx.wants_echo())
      back.push_back({now + delay, rx.take_echo()});
    else if (rx.acks() && tick_number % 4 == 0)
      back.push_back({now + delay, rx.take_ack()});
    arrive();
    ++tick_number;
  }
  void arrive() {
    for (; !there.empty() && there.front().at <= now; there.pop_front()) {
      if (!happens(loss))
        rx.receive(there.front().set);
    }
    for (; !frames.empty() && frames.front().at <= now; frames.pop_front()) {
      if (happens(loss))
        continue;
      const bool bad = happens(loss);
      if (rx.receive(frames.front().seq, bad ? Fcs::kBad : Fcs::kGood)) {
        ASSERT_EQ(frames.front().frame, accepted);
        ++accepted;
      }
    }
    for (; !back.empty() && back.front().at <= now; back.pop_front()) {
      if (!happens(loss))
        tx.receive(back.front().set, now);
    }
  }

  struct OnTheWay {
    Time at;
    OrderedSet set;
  };
  struct FrameOnTheWay {
    Time at;
    std::uint32_t seq;
    int frame;
  };
  Tx tx;
  LlrRx rx;
  std::mt19937 random;
  double loss = 0.02;
  Time delay{10'000};
  Time now;
  int tick_number = 0;
  int sent = 0;
  int accepted = 0;
  std::deque<OnTheWay> there;
  std::deque<OnTheWay> back;
  std::deque<FrameOnTheWay> frames;
};

TEST(RandomLink, DeliversAllInOrderAcrossTheWrap) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Link link(4 + seed % 40, seed);
    link.loss = seed % 5 * 0.03;
    for (int n = 0; n < 4'000; ++n)
      link.tick(n % 7 != 0);
    EXPECT_GT(link.accepted, 150) << seed;
    link.loss = 0;
    for (int n = 0; n < 1'000; ++n)
      link.tick(false);
    EXPECT_EQ(link.accepted, link.sent) << seed;
    EXPECT_EQ(link.tx.outstanding(), 0U) << seed;
    EXPECT_EQ(link.tx.counters().llr_rx_ack_nack_seq_error, 0U);
    EXPECT_EQ(link.rx.counters().llr_rx_expected_seq_good, static_cast<std::uint64_t>(link.accepted));
    if (seed % 5 == 0) {
      EXPECT_EQ(link.rx.counters().llr_rx_duplicate_seq + link.rx.counters().llr_rx_missing_seq, 0U) << seed;
    }
  }
}

}  // namespace weir::llr::random_link_test
