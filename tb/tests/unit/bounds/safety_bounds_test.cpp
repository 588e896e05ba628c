// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Known answers: the figures of GFC, SIGCOMM '19, section 5.4, and of TTL-based buffer management, eq. 14.

#include "tb/bounds/safety_bounds.h"

#include "tb/scenario/loader.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::safety_bounds_test {

using scenario::kCustomScenario;
using scenario::load_text;

constexpr Time kWire = 1_us;
constexpr Time kProcessing = 3_us;

TEST(FeedbackLatency, IsThatOfThePaperForEthernet) {
  EXPECT_EQ(feedback_latency(1500_B, 10_Gbps, kWire, kProcessing), 7'400_ns);
  EXPECT_EQ(feedback_latency(1500_B, 40_Gbps, kWire, kProcessing), 5'600_ns);
  EXPECT_EQ(feedback_latency(1500_B, 100_Gbps, kWire, kProcessing), 5'240_ns);
}

TEST(FeedbackLatency, IsThatOfThePaperForInfiniBand) {
  EXPECT_EQ(feedback_latency(4000_B, 10_Gbps, kWire, kProcessing), 11'400_ns);
  EXPECT_EQ(feedback_latency(4000_B, 40_Gbps, kWire, kProcessing), 6'600_ns);
  EXPECT_EQ(feedback_latency(4000_B, 100_Gbps, kWire, kProcessing), 5'640_ns);
}

TEST(BufferBasedMargin, IsThatOfThePaper) {
  EXPECT_EQ(buffer_based_margin(10_Gbps, 7'400_ns), 18'500_B);
  EXPECT_EQ(buffer_based_margin(40_Gbps, 5'600_ns), 56'000_B);
  EXPECT_EQ(buffer_based_margin(100_Gbps, 5'240_ns), 131'000_B);
}

TEST(ConceptualMargin, IsTwiceTheBufferBased) {
  EXPECT_EQ(conceptual_margin(10_Gbps, 7'400_ns), 37'000_B);
  EXPECT_EQ(conceptual_margin(10_Gbps, 90_us), 450'000_B);
}

TEST(Margins, RoundUpToAByte) {
  EXPECT_EQ(buffer_based_margin(10_Gbps, Time(1)), 1_B);
  EXPECT_EQ(conceptual_margin(BitRate(8), 1_ms), 1_B);
}

TEST(TimeBasedMargin, IsThatOfThePaper) {
  const auto kilobytes = [](BitRate rate, Time tau) {
    return static_cast<double>(time_based_margin(rate, tau, flow_control::credit_period({}, rate)).count()) / 1'000;
  };
  EXPECT_NEAR(kilobytes(10_Gbps, 11'400_ns), 140.9, 0.05);
  EXPECT_NEAR(kilobytes(40_Gbps, 6'600_ns), 191.5, 0.05);
  EXPECT_NEAR(kilobytes(100_Gbps, 5'640_ns), 272.0, 0.05);
}

TEST(LateMargin, IsEulersNumberTimesWhatComesMeanwhile) {
  EXPECT_EQ(late_margin(10_Gbps, 7'400_ns), 25'145_B);
  EXPECT_EQ(late_margin(40_Gbps, 5'600_ns), 76'112_B);
  EXPECT_EQ(late_margin(100_Gbps, 5'240_ns), 178'048_B);
  EXPECT_EQ(late_margin(400_Gbps, 5'060_ns), 687'726_B);
}

TEST(CreditPeriod, DefaultsToTheTimeOf65535Bytes) {
  EXPECT_EQ(flow_control::credit_period({}, 10_Gbps), 52'428_ns);
  EXPECT_EQ(flow_control::credit_period({.period = 52_us}, 10_Gbps), 52_us);
}

TEST(PfcHeadroom, IsThatOfTheDocument) {
  const Time sixty_quanta = pause_time(60, 40_Gbps);
  EXPECT_EQ(sixty_quanta, 768_ns);
  EXPECT_EQ(pfc_headroom(1500_B, 64_B, 40_Gbps, 1'500_ns, sixty_quanta), 21'968_B);
}

TEST(LargestOvershoot, IsNothingForWholePackets) {
  EXPECT_EQ(largest_overshoot(150'000_B, {1500_B}), 0_B);
  EXPECT_EQ(largest_overshoot(150'001_B, {1500_B}), 1499_B);
  EXPECT_EQ(largest_overshoot(149'999_B, {1500_B}), 1_B);
  EXPECT_EQ(largest_overshoot(800'000_B, {1500_B}), 1000_B);
  EXPECT_EQ(largest_overshoot(1000_B, {}), 0_B);
}

TEST(LargestOvershoot, IsNearlyAPacketForMixedLengths) {
  EXPECT_EQ(largest_overshoot(100'000_B, {64_B, 1500_B}), 1496_B);  // depths are multiples of 4
  EXPECT_EQ(largest_overshoot(100'000_B, {64_B, 1499_B}), 1498_B);
  EXPECT_EQ(largest_overshoot(30'000_B, {1000_B, 1500_B}), 1000_B);
}

// By trying: every depth below the threshold that sums of these lengths reach, and every packet on top.
TEST(LargestOvershoot, IsReachedBySomeSum) {
  const std::vector<Bytes> lengths{70_B, 100_B};
  constexpr std::size_t kThreshold = 1'013;
  std::vector<bool> reached(kThreshold + 100);
  reached[0] = true;
  std::size_t highest = 0;
  for (std::size_t depth = 0; depth < kThreshold; ++depth) {
    for (const std::size_t length : {70U, 100U}) {
      if (reached[depth]) {
        reached[depth + length] = true;
        highest = std::max(highest, depth + length);
      }
    }
  }
  EXPECT_EQ(largest_overshoot(Bytes(kThreshold), lengths), Bytes(static_cast<std::int64_t>(highest - kThreshold)));
}

std::vector<std::string> warnings_of(const std::vector<std::string>& sets) { return judged_minimal(sets).warnings; }

// 10 Gbps, 1 us, 1500 B, t_r = 3 us: tau = 7.4 us, so 18,500 B of margin.
TEST(SafetyWarnings, ComeOneByteBeyondTheBound) {
  const std::vector<std::string> sets{"flow_control.scheme=gfc_buffer_based", "flow_control.processing_delay=3us",
                                      "switch.mmu.headroom=3KB"};
  const auto with_b1 = [&](const std::string& b1) {
    std::vector<std::string> all = sets;
    all.push_back("flow_control.gfc_buffer_based.b1=" + b1);
    return warnings_of(all);
  };
  EXPECT_THAT(with_b1("981500B"), IsEmpty());
  EXPECT_THAT(with_b1("981501B"),
              ElementsAre("flow_control.gfc_buffer_based.b1 = 981.501KB breaks the safety bound B1 <= Bm - 2 C tau = "
                          "981.5KB (Bm = 1MB, tau = 7.4us on link h1-s1; GFC, eq. 5): packets may be lost, or queues "
                          "hold and wait"));
}

TEST(SafetyWarnings, NameTheSourceOfEachScheme) {
  EXPECT_THAT(warnings_of({"flow_control.scheme=gfc_conceptual", "flow_control.gfc_conceptual.b0=99KB"}),
              ElementsAre(HasSubstr("Theorem 4.1")));
  EXPECT_THAT(warnings_of({"flow_control.scheme=gfc_time_based", "flow_control.gfc_time_based.b0=999KB"}),
              ElementsAre(HasSubstr("Theorem 5.1")));
  EXPECT_THAT(warnings_of({"flow_control.scheme=pfc", "flow_control.pfc.xoff=999KB"}),
              ElementsAre(HasSubstr("eq. 14")));
  EXPECT_THAT(warnings_of({"flow_control.scheme=none", "flow_control.pfc.xoff=999KB"}), IsEmpty());
}

TEST(SafetyWarnings, ComeOneByteBelowTheHeadroom) {
  // Three packets, where eq. 14 has 2 (1500 + 64 + 1250) + 0 = 5628 B.
  const auto with_headroom = [](const std::string& headroom, const std::string& xoff) {
    return warnings_of({"flow_control.scheme=pfc", "flow_control.pfc.xoff=" + xoff, "flow_control.pfc.xon=1KB",
                        "switch.mmu.viq_limit=" + xoff, "switch.mmu.headroom=" + headroom});
  };
  EXPECT_THAT(with_headroom("4500B", "750KB"), IsEmpty());
  EXPECT_THAT(
      with_headroom("4499B", "750KB"),
      ElementsAre(HasSubstr("= 4.499KB breaks the safety bound of 4.5KB that may come after XOFF (link h1-s1, 3251.2ns "
                            "until a PAUSE acts; TTL-based buffer management, eq. 14: 5.628KB): packets may be lost")));
  // XOFF is not a whole number of packets: 1000 B more.
  EXPECT_THAT(with_headroom("5500B", "800KB"), IsEmpty());
  EXPECT_THAT(with_headroom("5499B", "800KB"), ElementsAre(HasSubstr("but not the 1KB by which")));
}

TEST(SafetyWarnings, CountWireOverheadWhereItIsOn) {
  EXPECT_THAT(warnings_of({"flow_control.scheme=pfc", "flow_control.pfc.xoff=750KB", "flow_control.pfc.xon=1KB",
                           "switch.mmu.viq_limit=750KB", "switch.mmu.headroom=4499B", "topology.wire_overhead=true"}),
              ElementsAre(HasSubstr("3283.2ns until a PAUSE acts; TTL-based buffer management, eq. 14: 5.708KB")));
}

TEST(SafetyWarnings, SayWhenTheBufferCannotKeepThePromise) {
  EXPECT_THAT(warnings_of({"flow_control.scheme=cbfc", "switch.mmu.viq_limit=900KB", "flow_control.cbfc.buffer=1MB"}),
              ElementsAre(HasSubstr("flow_control.cbfc.buffer = 1MB is more than a VIQ may take")));
  EXPECT_THAT(warnings_of({"flow_control.scheme=cbfc", "switch.mmu.viq_limit=900KB"}), IsEmpty())
      << "without a word about it, credits offer what a VIQ may take";
  EXPECT_THAT(
      warnings_of({"flow_control.scheme=cbfc", "switch.mmu.buffer=2MB"}),
      ElementsAre("the lossless VIQs of s1, 3 ports x 1 classes x (switch.mmu.viq_limit + headroom) = 3MB, in cells "
                  "3324.672KB, exceed switch.mmu.buffer = 2MB: packets may be lost"));
}

// A lossy class beside a lossless one: each of its VIQs may take its limit, or what the dynamic threshold leaves it.
TEST(SafetyWarnings, CountWhatLossyClassesMayTake) {
  const auto with = [](const std::string& buffer, const std::string& alpha) {
    return warnings_of({"flow_control.scheme=cbfc", "flow_control.lossless=[1]", "switch.mmu.cell=1500B",
                        "flow_control.cbfc.buffer=100KB", "switch.mmu.viq_limit=100500B", "switch.mmu.buffer=" + buffer,
                        "switch.mmu.alpha=" + alpha});
  };
  EXPECT_THAT(with("603KB", "0.0"), IsEmpty());
  EXPECT_THAT(with("602KB", "0.0"), ElementsAre(HasSubstr("and the 301.5KB that lossy classes may take, exceed")));
  EXPECT_THAT(with("450KB", "0.125"), IsEmpty()) << "3/11 of it, 122.7 KB";
  EXPECT_THAT(with("400KB", "0.125"), ElementsAre(HasSubstr("that lossy classes may take, exceed")));
}

// The buffer is given out in cells of 208 B, and VIQs count the bytes of their frames.
TEST(SafetyWarnings, CountTheCellsOfShortFrames) {
  const auto with = [](const std::string& length, const std::string& more) {
    return warnings_of({"flow_control.scheme=cbfc", "switch.mmu.buffer=4MB", "traffic.frame_length=" + length, more});
  };
  const std::string none = "switch.mmu.cell=208B";
  EXPECT_THAT(with("1500B", none), IsEmpty()) << "3.3 MB";
  EXPECT_THAT(with("208B", none), IsEmpty());
  EXPECT_THAT(with("64B", none), ElementsAre(HasSubstr("= 3MB, in cells 9.75MB, exceed switch.mmu.buffer = 4MB")));
  EXPECT_THAT(with("64B", "switch.mmu.cell=64B"), IsEmpty());
}

// 14 bits of 1.2 ns: 19.6596 us. 1500 B take 12 us at 1 Gbps and 24 us at 500 Mbps.
// The limit of each margin is on the slowest loop, whatever the order of the links.
TEST(SafetyWarnings, TakeTheWorstLink) {
  const std::string text = std::string(kCustomScenario);
  const std::vector<std::string> warnings =
      judged(load_text(text, "s.toml",
                       {{"flow_control.scheme=gfc_buffer_based", "flow_control.gfc_buffer_based.b1=999KB"}, {}, {}}))
          .warnings;
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("eq. 5): packets may be lost, or"), HasSubstr("whole packets")));
  EXPECT_THAT(warnings, Each(HasSubstr("on link s1-s2")));
}

}  // namespace weir::bounds::safety_bounds_test
