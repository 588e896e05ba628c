// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What rate controls are made of: defaults of both variants, settings of all flows, tables.

#include "tb/scenario/loader.h"
#include "tb/scenario/scenario.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::scenario::controls_test {

host::ControlSettings settings(const std::vector<std::string>& sets, const std::string& file = "s.toml") {
  const std::string text =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"star\"\nhosts = 2\n[traffic]\nframing = \"rocev2\"\n"
      "ecn = \"ect1\"\n[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n";
  return load_text(text, file, {sets, {}, {}}).flows[0].settings;
}

// Delay of an entry in times of the packet's own.
double delay(const host::CctEntry& entry) { return std::ldexp(entry.multiplier, -entry.shift); }

TEST(Controls, WhatTheVariantForTcdChanges) {
  const auto of = [](const std::string& control, const std::string& tcd) {
    return *settings({"traffic.control=" + control, "traffic.tcd=" + tcd}).parameters;
  };
  EXPECT_EQ(of("dcqcn", "false").dcqcn.initial_alpha, 1);
  EXPECT_EQ(of("dcqcn", "true").dcqcn.initial_alpha, 1.2);
  EXPECT_EQ(of("timely", "false").timely.beta, 0.8);
  EXPECT_EQ(of("timely", "true").timely.beta, 1.6);
  EXPECT_EQ(of("ib_cc", "false").ib_cc.increase, 1U);
  EXPECT_EQ(of("ib_cc", "true").ib_cc.increase, 2U);
}

TEST(Controls, WhatIsGivenIsOfBothVariants) {
  for (const char* tcd : {"traffic.tcd=false", "traffic.tcd=true"}) {
    EXPECT_EQ(
        settings({"traffic.control=dcqcn", "traffic.dcqcn.initial_alpha=0.5", tcd}).parameters->dcqcn.initial_alpha,
        0.5);
    EXPECT_EQ(settings({"traffic.control=timely", "traffic.timely.beta=1.0", tcd}).parameters->timely.beta, 1);
    EXPECT_EQ(settings({"traffic.control=ib_cc", "traffic.ib_cc.increase=7", tcd}).parameters->ib_cc.increase, 7U);
  }
}

TEST(Controls, DefaultsAreThoseOfTheirPapers) {
  const host::ControlSettings dcqcn = settings({"traffic.control=dcqcn"});
  EXPECT_EQ(dcqcn.notify_interval, 50_us);
  EXPECT_EQ(dcqcn.parameters->dcqcn.g, 1.0 / 256);
  EXPECT_EQ(dcqcn.parameters->dcqcn.alpha_timer, 55_us);
  EXPECT_EQ(dcqcn.parameters->dcqcn.increase_timer, 55_us);
  EXPECT_EQ(dcqcn.parameters->dcqcn.byte_counter, 10_MB);
  EXPECT_EQ(dcqcn.parameters->dcqcn.fast_recovery, 5U);
  EXPECT_EQ(dcqcn.parameters->dcqcn.r_ai, 40'000'000_bps);
  const host::ControlSettings timely = settings({"traffic.control=timely"});
  EXPECT_EQ(timely.notify_interval, kNever);
  EXPECT_EQ(timely.parameters->timely.segment, 16_KB);
  EXPECT_EQ(timely.parameters->timely.t_low, 50_us);
  EXPECT_EQ(timely.parameters->timely.t_high, 500_us);
  EXPECT_EQ(timely.parameters->timely.least_round_trip, 20_us);
  EXPECT_EQ(timely.parameters->timely.delta, 10'000'000_bps);
  EXPECT_EQ(timely.parameters->timely.hai_after, 5U);
  EXPECT_FALSE(timely.parameters->timely.scaled_steps);
  const host::ControlSettings ib_cc = settings({"traffic.control=ib_cc"});
  EXPECT_EQ(ib_cc.notify_interval, 0_us) << "each";
  EXPECT_EQ(ib_cc.parameters->ib_cc.limit, 127U);
  EXPECT_EQ(ib_cc.parameters->ib_cc.timer, 150 * 1'024_ns);
  EXPECT_EQ(settings({"traffic.control=ib_cc", "traffic.notify_interval=5us"}).notify_interval, 5_us);
}

// Quadratic: 0.001 x 127^2 = 16.129, in eighths 16.125; linear: 12.7, in eighths 12.75 (101.6 to 102).
// What follows T, unless it is given.
TEST(Controls, TimesOfFeraAreThoseOfTheMeters) {
  const auto of = [](const std::vector<std::string>& sets) {
    std::vector<std::string> all{"traffic.control=fera", "congestion.detector=fera"};
    all.insert(all.end(), sets.begin(), sets.end());
    return settings(all).parameters->fera;
  };
  EXPECT_EQ(of({}).interval, 1_ms);
  EXPECT_EQ(of({}).tag_interval, 250_us);
  EXPECT_EQ(of({}).idle_after, 2_ms);
  EXPECT_EQ(of({}).silent_after, 2_ms);
  EXPECT_EQ(of({}).n0, 20U);
  EXPECT_EQ(of({}).idle, host::FeraIdle::kDue);
  EXPECT_EQ(of({}).silence, host::FeraSilence::kLower);
  EXPECT_EQ(of({}).tag_share, 1);
  EXPECT_EQ(of({"traffic.fera.interval=4ms"}).tag_interval, 1_ms);
  EXPECT_EQ(of({"traffic.fera.interval=4ms"}).silent_after, 8_ms);
  EXPECT_EQ(of({"traffic.fera.interval=4ms", "traffic.fera.tag_interval=4ms"}).tag_interval, 4_ms);
  EXPECT_EQ(of({"congestion.fera.interval=2ms", "congestion.fera.n0=200"}).tag_interval, 500_us);
  EXPECT_EQ(of({"congestion.fera.interval=2ms", "congestion.fera.n0=200"}).n0, 200U);
  EXPECT_EQ(of({"congestion.fera.interval=2ms", "traffic.fera.interval=4ms", "traffic.fera.n0=7"}).interval, 4_ms);
  EXPECT_EQ(of({"congestion.fera.n0=200", "traffic.fera.n0=7"}).n0, 7U);
  EXPECT_EQ(of({"traffic.fera.idle_from=departure"}).idle, host::FeraIdle::kDeparture);
  EXPECT_EQ(of({"traffic.fera.silence=keep"}).silence, host::FeraSilence::kKeep);
}

// Switches know a rate tag by its addresses alone.
TEST(Controls, WarnsWhereTagsMayGoAnotherWayThanPackets) {
  const auto warnings = [](const std::string& control, const std::string& spines, const std::string& more = "") {
    const std::string text =
        "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"leaf_spine\"\nleaves = 2\nspines = " + spines +
        "\n[[flow]]\nname = \"f1\"\nsrc = \"h1\"\ndst = \"h2\"\ncontrol = \"" + control + "\"\n" + more;
    return load_text(text, "s.toml", {{}, {}, {}}).warnings;
  };
  const std::string way = "route = [\"h1\", \"leaf1\", \"spine1\", \"leaf2\", \"h2\"]\n";
  EXPECT_EQ(warnings("fera", "1").size(), 0U);
  EXPECT_EQ(warnings("none", "2").size(), 0U);
  ASSERT_EQ(warnings("fera", "2").size(), 1U);
  EXPECT_THAT(warnings("fera", "2").front(),
              testing::StartsWith("there are several shortest paths, for example from leaf1 to h2: rate tags"));
  ASSERT_EQ(warnings("fera", "1", way).size(), 1U);
  EXPECT_THAT(warnings("fera", "1", way).front(),
              testing::StartsWith("flow f1: its packets have a route of their own, but its rate tags"));
  EXPECT_EQ(warnings("none", "1", way).size(), 0U);
}

TEST(Controls, TablesAreWhatAnEntryCanSay) {
  const std::vector<host::CctEntry> quadratic = settings({"traffic.control=ib_cc"}).parameters->ib_cc.cct;
  ASSERT_EQ(quadratic.size(), 128U);
  EXPECT_EQ(delay(quadratic[0]), 0);
  EXPECT_EQ(delay(quadratic[127]), 16.125);
  const std::vector<host::CctEntry> linear =
      settings({"traffic.control=ib_cc", "traffic.ib_cc.cct=linear"}).parameters->ib_cc.cct;
  EXPECT_EQ(delay(linear[127]), 12.75);
  for (std::size_t i = 0; i < linear.size(); ++i) {
    EXPECT_NEAR(delay(linear[i]), 0.1 * static_cast<double>(i), 1.0 / 16 + 1e-9) << i;
    EXPECT_LE(delay(quadratic[i > 0 ? i - 1 : 0]), delay(quadratic[i]));
  }
}

// 3000 is beyond 2047.875, so that it has quarters; 100 x 255 is beyond what 14 bits can say.
TEST(Controls, LongDelaysHaveFewerBitsBehindThePoint) {
  const std::vector<host::CctEntry> table = settings({"traffic.control=ib_cc", "traffic.ib_cc.cct=linear",
                                                      "traffic.ib_cc.slope=100", "traffic.ib_cc.limit=255"})
                                                .parameters->ib_cc.cct;
  EXPECT_EQ(table[20], (host::CctEntry{16'000, 3}));
  EXPECT_EQ(table[30], (host::CctEntry{12'000, 2}));
  EXPECT_EQ(table[255], (host::CctEntry{16'383, 0}));
}

TEST(Controls, ATableCanComeFromAFile) {
  const TemporaryDirectory temporary;
  temporary.put("cct.csv", "shift,multiplier\n0,0\n1,3\n");
  const std::filesystem::path path = temporary.path() / "cct.csv";
  const std::vector<host::CctEntry> table = settings({"traffic.control=ib_cc", "traffic.ib_cc.cct=file",
                                                      "traffic.ib_cc.limit=1", "traffic.ib_cc.file=" + path.string()})
                                                .parameters->ib_cc.cct;
  EXPECT_EQ(table, (std::vector<host::CctEntry>{{0, 0}, {3, 1}}));
}

}  // namespace weir::scenario::controls_test
