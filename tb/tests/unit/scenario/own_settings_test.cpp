// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/own_settings.h"

#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::own_settings_test {

// A ring of four switches, s1 to s4, with one more line for each test.
constexpr std::string_view kRing = R"([scenario]
duration = "1ms"
[topology]
kind = "ring"
switches = 4
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "100KB"
xon = "97KB"
[switch.mmu]
viq_limit = "100KB"
headroom = "20KB"
[[flow]]
src = "h1"
dst = "h3"
)";

Scenario load_ring(const std::string& more, std::vector<std::string> sets = {}) {
  return load_text(std::string(kRing) + more, "s.toml", {std::move(sets), {}, {}});
}

std::string refusal(const std::string& more, std::vector<std::string> sets = {}) {
  return error_of<ScenarioError>([&] { load_ring(more, std::move(sets)); });
}

const asic::SwitchConfig& of(const Scenario& scenario, const std::string& name) {
  return scenario.device_of(scenario.topology.find(name));
}

TEST(OwnSettings, AreOfTheSwitchThatIsNamed) {
  const Scenario scenario = load_ring("[switch.s2.mmu]\nheadroom = \"30KB\"\n[switch.s2]\nparser.clock = \"2ns\"\n");
  EXPECT_EQ(of(scenario, "s2").mmu.headroom, 30_KB);
  EXPECT_EQ(of(scenario, "s2").parser.clock, 2_ns);
  EXPECT_EQ(of(scenario, "s2").mmu.viq_limit, 100_KB) << "the rest is as of all switches";
  for (const char* other : {"s1", "s3", "s4", "h2"}) {
    EXPECT_EQ(of(scenario, other).mmu.headroom, 20_KB) << other;
    EXPECT_EQ(&of(scenario, other), &scenario.device) << other;
  }
}

TEST(OwnSettings, AreOfAnyTable) {
  const Scenario scenario = load_ring(
      "[switch.s2]\nforwarding.l2_ways = 2\ncrossbar.clock = \"3ns\"\negress.discipline = \"dwrr\"\negress.weights = "
      "[1, "
      "2, 3, 4, 5, 6, 7, 8]\nflow_control.processing_delay = \"1us\"\nlimiter.period = \"60ps\"\ndeadlock.unit = "
      "\"watchdog\"\n[switch.s2.congestion]\ndetector = \"red_ecn\"\n[switch.s2.deadlock.watchdog]\ntimeout = "
      "\"3ms\"\n");
  const asic::SwitchConfig& own = of(scenario, "s2");
  EXPECT_EQ(own.forwarding.l2_ways, 2U);
  EXPECT_EQ(own.crossbar.clock, 3_ns);
  EXPECT_EQ(own.egress.weights[7], 8);
  EXPECT_EQ(own.flow_control.processing_delay, 1_us);
  EXPECT_EQ(own.limiter.period, 60_ps);
  EXPECT_EQ(own.deadlock.watchdog.timeout, 3_ms);
}

TEST(OwnSettings, OfANameGoOverThoseOfAPatternAndOfMoreLettersOverFewer) {
  const Scenario scenario = load_ring(
      "[switch.s1.mmu]\nheadroom = \"31KB\"\n[switch.\"s*\".mmu]\nheadroom = \"32KB\"\nviq_limit = "
      "\"101KB\"\n[switch.\"*\".mmu]\nheadroom = \"33KB\"\ncell = \"256B\"\n[switch.\"*s3*\".mmu]\nheadroom = "
      "\"34KB\"\n");
  EXPECT_EQ(of(scenario, "s1").mmu.headroom, 31_KB);
  EXPECT_EQ(of(scenario, "s2").mmu.headroom, 32_KB);
  EXPECT_EQ(of(scenario, "s3").mmu.headroom, 34_KB);
  for (const char* name : {"s1", "s2", "s3", "s4"}) {
    EXPECT_EQ(of(scenario, name).mmu.viq_limit, 101_KB) << name;
    EXPECT_EQ(of(scenario, name).mmu.cell, 256_B) << name;
  }
  EXPECT_EQ(&of(scenario, "s2"), &of(scenario, "s4")) << "one for both";
  EXPECT_EQ(scenario.own.size(), 3U);
}

TEST(OwnSettings, AsSpecificMustNotDiffer) {
  const std::string two = "[switch.\"s*\".mmu]\nheadroom = \"30KB\"\n[switch.\"*2\".mmu]\nheadroom = ";
  EXPECT_EQ(
      refusal(two + "\"31KB\"\n"),
      "s.toml:20:12: key 'switch.*2.mmu.headroom': switch s2 would have \"31KB\", and by 'switch.s*.mmu.headroom' "
      "(s.toml:18:12) \"30KB\", which is as specific; wanted one of the two, or [switch.s2]");
  EXPECT_EQ(of(load_ring(two + "\"30000B\"\n"), "s2").mmu.headroom, 30_KB) << "the same in other words";
  EXPECT_EQ(of(load_ring(two + "\"31KB\"\n[switch.s2.mmu]\nheadroom = \"32KB\"\n"), "s2").mmu.headroom, 32_KB);
}

TEST(OwnSettings, MustMeanASwitch) {
  EXPECT_EQ(refusal("[switch.S2.mmu]\nheadroom = \"30KB\"\n"),
            "s.toml:17:9: key 'switch.S2': there is no switch \"S2\"; the nearest is \"s2\"");
  EXPECT_EQ(
      refusal("[switch.\"core*\".mmu]\nheadroom = \"30KB\"\n"),
      "s.toml:17:9: key 'switch.core*': there is no switch \"core*\"; wanted one of \"s1\", \"s2\", \"s3\", \"s4\"");
  EXPECT_EQ(refusal("[switch.h1.mmu]\nheadroom = \"30KB\"\n"),
            "s.toml:17:9: key 'switch.h1': wanted a switch; \"h1\" is a host");
}

TEST(OwnSettings, AreNotOfASwitchThatIsCalledLikeATable) {
  const std::string text =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"custom\"\ndevice = [{ name = \"a\", kind = \"host\" }, { "
      "name = \"b\", kind = \"host\" }, { name = \"mmu\", kind = \"switch\" }]\nlink = [{ between = [\"a\", \"mmu\"] "
      "}, "
      "{ between = [\"b\", \"mmu\"] }]\n[[flow]]\nsrc = \"a\"\ndst = \"b\"\n";
  EXPECT_NO_THROW(load_text(text + "[switch.mmu]\nbuffer = \"1MB\"\n", "s.toml"));
  const auto refused = [&](const std::string& more) {
    return error_of<ScenarioError>([&] { load_text(text + more, "s.toml"); });
  };
  EXPECT_EQ(refused("[switch.mmu.egress]\ndiscipline = \"dwrr\"\n"),
            "s.toml:10:13: key 'switch.mmu.egress': unknown key; [switch.mmu] is of all switches, and one of that name "
            "cannot have settings of its own");
  EXPECT_EQ(refused("[switch.\"m*\".egress]\ndiscipline = \"dwrr\"\n"),
            "s.toml:10:9: key 'switch.m*': means the switch \"mmu\", which cannot have settings of its own: "
            "[switch.mmu] is of all switches; wanted another name for it");
}

TEST(OwnSettings, LeaveOutWhatBothEndsOfACableHaveAlike) {
  EXPECT_EQ(refusal("[switch.s2.flow_control]\nscheme = \"cbfc\"\n"),
            "s.toml:18:1: key 'switch.s2.flow_control.scheme': cannot be set for single switches: both ends of a cable "
            "speak the same scheme; wanted it in [flow_control]");
  for (const char* line : {"max_frame = \"3000B\"", "class_mapper.source = \"dscp\"", "flow_control.lossless = [1]",
                           "flow_control.cbfc.block = \"32B\"", "flow_control.gfc_gradient.block = \"32B\"",
                           "flow_control.gfc_time_based.period = \"1us\"", "flow_control.gfc_conceptual.bm = \"1MB\"",
                           "forwarding.tables = \"bridged\"", "limiter.fidelity = \"rtl\""}) {
    EXPECT_THAT(refusal(std::string("[switch.s2]\n") + line + "\n"), HasSubstr("cannot be set for single switches: "))
        << line;
  }
  EXPECT_EQ(refusal("[[switch.s2.egress.shaper]]\nrate = \"1Gbps\"\n"),
            "s.toml:17:20: key 'switch.s2.egress.shaper': cannot be set for single switches; wanted "
            "[[switch.egress.shaper]], each with its 'device'");
}

TEST(OwnSettings, AreCheckedAsThoseOfAll) {
  EXPECT_EQ(refusal("[switch.s2.mmu]\nheadrom = \"1KB\"\n"),
            "s.toml:18:1: key 'switch.s2.mmu.headrom': unknown key; the nearest known key is 'switch.s2.mmu.headroom'");
  EXPECT_EQ(refusal("[switch.s2]\nxoff = \"1KB\"\n"),
            "s.toml:18:1: key 'switch.s2.xoff': unknown key; the nearest known key is "
            "'switch.s2.flow_control.pfc.xoff'");
  EXPECT_EQ(refusal("[switch.mnu]\nheadroom = \"1KB\"\n"),
            "s.toml:17:9: key 'switch.mnu': unknown key; the nearest known key is 'switch.mmu'");
  EXPECT_EQ(refusal("[switch.s2]\ntraffic.pattern = \"shift\"\n"),
            "s.toml:18:1: key 'switch.s2.traffic': unknown key; weir schema scenario prints all keys");
  EXPECT_EQ(refusal("[switch.s2]\nmmu = 3\n"),
            "s.toml:18:7: key 'switch.s2.mmu': wanted a table [switch.s2.mmu]; got 3");
  EXPECT_THAT(refusal("[switch.s2.mmu]\ncell = \"0B\"\n"),
              StartsWith("s.toml:18:8: key 'switch.s2.mmu.cell': wanted a "));
  EXPECT_EQ(refusal("[switch.\"s 2\".mmu]\ncell = \"64B\"\n"),
            "s.toml:17:9: key 'switch.s 2': unknown key; weir schema scenario prints all keys");
}

TEST(OwnSettings, KeepTheRulesOfTheChipSwitchBySwitch) {
  EXPECT_EQ(refusal("[switch.\"s*\".flow_control.pfc]\nxoff = \"130KB\"\n[switch.s2.mmu]\nheadroom = \"30KB\"\n"),
            "s.toml:18:8: key 'switch.s*.flow_control.pfc.xoff': switch s1: wanted at most what a VIQ may take "
            "(switch.mmu.viq_limit and headroom), 120KB, or PAUSE would never be sent; got 130KB");
  EXPECT_EQ(refusal("[switch.s3.flow_control.pfc]\nxoff = \"90KB\"\n"),
            "s.toml:10:7: key 'flow_control.pfc.xon': switch s3: wanted less than xoff, 90KB; got 97KB");
  EXPECT_EQ(refusal("[switch.s3.egress]\nweights = [1, 1, 1, 1, 1, 1, 1, 1]\n"),
            "s.toml:18:11: key 'switch.s3.egress.weights': switch s3: only for discipline = \"dwrr\" or "
            "\"strict_over_dwrr\" or \"vl_arbitration\"");
  EXPECT_EQ(refusal("[switch.s3.forwarding]\nhost_entries = 2\n"),
            "s.toml:18:16: key 'switch.s3.forwarding.host_entries': switch s3: the tables of s3 have no place for a "
            "route to 10.0.0.3; wanted a larger switch.forwarding.host_entries");
  EXPECT_THAT(refusal("[switch.s4.mmu]\npartition_weights = [256, 1]\n"), HasSubstr("s.toml:18:"));
}

// What all have and one has no use for, it does not have.
TEST(OwnSettings, LeaveAsideWhatIsOfNoUseToThem) {
  const std::string weighted = "[switch.egress]\ndiscipline = \"dwrr\"\nweights = [1, 2, 3, 4, 5, 6, 7, 8]\n";
  const Scenario scenario = load_ring(weighted + "[switch.s1.egress]\ndiscipline = \"strict_priority\"\n");
  EXPECT_EQ(of(scenario, "s1").egress.discipline, egress::Discipline::kStrictPriority);
}

TEST(OwnSettings, SayXonAndPartitionsInEitherWay) {
  const auto xon = [](const std::string& all, const std::string& own) {
    std::string text(kRing);
    text.replace(text.find("xon = \"97KB\""), 12, all);
    const Scenario scenario = load_text(text + "[switch.s1.flow_control.pfc]\n" + own + "\n", "s.toml");
    return of(scenario, "s1").flow_control.pfc.xon;
  };
  EXPECT_EQ(xon("xon = \"97KB\"", "xon_offset = \"9KB\""), 91_KB);
  EXPECT_EQ(xon("xon_offset = \"9KB\"", "xon = \"50KB\""), 50_KB);
  EXPECT_EQ(xon("xon_offset = \"9KB\"", "xoff = \"80KB\""), 71_KB) << "below its own XOFF";
  EXPECT_THAT(refusal("[switch.s1.flow_control.pfc]\nxon = \"50KB\"\nxon_offset = \"9KB\"\n"),
              HasSubstr("key 'switch.s1.flow_control.pfc.xon_offset': switch s1: xon is given, too"));
  const Scenario scenario = load_ring("", {"switch.mmu.partition_weights=[3, 1]", "switch.s1.mmu.partitions=4"});
  EXPECT_EQ(of(scenario, "s1").mmu.partition_size[3], of(scenario, "s1").mmu.partition_size[0]);
  EXPECT_EQ(of(scenario, "s2").mmu.partition_size[2], 0_B);
}

TEST(OwnSettings, AreKeysOfTheCommandLine) {
  const Scenario scenario =
      load_ring("[switch.s2.mmu]\nheadroom = \"30KB\"\n", {"switch.s3.mmu.headroom=40KB", "switch.*.parser.clock=2ns",
                                                           "switch.s2.mmu.headroom=", "switch.s4.mmu.headroom="});
  EXPECT_EQ(of(scenario, "s3").mmu.headroom, 40_KB);
  EXPECT_EQ(of(scenario, "s2").mmu.headroom, 20_KB);
  EXPECT_EQ(of(scenario, "s2").parser.clock, 2_ns);
  EXPECT_EQ(refusal("", {"switch.s3.flow_control.pfc.xoff=1MB"}),
            "--set switch.s3.flow_control.pfc.xoff=1MB: key 'switch.s3.flow_control.pfc.xoff': switch s3: wanted at "
            "most what a VIQ may take (switch.mmu.viq_limit and headroom), 120KB, or PAUSE would never be sent; got "
            "1MB");
  EXPECT_THAT(refusal("", {"switch.s4.mmu.headrom="}), HasSubstr("unknown key; the nearest known key is"));
}

}  // namespace weir::scenario::own_settings_test
