// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_receiver.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::tcp_receiver_test {

struct Bench {
  explicit Bench(std::uint32_t every = 1)
      : receiver({.receive_window = 8000_B, .acknowledge_every = every, .acknowledge_after = 500_us}) {}

  TcpReceiver::Response come(std::uint64_t segment, Bytes length = 1000_B) {
    return receiver.received(1 + segment * 1000, length, now);
  }
  std::uint64_t next() const { return (receiver.next() - 1) / 1000; }

  TcpReceiver receiver;
  Time now{0};
};

TEST(TcpReceiver, AcknowledgesEachInOrder) {
  Bench bench;
  for (std::uint64_t i = 0; i < 5; ++i) {
    const auto response = bench.come(i);
    EXPECT_TRUE(response.taken && response.answer && !response.wait);
    EXPECT_EQ(bench.next(), i + 1);
  }
}

TEST(TcpReceiver, KeepsWhatComesEarlyAndTakesItWithTheGap) {
  Bench bench;
  for (const std::uint64_t early : {3U, 1U, 5U, 2U}) {
    EXPECT_TRUE(bench.come(early).taken);
    EXPECT_EQ(bench.next(), 0U);
  }
  EXPECT_FALSE(bench.come(2).taken);
  EXPECT_TRUE(bench.come(0).taken);
  EXPECT_EQ(bench.next(), 4U);
  bench.come(4);
  EXPECT_EQ(bench.next(), 6U);
}

TEST(TcpReceiver, AnswersDuplicatesAtOnceAndTakesThemOnce) {
  Bench bench(2);
  bench.come(0);
  bench.come(1);
  const auto response = bench.come(0);
  EXPECT_TRUE(response.answer);
  EXPECT_FALSE(response.taken);
  EXPECT_EQ(bench.next(), 2U);
}

TEST(TcpReceiver, DelaysEverySecondUntilItsDeadline) {
  Bench bench(2);
  const auto first = bench.come(0);
  EXPECT_TRUE(first.wait && !first.answer);
  EXPECT_EQ(bench.receiver.deadline(), 500_us);
  EXPECT_FALSE(bench.receiver.timer(499_us));
  EXPECT_TRUE(bench.receiver.timer(500_us));
  EXPECT_FALSE(bench.receiver.timer(500_us));
  EXPECT_FALSE(bench.come(1).answer);
  EXPECT_TRUE(bench.come(2).answer);
  EXPECT_EQ(bench.receiver.deadline(), kNever);
}

TEST(TcpReceiver, AnswersOutOfOrderAtOnce) {
  Bench bench(100);
  EXPECT_FALSE(bench.come(0).answer);
  EXPECT_TRUE(bench.come(2).answer);
  EXPECT_TRUE(bench.come(3).answer);
  EXPECT_TRUE(bench.come(1).answer);  // fills the gap
  EXPECT_FALSE(bench.come(4).answer);
}

TEST(TcpReceiver, TakesNothingBeyondItsWindow) {
  Bench bench;
  EXPECT_TRUE(bench.come(7).taken);
  EXPECT_FALSE(bench.come(8).taken);
  EXPECT_TRUE(bench.come(0, 20'000_B).taken);
  EXPECT_EQ(bench.next(), 8U);
}

}  // namespace weir::host::tcp_receiver_test
