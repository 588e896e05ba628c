// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Watchdogs that lend and resume, on the ring that deadlocks. Each test needs a process of its own, as ctest gives it.

#include "tb/tests/unit/oracle/live.h"

namespace weir::oracle::loans_live_test {

const std::vector<std::string> kOutputQueued = {"switch.crossbar.strategy=output_queued", "switch.mmu.count_cells=true",
                                                "scenario.duration=20ms"};

std::vector<std::string> with(std::vector<std::string> sets, const std::string& more) {
  sets.push_back(more);
  return sets;
}

// Each deadlock is over after the loans, nothing is lost, and the next
// one forms in a ring whose hosts never stop.
TEST(LiveLoans, BreakTheDeadlockOfTheRingAndLoseNothing) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  const std::vector<std::string> lending =
      with(with(with(kOutputQueued, "deadlock.unit=watchdog"), "deadlock.watchdog.timeout=1ms"),
           "deadlock.watchdog.action=lend_and_resume");
  Live plain("ring/pfc.toml", kOutputQueued, 20_us);
  Live live("ring/pfc.toml", lending, 20_us, Dissolving::kMayHappen);
  Live events("ring/pfc.toml", with(lending, "scenario.quantum=off"), 20_us, Dissolving::kMayHappen);
  live.run(20);
  const std::vector<DeadlockFound>& all = live.deadlock().all();
  ASSERT_GE(all.size(), 2U);
  EXPECT_EQ(all[0].formed_at, plain.deadlock().found()->formed_at);
  ASSERT_TRUE(all[0].dissolved_at);
  EXPECT_GE(*all[0].dissolved_at, all[0].formed_at + 1_ms);
  bool lent = false;
  for (const network::Device& device : live.network().devices) {
    if (!device.asic) {
      continue;
    }
    device.asic->check();
    lent = lent || device.asic->mmu().loans().any();
    for (std::size_t p = 0; p < device->ports(); ++p) {
      const asic::DropCounters& drops = device.asic->drops(PortId(p), ClassId(0));
      EXPECT_EQ(drops.total() + drops.watchdog, 0U) << p;
    }
  }
  EXPECT_TRUE(lent);
  asic::SwitchAsic& s1 = *live.device("s1").asic;
  ledger::RegisterBank& bank = s1.csr().bank();
  EXPECT_THAT(bank.unbound(), testing::IsEmpty());
  const auto read = [&](const char* block, const char* name, PortId p) {
    return bank.read(*bank.map().find(block, name), p.index(), 0, 20_ms);
  };
  EXPECT_EQ(read("mmu", "viq_lent", PortId(0)),
            static_cast<std::uint64_t>(s1.mmu().loans().lent(PortId(0), ClassId(0)).count()));
  EXPECT_EQ(read("mmu", "viq_lent_unused", PortId(0)) + read("mmu", "viq_lent_used", PortId(0)),
            static_cast<std::uint64_t>(s1.mmu().loans().cells(PortId(0), ClassId(0))));
  EXPECT_GT(read("deadlock", "watchdog_loans", PortId(1)), 0U);
  EXPECT_EQ(read("deadlock", "watchdog_loan", PortId(0)), 16'000U);
  ledger::RegisterBank::Write loan{
      .mapped = bank.map().find("deadlock", "watchdog_loan"), .value = 20'000, .mask = ~std::uint64_t{0}};
  bank.write({&loan, 1}, 20_ms);
  EXPECT_EQ(read("deadlock", "watchdog_loan", PortId(0)), 20'000U);
  loan.value = 63;
  EXPECT_THROW(bank.write({&loan, 1}, 20_ms), std::invalid_argument);
  for (std::size_t f = 0; f < live.network().measurements.size(); ++f) {
    const auto& received = live.network().measurements[f].received;
    EXPECT_GT(received.packets, plain.network().measurements[f].received.packets) << f;
    EXPECT_EQ(received.packets, events.network().measurements[f].received.packets) << f;
    EXPECT_EQ(received.last, events.network().measurements[f].received.last) << f;
  }
}

// The deadlock forms at 4 ms; 2 ms later every switch has lent. A reset takes back what one has lent, and no other.
TEST(LiveLoans, AreGivenBackAtAReset) {
  Live live("ring/pfc.toml",
            with(with(with(kOutputQueued, "deadlock.unit=watchdog"), "deadlock.watchdog.timeout=1ms"),
                 "deadlock.watchdog.action=lend_and_resume"),
            20_us, Dissolving::kMayHappen);
  const auto the_switch = [&](const char* name) -> asic::SwitchAsic& { return *live.device(name).asic; };
  Time lent;
  for (Time now = 1_ms; lent == Time(0) && now < 15_ms; now += 100_us) {
    run_until(now);
    lent = the_switch("s1").mmu().loans().any() && the_switch("s2").mmu().loans().any() ? now : Time(0);
  }
  ASSERT_GT(lent, Time(0));
  the_switch("s1").reset(lent + 10_us, Time(0));
  run_until(lent + 20_us);
  EXPECT_FALSE(the_switch("s1").mmu().loans().any());
  EXPECT_TRUE(the_switch("s2").mmu().loans().any());
  the_switch("s1").check();
}

// Where the hosts stop, the ring drains, whatever VIQs count, under PFC and PAUSE: all that was sent arrives, and what
// was lent has been given back.
TEST(LiveLoans, LetARingDrainWhoseHostsStop) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  const auto ring = [](deadlock::Unit unit, bool count_cells,
                       flow_control::Scheme scheme = flow_control::Scheme::kPfc) {
    scenario::Scenario scenario = scenario::load_file(std::string(WEIR_SCENARIOS) + "/ring/pfc.toml",
                                                      {with(kOutputQueued, "scenario.duration=30ms"), {}, {}});
    scenario.device.flow_control.scheme = scheme;
    scenario.device.mmu.count_cells = count_cells;
    if (!count_cells) {
      scenario.device.mmu.buffer = 60_MB;  // frames of 64 B would take 3.25 times their bytes
    }
    scenario.device.deadlock.unit = unit;
    scenario.device.deadlock.watchdog.timeout = 1_ms;
    scenario.device.deadlock.watchdog.action = deadlock::Action::kLendAndResume;
    for (auto& flow : scenario.flows) {
      flow.size = 5_MB;
    }
    return scenario;
  };
  constexpr std::uint64_t kPackets = 3'334;  // of 1500 B
  Live plain(ring(deadlock::Unit::kNone, true), 20_us);
  Live cells(ring(deadlock::Unit::kWatchdog, true), 20_us, Dissolving::kMayHappen);
  Live bytes(ring(deadlock::Unit::kWatchdog, false), 20_us, Dissolving::kMayHappen);
  Live pause(ring(deadlock::Unit::kWatchdog, true, flow_control::Scheme::kPause), 20_us, Dissolving::kMayHappen);
  plain.run(10);
  for (Live* live : {&cells, &bytes, &pause}) {
    live->deadlock().evaluate();
    ASSERT_NE(live->deadlock().found(), nullptr);
    live->conservation().audit(30_ms);
    for (const network::Device& device : live->network().devices) {
      if (device.asic) {
        device.asic->check();
        EXPECT_FALSE(device.asic->mmu().loans().any());
        EXPECT_EQ(device.asic->mmu().buffer().used(), 0);
      }
    }
    for (std::size_t f = 0; f < live->network().measurements.size(); ++f) {
      EXPECT_EQ(live->network().measurements[f].received.packets, kPackets) << f;
      EXPECT_LT(plain.network().measurements[f].received.packets, kPackets) << f;
    }
  }
}

}  // namespace weir::oracle::loans_live_test
