// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/ctlos_pacer.h"

#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::ctlos_pacer_test {

using link::CtlosKind;
using link::CtlosMask;
using link::CtlosPacer;
using link::CtlosTurn;
using link::kCtlosKinds;
using enum link::CtlosKind;
constexpr std::array<CtlosKind, kCtlosKinds> kAll{kNack, kInitEcho, kInit, kAck, kCfUpdate};

CtlosPacer pacer() { return CtlosPacer(ctlos_spacing(LlrConfig{}, 6'400_B)); }
CtlosMask wanted(std::initializer_list<CtlosKind> kinds) {
  CtlosMask result = 0;
  for (const CtlosKind kind : kinds)
    result = static_cast<CtlosMask>(result | bit_of(kind));
  return result;
}

TEST(CtlosPacer, AnyTwoSetsAreApart) {
  CtlosPacer pacer = ctlos_pacer_test::pacer();
  for (const CtlosKind kind : kAll)
    EXPECT_EQ(pacer.earliest(kind, 70_B), 70_B);
  pacer.leaves(kInitEcho, 70_B);
  for (const CtlosKind kind : kAll)
    EXPECT_EQ(pacer.earliest(kind, 71_B), 470_B);
  EXPECT_EQ(pacer.earliest(kNack, 470_B), 470_B);
  EXPECT_EQ(pacer.earliest(kNack, 471_B), 471_B);
}

TEST(CtlosPacer, EachKindHasItsSpacing) {
  const auto next_after = [](CtlosKind first, CtlosKind second) {
    CtlosPacer pacer = ctlos_pacer_test::pacer();
    pacer.leaves(first, 0_B);
    return pacer.earliest(second, 0_B);
  };
  EXPECT_EQ(next_after(kAck, kAck), 2'048_B);
  EXPECT_EQ(next_after(kNack, kAck), 2'048_B);
  EXPECT_EQ(next_after(kAck, kNack), 400_B);
  EXPECT_EQ(next_after(kInit, kInit), 1'600_B);
  EXPECT_EQ(next_after(kCfUpdate, kCfUpdate), 6'400_B);
  EXPECT_EQ(next_after(kInit, kAck), 400_B);
}

TEST(CtlosPacer, TiesByPriority) {
  const CtlosMask all = wanted({kNack, kInitEcho, kInit, kAck, kCfUpdate});
  LlrConfig config;
  EXPECT_EQ(CtlosPacer(ctlos_spacing(config, 6'400_B)).next(all, 70_B), (CtlosTurn{kNack, 70_B}));
  config.ctlos_priority = CtlosPriority::kCfFirst;
  CtlosPacer cf_first(ctlos_spacing(config, 6'400_B));
  EXPECT_EQ(cf_first.next(all, 70_B), (CtlosTurn{kCfUpdate, 70_B}));
  cf_first.leaves(kCfUpdate, 70_B);
  EXPECT_EQ(cf_first.next(all, 71_B), (CtlosTurn{kNack, 470_B}));
}

TEST(CtlosPacer, InsideAFrame) {
  CtlosPacer pacer = ctlos_pacer_test::pacer();
  pacer.frame_begins(1'000_B, 9'224_B);
  EXPECT_EQ(pacer.earliest(kNack, 1'000_B), 1'256_B);
  EXPECT_EQ(pacer.earliest(kNack, 2'000_B), 2'000_B);
  pacer.leaves(kNack, 1'256_B);
  EXPECT_EQ(pacer.earliest(kNack, 1'300_B), 3'304_B);
  pacer.leaves(kNack, 9'000_B);
  EXPECT_EQ(pacer.earliest(kNack, 9'500_B), 10'224_B);  // the end of the frame comes first
  EXPECT_EQ(pacer.earliest(kNack, 10'300_B), 10'300_B);
  pacer.frame_begins(11'000_B, 72_B);
  EXPECT_EQ(pacer.earliest(kNack, 11'010_B), 11'072_B);
}

// Five sets inside the largest frame at the default spacings, so that the gap after it grows by 40 B at most.
TEST(CtlosPacer, FiveSetsInsideTheLargestFrame) {
  CtlosPacer pacer = ctlos_pacer_test::pacer();
  pacer.frame_begins(0_B, 9'224_B);
  int sets = 0;
  for (Bytes at = pacer.earliest(kNack, 0_B); at < 9'224_B; at = pacer.earliest(kNack, at)) {
    pacer.leaves(kNack, at);
    ++sets;
  }
  EXPECT_EQ(sets, 5);
}

TEST(CtlosPacer, ChoosesTheEarliestAndThenByPriority) {
  CtlosPacer pacer = ctlos_pacer_test::pacer();
  EXPECT_EQ(pacer.next(wanted({}), 0_B), std::nullopt);
  EXPECT_EQ(pacer.next(wanted({kAck, kNack, kCfUpdate}), 5_B), (CtlosTurn{kNack, 5_B}));
  EXPECT_EQ(pacer.next(wanted({kCfUpdate, kAck}), 5_B), (CtlosTurn{kAck, 5_B}));
  EXPECT_EQ(pacer.next(wanted({kInit, kInitEcho}), 5_B), (CtlosTurn{kInitEcho, 5_B}));
  pacer.leaves(kAck, 5_B);
  EXPECT_EQ(pacer.next(wanted({kAck, kCfUpdate}), 6_B), (CtlosTurn{kCfUpdate, 405_B}));
}

// Whatever is wanted when: no two sets of any kind, and no two of a kind, are closer than they may be.
TEST(CtlosPacer, KeepsAllSpacingsInRandomRuns) {
  std::mt19937 random(3);
  const auto below = [&random](std::uint32_t end) { return Bytes(static_cast<std::int64_t>(random() % end)); };
  for (int run = 0; run < 50; ++run) {
    CtlosPacer pacer = ctlos_pacer_test::pacer();
    std::map<CtlosKind, Bytes> last;
    Bytes any(-10'000);
    Bytes now;
    for (int n = 0; n < 400; ++n) {
      if (now >= pacer.state().frame_end && random() % 2 == 0)
        pacer.frame_begins(now, 72_B + below(9'153));
      CtlosMask which = 0;
      for (const CtlosKind kind : kAll)
        which = static_cast<CtlosMask>(which | (random() % 3 == 0 ? bit_of(kind) : 0U));
      const auto turn = pacer.next(which, now);
      if (!turn) {
        now += below(500);
        continue;
      }
      ASSERT_GE(turn->at, now);
      ASSERT_GE(turn->at - any, 400_B);
      if (last.contains(turn->kind) && turn->kind == kAck) {
        ASSERT_GE(turn->at - last[kAck], 2'048_B);
      }
      if (turn->at > pacer.state().frame_start && turn->at < pacer.state().frame_end) {
        ASSERT_GE(turn->at - pacer.state().frame_start, 256_B);
      }
      pacer.leaves(turn->kind, turn->at);
      any = last[turn->kind] = now = turn->at;
    }
  }
}

}  // namespace weir::llr::ctlos_pacer_test
