// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/fera_bounds.h"

#include "tb/bounds/detector_bounds.h"
#include "tb/bounds/fera_delay.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::fera_bounds_test {

scenario::Scenario with(const std::vector<std::string>& sets, int flows = 1) {
  std::string text = R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = 3
rate = "10Gbps"
[congestion]
detector = "fera"
)";
  for (int i = 0; i < flows; ++i) {
    text += "[[flow]]\nname = \"f" + std::to_string(i) +
            "\"\nsrc = \"h1\"\ndst = \"h3\"\ncontrol = \"fera\"\nframe_length = \"1500B\"\n";
  }
  return scenario::load_text(text, "s.toml", {sets, {}, {}});
}

std::vector<std::string> warnings(const std::vector<std::string>& sets, int flows = 1) {
  return judged(with(sets, flows)).warnings;
}

// 10 Gbps, 1 ms, Q_eq 16 packets of 1500 B: alpha is 833.3 packets. Section 6.1: k 0.002 "n = 20", 0.008 "n = 4".
TEST(FeraBounds, StepsAreThoseOfTheThesisAndOneMore) {
  reference::FeraSettings settings;
  settings.k = 0.002;
  EXPECT_NEAR(fera_loop_gain(settings, Bytes(1'250'000)), 0.10417, 1e-5);
  EXPECT_NEAR(fera_steps(0.104167), 20.93, 0.01);
  EXPECT_EQ(std::ceil(fera_steps_as_printed(0.104167)), 20);
  settings.k = 0.008;
  EXPECT_NEAR(fera_steps(fera_loop_gain(settings, Bytes(1'250'000))), 4.27, 0.01);
  EXPECT_EQ(std::ceil(fera_steps_as_printed(0.416667)), 4);
}

// A queue that moves by (gain) of its distance in each step, step by step.
TEST(FeraBounds, StepsAreThoseOfTheRecursion) {
  for (const double gain : {0.05, 0.104167, 0.2083, 0.416667, 0.9}) {
    double q = 0;
    int steps = 0;
    for (; std::fabs(q - 1) > 0.1; ++steps)
      q += gain * (1 - q);
    EXPECT_EQ(std::ceil(fera_steps(gain)), steps) << gain;
  }
}

// a = 1.1: 4.73, and what the bound wants is a <= 1.0196.
TEST(FeraBounds, TheHyperbolaOfTheThesisBreaksItsBound) {
  reference::FeraSettings settings;
  settings.queue_control = reference::FeraQueueControl::kHyperbolic;
  EXPECT_NEAR(fera_loop_gain(settings, Bytes(1'250'000)), 4.73, 0.01);
  settings.a = 1.0195;
  EXPECT_LT(fera_loop_gain(settings, Bytes(1'250'000)), 1);
  settings.a = 1.0197;
  EXPECT_GT(fera_loop_gain(settings, Bytes(1'250'000)), 1);
}

TEST(FeraBounds, CheckSaysWhatTheLoopIs) {
  const std::string line =
      "FERA at ports of 10Gbps: C T = 1.25MB, k C T/q_eq = 0.208, an empty queue within a tenth of "
      "q_eq after 10 T (9 by eq. (7) as printed); divisor_free: a rate is rounded by";
  EXPECT_THAT(detector_notes(with({})), Contains(HasSubstr(line)));
}

TEST(FeraBounds, WarnsOfALoopThatOvershoots) {
  EXPECT_THAT(warnings({}), Not(Contains(HasSubstr("k C T/q_eq"))));
  EXPECT_THAT(warnings({"congestion.fera.k=0.02"}),
              Contains(HasSubstr("k C T/q_eq = 1.04 at ports of 10Gbps: from 1")));
  EXPECT_THAT(warnings({"congestion.fera.queue_control=hyperbolic", "congestion.fera.datapath=exact"}),
              Contains(HasSubstr("k C T/q_eq = 4.73 at ports of 10Gbps: from 2")));
}

// 3 N L/C of 1500 B at 10 Gbps: 3.6 us a flow.
TEST(FeraBounds, WarnsOfFlowsThatTIsTooShortFor) {
  EXPECT_THAT(warnings({"congestion.fera.interval=36us"}, 10), Not(Contains(HasSubstr("3 N L/C"))));
  EXPECT_THAT(warnings({"congestion.fera.interval=36us"}, 11),
              Contains(HasSubstr("3 N L/C = 39.6us of 11 flows over")));
}

TEST(FeraBounds, WarnsOfMoreFlowsThanTheLeastRateIsFor) {
  EXPECT_THAT(warnings({"congestion.fera.n_max=20"}, 19), Not(Contains(HasSubstr("n_max"))));
  EXPECT_THAT(warnings({"congestion.fera.n_max=20"}, 20), Contains(HasSubstr("n_max = 20 is too small for 20 flows")));
}

// r_min of 500 Mbps, and 64 B every 50 us, 10.24 Mbps: 19 flows are 96.9 %; every 10 us, 51.2 Mbps, they are 104.7 %. A
// hundredth of r_min brings 19 back to 96 %, and 20 are 101 % whatever their tags.
TEST(FeraBounds, CountsTagsOnTopOfTheLeastRate) {
  const auto sets = [](const std::string& tau, const std::string& share) {
    return std::vector<std::string>{"congestion.fera.n_max=20", "traffic.fera.tag_interval=" + tau,
                                    "traffic.fera.tag_share=" + share};
  };
  EXPECT_THAT(warnings(sets("50us", "1.0"), 19), Not(Contains(HasSubstr("n_max"))));
  EXPECT_THAT(warnings(sets("10us", "1.0"), 19), Contains(HasSubstr("are 105 % of the link's rate, for ever")));
  EXPECT_THAT(warnings(sets("10us", "0.01"), 19), Not(Contains(HasSubstr("n_max"))));
  EXPECT_THAT(warnings(sets("10us", "0.01"), 20), Contains(HasSubstr("are 101 % of the link's rate, for ever")));
}

// The steps that docs/results/fera_limits.md tells of.
TEST(FeraBounds, StepsUntilATenthIsLeft) {
  EXPECT_THAT(detector_notes(with({"congestion.fera.k=0.01"})),
              Contains(HasSubstr("k C T/q_eq = 0.521, an empty queue within a tenth of q_eq after 4 T (3 by eq. (7)")));
  EXPECT_THAT(detector_notes(with({"congestion.fera.k=0.017"})),
              Contains(HasSubstr("k C T/q_eq = 0.885, an empty queue within a tenth of q_eq after 2 T (1 by eq. (7)")));
}

// Eq. (7) as printed has less than no interval from a gain of 0.9 on.
TEST(FeraBounds, NoStepsAreNought) {
  const auto notes = detector_notes(with({"congestion.fera.k=0.018"}));
  EXPECT_THAT(notes, Contains(HasSubstr("k C T/q_eq = 0.938, ")));
  EXPECT_THAT(notes, Contains(HasSubstr(" T (0 by eq. (7) as printed)")));
}

TEST(FeraBounds, WarnsOfAQueueThatPauseKeepsBelowItsTarget) {
  const std::vector<std::string> pause = {"flow_control.scheme=egress_pause", "flow_control.pfc.xoff=48KB",
                                          "flow_control.pfc.xon=40KB"};
  const auto with_q_eq = [&](const std::string& q_eq) {
    std::vector<std::string> sets = pause;
    sets.push_back("congestion.fera.q_eq=" + q_eq);
    return warnings(sets);
  };
  EXPECT_THAT(with_q_eq("47999B"), Not(Contains(HasSubstr("congestion.fera.q_eq"))));
  EXPECT_THAT(with_q_eq("48KB"), Contains(HasSubstr("congestion.fera.q_eq = 48KB is not below flow_control.pfc.xoff")));
  EXPECT_THAT(warnings({"congestion.fera.q_eq=48KB"}), Not(Contains(HasSubstr("congestion.fera.q_eq"))));
}

// Two cables of 1 us there and back, and a tag of 64 B on each, 51.2 ns; a tag every 250 us.
TEST(FeraDelay, ALoopIsTheWaitForATagAndARoundTrip) {
  const scenario::Scenario scenario = with({});
  EXPECT_EQ(fera_loop_delay(scenario, scenario.flows.front()), 250_us + 4 * (1_us + Time(51'200)));
  EXPECT_EQ(
      fera_loop_delay(with({"switch.parser.clock=1ns", "switch.parser.lookup_cycles=1000"}), scenario.flows.front()),
      250_us + 4 * (1_us + Time(51'200)) + 2_us);
  EXPECT_THAT(detector_notes(scenario),
              Contains(HasSubstr("FERA's loop takes 254204.8ns at most, of flow f0: D/T = 0.254")));
}

TEST(FeraDelay, WarnsOfALoopWithWhichRatesSwing) {
  EXPECT_THAT(warnings({"traffic.fera.tag_interval=780us"}), Not(Contains(HasSubstr("swing for ever"))));
  EXPECT_THAT(warnings({"traffic.fera.tag_interval=800us"}),
              Contains(HasSubstr("FERA's loop takes up to 804204.8ns, of flow f0: D/T = 0.804, and from ")));
}

// A deviation of the rate that is played step by step decays below the limit, and grows above.
TEST(FeraDelay, TheLongestIsWhereASmallDeviationNeitherGrowsNorDecays) {
  for (const double gain : {0.0208, 0.104, 0.208, 0.417, 0.9}) {
    const double longest = fera_longest_delay(gain);
    for (const double off : {-0.01, 0.01}) {
      const double d = longest + off;
      double last = 0, x = 1e-6, e = 0, most = 0;
      for (int n = 0; n < 4000; ++n) {
        const double u = d * last + (1 - d) * x;
        e += gain * u;
        last = std::exchange(x, x - u - e);
        most = n >= 3900 ? std::max(most, std::fabs(x)) : 0;
      }
      EXPECT_EQ(most > 1e-6, off > 0) << "gain " << gain << ", D/T " << d;
    }
  }
  EXPECT_EQ(fera_longest_delay(2), 0);
  EXPECT_EQ(fera_longest_delay(4.73), 0);
}

// 512 bits every 250 us are 2.048 Mbps a flow.
TEST(FeraDelay, TagsTakeTheirPartOfTheLink) {
  const scenario::Scenario scenario = with({}, 10);
  std::vector<double> shares;
  for (const network::Cable& cable : scenario.topology.cables) {
    shares.push_back(fera_tag_share(scenario, cable));
  }
  EXPECT_THAT(shares, ElementsAre(0, 0, testing::DoubleEq(0.002048)));
  EXPECT_THAT(detector_notes(scenario), Contains(HasSubstr("tags take 0.205 % of ")));
  EXPECT_THAT(warnings({"topology.rate=500Mbps"}, 12), Not(Contains(HasSubstr("tags take"))));
  EXPECT_THAT(warnings({"topology.rate=500Mbps"}, 13), Contains(HasSubstr("tags take 5.32 % of ")));
}

// Of three ports two neighbours send to one: 2 x 1500 B and 2 us at 10 Gbps, and a frame.
TEST(FeraDelay, SaysWhatComesAfterXoff) {
  const std::vector<std::string> paused = {"flow_control.scheme=egress_pause", "flow_control.pfc.xoff=135KB",
                                           "flow_control.pfc.xon=120KB", "switch.mmu.veq_limit=150KB"};
  EXPECT_THAT(
      detector_notes(with(paused)),
      Contains("PAUSE by output queues: 2 neighbours may send 7KB more than leaves after XOFF, and there is room for "
               "15KB"));
  EXPECT_THAT(detector_notes(with({})), Not(Contains(HasSubstr("PAUSE by output queues"))));
}

}  // namespace weir::bounds::fera_bounds_test
