// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Links that damage what they carry, under every scheme that `check` takes with them: every frame is delivered, known
// to be damaged, or on its way, and results do not depend on the quantum. Each test needs a process of its own, as
// ctest gives it.

#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::oracle::link_damage_live_test {

std::string file_of(const std::string& scheme, const std::string& damage, const std::string& more = "") {
  return R"([scenario]
duration = "2ms"
[topology]
kind = "ring"
switches = 3
rate = "10Gbps"
delay = "1us"
wire_overhead = true
[switch.mmu]
buffer = "2MB"
viq_limit = "150KB"
headroom = "60KB"
[flow_control]
scheme = ")" +
         scheme + "\"\n" + more + R"(
[[flow]]
src = "h1"
dst = "h2"
[[flow]]
src = "h3"
dst = "h2"
acknowledged = true
[[flow]]
src = "h2"
dst = "h1"
kind = "constant_rate"
rate = "3Gbps"
frame_length = "300B"
)" + damage;
}

scenario::Scenario scenario_of(const std::string& scheme, const std::string& damage, const std::string& more = "") {
  return scenario::load_text(file_of(scheme, damage, more), "damage.toml", {});
}

network::DamageCounters damage_of(const network::Network& network) {
  network::DamageCounters sum;
  for (const auto& [sender, wire] : network.damaged_links) {
    const network::DamageCounters& one = wire->counters();
    sum.bad_fcs += one.bad_fcs;
    sum.poisoned += one.poisoned;
    sum.marked += one.marked;
    sum.control += one.control;
    sum.sets += one.sets;
    for (std::size_t c = 0; c < kClasses; ++c) {
      sum.lossless[c].packets += one.lossless[c].packets;
    }
  }
  return sum;
}

struct Fate {
  std::vector<std::uint64_t> delivered;
  std::uint64_t damaged = 0;
  std::uint64_t control = 0;
  bool operator==(const Fate&) const = default;
};

Fate fate_of(Live& live) {
  live.run(7);
  live.conservation().audit(live.scenario().duration);
  Fate fate;
  for (const host::FlowMeasurement& flow : live.network().measurements) {
    fate.delivered.push_back(flow.received.packets);
  }
  const network::DamageCounters damage = damage_of(live.network());
  fate.damaged = damage.frames();
  fate.control = damage.control;
  return fate;
}

// Bits of all, and some feedback in any case.
constexpr const char* kBits =
    "[[link_damage]]\ndo = \"bits\"\nbit_error_rate = 2e-6\n"
    "[[link_damage]]\ndo = \"frames\"\ncount = \"control\"\nnumbers = [1, 3, 4]\n";

std::string thresholds_of(const std::string& scheme) {
  const bool pauses = scheme.find("pfc") != std::string::npos || scheme.find("pause") != std::string::npos;
  return pauses ? "[flow_control.pfc]\nxoff = \"100KB\"\nxon = \"97KB\"\n" : "";
}

class LinkDamageLive : public testing::TestWithParam<const char*> {};

TEST_P(LinkDamageLive, PacketsAddUp) {
  Live live(scenario_of(GetParam(), kBits, thresholds_of(GetParam())), 10_us, Dissolving::kMayHappen);
  const Fate fate = fate_of(live);
  EXPECT_GT(fate.damaged, 20U);
  EXPECT_GT(fate.delivered[0] + fate.delivered[1], 100U);
  const std::string scheme = GetParam();
  if (scheme != "none" && scheme != "gfc_conceptual") {
    EXPECT_GT(fate.control, 0U) << "some feedback was hit, too";
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, LinkDamageLive,
                         testing::Values("none", "pfc", "pause", "cbfc", "ue_cbfc", "gfc_conceptual", "gfc_time_based",
                                         "egress_pfc", "egress_pause"));

TEST(LinkDamageLive, ABookThatForgetsDamageIsFound) {
  const LinkBooks sound{.link = "l"};
  const PortBooks sender{.data_sent = 5, .control_sent = 3};
  const PortBooks receiver{.data_received = 6, .control_received = 2};
  EXPECT_TRUE(imbalance_of(sound, sender, receiver, 0)) << "a damaged control frame counts as a packet received";
  LinkBooks damaged = sound;
  damaged.control_damaged = 1;
  EXPECT_FALSE(imbalance_of(damaged, sender, receiver, 0));
  EXPECT_FALSE(settled_imbalance_of(damaged, sender, receiver, 0));
  EXPECT_TRUE(settled_imbalance_of(damaged, sender, receiver, 1));
  damaged.control_damaged = 2;
  EXPECT_TRUE(settled_imbalance_of(damaged, sender, receiver, 0));
}

TEST(LinkDamageLive, APacketOfALosslessClassIsLostOnTheLinkByItsNumber) {
  Live live(scenario_of("pfc",
                        "[[link_damage]]\nbetween = [\"h1\", \"s1\"]\nfrom = \"h1\"\ndo = \"frames\"\ncount = "
                        "\"data\"\nnumbers = [3, 50]\n",
                        thresholds_of("pfc")),
            10_us);
  const Fate fate = fate_of(live);
  EXPECT_EQ(fate.damaged, 2U);
  EXPECT_EQ(damage_of(live.network()).lossless[0].packets, 2U);
  EXPECT_EQ(live.drops().of(live.network().topology.find("s1")).by_flow().at(0).packets, 2U);
  EXPECT_EQ(live.network().measurements[0].received.out_of_order, 2U) << "two gaps";
}

TEST(LinkDamageLive, AHostDropsWhatIsDamaged) {
  Live live(scenario_of("none",
                        "[[link_damage]]\nbetween = [\"h2\", \"s2\"]\nfrom = \"s2\"\ndo = \"frames\"\ncount = "
                        "\"data\"\nfirst = 10\nlast = 29\nas = \"poisoned\"\n"),
            10_us);
  fate_of(live);
  const host::Nic& host = *live.device("h2").nic;
  EXPECT_EQ(host.damaged_frames(), 20U);
  std::uint64_t packets = 0;
  for (const auto& [flow, amount] : host.damaged()) {
    packets += amount.packets;
  }
  EXPECT_EQ(packets, 20U);
  EXPECT_EQ(damage_of(live.network()).poisoned, 20U);
}

TEST(LinkDamageLive, CreditsOfLostPacketsComeHomeUnderUltraEthernet) {
  const std::string credits = "[flow_control.ue_cbfc]\ncc_message_timer = \"20us\"\n";
  Live live(scenario_of("ue_cbfc",
                        "[[link_damage]]\nbetween = [\"h1\", \"s1\"]\nfrom = \"h1\"\ndo = \"bits\"\nbit_error_rate = "
                        "3e-5\n",
                        credits),
            10_us, Dissolving::kMayHappen);
  const Fate fate = fate_of(live);
  EXPECT_GT(fate.damaged, 150U) << "more than the credits of the channel, were they lost for good";
  EXPECT_GT(fate.delivered[0], 300U);
}

// CF_Updates that are lost are made good by the next, which say all that is free.
TEST(LinkDamageLive, LostAndLateSetsDoNoHarm) {
  Live live(scenario_of("ue_cbfc",
                        "[[link_damage]]\ndo = \"sets\"\nnumbers = [1, 2, 3, 5, 8, 13, 21, 34, 55]\n"
                        "[[link_damage]]\ndo = \"delay_sets\"\ndelay = \"3us\"\n"),
            10_us);
  const Fate fate = fate_of(live);
  EXPECT_GT(damage_of(live.network()).sets, 9U);
  EXPECT_EQ(fate.damaged, 0U);
  EXPECT_GT(fate.delivered[0] + fate.delivered[1], 1000U);
}

TEST(LinkDamageLive, StagesOfGfcAreRefused) {
  for (const char* scheme : {"gfc_buffer_based", "gfc_gradient"}) {
    EXPECT_THROW(scenario_of(scheme, kBits), scenario::ScenarioError);
  }
  EXPECT_NO_THROW(
      scenario_of("gfc_buffer_based", "[[link_damage]]\ndo = \"frames\"\ncount = \"data\"\nnumbers = [7]\n"));
}

}  // namespace weir::oracle::link_damage_live_test
