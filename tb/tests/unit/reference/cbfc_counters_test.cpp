// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/cbfc_counters.h"

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::cbfc_counters_test {

[[maybe_unused]] const int kSeeded = setenv("RC_PARAMS", "seed=20190819 max_success=1000", /*overwrite=*/0);

// InfiniBand's own: 12 bits, 2048 blocks of 64 B.
constexpr CreditConfig kInfiniBand{.buffer = Bytes(131'072), .block = Bytes(64), .counter_bits = 12};

std::string refusal(const CreditConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(CreditConfig, ABufferThatTheCountersCannotExpressIsRefused) {
  EXPECT_EQ(refusal(kInfiniBand), "") << "exactly 2048 blocks";
  EXPECT_EQ(
      refusal({.buffer = Bytes(131'136), .block = Bytes(64), .counter_bits = 12}),
      "credits: the buffer of 131136 B is 2049 blocks; counters of 12 bits allow 2048 outstanding (wider counters "
      "or larger blocks)");
  EXPECT_EQ(refusal({.buffer = Bytes(131'135), .block = Bytes(64), .counter_bits = 12}), "")
      << "a begun block is not offered";
  EXPECT_EQ(refusal({.buffer = 1_MB, .block = 64_B, .counter_bits = 16}), "");
  EXPECT_EQ(refusal({.buffer = 1_KB, .block = 64_B, .counter_bits = 1}), "credits: counter_bits is 1, wanted 2..32");
  EXPECT_EQ(refusal({.buffer = 1_KB, .block = 64_B, .counter_bits = 33}), "credits: counter_bits is 33, wanted 2..32");
  EXPECT_EQ(refusal({.buffer = 1_KB, .block = 0_B, .counter_bits = 12}), "credits: block is 0 B, wanted 1 B or more");
  EXPECT_EQ(refusal({.buffer = 63_B, .block = 64_B, .counter_bits = 12}),
            "credits: the buffer of 63 B holds no block of 64 B");
}

TEST(CreditConfig, APacketTakesWholeBlocks) {
  EXPECT_EQ(kInfiniBand.blocks(0_B), 0U);
  EXPECT_EQ(kInfiniBand.blocks(1_B), 1U);
  EXPECT_EQ(kInfiniBand.blocks(64_B), 1U);
  EXPECT_EQ(kInfiniBand.blocks(65_B), 2U);
  EXPECT_EQ(kInfiniBand.blocks(1500_B), 24U);
}

TEST(CreditSender, SendsAtTheLimitAndNotOneBlockBeyond) {
  CreditSender sender(kInfiniBand);
  EXPECT_EQ(sender.available(), 2048U);
  sender.sent(2000);
  EXPECT_TRUE(sender.may_send(47));
  EXPECT_TRUE(sender.may_send(48));
  EXPECT_FALSE(sender.may_send(49));
  sender.sent(48);
  EXPECT_EQ(sender.available(), 0U);
  EXPECT_FALSE(sender.may_send(1));
}

TEST(CreditSender, ALimitThatHasWrappedStillAllows) {
  CreditSender sender(kInfiniBand);
  for (std::uint32_t i = 0; i < 4000; ++i) {
    sender.credit(sender.fctbs() + 100);
    sender.sent(1);
  }
  EXPECT_EQ(sender.fctbs(), 4000U);
  sender.credit(4);  // 4100 modulo 4096
  EXPECT_EQ(sender.available(), 100U);
  EXPECT_TRUE(sender.may_send(100));
  EXPECT_FALSE(sender.may_send(101));
  sender.sent(100);
  EXPECT_EQ(sender.fctbs(), 4U);
}

TEST(CreditSender, TheWholeRangeIsNotNegative) {
  const CreditSender sender(kInfiniBand);
  EXPECT_TRUE(sender.may_send(0)) << "a difference of exactly 2048";
}

TEST(CreditSender, TakesTheCounterBitsOfAWiderField) {
  CreditSender sender(kInfiniBand);
  sender.credit(5 * 4096 + 7);
  EXPECT_EQ(sender.fccl(), 7U);
}

TEST(CreditSender, MoreSentThanAllowedIsNothingAvailable) {
  CreditSender sender(kInfiniBand);
  sender.sent(2049);
  EXPECT_EQ(sender.available(), 0U);
  EXPECT_FALSE(sender.may_send(0));
}

TEST(CreditReceiver, TheLimitFallsForNoPacketAndRisesWithRoom) {
  CreditReceiver receiver(kInfiniBand);
  EXPECT_EQ(receiver.fccl(), 2048U);
  receiver.received(24);
  EXPECT_EQ(receiver.fccl(), 2048U) << "abr rises as free falls";
  EXPECT_EQ(receiver.free(), 2024U);
  receiver.released(24);
  EXPECT_EQ(receiver.fccl(), 2072U);
}

TEST(CreditReceiver, AnOverrunBufferHasNoRoom) {
  CreditReceiver receiver(kInfiniBand);
  receiver.received(2100);
  EXPECT_EQ(receiver.free(), 0U);
  EXPECT_EQ(receiver.fccl(), 2100U);
  receiver.released(100);
  EXPECT_EQ(receiver.free(), 48U);
}

// One lane with delays: packets and messages in flight, messages lost and doubled, counters small enough to wrap often.
// The sender obeys; the buffer is then never overrun, and what the sender believes is never more than the truth.
RC_GTEST_PROP(CreditProperties, CreditsNeverAllowMoreThanTheBuffer, ()) {
  const CreditConfig config{.buffer = Bytes(*rc::gen::inRange(64, 8 * 64 + 1)), .block = Bytes(64), .counter_bits = 4};
  config.validate();
  CreditSender sender(config);
  CreditReceiver receiver(config);
  std::deque<std::uint32_t> packets;
  std::deque<std::uint32_t> buffer;
  std::deque<std::uint32_t> messages;
  std::uint64_t sent = 0;
  std::uint64_t released = 0;
  for (const unsigned action : *rc::gen::container<std::vector<unsigned>>(200, rc::gen::inRange(0U, 7U))) {
    const std::uint32_t blocks = *rc::gen::inRange(1U, 5U);
    if (action <= 1 && blocks < config.most_outstanding() && sender.may_send(blocks)) {
      sender.sent(blocks);
      sent += blocks;
      packets.push_back(blocks);
    } else if (action == 2 && !packets.empty()) {
      receiver.received(packets.front());
      buffer.push_back(packets.front());
      packets.pop_front();
    } else if (action == 3 && !buffer.empty()) {
      receiver.released(buffer.front());
      released += buffer.front();
      buffer.pop_front();
    } else if (action == 4) {
      messages.push_back(receiver.fccl());
    } else if (action >= 5 && !messages.empty()) {
      sender.credit(messages.front());
      if (*rc::gen::arbitrary<bool>())
        messages.pop_front();  // else it comes twice
    }
    RC_ASSERT(receiver.occupied() <= config.buffer_blocks());
    RC_ASSERT(sent + sender.available() <= released + config.buffer_blocks());
  }
}

// The modular comparison agrees with integers that never wrap, wherever the counters stand.
RC_GTEST_PROP(CreditProperties, ModularComparisonIsThatOfIntegers, ()) {
  const unsigned bits = *rc::gen::inRange(4U, 33U);
  const CreditConfig config{.buffer = Bytes(64), .block = Bytes(64), .counter_bits = bits};
  const std::uint64_t half = config.most_outstanding();
  const std::uint64_t fctbs = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 40);
  const std::uint64_t room = *rc::gen::inRange<std::uint64_t>(0, half + 1);
  const auto blocks = static_cast<std::uint32_t>(*rc::gen::inRange<std::uint64_t>(0, half));
  CreditSender sender(config);
  sender.sent(static_cast<std::uint32_t>(fctbs));
  sender.credit(static_cast<std::uint32_t>(fctbs + room));
  RC_ASSERT(sender.available() == room);
  RC_ASSERT(sender.may_send(blocks) == (blocks <= room));
}

}  // namespace weir::reference::cbfc_counters_test
