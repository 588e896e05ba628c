// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a port with time-based gentle flow control: the paragraphs of rtl/linear_port/linear_port.md.

#include "hw_model/cycle_models/linear_port_cycle.h"
#include "tb/cosim/blocks/linear_port/script_writer.h"
#include "tb/cosim/blocks/linear_port/stimulus.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::linear_port_page_test {

using cosim::LinearPortWriter;

LinearPortConfig config_of(unsigned linear) {
  LinearPortConfig config;
  config.linear = linear;
  return config;
}

constexpr std::uint64_t kObeyed = 12 + 6 + 20;  // cycles from a message to its rate
constexpr std::uint64_t kDivision = 12 + 6 + 18;

// (range - room)/room, rounded up.
std::uint64_t factor(std::uint64_t room, std::uint64_t range) { return (((range - room) << 16U) + room - 1) / room; }

// A port that has played what the writer has.
LinearPortCycle played(LinearPortWriter& write) {
  LinearPortCycle port(write.config());
  for (const LinearPortInputs& in : write.cycles())
    port.clock(in);
  return port;
}

std::uint64_t factor_of(LinearPortCycle& port, const LinearPortWriter& write, std::uint32_t c) {
  return port.evaluate(write.shown(write.still(), c)).factor;
}

TEST(LinearPort, AMessageIsObeyedAfterItsDivision) {
  for (const bool obeyed : {false, true}) {
    LinearPortWriter write(config_of(255));
    write.wake();
    write.set_range(640);
    write.add(write.heard(5, 3));
    write.idle(kObeyed - (obeyed ? 1 : 2));
    LinearPortCycle port = played(write);
    EXPECT_EQ(factor_of(port, write, 5), obeyed ? factor(3 * 64, 640) : 0);
    EXPECT_EQ(factor_of(port, write, 4), 0U);
  }
}

TEST(LinearPort, WhatRemainsIsThatOfTheArrival) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.set_range(6400);
  write.add(write.counts(5, 10));
  write.add(write.with_message(write.counts(5, 20), 5, 60));  // its end is in the cycle of the message
  write.add(write.counts(5, 30));
  write.settle();
  LinearPortCycle port = played(write);
  EXPECT_EQ(factor_of(port, write, 5), factor(50 * 64, 6400));
}

TEST(LinearPort, MessagesOfAllClassesAreObeyedOneAfterAnother) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.set_range(6400);
  for (std::uint32_t c = kClasses; c-- > 0;)
    write.add(write.heard(c, 10 + c));
  // That of class 7 divides; of the others the lowest goes first.
  std::uint64_t cycle = kClasses;
  LinearPortCycle port = played(write);
  for (const std::uint32_t c : {7U, 0U, 1U, 2U, 3U, 4U, 5U, 6U}) {
    const std::uint64_t at = c == 7 ? kObeyed : kObeyed + (c + 1) * kDivision;
    for (; cycle + 1 < at; ++cycle)
      port.clock(write.still());
    EXPECT_EQ(factor_of(port, write, c), 0U) << c;
    port.clock(write.still());
    ++cycle;
    EXPECT_EQ(factor_of(port, write, c), factor((10 + c) * 64, 6400)) << c;
  }
}

TEST(LinearPort, OfTwoMessagesOfAClassThatWaitTheLastCounts) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.set_range(6400);
  write.add(write.heard(1, 10));
  write.idle(3);
  write.add(write.heard(6, 20));
  write.add(write.heard(6, 30));
  LinearPortCycle port = played(write);
  std::vector<std::uint64_t> obeyed = {0};
  for (std::uint64_t n = 0; n < 3 * kDivision; ++n) {
    if (const std::uint64_t now = port.clock(write.shown(write.still(), 6)).factor; now != obeyed.back())
      obeyed.push_back(now);
  }
  EXPECT_EQ(obeyed, (std::vector<std::uint64_t>{0, factor(30 * 64, 6400)}));
}

// And credits never do.
TEST(LinearPort, ALimiterHoldsTheClassAndLetsItGo) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.set_range(256);
  write.rate(3, 2);  // half of the line rate
  write.add(write.counts(3, 40));
  write.add(write.sent(3, 4));
  LinearPortCycle port = played(write);
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(port.clock(write.goes(3)).goes, n == 4 ? 1U << 3 : 0U) << n;
  EXPECT_EQ(port.evaluate(write.goes(3)).remaining, 0U);
}

// Without a tick the wait stands, and a packet adds to all of it.
TEST(LinearPort, AWaitStandsWithoutATick) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.set_range(256);
  write.rate(3, 2);  // half of the line rate
  write.add(write.sent(3, 2));
  LinearPortInputs in = write.goes(3);
  in.tick = false;
  write.add(in);
  write.add(in);
  in = write.sent(3, 1, 20, 10);
  in.tick = false;
  write.add(in);
  LinearPortCycle port = played(write);
  const LinearPortOutputs out = port.evaluate(write.goes(3));
  EXPECT_EQ(out.wait, (2ULL * 60 + 80 - 10) << kFactorFracBits);
  EXPECT_EQ(out.goes, 0U);
}

TEST(LinearPort, AMessageWaitsForFramesAndMessagesOfThePortAndGoesBeforePackets) {
  LinearPortWriter write(config_of(kPortLinear));
  write.wake(1U << 7);
  LinearPortInputs in = write.period(1U << 3 | 1U << 5 | 1U << 1);  // class 3 has no GFC
  in.above = 1U << 7;
  write.add(in);
  LinearPortCycle port = played(write);
  const LinearPortInputs ready = write.ready(write.waits(4));
  const struct {
    std::uint32_t kind, of_class;
    bool tells;
  } wanted[] = {{1, 0, false}, {2, 3, false}, {2, 1, true}, {2, 5, true}, {0, 2, false}};
  for (const auto& one : wanted) {
    const LinearPortOutputs out = port.clock(ready);
    EXPECT_EQ(out.mac_kind, one.kind);
    EXPECT_EQ(out.mac_class, one.of_class);
    EXPECT_EQ(out.tells, one.tells);
    EXPECT_EQ(out.goes, one.kind == 0 ? 4U : 0U);
  }
}

TEST(LinearPort, AMessageTellsTheCountsOfItsClass) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.add(write.counts(2, 12));
  write.add(write.admitted(2, 30));
  write.add(write.period(4));
  LinearPortCycle port = played(write);
  const LinearPortOutputs out = port.evaluate(write.still());
  EXPECT_EQ(out.mac_fctbs, 12U);
  EXPECT_EQ(out.mac_fccl, 30U + 100U - 30U);
}

TEST(LinearPort, ALinkThatComesUpForgetsMessagesThatWait) {
  LinearPortWriter write(config_of(255));
  write.wake();
  write.set_range(6400);
  write.add(write.heard(1, 10));
  write.add(write.heard(6, 20));
  write.idle(3);
  write.add(write.with_message(write.init(), 5, 40));
  LinearPortCycle port = played(write);
  EXPECT_EQ(port.evaluate(write.still()).kept, 0U);
  EXPECT_EQ(port.evaluate(write.still()).divides, 2U);
}

TEST(LinearPort, WithoutGfcItIsTheEquippedPort) {
  std::vector<LinearPortInputs> cycles(20'000);
  cosim::LinearPortStimulus(1, config_of(0)).fill(cycles);
  LinearPortCycle port(config_of(0));
  EquippedPortCycle bare(config_of(0));
  for (const LinearPortInputs& in : cycles) {
    const LinearPortOutputs out = port.clock(in);
    ASSERT_EQ(static_cast<const EquippedPortOutputs&>(out), bare.clock(in));
    ASSERT_EQ(out.kept | out.divides | out.remaining | out.factor | out.wait, 0U);
    ASSERT_EQ(out.lets, 255U);
  }
}

TEST(LinearPort, RefusesWhatDoesNotFit) {
  EXPECT_THROW(config_of(256).validate(), std::invalid_argument);
  EXPECT_NO_THROW(config_of(255).validate());
}

}  // namespace weir::reference::linear_port_page_test
