// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/expectation.h"

#include "tb/scenario/expectation_key.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::expectation_test {

std::vector<Expectation> load(const std::string& lines) {
  const std::string events =
      "[[event]]\nname = \"slow\"\nat = \"1us\"\ndo = \"stop_host\"\nhost = \"c\"\n"
      "[[event]]\nname = \"late\"\nat = \"1us\"\ndo = \"stop_host\"\nhost = \"c\"\n"
      "[[link_fault]]\nfrom = \"s1\"\ndo = \"lose\"\nprobability = 0.5\n"
      "[[workload]]\nname = \"web\"\narrivals = \"periodic\"\ninterval = \"1ms\"\nsize = \"1KB\"\nbins = [\"2KB\"]\n";
  return load_text(std::string(kCustomScenario) + events + "[expect]\n" + lines + "\n", "s.toml").expectations;
}

report::ExpectationResult judge(const std::string& line, const report::Results& results) {
  return evaluate(load(line), results).at(0);
}

TEST(Expectation, ResolutionDelayIsTheLongestOfDeclaredDeadlocksThatEnded) {
  report::Results results;
  const auto value = [&] { return measured_values("resolution_delay", results).at(0).value; };
  EXPECT_EQ(value(), std::nullopt);
  results.score.emplace();
  results.score->knots = {{1.0, 1.5, {}, "edges", {}}, {2.0, {}, 5.0, "edges", {}}};
  EXPECT_EQ(value(), std::nullopt);
  results.score->knots.push_back({3.0, 3.5, 4.0, "edges", {}});
  results.score->knots.push_back({5.0, 5.25, 5.5, "edges", {}});
  EXPECT_EQ(value(), 0.5);
}

TEST(Expectation, PolicedAreThePacketsThatAnEdgeDropped) {
  report::Results results;
  const auto value = [&] { return measured_values("policed", results).at(0).value; };
  EXPECT_EQ(value(), 0);
  results.drops = {{"policed", 7}, {"veq_full", 2}};
  EXPECT_EQ(value(), 7);
}

report::Results sample_results() {
  report::Results results;
  results.flows.resize(2);
  results.flows[0].name = "x";
  results.flows[0].steady_bps = 5e9;
  results.flows[0].fct_seconds = 1e-3;
  results.flows[1].name = "y";
  results.flows[1].steady_bps = 4e9;
  results.queues.resize(2);
  results.queues[0].device = "s1";
  results.queues[0].port = 0;
  results.queues[0].viq_peak_bytes = 1'000;
  results.queues[1].device = "s1";
  results.queues[1].port = 2;
  results.queues[1].viq_peak_bytes = 3'000;
  results.queues[1].hold_and_wait_seconds = 2e-6;
  results.queues[1].standing_hold_seconds = 1e-6;
  results.drops = {{"headroom", 2}, {"buffer", 1}};
  results.events = {{"slow", "at 1us", "c stops", 1e-6, 3e-6},
                    {"late", "at 1us", "c stops", std::nullopt, std::nullopt}};
  results.links = {{"s1", "a", 3, 2, 1}, {"s1", "s2", 30, 20, 10}};
  report::WorkloadResult& web = results.workloads.emplace_back();
  web.name = "web";
  web.steady_bps = 0;
  report::BinResult& bin = results.bins.emplace_back();
  bin.workload = "web";
  bin.name = "1";
  for (report::Completions* one : std::initializer_list<report::Completions*>{&web, &bin}) {
    one->flows = one->complete_flows = 3;
    one->fct_mean_seconds = one->fct_median_seconds = one->fct_p95_seconds = one->fct_p99_seconds = 1e-3;
    one->slowdown_median = one->slowdown_mean = one->slowdown_p95 = 1.5;
    one->slowdown_p99 = 4.5;
  }
  return results;
}

TEST(Expectation, HoldsAtBothEndsOfItsRange) {
  const report::Results results = sample_results();
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = \"5Gbps\"", results).held, true);
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = { min = \"5Gbps\" }", results).held, true);
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = { max = \"5Gbps\" }", results).held, true);
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = { min = \"5000000001bps\" }", results).held, false);
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = { max = \"4999999999bps\" }", results).held, false);
}

TEST(Expectation, IsTheSameAsAnother) {
  report::Results results = sample_results();
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = { same_as = \"flow.y.steady_rate\" }", results).held, false);
  EXPECT_EQ(judge("\"flow.x.steady_rate\" = { same_as = \"flow.y.steady_rate\", plus = \"1Gbps\" }", results).held,
            true);
  const auto within = [&](const std::string& rate) {
    return judge("\"flow.*.steady_rate\" = { same_as = \"flow.x.steady_rate\", within = \"" + rate + "\" }", results);
  };
  EXPECT_EQ(within("1Gbps").held, true);
  EXPECT_EQ(within("999999999bps").held, false);
  EXPECT_EQ(within("1Gbps").text, "flow.*.steady_rate = flow.x.steady_rate (within 1Gbps), which is 5Gbps (worst: y)");
  EXPECT_EQ(within("1Gbps").value, 4e9);
  results.flows[1].steady_bps = 6e9;
  EXPECT_EQ(within("999999999bps").held, false) << "above, too";
  results.flows[0].steady_bps = std::nullopt;
  EXPECT_EQ(within("1Gbps").held, false);
  EXPECT_EQ(judge("\"flow.y.steady_rate\" = { same_as = \"flow.x.steady_rate\" }", results).text,
            "flow.y.steady_rate = flow.x.steady_rate, which is not there");
  EXPECT_EQ(judge("\"event.slow.happened\" = { same_as = \"event.late.happened\" }", results).held, false);
  EXPECT_EQ(judge("\"link.s1.a.lost\" = { same_as = \"link.s1.a.doubled\", plus = 1 }", results).held, true);
}

TEST(Expectation, OfTheRunCountsEverything) {
  const report::Results results = sample_results();
  EXPECT_EQ(judge("drops = 0", results).held, false);
  EXPECT_EQ(judge("drops = 0", results).value, 3);
  EXPECT_EQ(judge("drops = { min = 1, max = 3 }", results).held, true);
  EXPECT_EQ(judge("throughput = { min = \"9Gbps\" }", results).value, 9e9);
  EXPECT_EQ(judge("hold_and_wait = { max = \"2us\" }", results).held, true);
  EXPECT_EQ(judge("hold_and_wait = \"0ps\"", results).held, false);
  EXPECT_EQ(judge("standing_hold = { max = \"1us\" }", results).held, true);
  EXPECT_EQ(judge("standing_hold = { max = \"999ns\" }", results).held, false);
  EXPECT_EQ(judge("\"queue.s1.p0.c0.standing_hold\" = \"0ps\"", results).held, true) << "held by nothing at the end";
}

TEST(Expectation, OfAWorkloadAndItsBins) {
  const report::Results results = sample_results();
  EXPECT_EQ(judge("\"workload.web.slowdown_p99\" = { max = 4.5 }", results).held, true);
  EXPECT_EQ(judge("\"workload.w*.slowdown_p99\" = { max = 4.4 }", results).held, false);
  EXPECT_EQ(judge("\"bin.web.1.fct_median\" = \"1ms\"", results).held, true);
  EXPECT_EQ(judge("\"bin.web.2.fct_median\" = \"1ms\"", results).held, false);  // nothing of it is in the results
  EXPECT_THROW(load("\"bin.web.3.fct_median\" = \"1ms\""), ScenarioError);
  EXPECT_THROW(load("\"workload.wed.fct_median\" = \"1ms\""), ScenarioError);
  EXPECT_THROW(load("\"workload.web.slowdown_p99\" = \"4.5\""), ScenarioError);
}

TEST(Expectation, KnowsADeadlock) {
  report::Results results = sample_results();
  EXPECT_EQ(judge("deadlock = false", results).held, true);
  EXPECT_EQ(judge("deadlock = true", results).held, false);
  EXPECT_EQ(judge("deadlock_time = { max = \"5ms\" }", results).held, false);  // it never came
  results.deadlock = report::Deadlock{4e-3, {"s1.p1.c0"}};
  EXPECT_EQ(judge("deadlock = false", results).held, false);
  EXPECT_EQ(judge("deadlock_time = { max = \"5ms\" }", results).held, true);
}

TEST(Expectation, KnowsWhenAnEventTookPlace) {
  const report::Results results = sample_results();
  EXPECT_EQ(judge("\"event.slow.at\" = \"1us\"", results).held, true);
  EXPECT_EQ(judge("\"event.slow.at\" = { min = \"2us\" }", results).held, false);
  EXPECT_EQ(judge("\"event.slow.happened\" = true", results).held, true);
  EXPECT_EQ(judge("\"event.late.at\" = { min = \"0s\" }", results).held, false);
  EXPECT_EQ(judge("\"event.late.happened\" = false", results).held, true);
  EXPECT_EQ(judge("\"event.slow.done\" = \"3us\"", results).held, true);
  EXPECT_EQ(judge("\"event.late.done\" = { min = \"0s\" }", results).held, false);
  EXPECT_EQ(judge("\"event.*.happened\" = true", results).held, false);
}

TEST(Expectation, CountsWhatALinkHasDone) {
  const report::Results results = sample_results();
  EXPECT_EQ(judge("\"link.s1.a.lost\" = 3", results).held, true);
  EXPECT_EQ(judge("\"link.s1.s2.doubled\" = { max = 19 }", results).held, false);
  EXPECT_EQ(judge("\"link.*.s2.delayed\" = 10", results).held, true);
  EXPECT_EQ(judge("\"link.s1.*.lost\" = { max = 10 }", results).held, false);
}

TEST(Expectation, OfAllFlowsIsJudgedByTheWorst) {
  const report::ExpectationResult low = judge("\"flow.*.steady_rate\" = { min = \"4.5Gbps\" }", sample_results());
  EXPECT_EQ(low.held, false);
  EXPECT_EQ(low.value, 4e9);
  EXPECT_EQ(low.text, "4.5Gbps <= flow.*.steady_rate (worst: y)");
  const report::ExpectationResult high = judge("\"flow.*.steady_rate\" = { max = \"6Gbps\" }", sample_results());
  EXPECT_EQ(high.held, true);
  EXPECT_EQ(high.value, 5e9);
  EXPECT_EQ(high.text, "flow.*.steady_rate <= 6Gbps (worst: x)");
}

TEST(Expectation, OfAFlowThatDidNotCompleteFails) {
  EXPECT_EQ(judge("\"flow.x.fct\" = { max = \"1ms\" }", sample_results()).held, true);
  const report::ExpectationResult all = judge("\"flow.*.fct\" = { max = \"1ms\" }", sample_results());
  EXPECT_EQ(all.held, false);
  EXPECT_FALSE(all.value.has_value());
}

TEST(Expectation, MeansQueuesByPattern) {
  const report::Results results = sample_results();
  EXPECT_EQ(judge("\"queue.s1.p0.c0.viq_peak\" = \"1000B\"", results).held, true);
  EXPECT_EQ(judge("\"queue.s*.*.c0.viq_peak\" = { max = \"2KB\" }", results).held, false);
  EXPECT_EQ(judge("\"queue.s*.*.c0.viq_peak\" = { max = \"2KB\" }", results).text,
            "queue.s*.*.c0.viq_peak <= 2KB (worst: s1.p2.c0)");
  EXPECT_EQ(judge("\"queue.s1.p1.c0.viq_peak\" = \"0B\"", results).held, true);  // saw nothing
}

TEST(Expectation, IsReadWithAndWithoutQuotes) {
  EXPECT_EQ(load("flow.x.steady_rate = \"5Gbps\"").at(0).key, "flow.x.steady_rate");
  EXPECT_EQ(load("flow = { x = { fct = { max = \"1ms\" } } }").at(0).key, "flow.x.fct");
}

TEST(Expectation, KeepsItsTextAndPlace) {
  const Expectation expectation = load("drops = { min = 1, max = 3 }").at(0);
  EXPECT_EQ(expectation.text, "1 <= drops <= 3");
  EXPECT_THAT(expectation.where, testing::MatchesRegex("s\\.toml:[0-9]+:9"));
  EXPECT_EQ(load("deadlock = false").at(0).text, "deadlock = false");
}

// Until a run has reached its end nothing is known: neither what held until then nor what did not.
TEST(Expectation, OfARunThatEndedEarlyIsNotJudged) {
  report::Results results = sample_results();
  results.partial = true;
  for (const char* line : {"drops = 0", "drops = 3"}) {
    EXPECT_EQ(judge(line, results).held, std::nullopt);
    EXPECT_EQ(judge(line, results).value, 3) << "until then";
  }
  results.flows[1].steady_bps = std::nullopt;
  EXPECT_EQ(judge("throughput = \"0bps\"", results).value, std::nullopt);
  EXPECT_EQ(judge("\"flow.y.steady_rate\" = \"0bps\"", results).value, std::nullopt);
}

std::string refusal_of(const std::string& line, const std::vector<std::string>& sets = {},
                       std::string_view scenario = kCustomScenario) {
  try {
    load_text(std::string(scenario) + "[expect]\n" + line + "\n", "s.toml", {sets, {}, {}});
    return "none";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

// An expectation on what nothing fills would hold for ever, or never, and check nothing.
TEST(Expectation, OnWhatNothingFillsIsRefused) {
  EXPECT_EQ(refusal_of("\"flow.x.ce_packets\" = 0"),
            "s.toml:31:1: key 'expect.flow.x.ce_packets': nothing in this scenario produces this result: nothing marks "
            "packets CE");
  EXPECT_EQ(refusal_of("\"flow.*.ue_packets\" = { min = 1 }"),
            "s.toml:31:1: key 'expect.flow.*.ue_packets': nothing in this scenario produces this result: nothing marks "
            "packets UE");
  EXPECT_EQ(refusal_of("\"flow.x.retransmitted_packets\" = 0"),
            "s.toml:31:1: key 'expect.flow.x.retransmitted_packets': nothing in this scenario produces this result: no "
            "flow resends packets");
  const std::string steady = "\"queue.s1.p0.c0.viq_steady\" = \"0B\"";
  EXPECT_EQ(refusal_of(steady, {"scenario.sample_interval=250us"}), "none") << "its third sample is at 750 us";
  EXPECT_THAT(refusal_of(steady, {"scenario.sample_interval=501us"}),
              testing::EndsWith("no multiple of scenario.sample_interval, 501us, is in the last quarter of 1ms"));
}

TEST(Expectation, OnSamplesOfALargeNetworkIsRefused) {
  const auto with_hosts = [](int hosts) {
    return refusal_of("\"queue.s1.p0.c0.viq_steady_high\" = { max = \"1MB\" }",
                      {"topology.hosts=" + std::to_string(hosts)}, kMinimalScenario);
  };
  EXPECT_EQ(with_hosts(128), "none");
  EXPECT_THAT(with_hosts(129), testing::EndsWith("queues are not all sampled in a network of more than 256 ports; this "
                                                 "one has 258"));
}

// Each quantity of the documents is one that evaluate() knows.
TEST(Expectation, CanJudgeEveryQuantity) {
  for (const QuantitySpec& spec : quantity_specs()) {
    if (spec.needs != report::Needs::kNothing && spec.needs != report::Needs::kSamples &&
        spec.needs != report::Needs::kWorkloads) {
      continue;
    }
    const std::string value = spec.key == "event.*.happened"      ? "true"
                              : spec.measure == Measure::kBoolean ? "false"
                              : spec.measure == Measure::kCount   ? "{ min = 0 }"
                              : spec.measure == Measure::kRatio   ? "{ min = 0 }"
                              : spec.measure == Measure::kTime    ? "{ min = \"0s\" }"
                              : spec.measure == Measure::kRate    ? "{ min = \"0bps\" }"
                                                                  : "{ min = \"0B\" }";
    report::Results results = sample_results();
    results.flows.pop_back();   // so that all flows completed
    results.events.pop_back();  // and all events took place
    results.queues[0].viq_steady_bytes = results.queues[1].viq_steady_bytes = 0;
    results.queues[0].viq_steady_low_bytes = results.queues[1].viq_steady_low_bytes = 0;
    results.queues[0].viq_steady_high_bytes = results.queues[1].viq_steady_high_bytes = 0;
    const bool needs_deadlock = spec.key == "deadlock_time" || spec.key == "deadlocks_over_time";
    EXPECT_EQ(judge("\"" + std::string(spec.key) + "\" = " + value, results).held, !needs_deadlock) << spec.key;
  }
}

TEST(Matches, TakesAStarForAnyLetters) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "s1"));
  EXPECT_TRUE(matches("s*", "s12"));
  EXPECT_TRUE(matches("*_to_h5", "h1_to_h5"));
  EXPECT_TRUE(matches("h*_*_h5", "h1_to_h5"));
  EXPECT_TRUE(matches("s1", "s1"));
  EXPECT_FALSE(matches("s1", "s12"));
  EXPECT_FALSE(matches("s*", "h1"));
  EXPECT_FALSE(matches("*5", "h56"));
  EXPECT_FALSE(matches("", "s1"));
}

}  // namespace weir::scenario::expectation_test
