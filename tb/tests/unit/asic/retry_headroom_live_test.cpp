// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The headroom of links with link-level retry, in the worst case: a frame is damaged and its NACK lost, the sender
// fills its window, and the frame that reaches XOFF is the first one that is sent again. PAUSE does not stop the rest.
// Each test needs a process of its own, as ctest gives it.

#include "tb/bounds/paused_queue.h"
#include "tb/tests/unit/elsewhere.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::retry_headroom_live_test {

constexpr std::int64_t kFrame = 1000;
constexpr std::int64_t kWindow = 64;  // frames; the line holds 8
constexpr Bytes kAny{2'000'000};

// h1 sends to h2. Frame 100 is damaged, and all ordered sets to h1 are from then on for 14 us.
std::string text_of(Bytes xoff, Bytes limit) {
  return R"([scenario]
duration = "60us"
[topology]
kind = "star"
hosts = 2
rate = "100Gbps"
delay = "200ns"
wire_overhead = true
[switch.mmu]
buffer = "4MB"
headroom = "0B"
viq_limit = ")" +
         std::to_string(limit.count()) + R"(B"
[link.llr]
wanted = true
init_llr_frame_action = "block"
outstanding_frames_max = )" +
         std::to_string(kWindow) + R"(
replay_timer_max = "20us"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = ")" +
         std::to_string(xoff.count()) +
         R"(B"
xon = "10KB"
[[flow]]
name = "f"
src = "h1"
dst = "h2"
frame_length = "1000B"
[[link_damage]]
name = "frame"
between = ["h1", "s1"]
from = "h1"
do = "frames"
count = "data"
numbers = [100]
[[link_damage]]
name = "acknowledgements"
between = ["h1", "s1"]
from = "s1"
do = "sets"
first = 1
start = "8.8us"
end = "23us"
)";
}

struct Filled {
  Bytes depth;  // of the VIQ, while the sender waits for its timer
  Bytes peak;
  std::uint64_t lost = 0;
};

Filled filled(Bytes xoff, Bytes limit) {
  oracle::Live live(scenario::load_text(text_of(xoff, limit), "s.toml", {{}, {}, {}}), 5_us);
  asic::SwitchAsic& s1 = *live.device("s1").asic;
  s1.port(PortId(1)).set_rate(BitRate(1'000'000), Time(0));  // nothing leaves
  run_until(20_us);
  const Bytes depth = s1.viq_depth(PortId(0), ClassId(0));
  live.run(1);
  return {depth, s1.mmu().counters(PortId(0), ClassId(0)).peak, s1.drops(PortId(0), ClassId(0)).total()};
}

Filled filled_elsewhere(Bytes xoff, Bytes limit) {
  std::istringstream text(run_elsewhere([&] {
    const Filled of = filled(xoff, limit);
    return std::to_string(of.depth.count()) + " " + std::to_string(of.peak.count()) + " " + std::to_string(of.lost);
  }));
  std::int64_t depth = 0;
  std::int64_t peak = 0;
  Filled of;
  text >> depth >> peak >> of.lost;
  of.depth = Bytes(depth);
  of.peak = Bytes(peak);
  return of;
}

bounds::AlikeQueues queue_of(Bytes xoff, Bytes limit) {
  const scenario::Scenario scenario = scenario::load_text(text_of(xoff, limit), "s.toml", {{}, {}, {}});
  return bounds::paused_queues(scenario).front();
}

TEST(RetryHeadroomLive, IsAllOfTheWindow) {
  const Bytes before = filled_elsewhere(Bytes(1'500'000), kAny).depth;
  ASSERT_GT(before, Bytes(50 * kFrame));
  const Bytes xoff = before + Bytes(1);
  const bounds::AlikeQueues queue = queue_of(xoff, kAny);
  EXPECT_TRUE(queue.worst.by_window());
  EXPECT_EQ(queue.worst.window.counted, Bytes(kWindow * kFrame));

  const Filled roomy = filled_elsewhere(xoff, kAny);
  EXPECT_EQ(roomy.depth, before);
  EXPECT_LE(roomy.peak - xoff, queue.needed);
  EXPECT_GE(roomy.peak - xoff, queue.needed - Bytes(5 * kFrame)) << "reached but for 5 frames";
  EXPECT_GT(roomy.peak - xoff, queue.worst.mix + queue.worst.last + queue.crosses()) << "the window is felt";

  EXPECT_EQ(filled_elsewhere(xoff, xoff + queue.needed).lost, 0U);
  EXPECT_GT(filled_elsewhere(xoff, xoff + queue.needed - Bytes(6 * kFrame)).lost, 0U);
}

TEST(RetryHeadroomLive, IsWhatCheckAsksFor) {
  const Bytes xoff(100'000);
  const Bytes needed = queue_of(xoff, kAny).needed;
  const auto warnings = [&](Bytes limit) {
    const scenario::Scenario scenario = scenario::load_text(text_of(xoff, limit), "s.toml", {{}, {}, {}});
    std::string all;
    for (const std::string& warning : bounds::judged(scenario).warnings)
      all += warning + "\n";
    return all;
  };
  EXPECT_THAT(warnings(xoff + needed), Not(HasSubstr("link-level retry may send again")));
  EXPECT_THAT(warnings(xoff + needed - Bytes(1)), HasSubstr("all that link-level retry may send again"));
}

}  // namespace weir::asic::retry_headroom_live_test
