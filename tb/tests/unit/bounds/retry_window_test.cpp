// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What LLR may send after XOFF, against a search that tries every mix of lengths, and against the closed forms.

#include "tb/bounds/retry_window.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "tb/bounds/pause_headroom.h"
#include "tb/bounds/paused_link.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::retry_window_test {

std::int64_t between(RandomStream& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

std::int64_t counted(const CountedFrames& frames, Bytes length) {
  const std::int64_t unit = std::max(frames.cell, Bytes(1)).count();
  return ((length + frames.tag).count() + unit - 1) / unit * unit;
}

// Frame by frame, every length at every step.
std::int64_t every_mix(const RetryWindow& window, const CountedFrames& frames) {
  std::vector<std::int64_t> best(static_cast<std::size_t>(window.bytes.count()) + 1, 0);  // by bytes that are left
  std::int64_t most = 0;
  for (std::uint32_t n = 0; n < window.frames; ++n) {
    std::vector<std::int64_t> next(best.size(), 0);
    for (std::size_t left = 0; left < best.size(); ++left)
      for (Bytes length = frames.shortest; length <= frames.longest && length.count() <= std::int64_t(left);
           length += Bytes(1))
        next[left] = std::max(next[left], counted(frames, length) + best[left - std::size_t(length.count())]);
    best = std::move(next);
    most = std::max(most, best.back());
  }
  return most;
}

TEST(RetryWindow, IsTheMostOfEveryMix) {
  RandomStream random(1, "retry window");
  for (int i = 0; i < 400; ++i) {
    const Bytes shortest{between(random, 1, 20)};
    const CountedFrames frames{.shortest = shortest,
                               .longest = shortest + Bytes(between(random, 0, 40)),
                               .cell = Bytes(between(random, 0, 16))};
    const RetryWindow window{std::uint32_t(between(random, 1, 9)), Bytes(between(random, 1, 150))};
    const FullWindow full = fullest_window(window, frames);
    ASSERT_EQ(full.counted.count(), every_mix(window, frames))
        << i << ": " << shortest.count() << ".." << frames.longest.count() << " B, cells of " << frames.cell.count()
        << ", " << window.frames << " frames, " << window.bytes.count() << " B";
    std::int64_t count = 0;
    Bytes bytes;
    Bytes sum;
    for (const FramesAlike& alike : full.frames) {
      ASSERT_TRUE(alike.length >= frames.shortest && alike.length <= frames.longest) << i;
      count += alike.count;
      bytes += alike.count * alike.length;
      sum += alike.count * Bytes(counted(frames, alike.length));
    }
    ASSERT_LE(count, window.frames) << i;
    ASSERT_LE(bytes, window.bytes) << i;
    ASSERT_EQ(sum, full.counted) << i;
  }
}

TEST(RetryWindow, WithALabelIsNotTooSmall) {
  RandomStream random(2, "retry window");
  for (int i = 0; i < 200; ++i) {
    const Bytes shortest{between(random, 1, 20)};
    const CountedFrames frames{.shortest = shortest,
                               .longest = shortest + Bytes(between(random, 0, 30)),
                               .cell = Bytes(between(random, 0, 16)),
                               .tag = Bytes(between(random, 1, 4))};
    const RetryWindow window{std::uint32_t(between(random, 1, 9)), Bytes(between(random, 1, 150))};
    ASSERT_GE(fullest_window(window, frames).counted.count(), every_mix(window, frames)) << i;
  }
}

TEST(RetryWindow, AReplayTakesTheLineTimeOfAllThatIsOutstanding) {
  const CountedFrames small{.shortest = 64_B, .longest = 64_B};
  EXPECT_EQ(replay_time({5'978, 519'156_B}, small, 20_B, 800_Gbps), 5'978 * 840_ps);
  EXPECT_EQ(replay_time({5'978, 6'400_B}, small, 20_B, 800_Gbps), 100 * 840_ps);
  const CountedFrames all{.shortest = 64_B, .longest = 9'216_B};
  EXPECT_EQ(replay_time({5'978, 519'156_B}, all, 20_B, 800_Gbps),
            serialization_time(519'156_B + 5'978 * 20_B, 800_Gbps));
  // A line time is rounded up for each frame.
  const BitRate odd{33'333'333'333};
  EXPECT_GE(replay_time({1'000, 64'000_B}, small, 20_B, odd), 1'000 * serialization_time(84_B, odd));
}

// 800 Gbps, a peer that takes 453 ns; the way back is idle.
PausedLink idle_way_back(Time one_way) {
  PausedLink link{.rate = 800_Gbps, .frames = FrameLengths::of({64_B})};
  link.times = pause_times(link, 64_B, one_way, 453_ns, {}, {});
  link.times.our_frame = Time(0);
  return link;
}
std::int64_t frames_after_xoff(const PausedLink& link) { return pause_headroom(link).after_xoff() / 64_B; }

// The closed forms count the frame that reaches XOFF, too: 1,018 and 6,494.
TEST(RetryWindow, IsTheLargerOfBoundAndWindow) {
  PausedLink near = idle_way_back(200_ns);
  EXPECT_EQ(frames_after_xoff(near), 1'018 - 1);
  near.times.our_frame = near.line_time(9'216_B);
  EXPECT_EQ(frames_after_xoff(near), 1'018 - 1 + 110);
  PausedLink far = idle_way_back(2'500_ns);
  EXPECT_EQ(frames_after_xoff(far), 6'494 - 1);
  far.retry = {5'978, 519'156_B};
  EXPECT_EQ(frames_after_xoff(far), 6'494 - 1);
  far.retry.frames = 6'494;
  EXPECT_EQ(frames_after_xoff(far), 6'494);
  EXPECT_EQ(pause_headroom(far).in_pool(), 6'495 * 64_B);
  far.retry.bytes = 6'400_B;
  EXPECT_EQ(frames_after_xoff(far), 6'494 - 1);
}

TEST(RetryWindow, ReplaysThatGoFirstAddTheWindowOfTheWayBack) {
  PausedLink far = idle_way_back(2'500_ns);
  far.retry = {5'978, 519'156_B};
  far.times.replay = replay_time(far.retry, {.shortest = 64_B, .longest = 64_B}, far.overhead, far.rate);
  EXPECT_EQ(frames_after_xoff(far), 12'472 - 1);
}

// The lost PAUSE, 84 B, the frame that shows the gap, 9,236 B with six sets of 8 B, two delays, 2,048 B until a set may
// leave inside a frame of the peer, and its 8 B. In frames of 128 B it waits 400 B, and for the end of one.
TEST(RetryWindow, APauseWithANumberWaitsForAReplayAndOneRepair) {
  asic::SwitchConfig device;
  device.max_frame = 9'216_B;
  const link::LinkConfig link{.rate = 800_Gbps, .delay = 200_ns, .wire_overhead = true};
  EXPECT_EQ(retry_before_pause(device, device, link, true), Time(0));
  device.llr.replay_first = true;
  EXPECT_EQ(retry_before_pause(device, device, link, true), replay_on(device, link));
  device.llr.replay_first = false;
  device.llr.pause_eligible = true;
  EXPECT_EQ(retry_before_pause(device, device, link, false), replay_on(device, link));
  EXPECT_EQ(retry_before_pause(device, device, link, true), replay_on(device, link) + 400_ns + 11'424 * 10_ps);
  asic::SwitchConfig peer;
  peer.max_frame = 128_B;
  EXPECT_EQ(retry_before_pause(device, peer, link, true), replay_on(device, link) + 400_ns + 9'924 * 10_ps);
  // A window of one frame opens after a loop: a frame with preamble, both ways, 2,048 + 256 + 400 B until an ACK, 8 B.
  device.llr.link.outstanding_frames_max = 1;
  EXPECT_EQ(retry_before_pause(device, device, link, false), 400_ns + (9'224 + 2'704 + 8) * 10_ps);
}

}  // namespace weir::bounds::retry_window_test
