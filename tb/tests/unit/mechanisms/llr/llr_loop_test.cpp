// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_loop.h"

#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::llr_loop_test {

constexpr Bytes kSpacing{2'048};
constexpr LlrLinkFacts k800G500m{800_Gbps, 2'500_ns, 0_ns};
constexpr LlrLinkFacts k800G40m{800_Gbps, 200_ns, 0_ns};
constexpr LlrLinkFacts k400G40m{400_Gbps, 200_ns, 0_ns};
constexpr LlrLinkFacts k1600G500m{1'600_Gbps, 2'500_ns, 0_ns};

// The table of docs/reference/llr.md.
TEST(LlrLoop, LeastWindows) {
  const auto windows = [](const LlrLinkFacts& link) {
    return std::array{least_window(link, 64_B, kSpacing), least_window(link, 512_B, kSpacing),
                      least_window(link, 9'216_B, kSpacing)};
  };
  EXPECT_THAT(windows(k400G40m), ElementsAre(264, 43, 4));
  EXPECT_THAT(windows(k800G40m), ElementsAre(502, 81, 6));
  EXPECT_THAT(windows(k800G500m), ElementsAre(5'978, 945, 56));
  EXPECT_THAT(windows(k1600G500m), ElementsAre(11'931, 1'885, 110));
  EXPECT_EQ(least_window(k800G500m, 9'108_B, kSpacing), 57U);
}

TEST(LlrLoop, ReplayRoomIsNotThatOfTheLargestFrame) {
  const auto room = [](const LlrLinkFacts& link) { return replay_room(link, 64_B, 9'216_B, kSpacing); };
  EXPECT_EQ(room(k800G500m), (ReplayRoomFacts{519'156_B, 9'108_B}));
  EXPECT_EQ(room(k800G40m), (ReplayRoomFacts{58'716_B, 8'388_B}));
  EXPECT_EQ(room(k1600G500m), (ReplayRoomFacts{1'018'203_B, 9'173_B}));
  EXPECT_EQ(room(k400G40m), (ReplayRoomFacts{36'864_B, 9'216_B}));
  const auto above = [](const LlrLinkFacts& link, Bytes bytes) {
    int lengths = 0;
    for (Bytes length = 64_B; length <= 9'216_B; length += 1_B)
      lengths += least_window(link, length, kSpacing) * length > bytes ? 1 : 0;
    return lengths;
  };
  EXPECT_EQ(above(k800G500m, 516'096_B), 273);
  EXPECT_EQ(above(k800G40m, 55'296_B), 564);
  EXPECT_EQ(64 * room(k800G500m).bytes, 33'225'984_B);
}

// In frames one by one: the least number whose line times last as long as the loop.
TEST(LlrLoop, LeastWindowsAndRoomAreThoseOfEveryLengthCountedOut) {
  for (const LlrLinkFacts& link : {k400G40m, k800G40m, LlrLinkFacts{100_Gbps, 5_ns, 70_ns}}) {
    ReplayRoomFacts most;
    for (Bytes length = 64_B; length <= 2'000_B; length += 1_B) {
      std::uint32_t frames = 0;
      for (Time sent; sent < loop_time(link, length, kSpacing); sent += serialization_time(length + 20_B, link.rate))
        ++frames;
      ASSERT_EQ(least_window(link, length, kSpacing), frames) << length.count();
      most = frames * length > most.bytes ? ReplayRoomFacts{frames * length, length} : most;
    }
    EXPECT_EQ(replay_room(link, 64_B, 2'000_B, kSpacing), most);
  }
}

// At 800 Gbps with frames of 64 B the numbers last longer than the replay timer can run.
TEST(LlrLoop, TheTimerEndsBeforeTheNumbersDo) {
  const Time tau = serialization_time(84_B, 800_Gbps);
  EXPECT_EQ(LlrConfig{}.half_space() * tau / 1_ns, 440'401);  // and 920 ps
  const std::int64_t frames = LlrConfig::kLongestReplayTimer / tau;
  EXPECT_EQ(frames, 78'017);  // and a part
  EXPECT_EQ(std::bit_width(static_cast<std::uint64_t>(frames)), 17);
}

// The loop counted out: first bit out, last bit there, the longest wait for the slot, the set back.
TEST(LlrLoop, IsTheSumOfItsParts) {
  constexpr LlrLinkFacts kLink{100_Gbps, 300_ns, 70_ns};
  EXPECT_EQ(loop_time(kLink, 1'000_B, kSpacing),
            serialization_time(1'008_B, 100_Gbps) + 600_ns + 70_ns + serialization_time(2'056_B, 100_Gbps));
  for (const Bytes length : {64_B, 500_B, 9'216_B}) {
    const Time tau = serialization_time(length + 20_B, 100_Gbps);
    const std::uint32_t n = least_window(kLink, length, kSpacing);
    EXPECT_GE(n * tau, loop_time(kLink, length, kSpacing));
    EXPECT_LT((n - 1) * tau, loop_time(kLink, length, kSpacing));
  }
}

TEST(LlrLoop, RefusesATimerWithinTheLoop) {
  LlrConfig config;
  const auto complaint = [&config] {
    return error_of([&] {
      ledger::Refusal refusal;
      check_link(config, k800G500m, 9'216_B, refusal);
    });
  };
  config.replay_timer_max = loop_time(k800G500m, 9'216_B, kSpacing);
  EXPECT_THAT(complaint(), StartsWith("replay_timer_max: wanted more than the loop of the largest frame, 5112.8ns"));
  config.replay_timer_max += Time(1);
  EXPECT_EQ(complaint(), "");
}

}  // namespace weir::llr::llr_loop_test
