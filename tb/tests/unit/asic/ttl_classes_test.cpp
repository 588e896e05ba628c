// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which classes enter a switch when the class is the number of hops: in a tree every other one, which halves the
// headroom (TTL-based buffer management, section 2.1). Each test needs a process of its own, as ctest gives it.

#include "tb/bounds/judged.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::asic::ttl_classes_test {

using Classes = std::map<std::string, std::set<std::size_t>>;  // by switch

// A packet from each host to each other one, on shortest paths; what the switches have admitted.
Classes classes_of(const std::string& topology, int first_host, int hosts) {
  std::string text = "[scenario]\nduration = \"1ms\"\n[topology]\n" + topology + R"(
rate = "40Gbps"
[switch.class_mapper]
source = "ttl"
ttl0 = 8
[switch.mmu]
viq_limit = "100KB"
headroom = "50KB"
[flow_control]
scheme = "ttl_pfc"
[flow_control.pfc]
xoff = "100KB"
xon = "97KB"
)";
  for (int from = first_host; from < first_host + hosts; ++from) {
    for (int to = first_host; to < first_host + hosts; ++to) {
      if (from != to) {
        text += "[[flow]]\nsrc = \"h" + std::to_string(from) + "\"\ndst = \"h" + std::to_string(to) +
                "\"\nsize = \"1500B\"\n";
      }
    }
  }
  const std::unique_ptr<network::Network> network =
      scenario::build(bounds::judged(scenario::load_text(text, "classes.toml", {})));
  run(1_ms);
  Classes classes;
  for (const network::Device& device : network->devices) {
    for (std::size_t port = 0; device.asic && port < device.asic->ports(); ++port) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        if (device.asic->mmu().counters(PortId(port), ClassId(c)).admitted > 0) {
          classes[device.asic->basename()].insert(c);
        }
      }
    }
  }
  return classes;
}

bool consecutive(const std::set<std::size_t>& classes) {
  return std::any_of(classes.begin(), classes.end(), [&](std::size_t c) { return classes.contains(c + 1); });
}

// Up and down a tree a packet is at an edge switch after an odd number of hops, in the core after three.
TEST(TtlClasses, EveryOtherOneEntersASwitchOfAFatTree) {
  const Classes classes = classes_of("kind = \"fat_tree\"\nk = 4", 0, 16);
  EXPECT_EQ(classes.size(), 20U);
  for (const auto& [name, entered] : classes) {
    if (name.starts_with("se")) {
      EXPECT_THAT(entered, ElementsAre(1, 3, 5)) << name;
    } else if (name.starts_with("sa")) {
      EXPECT_THAT(entered, ElementsAre(2, 4)) << name;
    } else {
      EXPECT_THAT(entered, ElementsAre(3)) << name;
    }
  }
}

// With links that have failed paths go down and up again, to class 7: still every other one.
TEST(TtlClasses, EveryOtherOneEntersASwitchOfAFatTreeWithFailedLinks) {
  const std::string failed = R"(failed = [["sc1", "sa5"], ["sc2", "sa1"], ["se1", "sa2"]])";
  std::size_t highest = 0;
  for (const auto& [name, entered] : classes_of("kind = \"fat_tree\"\nk = 4\n" + failed, 0, 16)) {
    EXPECT_FALSE(consecutive(entered)) << name;
    highest = std::max(highest, *entered.rbegin());
  }
  EXPECT_EQ(highest, 7U);
}

// A ring of three is no tree.
TEST(TtlClasses, ConsecutiveOnesEnterASwitchOfARing) {
  for (const auto& [name, entered] : classes_of("kind = \"ring\"\nswitches = 3", 1, 3)) {
    EXPECT_TRUE(consecutive(entered)) << name;
  }
}

// 32 ports x 8 classes x 22 KB = 5632 KB, and half of it, 22.9 % of 12 MB, with the document's rounding. The classes
// that a fat tree brings to a switch are three of the eight at most.
TEST(TtlClasses, HalveTheHeadroomOfTheDocument) {
  const Bytes each = bounds::pfc_headroom(1500_B, 64_B, 40_Gbps, 1'500_ns, pause_time(60, 40_Gbps));
  EXPECT_EQ(each, 21'968_B);
  EXPECT_EQ(32 * 8 * each, 5'623'808_B);
  EXPECT_EQ(32 * 4 * each, 2'811'904_B);
  EXPECT_NEAR(2816.0 / (12 * 1024), 0.229, 0.0005);
}

}  // namespace weir::asic::ttl_classes_test
