// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that each congestion detector declares, against figures worked out by hand and those of the papers.

#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::congestion::declarations_test {

// A port of 40 Gbps, 1 us away, MTU 1000 B, 12 MiB of buffer (24 bits), in a switch of 24 such ports.
PortContext context_of(std::vector<DetectorKind> detectors, ClassMask lossless = 0xff) {
  PortContext context;
  context.config.detectors = std::move(detectors);
  context.line_rate = context.fastest_port = 40_Gbps;
  context.propagation = 1_us;
  context.max_frame = 1000_B;
  context.buffer = Bytes(12 * 1024 * 1024);
  context.lossless = lossless;
  context.ports = 24;
  return context;
}

ledger::Block of_a_switch(const PortContext& context) {
  ledger::Block all("congestion");
  all.add(declare_congestion(context), {"port", context.ports});
  return all;
}

std::uint64_t flip_flops(const ledger::Block& block) { return block.bits().of(ledger::Storage::kFlipFlop); }

std::string refusal(const PortContext& context) {
  return error_of([&] { declare_congestion(context); });
}

// TCD, section 4.3: "when epsilon = 0.05, MTU = 1000B and t_p = 1us, ... max(T_on) for 40Gbps/100Gbps/200Gbps network
// is 34.4us/26.96us/24.48us". With t_p = 4 us at 40 Gbps: 100.4 us.
TEST(Tcd, LongestOnPeriod) {
  EXPECT_EQ(longest_on_period(40_Gbps, 2000_B, 1000_B, 1_us, 0.05), 34'400_ns);
  EXPECT_EQ(longest_on_period(100_Gbps, 2000_B, 1000_B, 1_us, 0.05), 26'960_ns);
  EXPECT_EQ(longest_on_period(200_Gbps, 2000_B, 1000_B, 1_us, 0.05), 24'480_ns);
  EXPECT_EQ(longest_on_period(40_Gbps, 2000_B, 1000_B, 4_us, 0.05), 100'400_ns);
}

// The rule of swept_stamp.h, 2^width > span/tick + classes + 1, in ticks of 1.2 ns: 28,667, 22,467, 20,400, 83,667 and
// 167,334.
TEST(Tcd, SafeWidthOfATimeStamp) {
  EXPECT_EQ(safe_timestamp_bits(34'400_ns, 1200_ps, 8), 15U);
  EXPECT_EQ(safe_timestamp_bits(26'960_ns, 1200_ps, 8), 15U);
  EXPECT_EQ(safe_timestamp_bits(24'480_ns, 1200_ps, 8), 15U);
  EXPECT_EQ(safe_timestamp_bits(100'400_ns, 1200_ps, 8), 17U);
  EXPECT_EQ(safe_timestamp_bits(200'800_ns, 1200_ps, 8), 18U);
  // T_c of InfiniBand at 10 Gbps, 52.428 us, is 43,690 ticks.
  EXPECT_EQ(safe_timestamp_bits(52'428_ns, 1200_ps, 8), 16U);
  // At the edge: 1014 ticks, 8 classes and one are 1023; one tick more needs another bit.
  EXPECT_EQ(safe_timestamp_bits(Time(1014 * 1200), 1200_ps, 8), 10U);
  EXPECT_EQ(safe_timestamp_bits(Time(1015 * 1200), 1200_ps, 8), 11U);
}

// TCD, section 4.5: "only one register to record the end time of the latest OFF period is needed per port per priority.
// TCD also needs registers to record LAST_STATE and queue length."
TEST(Tcd, OneTimeStampAPortAndClass) {
  const ledger::Block of_24 = of_a_switch(context_of({DetectorKind::kTcd}));
  for (const char* name : {"tcd_stamp", "last_state", "queue_sample"})
    EXPECT_EQ(of_24.find(name)->count(), 24U * 8) << name;
  EXPECT_EQ(of_24.find("tcd_stamp")->bits(), 24U * 8 * 16);
  EXPECT_EQ(of_24.find("last_state")->bits(), 24U * 8 * 2);
  EXPECT_EQ(of_24.find("queue_sample")->bits(), 24U * 8 * 24);
  PortContext of_32 = context_of({DetectorKind::kTcd}, 0x07);
  of_32.ports = 32;
  EXPECT_EQ(of_a_switch(of_32).find("tcd_stamp")->count(), 32U * 3);
}

TEST(Tcd, FlipFlopsOfAPort) {
  // Each class: a stamp and its bit, LAST_STATE, the sample, the pause seen, the hold, a bit an ingress. The port:
  // max(T_on), T, four levels, the code point, a marker, now, the sweep.
  const std::uint64_t marker = 24 + 24 + (16 + 24) + 16;
  const std::uint64_t of_a_port = 16 + 16 + 4 * 24 + 2 + marker + 16 + 3;
  EXPECT_EQ(flip_flops(declare_congestion(context_of({DetectorKind::kTcd}))),
            8U * (16 + 1 + 2 + 24 + 1 + 1 + 24) + of_a_port);
  // Without pauses nobody asks who feeds the port, and there is no band.
  PortContext context = context_of({DetectorKind::kTcd});
  context.config.tcd.rule = ReleaseRule::kRise2Mtu;
  EXPECT_EQ(flip_flops(declare_congestion(context)), 8U * (16 + 1 + 2 + 24 + 1) + of_a_port - 24);
  context.config.tcd.hold = Hold::kNone;
  EXPECT_EQ(flip_flops(declare_congestion(context)), 8U * (16 + 1 + 2 + 24) + of_a_port - 24);
  context.config.tcd.hold = Hold::kSampled;
  EXPECT_EQ(declare_congestion(context).find("tcd_fed_packets"), nullptr);
  context.config.tcd.rule = ReleaseRule::kRiseOrPausing;
  context.config.tcd.ingress = PausedIngress::kAny;
  EXPECT_EQ(flip_flops(declare_congestion(context)), 8U * (16 + 1 + 2 + 24 + 1 + 1) + of_a_port);
  // 100 us are 83,334 ticks of 1.2 ns.
  context.config.tcd.host_hard_time = Time(100'000'000);
  EXPECT_EQ(flip_flops(declare_congestion(context)), 8U * (16 + 1 + 2 + 24 + 1 + 1 + 17) + of_a_port + 17);
}

// Linear in the ports for each port: a count of packets of 64 B (12 MiB: 18 bits) for each (class, ingress).
TEST(Tcd, EachClassHasItsOwnTimeWhereThatIsAsked) {
  PortContext context = context_of({DetectorKind::kTcd});
  EXPECT_EQ(declare_congestion(context).find("tcd_now")->bits(), 16U);
  context.config.tcd.time = TcdTime::kOwn;
  EXPECT_EQ(declare_congestion(context).find("tcd_now")->bits(), 16U * 8);
}

TEST(Tcd, WhoFeedsAPortIsCountedInAMemory) {
  const ledger::Block block = declare_congestion(context_of({DetectorKind::kTcd}));
  EXPECT_EQ(block.find("tcd_fed_packets")->bits(), 8U * 24 * 18);
  EXPECT_EQ(block.find("tcd_fed_packets")->storage, ledger::Storage::kSram);
  EXPECT_EQ(block.find("tcd_feeds")->bits(), 8U * 24);
}

TEST(Tcd, BehindCreditsTheLongestOnPeriodIsTheCreditPeriod) {
  PortContext context = context_of({DetectorKind::kTcdInfiniband});
  EXPECT_EQ(longest_on_period(context), 13'107_ns);  // 65,535 B at 40 Gbps
  EXPECT_EQ(declare_congestion(context).find("tcd_longest_on")->reset, 10'923U);
  EXPECT_EQ(declare_congestion(context).find("tcd_period")->reset, 21'845U);  // 2 T_c
  context.config.tcd.credit_period = 60_us;
  EXPECT_EQ(declare_congestion(context).find("tcd_stamp")->width, 17U);
  EXPECT_EQ(declare_congestion(context).find("tcd_stamp")->mechanism, "tcd_infiniband");
}

TEST(Congestion, RedEcn) {
  const ledger::Block block = declare_congestion(context_of({DetectorKind::kRedEcn}));
  EXPECT_EQ(block.find("red_k_max")->reset, 200'000U);
  // p_max / (k_max - k_min) = 0.01 / 195,000 in units of 2^-40.
  EXPECT_EQ(block.find("red_slope")->reset, 56'385U);
  EXPECT_EQ(flip_flops(block), 24U + 24 + (16 + 24) + 16 + 8);
}

TEST(Congestion, IbFecn) {
  const ledger::Block block = declare_congestion(context_of({DetectorKind::kIbFecn}));
  EXPECT_EQ(block.find("fecn_threshold")->reset, 50'000U);
  EXPECT_EQ(flip_flops(block), 24U + 10 + 16 + 1 + 8U * (18 + 18 + 16));
  PortContext head = context_of({DetectorKind::kIbFecn});
  head.config.ib_fecn.delayed = Delayed::kHead;
  EXPECT_EQ(flip_flops(declare_congestion(head)), 24U + 10 + 16 + 1 + 8U * (1 + 16));
}

// T = 1 ms at 40 Gbps: C T = 5,000,000 B, 23 bits; 24 such ports and a frame of each may all come for one, 120,024,000
// B, 27 bits. T is 833,333 cycles of 1.2 ns, 20 bits. r has 24 bits, a fraction 14, 1/(C T) 18.
TEST(Congestion, Fera) {
  PortContext context = context_of({DetectorKind::kFera});
  const unsigned settings = 20 + 8 + 24 + (14 + 24) + 15 + 20;  // T, classes, Q_eq, slope, c, least clock
  const unsigned measured = 27 + 27 + 24 + 24 + 32 + 3 * 24;    // A twice, q, r, the tag's, C and r_min and C/N_0
  const unsigned times = 20 + 20 + 1 + 20;                      // paused twice, due, timer
  EXPECT_EQ(flip_flops(declare_congestion(context)), settings + (15 + 16) + measured + times + 2 * (18 + 6) + 23);
  EXPECT_EQ(declare_congestion(context).find("fera_arrived")->width, 27U);
  // One unit for all ports: its state, port, count and rounding; a product, of a rate of two bits more and C T with
  // what has 24 bits; rho, t and its parts.
  const unsigned unit = 4 + 5 + 8 + 2;
  EXPECT_EQ(flip_flops(declare_shared_congestion(context)), unit + (26 + 23 + 24) + 16 + 21 + 7);
  context.config.fera.meter.form = reference::FeraForm::kDividing;
  EXPECT_EQ(flip_flops(declare_congestion(context)), settings + measured + times + 44 + 23 + 23);
  // 1/rho and f; C in bytes a cycle is the longest factor. The divider has a rate of 15 bits more times C T.
  const unsigned divides = unit + (44 + 24) + 26 + 17;
  EXPECT_EQ(flip_flops(declare_shared_congestion(context)), divides + (39 + 23) + 27 + 8);
  context.config.fera.meter.division = reference::FeraDivision::kTable;
  EXPECT_EQ(flip_flops(declare_shared_congestion(context)), divides + 27);
  EXPECT_EQ(declare_shared_congestion(context).find("fera_reciprocals")->bits(), 65U * 17);
}

TEST(Congestion, FeraBuildsTheEnhancementsThatAreOn) {
  PortContext context = context_of({DetectorKind::kFera});
  reference::FeraSettings& meter = context.config.fera.meter;
  const std::uint64_t plain = flip_flops(declare_congestion(context));
  meter.lambda = 0.5;
  EXPECT_EQ(flip_flops(declare_congestion(context)), plain + 15 + 24);  // and r_(i-1)
  meter.lambda = 1;
  meter.delta = 0.1;
  EXPECT_EQ(flip_flops(declare_congestion(context)), plain + 24 + 21 + 15 + 24 + 24);  // eta, 1/eta, Q_sc, delta_i
  meter.delta = 0;
  meter.gamma = 0.99;
  EXPECT_EQ(flip_flops(declare_congestion(context)), plain + 16);
  meter.gamma = 1;
  meter.scaling = reference::FeraScaling::kNever;
  EXPECT_EQ(flip_flops(declare_congestion(context)), plain - 18 - 6 - 23);  // nothing of the C before
}

TEST(Congestion, Bcn) {
  const ledger::Block block = declare_congestion(context_of({DetectorKind::kBcn}));
  EXPECT_EQ(block.find("bcn_until_sample")->reset, 100U);
  EXPECT_EQ(flip_flops(block), 24U + 8 + 7 + 8U * (7 + 24));
}

TEST(Congestion, NoneCostsNothing) {
  EXPECT_TRUE(declare_congestion(context_of({})).registers().empty());
  EXPECT_TRUE(declare_shared_congestion(context_of({DetectorKind::kTcd})).registers().empty());
}

TEST(Congestion, EveryRegisterSaysWhoAsksForItAndWhy) {
  for (const DetectorName& detector : detectors()) {
    const ledger::Block block = declare_congestion(context_of({detector.value}));
    EXPECT_EQ(block.bits_by_mechanism().size(), 1U);
    EXPECT_EQ(block.bits_by_mechanism().begin()->first, detector.name);
    for (const ledger::RegisterDeclaration& reg : block.registers()) {
      EXPECT_FALSE(reg.source.empty()) << reg.name;
      EXPECT_FALSE(reg.description.empty()) << reg.name;
    }
  }
}

TEST(Congestion, DetectorsStandBesideEachOther) {
  const ledger::Block block = declare_congestion(
      context_of({DetectorKind::kRedEcn, DetectorKind::kTcd, DetectorKind::kFera, DetectorKind::kBcn}));
  EXPECT_EQ(block.bits_by_mechanism().size(), 4U);
}

TEST(Congestion, RefusesWhatNoHardwareCouldHave) {
  EXPECT_EQ(refusal(context_of({DetectorKind::kRedEcn, DetectorKind::kRedEcn})), "congestion: red_ecn is there twice");
  EXPECT_EQ(refusal(context_of({DetectorKind::kTcd, DetectorKind::kTcdInfiniband})),
            "congestion: tcd and tcd_infiniband are one set of registers; wanted one of them");
  PortContext context = context_of({DetectorKind::kTcd});
  context.config.tcd.timestamp_bits = 15;
  EXPECT_EQ(refusal(context),
            "congestion.tcd.timestamp_bits: wanted 16 to 48 for max(T_on) = 34.4us and T = 68.8us; got 15");
  context.config.tcd.timestamp_bits = 20;
  EXPECT_EQ(refusal(context), "");
  context.config.tcd.epsilon = 0;
  EXPECT_NE(refusal(context), "");
  context = context_of({DetectorKind::kRedEcn});
  context.config.red_ecn.k_max = Bytes(1 << 30);
  EXPECT_EQ(refusal(context), "red: k_max is 1073741824 B, wanted at most the buffer of 12582912 B");
  context.config.red_ecn.k_max = context.config.red_ecn.k_min = Bytes(5'000);
  EXPECT_NE(refusal(context), "");
  context = context_of({DetectorKind::kFera});
  context.config.fera.meter.rate_bits = 0;
  EXPECT_NE(refusal(context), "");
  context = context_of({DetectorKind::kBcn});
  context.config.bcn.sampling_interval = 0;
  EXPECT_NE(refusal(context), "");
  context = context_of({DetectorKind::kIbFecn});
  context.config.ib_fecn.packet_size = 2000_B;
  EXPECT_NE(refusal(context), "");
}

}  // namespace weir::congestion::declarations_test
