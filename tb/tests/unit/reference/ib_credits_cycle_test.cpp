// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/ib_credits_cycle.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/cbfc_counters.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::ib_credits_cycle_test {

std::string refusal(const IbCreditsConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(IbCreditsCycle, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.counter_bits = 2, .blocks_bits = 1, .first = 1}), "");
  EXPECT_EQ(refusal({.counter_bits = 32, .blocks_bits = 16}), "");
  EXPECT_EQ(refusal({.counter_bits = 33}), "ib_credits: counter_bits is 33, wanted 2..32");
  EXPECT_EQ(refusal({.counter_bits = 24, .blocks_bits = 17}), "ib_credits: blocks_bits is 17, wanted 1..16");
  EXPECT_EQ(refusal({.first = 0}), "ib_credits: first is 0, wanted 1..2147483647");
  EXPECT_EQ(refusal({.counter_bits = 7}), "ib_credits: blocks_bits is 8, wanted at most the 7 of counter_bits");
}

// The cycles of the wave in rtl/ib_credits/ib_credits.md.
TEST(IbCreditsCycle, DoesWhatThePageShows) {
  IbCreditsCycle block({.first = 4090});
  for (int n = 0; n < 24; ++n) {
    block.clock({.sent = true, .sent_blocks = 169});
  }
  struct Column {
    bool sent;
    bool heard;
    bool may_send;
    std::uint32_t available;
    std::uint32_t fctbs;
    std::uint32_t fccl;
  };
  for (const Column& column : {Column{false, false, true, 34, 4056, 4090}, Column{true, false, true, 34, 4056, 4090},
                               Column{false, false, false, 10, 4080, 4090}, Column{false, true, false, 10, 4080, 4090},
                               Column{true, false, true, 76, 4080, 60}, Column{false, false, true, 52, 8, 60},
                               Column{false, false, true, 52, 8, 60}}) {
    const IbCreditsOutputs out = block.clock(
        {.head_blocks = 24, .sent = column.sent, .sent_blocks = 24, .heard = column.heard, .heard_fccl = 60});
    EXPECT_EQ(out.may_send, column.may_send);
    EXPECT_EQ(out.available, column.available);
    EXPECT_EQ(out.fctbs, column.fctbs);
    EXPECT_EQ(out.fccl, column.fccl);
  }
}

TEST(IbCreditsCycle, HalfOfTheRangeIsAheadAndOneMoreIsBehind) {
  IbCreditsCycle block({});
  block.clock({.init = true});
  for (const auto& [limit, may] : {std::pair{2048U, true}, {2049U, false}, {2047U, true}, {0U, true}, {4095U, false}}) {
    block.clock({.heard = true, .heard_fccl = limit});
    EXPECT_EQ(block.evaluate({}).may_send, may) << limit;
    block.clock({.heard = true, .heard_fccl = (limit + 5) & 4095U});
    EXPECT_EQ(block.evaluate({.head_blocks = 5}).may_send, may) << limit;
  }
}

// All events of one cycle, in their order.
TEST(IbCreditsCycle, CountsAllEventsOfACycle) {
  IbCreditsCycle block({});
  block.clock({.admitted = true, .admitted_blocks = 20});
  IbCreditsInputs all{.resync = true,
                      .sent = true,
                      .sent_blocks = 3,
                      .admitted = true,
                      .admitted_blocks = 5,
                      .heard = true,
                      .heard_fctbs = 70,
                      .heard_fccl = 90,
                      .released = true,
                      .released_blocks = 7,
                      .take = true,
                      .period = true};
  block.clock(all);
  EXPECT_EQ(block.evaluate({.buffer = 100}), (IbCreditsOutputs{.may_send = true,
                                                               .available = 87,
                                                               .fctbs = 3,
                                                               .fccl = 90,
                                                               .abr = 70,
                                                               .occupied = 18,
                                                               .told_fccl = 152,
                                                               .due = true}));
  all.resync = false;
  all.period = false;
  block.clock(all);
  EXPECT_EQ(block.abr(), 75U);
  EXPECT_FALSE(block.evaluate({}).due);
  all.init = true;
  block.clock(all);
  EXPECT_EQ(block.evaluate({.buffer = 4095}),
            (IbCreditsOutputs{.may_send = true, .occupied = 14, .told_fccl = 2048, .due = true}));
  EXPECT_EQ(block.clock({.rst_n = false}), (IbCreditsOutputs{.may_send = true, .available = 2048, .fccl = 2048}));
}

// Beside the counters of the switch's model, over many rounds, at several widths.
TEST(IbCreditsCycle, IsWhatTheCountersOfTheModelSay) {
  for (const unsigned bits : {2U, 6U, 12U, 32U}) {
    const IbCreditsConfig config{
        .counter_bits = bits, .blocks_bits = std::min(bits - 1, 8U), .first = std::min(1U << (bits - 1), 1U << 30U)};
    const CreditConfig credits{.buffer = Bytes(std::int64_t{64} * config.first), .counter_bits = bits};
    CreditSender sender(credits);
    CreditReceiver receiver(credits);
    IbCreditsCycle block(config);
    RandomStream random(bits, "ib_credits beside the model");
    const std::uint64_t packets = std::uint64_t{1} << config.blocks_bits;
    int refused = 0;
    for (int n = 0; n < 20'000; ++n) {
      const auto blocks = static_cast<std::uint32_t>(random.below(packets));
      IbCreditsInputs in{.buffer = config.first, .head_blocks = blocks};
      const IbCreditsOutputs out = block.evaluate(in);
      ASSERT_EQ(out.may_send, sender.may_send(blocks));
      ASSERT_EQ(out.available, sender.available());
      ASSERT_EQ(out.told_fccl, receiver.fccl());
      ASSERT_EQ(out.abr, receiver.abr());
      ASSERT_EQ(out.occupied, receiver.occupied());
      if (out.may_send) {
        in.sent = in.admitted = true;
        in.sent_blocks = in.admitted_blocks = blocks;
        sender.sent(blocks);
      } else {
        ++refused;
      }
      in.heard = random.below(4) == 0;
      in.heard_fccl = out.told_fccl;
      if (in.heard) {
        sender.credit(in.heard_fccl);
      }
      in.released = random.below(2) == 0;
      in.released_blocks =
          static_cast<std::uint32_t>(random.below(std::min<std::uint64_t>(packets, out.occupied + std::uint64_t{1})));
      if (in.admitted) {
        receiver.received(blocks);
      }
      if (in.released) {
        receiver.released(in.released_blocks);
      }
      block.clock(in);
    }
    EXPECT_GT(refused, bits == 32 ? -1 : 100) << bits;
  }
}

}  // namespace weir::reference::ib_credits_cycle_test
