// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is warned of in scenarios with congestion detectors, and what `check` says of TCD's times.

#include "tb/bounds/detector_bounds.h"

#include "tb/bounds/class_share.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::detector_bounds_test {

using scenario::load_text;

// The InfiniBand setting of TCD's simulations: 40 Gbps, 4 us, MTU 2048, 280 KB a buffer.
constexpr std::string_view kInfiniband = R"([scenario]
duration = "1ms"
[topology]
kind = "dumbbell"
left = 1
right = 1
rate = "40Gbps"
delay = "4us"
[switch]
max_frame = "2048B"
[switch.mmu]
viq_limit = "280KB"
[flow_control]
scheme = "cbfc"
[flow_control.cbfc]
buffer = "280KB"
period = "40us"
[congestion]
detector = "tcd_infiniband"
[[flow]]
src = "h1"
dst = "h2"
frame_length = "2048B"
framing = "rocev2"
ecn = "ect1"
)";

constexpr std::string_view kPauses = R"([scenario]
duration = "1ms"
[topology]
kind = "dumbbell"
left = 1
right = 1
rate = "40Gbps"
delay = "4us"
[switch]
max_frame = "1000B"
[switch.mmu]
viq_limit = "320KB"
headroom = "100KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "320KB"
xon = "318KB"
[congestion]
detector = "tcd"
[[flow]]
src = "h1"
dst = "h2"
frame_length = "1000B"
ecn = "ect1"
)";

std::vector<std::string> warnings(std::string_view text, std::vector<std::string> sets = {}) {
  return judged(load_text(text, "s.toml", {std::move(sets), {}, {}})).warnings;
}

TEST(DetectorBounds, TheLongestCreditPeriodIsThatOfThePapersBuffer) {
  // 280 KB are credit for 136 frames, 55.7056 us at 40 Gbps; less 8 us of cable and two frames of 409.6 ns.
  const CreditLine line{
      .buffer = 280_KB, .block = 64_B, .frame = 2048_B, .on_wire = 2048_B, .rate = 40_Gbps, .wire = 4_us};
  EXPECT_EQ(longest_credit_period(line), Time(46'886'400));
  CreditLine small = line;
  small.buffer = 4_KB;
  EXPECT_LT(longest_credit_period(small), 0_us);
}

TEST(DetectorBounds, KMaxAndTheLevelOfHostsAreBelowXon) {
  EXPECT_THAT(warnings(kPauses, {"congestion.tcd.k_max=317999B"}), Not(Contains(HasSubstr("k_max"))));
  EXPECT_THAT(warnings(kPauses, {"congestion.tcd.k_max=318KB"}),
              Contains(HasSubstr("congestion.tcd.k_max = 318KB is not below XON = 318KB of class 0")));
  EXPECT_THAT(warnings(kPauses, {"congestion.tcd.host_hard_level=318KB"}),
              Contains(HasSubstr("congestion.tcd.host_hard_level = 318KB is not below XON = 318KB of class 0")));
  EXPECT_THAT(warnings(kPauses, {"congestion.tcd.host_hard_level=0B"}), Not(Contains(HasSubstr("hard_level"))));
  EXPECT_THAT(warnings(kPauses, {"congestion.detector=red_ecn", "congestion.red_ecn.k_max=400KB"}),
              Contains(HasSubstr("congestion.red_ecn.k_max = 400KB is not below XON = 318KB of class 0")));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.k_max=1MB"}), Not(Contains(HasSubstr("k_max")))) << "no pauses";
}

TEST(DetectorBounds, RedBesideNobodyIsWarnedOfUnderTcd) {
  const std::string what = "congestion.red_ecn is set, and does nothing";
  EXPECT_THAT(warnings(kPauses, {"congestion.red_ecn.k_max=100KB"}), Contains(HasSubstr(what)));
  EXPECT_THAT(warnings(kPauses), Not(Contains(HasSubstr(what))));
  EXPECT_THAT(warnings(kPauses, {"congestion.red_ecn.k_max=100KB", "congestion.red_ecn.beside=true"}),
              Not(Contains(HasSubstr(what))));
  EXPECT_THAT(warnings(kPauses, {"congestion.red_ecn.k_max=100KB", "congestion.detector=red_ecn"}),
              Not(Contains(HasSubstr(what))));
}

TEST(DetectorBounds, InnocentPacketsGetCeWhereWhatWasHeldBackOutlastsTheSecondSample) {
  EXPECT_NEAR(innocent_load(301'200_ns, 100'400_ns, 200'800_ns), 0.5, 1e-9);
  EXPECT_NEAR(innocent_load(1_ms, 100'400_ns, 200'800_ns), 0.2315, 1e-4);
  EXPECT_NEAR(innocent_load(0_us, 100'400_ns, 200'800_ns), 1, 1e-9);
}

TEST(DetectorBounds, ACreditPeriodBeyondItIsWarnedOf) {
  const std::string what =
      "is beyond B/C - 2 t_p - 2 MTU/C = 46886.4ns, with B in whole frames of 2.048KB, on link s1-s2";
  EXPECT_THAT(warnings(kInfiniband), Not(Contains(HasSubstr("T_c"))));
  EXPECT_THAT(warnings(kInfiniband, {"flow_control.cbfc.period=46.8864us"}), Not(Contains(HasSubstr(what))));
  EXPECT_THAT(warnings(kInfiniband, {"flow_control.cbfc.period=46.8865us"}), Contains(HasSubstr(what)));
  EXPECT_THAT(warnings(kInfiniband, {"flow_control.cbfc.period=65.5us"}), Contains(HasSubstr(what)));
  EXPECT_THAT(warnings(kInfiniband, {"flow_control.cbfc.period=65.5us", "congestion.detector=ib_fecn"}),
              Not(Contains(HasSubstr(what))));
}

TEST(DetectorBounds, ASamplePeriodOfTheCreditPeriodIsWarnedOf) {
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.period=40us"}),
              Contains(HasSubstr("congestion.tcd.period, T = 40us, is not longer than T_c = 40us")));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.period=41us"}), Not(Contains(HasSubstr("tcd.period"))));
}

TEST(DetectorBounds, EpsilonGoesWithTheArbitration) {
  EXPECT_THAT(warnings(kPauses), Not(Contains(HasSubstr("congestion"))));
  EXPECT_THAT(warnings(kPauses, {"congestion.tcd.epsilon=0.06"}),
              Contains(HasSubstr("congestion.tcd.epsilon is above 0.05")));
  EXPECT_THAT(warnings(kPauses, {"congestion.tcd.epsilon=0.06", "switch.crossbar.strategy=input_queued"}),
              Not(Contains(HasSubstr("epsilon"))));
}

// A second class beside that of kPauses, which has so much of the line.
constexpr std::string_view kSecondClass =
    "[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\nclass = 1\nframe_length = \"1000B\"\necn = \"ect1\"\n";

std::vector<std::string> two_classes(std::vector<std::string> sets) {
  sets.insert(sets.end(), {"flow_control.lossless=[0, 1]", "flow_control.pfc.xoff=320KB", "switch.mmu.buffer=24MB"});
  return warnings(std::string(kPauses) + std::string(kSecondClass), std::move(sets));
}

TEST(DetectorBounds, AShareOfTheLineMakesOnPeriodsLonger) {
  const std::string dwrr = "switch.egress.discipline=dwrr";
  const std::string weights = "switch.egress.weights=[1, 9, 1, 1, 1, 1, 1, 1]";
  const std::vector<std::string> found = two_classes({dwrr, weights});
  EXPECT_THAT(found,
              Contains(HasSubstr("class 0 shares the line (switch.egress) and has 10.0 % of it: max(T_on) of that "
                                 "share is 194.4us at ports of 40Gbps and 4us, and it is 100.4us")));
  EXPECT_THAT(found,
              Contains(HasSubstr("class 1 shares the line (switch.egress) and has 90.0 % of it: max(T_on) of that "
                                 "share is 105688.889ns")));
  EXPECT_THAT(two_classes({dwrr, weights, "congestion.tcd.longest_on=194.4us"}), Not(Contains(HasSubstr("shares"))));
  EXPECT_THAT(two_classes({dwrr, weights, "congestion.tcd.longest_on=194.3us"}), Contains(HasSubstr("class 0 shares")));
  EXPECT_THAT(two_classes({dwrr, weights, "congestion.tcd.time=own"}), Not(Contains(HasSubstr("shares"))));
  EXPECT_THAT(warnings(kPauses, {dwrr, weights}), Not(Contains(HasSubstr("shares")))) << "nobody to share with";
}

TEST(DetectorBounds, BehindAClassThatGoesFirstNothingBoundsThem) {
  const std::string what = "class 0 is sent behind classes that go first";
  EXPECT_THAT(two_classes({}), Contains(HasSubstr(what)));
  EXPECT_THAT(two_classes({}), Not(Contains(HasSubstr("class 1"))));
  EXPECT_THAT(two_classes({"congestion.tcd.longest_on=10ms"}), Contains(HasSubstr(what)));
  EXPECT_THAT(two_classes({"switch.egress.discipline=strict_over_dwrr", "switch.egress.strict=[1]"}),
              Contains(HasSubstr(what)));
  EXPECT_THAT(two_classes({"switch.egress.discipline=round_robin"}), Not(Contains(HasSubstr(what))));
  EXPECT_THAT(two_classes({"congestion.tcd.time=own"}), Not(Contains(HasSubstr("class 0"))));
}

TEST(DetectorBounds, LanesShareByTheWeightsOfTheirTable) {
  const std::string lanes = "switch.egress.discipline=vl_arbitration";
  const std::string weights = "switch.egress.weights=[32, 96, 200, 1, 1, 1, 1, 1]";
  EXPECT_THAT(two_classes({lanes, weights}),
              Contains(HasSubstr("class 0 shares the line (switch.egress) and has 25.0 %")));
  const std::vector<std::string> found = two_classes({lanes, weights, "switch.egress.strict=[1]"});
  EXPECT_THAT(found, Contains(HasSubstr("class 0 is sent behind classes that go first")));
  EXPECT_THAT(found, Not(Contains(HasSubstr("class 1")))) << "alone in its table";
}

TEST(DetectorBounds, TheWholeLineIsTheEquationOfThePaper) {
  EXPECT_EQ(longest_on_period(SharedLine{.rate = 40_Gbps}, 2_KB, 1_KB, 1_us, 0.05), 34'400_ns);
  // A half: twice the bytes' time, 8 us, and nothing else.
  EXPECT_EQ(longest_on_period(SharedLine{.rate = 40_Gbps, .share = 0.5}, 2_KB, 1_KB, 1_us, 0.05), 42'400_ns);
  EXPECT_EQ(longest_on_period(SharedLine{.rate = 40_Gbps, .wait = 1_us}, 2_KB, 1_KB, 1_us, 0.05), 45'400_ns);
}

TEST(DetectorBounds, BehindCreditsALongestOnBelowTheirPeriodIsWarnedOf) {
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.longest_on=20us"}),
              Contains(HasSubstr("congestion.tcd.longest_on = 20us is less than T_c = 40us")));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.longest_on=40us"}), Not(Contains(HasSubstr("longest_on"))));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.longest_on=20us", "congestion.tcd.time=own"}),
              Not(Contains(HasSubstr("longest_on"))));
}

TEST(DetectorBounds, HeadOfLineBlockingIsWarnedOf) {
  EXPECT_THAT(warnings(kPauses, {"switch.crossbar.strategy=input_queued", "switch.crossbar.queueing=fifo"}),
              Contains(HasSubstr("no rule of TCD helps")));
  EXPECT_THAT(warnings(kPauses, {"switch.crossbar.strategy=input_queued"}),
              Not(Contains(HasSubstr("no rule of TCD helps"))));
}

TEST(DetectorBounds, TheFormAndTheRuleGoWithTheScheme) {
  EXPECT_THAT(warnings(kPauses, {"congestion.detector=tcd_infiniband"}), Contains(HasSubstr("is not \"cbfc\"")));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.detector=tcd"}), Contains(HasSubstr("wants a scheme that pauses")));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.tcd.rule=rise_or_pausing"}), Contains(HasSubstr("is \"rise_2mtu\"")));
}

TEST(DetectorBounds, ASenderWithTheCodePointOfUndeterminedIsWarnedOf) {
  EXPECT_THAT(warnings(kPauses, {"congestion.undetermined=ect1"}), Contains(HasSubstr("look undetermined everywhere")));
}

TEST(DetectorBounds, FecnWantsBaseTransportHeaders) {
  EXPECT_THAT(warnings(kPauses, {"congestion.detector=ib_fecn"}), Contains(HasSubstr("no flow has framing")));
  EXPECT_THAT(warnings(kInfiniband, {"congestion.detector=ib_fecn"}), Not(Contains(HasSubstr("framing"))));
}

TEST(DetectorNotes, SayTheTimesOfEachSortOfLink) {
  EXPECT_THAT(
      detector_notes(load_text(kPauses, "s.toml", {})),
      ElementsAre("TCD at ports of 40Gbps and 4us: max(T_on) = 100.4us, T = 200.8us, rule rise_or_pausing; innocent "
                  "packets may get CE once a port with two feeders or more was held: from a load of 50 % on after "
                  "301.2us, 25 % after 903.6us, 10 % after 2710.8us"));
  EXPECT_THAT(detector_notes(load_text(kInfiniband, "s.toml", {})),
              ElementsAre("TCD at ports of 40Gbps and 4us: max(T_on) = 40us, T = 80us, rule rise_2mtu"));
  // 8 us of cable, 1,008 B and 2,056 B at 40 Gbps, and the timer.
  const std::vector<std::string> retries{"link.llr.wanted=true", "link.llr.replay_timer_max=\"20us\""};
  EXPECT_THAT(detector_notes(load_text(kPauses, "s.toml", {retries, {}, {}})),
              Contains(HasSubstr("max(T_on) = 129012.8ns (with a loop and a replay timer of link-level retry, "
                                 "28612.8ns), T = 258025.6ns")));
  EXPECT_THAT(detector_notes(load_text(kPauses, "s.toml", {{"congestion.detector=none"}, {}, {}})), testing::IsEmpty());
}

TEST(StarvationWarnings, NameEachLosslessClassBehindOneThatGoesFirst) {
  const auto warned = [](const std::string& lossless, const std::string& egress) {
    return starvation_warnings(
        load_text("[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"star\"\nhosts = 3\n"
                  "[flow_control]\nscheme = \"pfc\"\nlossless = " +
                      lossless + "\n[switch.egress]\n" + egress +
                      "[[flow]]\nsrc = \"h1\"\ndst = \"h3\"\nclass = 0\n"
                      "[[flow]]\nsrc = \"h2\"\ndst = \"h3\"\nclass = 5\n",
                  "s.toml", {}));
  };
  EXPECT_THAT(warned("[0, 5]", ""), ElementsAre(HasSubstr("lossless class 0 is sent only while")));
  EXPECT_THAT(warned("[0]", ""), ElementsAre(HasSubstr("lossless class 0"))) << "behind a lossy one";
  EXPECT_THAT(warned("[5]", ""), testing::IsEmpty());
  EXPECT_THAT(warned("[0, 3, 5]", "discipline = \"dwrr\"\n"), testing::IsEmpty());
  EXPECT_THAT(warned("[0, 5]", "discipline = \"strict_over_dwrr\"\nstrict = [0]\n"),
              ElementsAre(HasSubstr("lossless class 5")));
}

}  // namespace weir::bounds::detector_bounds_test
