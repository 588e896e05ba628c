// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Known answers of the bounds for whole packets under GFC, and the warnings that go with them. That nothing more comes
// in a switch, and that as much does: tb/tests/unit/asic/gfc_bound_test.cpp.

#include "tb/bounds/gfc_bounds.h"

#include "hw_model/reference/stage_comparator.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::gfc_bounds_test {

using scenario::load_minimal;
using scenario::Scenario;

// As in the fat-tree case: 10 Gbps, 1 us, 1500 B, t_r = 3 us, a Bm of 200 packets.
Scenario fat_tree(const std::string& scheme, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"flow_control.scheme=" + scheme, "flow_control.processing_delay=3us",
                             "switch.mmu.viq_limit=300KB", "flow_control.gfc_buffer_based.bm=300KB",
                             "flow_control.gfc_buffer_based.b1=281KB", "flow_control.gfc_time_based.bm=300KB",
                             "flow_control.gfc_time_based.b0=159KB", "flow_control.gfc_conceptual.bm=300KB",
                             "flow_control.gfc_conceptual.b0=263KB", "scenario.duration=100ms"});
  return judged_minimal(more);
}

// 298.5 KB before the last packet that may end before the last stage is obeyed, it and one more, and one at R_N: a
// packet in 78.643 ms.
TEST(GfcBounds, OfTheFatTreeIsWhatWasSeen) {
  EXPECT_THAT(gfc_room(fat_tree("gfc_buffer_based")), Optional(303'000_B));
  EXPECT_THAT(gfc_room(fat_tree("gfc_buffer_based", {"scenario.duration=78ms"})), Optional(301'500_B));
  EXPECT_THAT(gfc_room(fat_tree("gfc_buffer_based", {"scenario.duration=1s"})), Optional(319'500_B));
}

// A Bm of 666.7 packets: 999 KB, and two.
TEST(GfcBounds, OfTheRingIsWhatWasSeen) {
  EXPECT_THAT(gfc_room(load_minimal({"flow_control.scheme=gfc_buffer_based", "flow_control.processing_delay=85.6us"})),
              Optional(1'002'000_B));
}

TEST(GfcBounds, GiveTheHeadroomThatLosesNothing) {
  EXPECT_THAT(fat_tree("gfc_buffer_based").required_headroom, Optional(3'000_B));
  EXPECT_THAT(fat_tree("gfc_buffer_based", {"switch.mmu.viq_limit=310KB"}).required_headroom, Optional(-7'000_B));
}

TEST(GfcBounds, WarnAndSayForHowLongTheRoomIsEnough) {
  const auto warnings = [](const std::string& headroom, const std::string& duration) {
    return fat_tree("gfc_buffer_based", {"switch.mmu.headroom=" + headroom, "scenario.duration=" + duration}).warnings;
  };
  EXPECT_THAT(warnings("3000B", "100ms"), IsEmpty());
  EXPECT_THAT(warnings("2999B", "100ms"),
              ElementsAre("what a VIQ may take (switch.mmu.viq_limit + headroom) = 302.999KB keeps Bm, but not the "
                          "safety bound for whole packets, Bm + 3KB = 303KB (Bm = 300KB, over 100ms on link h1-s1; "
                          "derived from GFC, eq. 5): packets may be lost once a VIQ has been at its top for 78.643ms"));
  EXPECT_THAT(warnings("1499B", "1us"), ElementsAre(HasSubstr("packets may be lost at once")));
  EXPECT_THAT(warnings("3000B", "1s"), ElementsAre(HasSubstr("= 319.5KB")));
  EXPECT_THAT(fat_tree("gfc_conceptual", {"switch.mmu.headroom=0B"}).warnings,
              ElementsAre(HasSubstr("Bm + 4.5KB = 304.5KB")));
  EXPECT_THAT(fat_tree("gfc_time_based", {"switch.mmu.headroom=0B"}).warnings,
              ElementsAre(HasSubstr("Bm + 3KB = 303KB")));
}

TEST(GfcBounds, AreNotKnownOutsideTheFluidBounds) {
  EXPECT_THAT(gfc_room(fat_tree("gfc_conceptual", {"flow_control.gfc_conceptual.b0=290KB"})), std::nullopt);
  EXPECT_THAT(gfc_room(fat_tree("gfc_time_based", {"flow_control.gfc_time_based.b0=290KB"})), std::nullopt);
  EXPECT_THAT(
      gfc_room(fat_tree("gfc_time_based", {"switch.mmu.count_cells=true", "flow_control.gfc_time_based.block=208B"})),
      std::nullopt);
  EXPECT_THAT(gfc_room(load_minimal({"flow_control.scheme=pfc"})), std::nullopt);
  EXPECT_THAT(gfc_room(fat_tree("none")), std::nullopt);
  // Theorem 5.1 is about tau <= T. Beyond that only a fourfold margin is proven: 4 C (T + t_r) and what packets add.
  const std::vector<std::string> late{"flow_control.processing_delay=10us", "flow_control.gfc_time_based.period=5us"};
  std::vector<std::string> wide = late;
  wide.push_back("flow_control.gfc_time_based.b0=200KB");
  EXPECT_THAT(gfc_room(fat_tree("gfc_time_based", wide)), Optional(301'500_B));
  wide.back() = "flow_control.gfc_time_based.b0=220KB";
  EXPECT_THAT(gfc_room(fat_tree("gfc_time_based", wide)), std::nullopt);
}

// 60 us late, each 5 us: theorem 5.1 asks for 131.6 KB, which is not enough. e x 10 Gbps x 67.4512 us = 229,190 B: T,
// t_r, a frame that a message waits for, its own 64 B, and a packet that goes by the old rate. Of whole packets nothing
// is known.
TEST(GfcBounds, WarnWhereTheoremFivePointOneDoesNotHold) {
  const auto warnings = [](const std::string& b0) {
    return fat_tree("gfc_time_based", {"flow_control.processing_delay=60us", "flow_control.gfc_time_based.period=5us",
                                       "switch.mmu.headroom=100KB", "flow_control.gfc_time_based.b0=" + b0})
        .warnings;
  };
  const std::string unknown = "no bound is known for what a VIQ may take beyond flow_control.gfc_time_based.bm = 300KB";
  EXPECT_THAT(warnings("70810B"), ElementsAre(AllOf(HasSubstr(unknown), HasSubstr("proved for packets needs more"))));
  EXPECT_THAT(
      warnings("70811B"),
      ElementsAre("flow_control.gfc_time_based.b0 = 70.811KB breaks the safety bound B0 <= Bm - e C D = 70.81KB "
                  "(Bm = 300KB, D = T + t_r + waits = 67451.2ns on link h1-s1; derived; GFC, Theorem 5.1, does "
                  "not hold for t_r > T): packets may be lost, or queues hold and wait"));
  EXPECT_THAT(warnings("168KB"), ElementsAre(HasSubstr("e C D"))) << "which keeps theorem 5.1";
}

// e C tau of tau = 7.4 us is 25,145 B, where theorem 4.1 has 37,000 B. The bound for packets has 4 C D, D without the
// frames of tau: less here, more where the way is long.
TEST(GfcBounds, OfFluidsUnderTheConceptualFormIsEulersNumberTimesCTau) {
  const auto warnings = [](const std::string& b0, std::vector<std::string> more = {}) {
    more.insert(more.end(), {"switch.mmu.headroom=9KB", "flow_control.gfc_conceptual.b0=" + b0});
    return fat_tree("gfc_conceptual", more).warnings;
  };
  EXPECT_THAT(warnings("262KB"), IsEmpty());
  EXPECT_THAT(warnings("274855B"), IsEmpty());
  EXPECT_THAT(warnings("274856B"), ElementsAre(HasSubstr("B0 <= Bm - e C tau = 274.855KB")));
  const std::vector<std::string> slow{"flow_control.processing_delay=90us", "flow_control.gfc_conceptual.bm=600KB",
                                      "switch.mmu.viq_limit=600KB"};
  EXPECT_THAT(warnings("279243B", slow), ElementsAre(HasSubstr("e C tau")));
  EXPECT_THAT(warnings("279KB", slow), ElementsAre(HasSubstr("no bound is known")));
  EXPECT_THAT(warnings("100KB", slow), IsEmpty());
  // A frame of 1500 B takes 8 cells of 208 B: the VIQ fills faster than the line.
  EXPECT_THAT(warnings("274KB", {"switch.mmu.count_cells=true"}), ElementsAre(HasSubstr("B0 <= Bm - e C tau = 272.")));
}

TEST(GfcBounds, AreUnknownForASlowLimiterForCellsOfCreditsAndBehindFaults) {
  const std::string unknown = "no bound is known";
  // A frame of 64 B takes 0.512 ns at 1 Tbps, and no tick of 1.2 ns.
  EXPECT_THAT(fat_tree("gfc_conceptual",
                       {"switch.mmu.headroom=9KB", "topology.rate=1Tbps", "limiter.rounding=floor",
                        "traffic.frame_length=64B", "switch.mmu.buffer=64MB", "flow_control.gfc_conceptual.bm=3MB",
                        "flow_control.gfc_conceptual.b0=1KB", "switch.mmu.viq_limit=3MB"})
                  .warnings,
              ElementsAre(AllOf(HasSubstr(unknown), HasSubstr("registers"))));
  EXPECT_THAT(fat_tree("gfc_time_based", {"switch.mmu.count_cells=true", "flow_control.gfc_time_based.block=208B",
                                          "flow_control.gfc_time_based.bm=299520B", "switch.mmu.headroom=90KB",
                                          "flow_control.gfc_time_based.counter_bits=30"})
                  .warnings,
              ElementsAre(AllOf(HasSubstr(unknown), HasSubstr("credits count blocks, and VIQs cells"))));
  const auto faulty = [](const std::string& scheme, const std::string& fault) {
    return fat_tree(scheme, {"switch.mmu.headroom=9KB", "link_fault=[{do=\"lose\", probability=0.5" + fault + "}]"})
        .warnings;
  };
  EXPECT_THAT(faulty("gfc_conceptual", ""), ElementsAre(AllOf(HasSubstr(unknown), HasSubstr("links lose"))));
  EXPECT_THAT(faulty("gfc_conceptual", ", subtype=0x30"), IsEmpty());
  EXPECT_THAT(faulty("gfc_buffer_based", ""), IsEmpty()) << "whose stages are PFC frames, which no fault strikes";
}

// The recursion needs no fluid bound: without it, more comes.
TEST(GfcBounds, OfStagesAreKnownForAnyThresholds) {
  const auto room = [](const std::string& b1) {
    return gfc_room(fat_tree("gfc_buffer_based", {"flow_control.gfc_buffer_based.b1=" + b1, "scenario.duration=1ms"}));
  };
  EXPECT_THAT(room("281KB"), Optional(301'500_B));
  EXPECT_THAT(room("295KB"), Optional(307'500_B));
}

GfcLoop mixed(Time delay) {
  return {.rate = 10_Gbps,
          .frames = {{64_B, 64_B, serialization_time(64_B, 10_Gbps)},
                     {1499_B, 1499_B, serialization_time(1499_B, 10_Gbps)}},
          .delay = delay,
          .processing = Time(0),
          .pipeline = Time(0),
          .wait = serialization_time(1500_B, 10_Gbps),
          .feedback = serialization_time(64_B, 10_Gbps),
          .limiter = {}};
}

// A loop of the longest frame for as many messages as the window has frames.
TEST(GfcBounds, HaveATermForLinkLevelRetry) {
  asic::SwitchConfig device;
  const link::LinkConfig link{.rate = 100_Gbps, .delay = 1_us, .wire_overhead = true};
  device.max_frame = 1500_B;
  EXPECT_EQ(retry_wait(link, device, device), Time(0));
  device.llr.wanted = true;
  const Time loop = 2_us + (1508 + 2048 + 256 + 400 + 8) * 80_ps;
  EXPECT_EQ(retry_wait(link, device, device), loop);
  device.flow_control.lossless = 0b1111;
  device.llr.link.outstanding_frames_max = 3;
  EXPECT_EQ(retry_wait(link, device, device), 2 * loop);
}

// The longer the loop, the nearer to three packets; never more, where B1 keeps the fluid bound with the loop's latency.
TEST(GfcBounds, OfMixedLengthsTendToThreePackets) {
  Bytes before;
  for (const Time delay : {1_us, 5_us, 25_us, 125_us}) {
    const GfcLoop loop = mixed(delay);
    const Time tau = 2 * loop.wait + 2 * delay + loop.feedback + loop.limiter.period;
    const Bytes margin = bytes_in(2 * tau, loop.rate) + 1_B;
    const GfcBound bound = buffer_based_bound(loop, reference::gfc_stage_thresholds(1'000'000_B, 1'000'000_B - margin));
    const Bytes beyond = bound.at_once - 1'000'000_B;
    EXPECT_GT(beyond, before);
    EXPECT_LE(beyond, 3 * 1499_B);
    before = beyond;
  }
  EXPECT_GT(before, 3 * 1499_B - 50_B);
}

}  // namespace weir::bounds::gfc_bounds_test
