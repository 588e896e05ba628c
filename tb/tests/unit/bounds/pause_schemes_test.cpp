// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the loader and the bounds make of PAUSE and of TTL-shifted PFC: classes, bounds, warnings.

#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::pause_schemes_test {

using scenario::load_minimal;
using scenario::Scenario;

Scenario load(std::vector<std::string> sets, std::vector<std::string> more) {
  sets.insert(sets.end(), {"flow_control.pfc.xoff=750KB", "flow_control.pfc.xon=747KB", "switch.mmu.viq_limit=750KB",
                           "switch.mmu.headroom=50KB"});
  sets.insert(sets.end(), more.begin(), more.end());
  return judged_minimal(std::move(sets));
}

Scenario pause(std::vector<std::string> more = {}) { return load({"flow_control.scheme=pause"}, std::move(more)); }

Scenario ttl_pfc(std::vector<std::string> more = {}) {
  return load({"flow_control.scheme=ttl_pfc", "switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4"},
              std::move(more));
}

// Three packets at 10 Gbps and 1 us, as for PFC.
TEST(PauseSchemes, NeedTheHeadroomOfPfc) {
  EXPECT_THAT(pause().required_headroom, Optional(4'500_B));
  EXPECT_THAT(ttl_pfc().required_headroom, Optional(4'500_B));
  EXPECT_THAT(pause({"switch.mmu.headroom=4499B"}).warnings, ElementsAre(HasSubstr("eq. 14")));
  EXPECT_THAT(pause({"switch.mmu.headroom=4500B"}).warnings, IsEmpty());
  EXPECT_THAT(ttl_pfc({"switch.mmu.headroom=4499B"}).warnings, ElementsAre(HasSubstr("eq. 14")));
  EXPECT_THAT(ttl_pfc({"switch.mmu.headroom=4500B"}).warnings, IsEmpty());
}

TEST(PauseSchemes, XonIsADepthOrAnOffset) {
  const auto xon = [](const std::vector<std::string>& sets) { return load_minimal(sets).device.flow_control.pfc.xon; };
  EXPECT_EQ(xon({"flow_control.pfc.xoff=100KB", "flow_control.pfc.xon=96KB", "flow_control.scheme=pfc"}), 96_KB);
  EXPECT_EQ(xon({"flow_control.pfc.xoff=100KB", "flow_control.pfc.xon_offset=3KB"}), 97_KB);
  EXPECT_EQ(xon({"flow_control.pfc.xoff=100KB", "flow_control.pfc.xon_offset=100KB", "flow_control.scheme=pfc"}), 0_B);
  EXPECT_EQ(xon({"flow_control.pfc.xon_offset=1KB"}), 799_KB) << "below the default of XOFF";
}

// 3 ports x 800 KB are 2.4 MB: one XOFF for all classes of a port, and one a class, of which one port gets one.
TEST(PauseSchemes, ClassesOfAPortShareTheBufferUnderPause) {
  const std::vector<std::string> small{"switch.mmu.buffer=2500KB"};
  EXPECT_THAT(pause({"switch.mmu.buffer=3MB", "flow_control.lossless=[0, 1, 2]"}).warnings, IsEmpty());
  EXPECT_THAT(ttl_pfc(small).warnings,
              ElementsAre("the VIQs of class 1 of s1, 1 ports x (switch.mmu.viq_limit + headroom) = 800KB, in cells "
                          "886.912KB, exceed its partition of 833.333KB: packets may be lost"));
}

TEST(PauseSchemes, TtlPfcProtectsTheClassOfEveryHop) {
  EXPECT_EQ(ttl_pfc().device.flow_control.lossless, 0x0f);
  EXPECT_EQ(ttl_pfc({"switch.class_mapper.ttl0=8"}).device.flow_control.lossless, 0xff);
  EXPECT_EQ(ttl_pfc({"flow_control.lossless=[0, 1, 2, 3, 7]"}).device.flow_control.lossless, 0x8f);
}

// A class for two hops, in a network that is fit for it.
TEST(PauseSchemes, TtlPfcProtectsAClassForTwoHops) {
  const auto lossless = [](int ttl0) {
    return judged(scenario::load_text("[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"fat_tree\"\nk = 4\n"
                                      "[switch.class_mapper]\nsource = \"ttl_parity\"\nttl0 = " +
                                          std::to_string(ttl0) +
                                          "\n[flow_control]\nscheme = \"ttl_pfc\"\n[[flow]]\nsrc = \"h0\"\ndst = "
                                          "\"h15\"\n",
                                      "tree.toml", {}))
        .device.flow_control.lossless;
  };
  EXPECT_EQ(lossless(6), 0x0f) << "classes 1 to 3 at five switches";
  EXPECT_EQ(lossless(8), 0x1f) << "classes 1 to 4 at seven";
  EXPECT_EQ(lossless(15), 0xff);
}

// TTL-based buffer management, section 1.3. Of 48 KB three classes have 16 KB each, 76 cells: 25 cells of each of 3
// ports. Class 0 has none.
TEST(PauseSchemes, APartitionTakesAFrameOfEachPort) {
  const auto with = [](const std::string& frame) {
    ttl_pfc({"switch.mmu.buffer=48KB", "switch.mmu.viq_limit=6KB", "switch.mmu.headroom=1KB",
             "flow_control.pfc.xoff=6KB", "flow_control.pfc.xon=1KB", "switch.max_frame=" + frame});
  };
  EXPECT_NO_THROW(with("5200B"));
  EXPECT_THAT([&] { with("5201B"); },
              testing::ThrowsMessage<scenario::ScenarioError>(HasSubstr(
                  "the partition of class 1 is 15.808KB in whole cells, wanted at least a frame of each port, "
                  "16.224KB")));
}

TEST(PauseSchemes, TtlPfcHasAPartitionForEveryHop) {
  const auto sizes = [](std::vector<std::string> more) { return ttl_pfc(std::move(more)).device.mmu.partition_size; };
  const std::string buffer = "switch.mmu.buffer=16MB";
  EXPECT_THAT(sizes({"switch.mmu.buffer=12MB"}), ElementsAre(0_B, 4_MB, 4_MB, 4_MB, 0_B, 0_B, 0_B, 0_B));
  EXPECT_THAT(sizes({buffer, "switch.mmu.partitions=8"}), ElementsAre(2_MB, 2_MB, 2_MB, 2_MB, 2_MB, 2_MB, 2_MB, 2_MB));
  EXPECT_THAT(sizes({buffer, "switch.mmu.partition_weights=[1, 2, 2, 3]"}),
              ElementsAre(2_MB, 4_MB, 4_MB, 6_MB, 0_B, 0_B, 0_B, 0_B));
  EXPECT_THAT(sizes({buffer, "switch.mmu.partition_weights=[0, 1, 1, 2]"}),
              ElementsAre(0_B, 4_MB, 4_MB, 8_MB, 0_B, 0_B, 0_B, 0_B));
  EXPECT_THAT(
      [&] {
        sizes({buffer, "switch.mmu.partition_weights=[1, 0, 1, 2]"});
      },
      testing::ThrowsMessage<scenario::ScenarioError>(HasSubstr("class 1 is lossless and would have no partition")));
  EXPECT_THAT(
      [&] {
        sizes({buffer, "switch.mmu.partition_weights=[0, 0]"});
      },
      testing::ThrowsMessage<scenario::ScenarioError>(HasSubstr("wanted one that is not 0")));
}

// In class 0 of a switch nothing legal is, and flows, which start there, have no place in it.
TEST(PauseSchemes, FlowsNeedAPartitionWhereTheirFirstSwitchHasThem) {
  const auto with = [](const std::string& weights) {
    load_minimal({"switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4", "flow_control.scheme=pause",
                  "flow_control.lossless=[]", "switch.mmu.partition_weights=" + weights});
  };
  EXPECT_NO_THROW(with("[0, 1, 1, 1]"));
  EXPECT_THAT([&] { with("[1, 0, 1, 1]"); },
              testing::ThrowsMessage<scenario::ScenarioError>(HasSubstr("class 1 has no partition and would lose")));
}

TEST(PauseSchemes, PartitionsAreForOtherSchemesToo) {
  const auto mmu = [](std::vector<std::string> sets) { return load_minimal(std::move(sets)).device.mmu; };
  EXPECT_FALSE(mmu({}).partitioned());
  EXPECT_THAT(mmu({"switch.mmu.buffer=16MB", "switch.mmu.partitions=2"}).partition_size,
              ElementsAre(8_MB, 8_MB, 0_B, 0_B, 0_B, 0_B, 0_B, 0_B));
}

}  // namespace weir::bounds::pause_schemes_test
