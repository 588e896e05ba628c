// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/setup.h"

#include "hw_model/asic/declare_switch.h"
#include "hw_model/ledger/port_bank.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient_rule.h"
#include "tb/cost/cost.h"
#include "tb/cost/gfc_forms.h"
#include "tb/cost/headroom.h"
#include "tb/cost/report.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::setup_test {

using flow_control::Scheme;

std::uint64_t count(const ledger::Chip& chip, const char* name) {
  for (const ledger::Block& block : chip.blocks()) {
    if (const ledger::RegisterDeclaration* found = block.find(name)) {
      return found->count();
    }
  }
  return 0;
}

ledger::Chip chip_of(const SwitchRequest& request, const std::vector<std::string>& mechanisms) {
  const cost::Setup setup = make_setup(request, select_mechanisms(mechanisms));
  return declare(setup.device, setup.selection, setup.headrooms);
}

template <class Call>
std::string message(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

// GFC, section 5.3: 192 limiters in a switch of 24 ports, 72 with three lossless classes.
TEST(Setup, LimitersOfA24PortSwitch) {
  SwitchRequest request{.ports = 24, .rate = BitRate(10'000'000'000)};
  EXPECT_EQ(count(chip_of(request, {"gfc"}), "r_c"), 192U);
  request.lossless = 3;
  EXPECT_EQ(count(chip_of(request, {"gfc"}), "r_c"), 72U);
  EXPECT_EQ(count(chip_of(request, {"gfc_time_based"}), "r_c"), 72U);
}

// SENIC keeps 1000 limiters in 30 KB (GFC, section 5.3): 240 bits each.
TEST(Setup, ALimiterIsSmallerThanThatOfSenic) {
  const ledger::Chip chip = chip_of({.ports = 24, .rate = BitRate(10'000'000'000)}, {"gfc"});
  std::uint64_t bits = 0;
  for (const char* name : {"r_l", "r_r", "r_c"}) {
    bits += chip.find("flow_control")->find(name)->width;
  }
  EXPECT_LT(bits, 30U * 1000 * 8 / 1000);
}

TEST(Setup, WidthsFollowTheSwitch) {
  const auto limiter = [](std::int64_t gbps) {
    return make_setup({.rate = BitRate(gbps * 1'000'000'000)}, select_mechanisms({"gfc"})).device.limiter;
  };
  // 1500 B are 1000 ticks at 10 Gbps and 25 at 400 Gbps; C / 8 Kbps is 1,250,000 and 50,000,000.
  EXPECT_EQ(limiter(10).r_l_ticks, 10U);
  EXPECT_EQ(limiter(400).r_l_ticks, 5U);
  EXPECT_EQ(limiter(10).factor_int, 21U);
  EXPECT_EQ(limiter(400).factor_int, 26U);
  // 1.5 s in subticks of 20 ps.
  EXPECT_EQ(limiter(10).r_c, 37U);
  EXPECT_EQ(limiter(400).r_c, 37U);
}

TEST(Setup, StagesMakeThresholds) {
  SwitchRequest request{.ports = 4, .classes = 2};
  for (const unsigned stages : {8U, 13U, 20U}) {
    request.stages = stages;
    EXPECT_EQ(count(chip_of(request, {"gfc"}), "b_k"), 4U * 2 * stages);
  }
}

TEST(Setup, ThresholdsLeaveTheHeadroom) {
  const cost::Setup setup = make_setup({.ports = 32, .lossless = 2}, select_mechanisms({"pfc", "gfc"}));
  EXPECT_THAT(setup.warnings, IsEmpty());
  EXPECT_EQ(setup.device.flow_control.pfc.xoff, setup.device.mmu.viq_limit);
  EXPECT_EQ(setup.device.flow_control.pfc.xoff - setup.device.flow_control.pfc.xon, Bytes(3000));
}

TEST(Setup, WhatDoesNotFitIsTold) {
  const Report report =
      make_report(make_setup({.ports = 512, .rate = BitRate(800'000'000'000), .buffer = Bytes(64 << 20)},
                             select_mechanisms({"pfc", "gfc"})),
                  {});
  EXPECT_THAT(report.setup.warnings,
              ElementsAre(HasSubstr("pfc does not fit"), HasSubstr("gfc_buffer_based does not fit")));
}

// A table each is 288 bits a queue, of which one a port is an eighth.
TEST(Setup, ThresholdsOfAPort) {
  cost::Setup setup =
      make_setup({.ports = 24, .classes = 8, .rate = BitRate(10'000'000'000)}, select_mechanisms({"gfc"}));
  const Report each = make_report(setup, {});
  const ThresholdTables tables = threshold_tables(each.cost).value();
  EXPECT_EQ(tables.shared_bits * 8, tables.bits);
  setup.thresholds = Thresholds::kPort;
  const Report shared = make_report(setup, {});
  EXPECT_EQ(shared.cost.bits.of(ledger::Storage::kFlipFlop), tables.shared_switch);
  EXPECT_FALSE(threshold_tables(shared.cost));
}

TEST(Setup, WhatHasNoRtlIsNamed) {
  const Report report = make_report(
      make_setup({.ports = 24, .classes = 8, .rate = BitRate(10'000'000'000)}, select_mechanisms({"gfc"})), {});
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("--thresholds port"),
                                        HasSubstr("egress: 25 of the 47 flip-flops of a (port, class) have no RTL"),
                                        HasSubstr("egress: 24 of the 27 flip-flops of a port have no RTL"),
                                        HasSubstr("have no RTL: told_stage 5"),
                                        HasSubstr("below_floor, since_start and hold_span, 45 flip-flops")));
}

TEST(Setup, TheBufferGrowsWithTheSwitch) {
  EXPECT_EQ(default_buffer(32, BitRate(40'000'000'000)), Bytes(12 << 20));
  EXPECT_EQ(default_buffer(64, BitRate(400'000'000'000)), Bytes(128 << 20));
  EXPECT_EQ(default_buffer(1024, BitRate(1'600'000'000'000)), Bytes(std::int64_t{1} << 32));
}

TEST(Setup, BadNumbers) {
  const auto of = [](const SwitchRequest& request) {
    return message([&] { make_setup(request, select_mechanisms({"cbfc"})); });
  };
  EXPECT_EQ(of({.ports = 0}), "--ports: wanted 1..1024; got 0");
  EXPECT_EQ(of({.classes = 9}), "--classes: wanted 1..8; got 9");
  EXPECT_EQ(of({.classes = 4, .lossless = 5}), "--lossless: wanted 1..4; got 5");
  EXPECT_THAT(of({.rate = BitRate(1'000)}), HasSubstr("--rate: wanted 1Gbps to 1.6Tbps; got 1Kbps"));
  EXPECT_THAT(of({.clock = Time(1)}), HasSubstr("--clock"));
}

// InfiniBand's 12 bits express 131,072 B; a queue of 1 MiB needs 16 bits.
TEST(Setup, CountersMustExpressTheBuffer) {
  SwitchRequest request{.ports = 4, .classes = 3, .counter_bits = 12};
  EXPECT_THAT(
      message([&] { make_setup(request, select_mechanisms({"cbfc"})); }),
      HasSubstr("--counter-bits: counters of 12 bits express 2048 blocks of 64B; the share of a (port, class) in "
                "the buffer is 16384 blocks, which takes 15 bits"));
  request.counter_bits.reset();
  EXPECT_EQ(make_setup(request, select_mechanisms({"cbfc"})).device.flow_control.cbfc.counter_bits, 15U);
}

// All ports feeding one another; the switch has queues at its inputs, unless another scheme looks at egress queues.
TEST(Setup, TheGradientRuleCountsUpToTheoremB) {
  SwitchRequest request{.ports = 32, .classes = 1};
  const cost::Setup setup = make_setup(request, select_mechanisms({"gfc_gradient"}));
  const flow_control::GfcGradientConfig& gfc = setup.device.flow_control.gfc_gradient;
  const std::uint64_t most = flow_control::gradient_rule(gfc, request.max_frame).most_held(32, true);
  EXPECT_EQ(gfc.reports.counter_bits, std::bit_width(most));
  EXPECT_EQ(setup.device.crossbar.strategy, crossbar::Strategy::kInputQueued);
  const std::vector<Headroom> found = headrooms(setup.device, {flow_control::Scheme::kGfcGradient}, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().packets, 33 * request.max_frame);
  EXPECT_EQ(make_setup(request, select_mechanisms({"gfc_gradient", "egress_pfc"})).device.crossbar.strategy,
            crossbar::Strategy::kOutputQueued);
  request.counter_bits = gfc.reports.counter_bits - 1;
  EXPECT_THAT(message([&] { make_setup(request, select_mechanisms({"gfc_gradient"})); }),
              HasSubstr("under gfc_gradient a VIQ may come to"));
}

TEST(Mechanisms, Names) {
  EXPECT_EQ(select_mechanisms({"gfc"}), select_mechanisms({"gfc_buffer_based"}));
  EXPECT_EQ(select_mechanisms({"tcd", "pfc"}), select_mechanisms({"pfc", "tcd"}));
  EXPECT_THAT(names_of(select_mechanisms({"tcd", "itsy", "gfc"})), ElementsAre("gfc_buffer_based", "tcd", "itsy"));
  EXPECT_THAT(names_of(select_mechanisms({"port_level", "itsy"})), ElementsAre("port_level"));
  EXPECT_THAT(message([] { select_mechanisms({"tdc"}); }),
              HasSubstr("there is no mechanism \"tdc\"; the nearest is \"tcd\""));
  for (const MechanismName& known : known_mechanisms()) {
    EXPECT_THAT(names_of(select_mechanisms({known.name})), ElementsAre(known.name));
  }
}

// Each mechanism costs something, and nothing of it is in the switch without it.
TEST(Mechanisms, EachCosts) {
  const asic::SwitchConfig device = make_setup({}, Selection{}).device;
  const ledger::Chip bare = declare(device, Selection{}, Headrooms{.as_needed = true});
  for (const MechanismName& known : known_mechanisms()) {
    const ledger::Chip chip = declare(device, select_mechanisms({known.name}), Headrooms{.as_needed = true});
    if (known.name == "none") {
      EXPECT_EQ(chip.bits(), bare.bits());
    } else if (known.name != "ttl") {
      EXPECT_GT(chip.bits().total(), bare.bits().total()) << known.name;
    }
  }
}

TEST(Mechanisms, TwoSchemesShareWhatHasOneName) {
  const asic::SwitchConfig device = make_setup({}, Selection{}).device;
  const auto bits = [&](const std::vector<std::string>& names) {
    return declare(device, select_mechanisms(names), Headrooms{.as_needed = true}).bits().total();
  };
  EXPECT_GT(bits({"pfc", "gfc"}), bits({"gfc"}));
  EXPECT_LE(bits({"pfc", "gfc"}), bits({"gfc"}) + bits({"pfc"}));
}

// What one scheme has for a port and another for each class is there for each class.
TEST(Mechanisms, PauseBesidePfc) {
  const asic::SwitchConfig device = make_setup({}, Selection{}).device;
  const ledger::Chip both = declare(device, select_mechanisms({"pause", "pfc"}), Headrooms{.as_needed = true});
  const ledger::Chip pfc = declare(device, plain_pfc(), Headrooms{.as_needed = true});
  for (const ledger::RegisterDeclaration& declaration : pfc.find("flow_control")->registers()) {
    const ledger::RegisterDeclaration* found = both.find("flow_control")->find(declaration.name);
    ASSERT_NE(found, nullptr) << declaration.name;
    EXPECT_GE(found->bits(), declaration.bits()) << declaration.name;
  }
}

TEST(Setup, EveryMechanismAtOnce) {
  std::vector<std::string> all;
  for (const MechanismName& known : known_mechanisms()) {
    if (known.name != "tcd_infiniband") {  // one set of registers with tcd
      all.push_back(known.name);
    }
  }
  for (const SwitchRequest& request :
       {SwitchRequest{.ports = 1, .classes = 2},
        SwitchRequest{.ports = 1024, .rate = BitRate(800'000'000'000), .buffer = Bytes(16 * 1024 * 1024)},
        SwitchRequest{.ports = 512, .buffer = Bytes(8'000'000)}}) {
    const cost::Setup setup = make_setup(request, select_mechanisms(all));
    EXPECT_GT(declare(setup.device, setup.selection, setup.headrooms).bits().total(), 0U) << setup.title;
  }
}

// ITSY for 64 ports: an N x N bitmap.
TEST(Mechanisms, ItsyOf64Ports) {
  const ledger::Chip chip = chip_of({.ports = 64, .lossless = 1}, {"itsy"});
  const ledger::Block* block = chip.find("deadlock");
  ASSERT_NE(block, nullptr);
  std::uint64_t bitmap = 0;
  for (const ledger::RegisterDeclaration& declaration : block->registers()) {
    if (declaration.width * declaration.count() == 64U * 64 && declaration.mechanism == "itsy") {
      bitmap += 1;
    }
  }
  EXPECT_GE(bitmap, 1U);
}

constexpr const char* kScenario = R"(
[scenario]
name = "two"
duration = "1ms"
[topology]
kind = "ring"
switches = 3
rate = "40Gbps"
delay = "1us"
[flow_control]
scheme = "pfc"
[[flow]]
name = "f1"
src = "h1"
dst = "h2"
)";

TEST(Setup, OfAScenario) {
  const scenario::Scenario scenario = scenario::load_text(kScenario, "two.toml");
  const cost::Setup setup = make_setup(scenario, "");
  EXPECT_EQ(setup.title, "s1 of two, 3 ports");
  EXPECT_EQ(setup.device.ports.size(), 3U);
  EXPECT_EQ(setup.device.ports.back().rate, BitRate(40'000'000'000));
  EXPECT_THAT(names_of(setup.selection), ElementsAre("pfc"));
  EXPECT_EQ(make_setup(scenario, "s3").title, "s3 of two, 3 ports");
  EXPECT_THAT(message([&] { make_setup(scenario, "s4"); }), HasSubstr("--device: two.toml has no switch \"s4\""));
  EXPECT_THAT(message([&] { make_setup(scenario, "h1"); }), HasSubstr("has no switch \"h1\""));
}

constexpr const char* kByTtl = R"(
[scenario]
name = "hops"
duration = "1ms"
[topology]
kind = "ring"
switches = 3
rate = "40Gbps"
delay = "1us"
[switch.class_mapper]
source = "ttl"
ttl0 = 4
[switch.mmu]
buffer = "12MiB"
[flow_control]
scheme = "ttl_pfc"
[[flow]]
src = "h1"
dst = "h2"
)";

// Partitions are what TTL-shifted PFC costs, and plain PFC has none of them, whoever describes the switch.
TEST(Setup, PlainPfcBesideTtlShiftedPfcHasNoPartitions) {
  const auto added = [](cost::Setup setup) {
    const ledger::Chip plain = declare(setup.device, plain_pfc(), setup.headrooms);
    EXPECT_EQ(plain.find("mmu")->find("partition_used"), nullptr) << setup.title;
    EXPECT_NE(declare(setup.device, setup.selection, setup.headrooms).find("mmu")->find("partition_used"), nullptr)
        << setup.title;
    const Cost cost = make_report(std::move(setup), {}).cost;
    return cost.bits.of(ledger::Storage::kFlipFlop) - cost.plain_pfc.of(ledger::Storage::kFlipFlop);
  };
  const std::uint64_t by_scenario = added(make_setup(scenario::load_text(kByTtl, "hops.toml"), ""));
  const std::uint64_t by_options =
      added(make_setup({.ports = 3, .lossless = 4, .rate = BitRate(40'000'000'000)}, select_mechanisms({"ttl_pfc"})));
  EXPECT_EQ(by_scenario, by_options);
  EXPECT_GT(by_options, 3U * 8 * 16) << "sizes, cells in use and cells set aside of 8 classes";
}

// From h1 over s1 and s2 to h2: class 1 at s1, class 2 at s2, nothing at s3.
TEST(Setup, OfAScenarioCountsTheViqsThatPacketsCanFill) {
  const auto of = [](const char* device) {
    return make_report(make_setup(scenario::load_text(kByTtl, "hops.toml"), device), {}).headrooms.at(0).queues;
  };
  EXPECT_EQ(of("s1"), 1);
  EXPECT_EQ(of("s2"), 1);
  EXPECT_EQ(of("s3"), 0);
  EXPECT_EQ(make_setup(scenario::load_text(kScenario, "two.toml"), "s1").filled, std::vector<std::size_t>{});
}

// What its user asked for stays.
TEST(Setup, PlainPfcKeepsPartitionsOfItsOwn) {
  const std::string divided = std::string(kScenario) + "[switch.mmu]\npartitions = 2\n";
  const cost::Setup setup = make_setup(scenario::load_text(divided, "two.toml"), "");
  EXPECT_NE(declare(setup.device, plain_pfc(), setup.headrooms).find("mmu")->find("partition_used"), nullptr);
}

TEST(Mechanisms, TtlShiftedPfcBringsClassesByTtl) {
  const asic::SwitchConfig device = make_setup({.lossless = 4}, Selection{}).device;
  const asic::SwitchConfig one = variants(device, select_mechanisms({"ttl_pfc"}), Headrooms{.as_needed = true}).front();
  EXPECT_EQ(one.class_mapper.source, reference::ClassSource::kTtl);
  EXPECT_EQ(one.class_mapper.ttl0, 4U);
}

TEST(Mechanisms, TtlShiftedPfcWantsAClassForEachHop) {
  const auto of = [](unsigned lossless) {
    return message([&] { chip_of({.ports = 4, .lossless = lossless}, {"pfc", "ttl_pfc"}); });
  };
  EXPECT_EQ(
      of(1),
      "--mechanisms: ttl_pfc has a lossless class for each hop of a packet, wanted at least 2, its host's and its "
      "first switch's (--lossless, flow_control.lossless); got 1");
  EXPECT_EQ(of(2), "accepted");
}

// What the chip has is in its cost, with what its action needs.
TEST(Setup, OfAScenarioWithAWatchdog) {
  for (const bool lends : {false, true}) {
    std::vector<std::string> sets{"deadlock.unit=watchdog"};
    if (lends) {
      sets.insert(sets.end(), {"deadlock.watchdog.action=lend_and_resume", "switch.mmu.count_cells=true"});
    }
    const cost::Setup setup = make_setup(scenario::load_text(kScenario, "two.toml", {sets, {}, {}}), "");
    EXPECT_THAT(names_of(setup.selection), ElementsAre("pfc", "watchdog"));
    const ledger::Chip chip = declare(setup.device, setup.selection, setup.headrooms);
    EXPECT_EQ(chip.bits().total(), ledger::with_port_bank(asic::declare_switch(setup.device)).bits().total());
    ASSERT_NE(chip.find("deadlock"), nullptr);
    EXPECT_NE(chip.find("deadlock")->find("watchdog_stood_since"), nullptr);
    EXPECT_EQ(chip.find("deadlock")->find("watchdog_loans") != nullptr, lends);
    EXPECT_EQ(chip.find("mmu")->find("viq_lent") != nullptr, lends);
  }
}

TEST(Mechanisms, WatchdogBesideItsy) {
  const ledger::Chip chip = chip_of({.ports = 8, .lossless = 1}, {"watchdog", "itsy", "port_level"});
  const ledger::Block* block = chip.find("deadlock");
  ASSERT_NE(block, nullptr);
  EXPECT_NE(block->find("watchdog_timeout"), nullptr);
  EXPECT_TRUE(std::ranges::any_of(block->registers(), [](const auto& one) { return one.mechanism == "itsy"; }));
}

}  // namespace weir::cost::setup_test
