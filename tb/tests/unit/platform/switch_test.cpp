// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir::Switch: what it takes from a scenario, and that no call with wrong arguments does more than report.

#include "tb/platform/weir/switch.h"

#include "hw_model/asic/switch_asic.h"
#include "tb/tests/unit/platform/star_bench.h"

namespace weir::switch_test {

using star_bench::kStar;
using star_bench::read;
using star_bench::report_of;
using star_bench::Sink;

std::string made(const Settings& settings) {
  return report_of([&] { Switch s1("s1", settings); });
}

asic::SwitchAsic& chip_of(const std::string& name) {
  return dynamic_cast<asic::SwitchAsic&>(*sc_core::sc_find_object((name + ".s1").c_str()));
}

TEST(Switch, HasThePortsOfItsNameInTheScenario) {
  const Settings settings = from_text(kStar, "s1");
  Switch one("one", settings);
  EXPECT_EQ(one.rx.size(), 3U);
  EXPECT_EQ(one.tx.size(), 3U);
  EXPECT_EQ(one.quantum(), sc_core::sc_time(1, sc_core::SC_US));
  EXPECT_EQ(std::string(one.rx[2].name()), "one.rx_2");
  run(10_us);  // without a single cable
}

TEST(Switch, TakesTheModulesNameWhereNoneIsGiven) {
  EXPECT_EQ(made(from_text(kStar)), "");
  EXPECT_THAT(report_of([] { Switch s7("s7", from_text(kStar)); }),
              StartsWith("weir/settings: s7: text: there is no switch \"s7\""));
}

TEST(Switch, ForwardsByTheRoutesOfTheScenarioAndCounts) {
  Switch s1("s1", from_text(kStar).set("switch.forwarding.tables", "bridged"));
  Sink h1("h1");
  Sink h2("h2");
  h1.connect(s1, 0);
  h2.connect(s1, 1);
  Sink software("software");
  software.out.bind(s1.csr);
  run(1_us);
  EXPECT_EQ(h1.send(), tlm::TLM_OK_RESPONSE);
  run(20_us);
  EXPECT_EQ(h1.frames, 0U);
  EXPECT_EQ(h2.frames, 1U);
  EXPECT_EQ(read(software.out, s1.address("mmu.admitted", {0, 0})), 1U);
  EXPECT_EQ(read(software.out, s1.address("port.frames_sent", {1})), 1U);
}

// Every counter of the register map, once, with what the bus reads.
TEST(Switch, HasStatsOfAllItsCounters) {
  struct Board : sc_core::sc_module {
    explicit Board(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
      h1.connect(s1, 0);
      h2.connect(s1, 1);
      software.out.bind(s1.csr);
    }
    Switch s1{"s1", from_text(kStar).set("switch.forwarding.tables", "bridged")};
    Sink h1{"h1"}, h2{"h2"}, software{"software"};
  } board("board");
  run(1_us);
  board.h1.send();
  run(1_us);
  board.h1.send();
  run(20_us);
  std::map<std::string, std::uint64_t> all;
  for (const Stat& one : stats(board.s1))
    EXPECT_TRUE(all.emplace(one.name, one.value).second) << one.name << " is there twice";
  EXPECT_EQ(all.at("board.s1.mmu.admitted[0][0]"), 2U);
  EXPECT_EQ(all.at("board.s1.port.frames_sent[1]"), 2U);
  EXPECT_EQ(all.at("board.s1.port.frames_sent[2]"), 0U);
  const ledger::AddressMap& map = chip_of("board.s1").csr().map();
  std::size_t counters = 0;
  for (const ledger::MappedRegister& mapped : map.registers()) {
    const bool counts = mapped.declaration.width_follows.starts_with("never wraps");
    for (std::uint64_t i = 0; counts && i < mapped.declaration.count(); ++i, ++counters) {
      const ledger::Indices indices = mapped.indices_of(i);
      const std::string name = "board.s1." + mapped.path() + ledger::subscript(indices);
      ASSERT_TRUE(all.contains(name)) << name;
      EXPECT_EQ(all[name], read(board.software.out, mapped.address(indices))) << name;
    }
  }
  EXPECT_GT(counters, 50U);
  EXPECT_FALSE(all.contains("board.s1.mmu.used")) << "falls";
  EXPECT_FALSE(all.contains("board.s1.port.max_frame[0]")) << "a setting";
}

TEST(Switch, HasNoStatsAfterAnError) {
  sc_core::sc_report_handler::set_actions("weir/settings", sc_core::SC_DO_NOTHING);
  const Switch s1("s1", from_text(""));
  EXPECT_THAT(stats(s1), IsEmpty());
}

TEST(Switch, RefusesAFileThatIsNotThere) {
  EXPECT_THAT(made(from_file("absent.toml")), StartsWith("weir/settings: s1: absent.toml: "));
}

TEST(Switch, SaysWhereInTheTextAKeyIsWrong) {
  EXPECT_THAT(made(from_text(kStar + "xof = \"1KB\"\n")),
              AllOf(StartsWith("weir/settings: s1: text:23:1: "), HasSubstr("flow_control.pfc.xof")));
  EXPECT_THAT(made(from_text(kStar + "[switch")), StartsWith("weir/settings: s1: text:23:"));
  EXPECT_THAT(made(from_text("")), StartsWith("weir/settings: s1: text"));
}

TEST(Switch, OverridesKeysAsSetDoes) {
  const Settings settings = from_text(kStar, "s1");
  Settings changed = settings;
  changed.set("flow_control.pfc.xoff", "60KB").set("flow_control.pfc.xon", "30KB");
  EXPECT_THAT(changed.to_toml(), AllOf(HasSubstr("xoff = \"60KB\""), HasSubstr("xon = \"30KB\"")));
  EXPECT_THAT(settings.to_toml(), HasSubstr("xoff = \"50KB\"")) << "a copy is another object";
  changed.set("flow_control.pfc.xoff", "200KB");
  EXPECT_THAT(made(changed), AllOf(StartsWith("weir/settings: s1: "), HasSubstr("flow_control.pfc.xoff")));
  EXPECT_THAT(report_of([&] { changed.set("a=b", "1"); }), StartsWith("weir/settings: set(\"a=b\", ...)"));
}

TEST(Switch, ItsTextLoadsToTheSameText) {
  const std::string text = from_text(kStar, "s1").to_toml();
  EXPECT_THAT(text, HasSubstr("xoff = \"50KB\""));
  EXPECT_EQ(from_text(text, "s1").to_toml(), text);
  EXPECT_EQ(made(from_text(text, "s1")), "");
}

TEST(Switch, HasSettingsOfItsOwn) {
  const std::string own = kStar + "\n[switch.s1.forwarding]\nhost_entries = 1\n";
  EXPECT_THAT(made(from_text(own)), HasSubstr("host_entries")) << "three hosts have no place";
}

TEST(Switch, RefusesPortsThatItHasNot) {
  Switch s1("s1", from_text(kStar));
  EXPECT_EQ(report_of([&] { s1.rx[3]; }), "weir/settings: s1: rx[3]: the switch has 3 ports, from 0");
  EXPECT_EQ(report_of([&] { s1.tx[static_cast<std::size_t>(-1)]; }),
            "weir/settings: s1: tx[18446744073709551615]: the switch has 3 ports, from 0");
}

TEST(Switch, RefusesRoutesThatLeadNowhere) {
  const auto route = [](const std::string& rest) {
    return made(from_text(kStar + "\n[[switch.route]]\ndevice = \"s1\"\n" + rest));
  };
  EXPECT_THAT(route("to = \"10.1.0.0/16\"\nvia = [\"s9\"]\n"), HasSubstr("\"s9\""));
  EXPECT_THAT(route("to = \"10.1.0.0/16\"\nvia = []\n"), HasSubstr("via"));
  EXPECT_THAT(route("to = \"10.1.0.0/40\"\nvia = [\"h1\"]\n"), HasSubstr("10.1.0.0/40"));
  EXPECT_EQ(route("to = \"10.1.0.0/16\"\nvia = [\"h1\"]\n"), "");
}

TEST(Switch, RefusesTheSameSwitchTwice) {
  Switch s1("s1", from_text(kStar));
  EXPECT_THAT(report_of([] { Switch again("again", from_text(kStar, "s1")); }), StartsWith("weir/settings: again: "));
}

TEST(Switch, IsMadeAnewWhereAnotherHasEnded) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(made(from_text(kStar)), "");
}

TEST(Switch, RefusesHalfACable) {
  Switch s1("s1", from_text(kStar));
  Sink h1("h1");
  h1.out.bind(s1.rx[1]);
  EXPECT_EQ(report_of([] { run(1_us); }), "weir/settings: s1: port 1 has half a cable: rx is bound, and tx is not");
}

TEST(Switch, RefusesOrderedSetsToOthers) {
  Switch s1("s1", from_text(kStar).set("link.llr.wanted", "true"));
  Sink h1("h1");
  h1.connect(s1, 0);
  EXPECT_THAT(report_of([] { run(1_us); }), StartsWith("weir/settings: s1: port 0 speaks by ordered sets"));
}

TEST(Switch, KnowsItsRegistersByName) {
  Switch s1("s1", from_text(kStar));
  EXPECT_LT(s1.address("mmu.admitted", {0, 0}), s1.address("mmu.admitted", {2, 0}));
  EXPECT_THAT(report_of([&] {
                s1.address("mmu.admited", {0, 0});
              }),
              StartsWith("weir/settings: s1: there is no register \"mmu.admited\"; the nearest is \"mmu.admitted\""));
  EXPECT_THAT(report_of([&] { s1.address("mmu.admitted", {3, 0}); }), HasSubstr("is an array [3][8]; got [3][0]"));
  EXPECT_THAT(report_of([&] { s1.address("mmu.admitted"); }), HasSubstr("got no index"));
  EXPECT_THAT(report_of([&] { s1.address(""); }), HasSubstr("there is no register \"\""));
}

TEST(Switch, WantsModelsInPlaceOfRtl) {
  EXPECT_THAT(made(from_text(kStar + "\n[fidelity]\nall = \"rtl\"\n")), HasSubstr("the library has not"));
}

TEST(Switch, IsWithoutPortsWhereItsReportReturns) {
  sc_core::sc_report_handler::set_actions("weir/settings", sc_core::SC_ERROR, sc_core::SC_CACHE_REPORT);
  Switch s1("s1", from_text("nonsense"));
  Sink software("software");
  software.out.bind(s1.csr);
  EXPECT_EQ(s1.rx.size(), 0U);
  EXPECT_EQ(std::string(s1.rx[0].name()), "s1.rx_none");
  EXPECT_EQ(s1.quantum(), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(s1.refusal(), "");
  run(1_us);
  EXPECT_EQ(software.send(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(read(software.out, s1.address("mmu.admitted", {0, 0})), ~std::uint64_t{0});
}

}  // namespace weir::switch_test
