// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch tells by interrupt, and its links that go down, among live hosts whose books are kept.

#include "tb/tests/unit/asic/platform.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::causes_live_test {

using oracle::Live;

constexpr unsigned kAll = 0xff;

void unmask(SwitchAsic& asic) {
  ledger::RegisterBank& bank = asic.csr().bank();
  for (std::uint64_t p = 0; p < asic.ports(); ++p) {
    const ledger::RegisterBank::Write one{bank.map().find("interrupt", "mask"), p, 0, kAll, ~std::uint64_t{0}};
    bank.write({&one, 1}, Time(0));
  }
}

std::uint64_t read(SwitchAsic& asic, const std::string& block, const std::string& name, std::uint64_t element = 0) {
  ledger::RegisterBank& bank = asic.csr().bank();
  return bank.read(*bank.map().find(block, name), element, 0, asic.local_time());
}

// Software writes the register at the next boundary, to which the run goes on.
std::string write(SwitchAsic& asic, const std::string& block, const std::string& name, std::uint64_t element,
                  std::uint8_t value) {
  const ledger::MappedRegister& mapped = *asic.csr().map().find(block, name);
  const Time at = asic.timing().boundary_after(link::kernel_time());
  CsrResponse response = CsrResponse::kAddressError;
  asic.csr().post_write(mapped.offset + element * mapped.element_bytes, {value, 0, 0, 0}, at,
                        [&](CsrResponse answer) { response = answer; });
  run_until(at + 1_ps);
  return response == CsrResponse::kOk ? "" : asic.csr().refusal();
}

Live star(const std::vector<std::string>& sets) {
  return Live(scenario::load_text(R"([scenario]
duration = "8ms"
[topology]
kind = "star"
hosts = 3
[switch.mmu]
viq_limit = "100KB"
headroom = "20KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "80KB"
xon = "77KB"
[traffic]
pattern = "incast"
target = "h3"
[[flow]]
name = "back"
src = "h3"
dst = "h1"
)",
                                  "s.toml", {sets, {}, {}}),
              20_us, oracle::Dissolving::kMayHappen);
}

// A unit that says what it is told to say.
struct Unit final : deadlock::DeadlockUnit {
  explicit Unit(deadlock::SwitchActions& to) : actions(to) {
    for (const Time at : {1_us, 2_us, 3_us, 4_us})
      actions.schedule(PortId(0), ClassId(0), at);
  }
  void timer(PortId p, ClassId c, Time now) override {
    const PortId other(1);
    if (now == 1_us)
      actions.declare({.ingress = p, .traffic_class = c}, now);
    else if (now == 2_us)
      actions.declaration_over(p, c, now);
    else
      actions.storm(other, c, now == 3_us, now);
  }
  deadlock::SwitchActions& actions;
};

TEST(Causes, AUnitTellsOfDeadlocksAndStorms) {
  link::FramePool pool;
  const Watchers watchers{.deadlock_unit = [](const deadlock::SwitchContext&, deadlock::SwitchActions& actions) {
    return std::make_unique<Unit>(actions);
  }};
  SwitchAsic s1("s1", two_ports(), {.quantum = kDelay}, Factories{}, pool, 0, 1, watchers);
  FarEnd left("left");
  FarEnd right("right");
  plug(s1.port(kLeft), left);
  plug(s1.port(kRight), right);
  const auto status = [&](std::size_t p) { return read(s1, "interrupt", "status", p); };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (const Time end : {1_us, 2_us, 3_us, 4_us}) {
    run_until(end + 500_ns);
    seen.emplace_back(status(0), status(1));
  }
  EXPECT_THAT(seen, ElementsAre(Pair(0x04, 0), Pair(0x0c, 0), Pair(0x0c, 0x10), Pair(0x0c, 0x30)));
}

TEST(Causes, ALossOfALosslessClassIsTold) {
  Live live = star({"switch.mmu.headroom=0B", "switch.mmu.viq_limit=82KB"});
  SwitchAsic& s1 = *live.device("s1").asic;
  run_until(5_ms);
  const std::uint64_t lost = read(s1, "mmu", "dropped_headroom_exhausted", 0);
  ASSERT_GT(lost, 0U);
  EXPECT_EQ(read(s1, "interrupt", "status", 0), 0x03U);
  EXPECT_EQ(read(s1, "interrupt", "dropped", 0), lost);
  EXPECT_EQ(read(s1, "interrupt", "status", 2), 0U);
}

TEST(Causes, ASilentSwitchHasNoFlag) {
  Live live = star({});
  SwitchAsic& s1 = *live.device("s1").asic;
  unmask(s1);
  unsigned changes = 0;
  s1.interrupts().connect([&](bool, Time) { ++changes; });
  run_until(5_ms);
  EXPECT_EQ(changes, 0U);
  for (std::size_t p = 0; p < 3; ++p)
    EXPECT_EQ(read(s1, "interrupt", "status", p), 0U);
}

// Both ends of the cable of h3 lose what is on it, and the books of every packet are right.
TEST(Causes, ALinkThatSoftwareTakesDownIsToldAndLosesFrames) {
  Live live = star({});
  SwitchAsic& s1 = *live.device("s1").asic;
  run_until(2_ms);
  ASSERT_GT(s1.mmu().buffer().counted(), Bytes(100'000));
  write(s1, "management", "enable", 2, 0);
  EXPECT_EQ(read(s1, "management", "link_up", 2), 0U);
  EXPECT_EQ(read(s1, "interrupt", "status", 2) & 0x40U, 0x40U);
  run_until(2_ms + 20_us);  // what was on the wire arrives
  const std::uint64_t received = live.network().measurements[0].received.packets;
  run_until(3_ms);
  live.conservation().audit(3_ms);
  EXPECT_EQ(live.network().measurements[0].received.packets, received);
  EXPECT_GT(read(s1, "management", "frames_lost", 2), 1'000U);
  EXPECT_GT(s1.drops(PortId(2), ClassId(0)).link_down, 500U) << "h3 sends on";
  write(s1, "management", "enable", 2, 1);
  run_until(5_ms);
  live.conservation().audit(5_ms);
  EXPECT_GT(live.network().measurements[0].received.packets, received + 500);
  EXPECT_EQ(read(s1, "management", "link_up", 2), 1U);
  s1.check();
}

TEST(Causes, SoftwareResetsTheSwitch) {
  Live live = star({});
  SwitchAsic& s1 = *live.device("s1").asic;
  run_until(2_ms);
  ASSERT_GT(read(s1, "mmu", "used"), 100'000U);
  write(s1, "management", "reset", 0, 1);
  EXPECT_LE(read(s1, "mmu", "used"), 3'000U) << "what is being sent leaves";
  EXPECT_EQ(read(s1, "management", "reset"), 0U);
  EXPECT_EQ(read(s1, "interrupt", "status", 0), 0U) << "a reset tells of no drops";
  run_until(4_ms);
  live.conservation().audit(4_ms);
}

TEST(Causes, SoftwareFindsOutWhichSwitchThisIs) {
  Live live = star({});
  SwitchAsic& s1 = *live.device("s1").asic;
  EXPECT_EQ(read(s1, "management", "id"), kChipId);
  EXPECT_EQ(read(s1, "management", "version"), kMapVersion);
  EXPECT_EQ(read(s1, "management", "speed", 1), 10'000U);
  EXPECT_EQ(read(s1, "management", "link_up", 1), 1U);
}

TEST(Causes, PeersThatCountAreNotForgotten) {
  Live live = star({"flow_control.scheme=cbfc"});
  SwitchAsic& s1 = *live.device("s1").asic;
  EXPECT_THAT(write(s1, "management", "enable", 0, 0), StartsWith("management: enable: the peers"));
  EXPECT_THAT(write(s1, "management", "reset", 0, 1), StartsWith("management: reset: the peers"));
  EXPECT_EQ(write(s1, "management", "enable", 0, 1), "");
}

}  // namespace weir::asic::causes_live_test
