// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which VIQs packets can fill under TTL-shifted PFC, and what `check` makes of it.

#include "tb/bounds/filled_viqs.h"

#include "tb/bounds/dependencies.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::filled_viqs_test {

using scenario::Scenario;

const std::string kByTtl = "[switch.class_mapper]\nsource = \"ttl\"\nttl0 = 6\n[flow_control]\nscheme = \"ttl_pfc\"\n";

// A fat tree of k = 4, every host to every other one.
Scenario fat_tree(const std::string& more) {
  std::string text =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"fat_tree\"\nk = 4\nrate = \"40Gbps\"\n" + more;
  for (int from = 0; from < 16; ++from) {
    for (int to = 0; to < 16; ++to) {
      if (from != to) {
        text += "[[flow]]\nsrc = \"h" + std::to_string(from) + "\"\ndst = \"h" + std::to_string(to) + "\"\n";
      }
    }
  }
  return judged(scenario::load_text(text, "tree.toml", {}));
}

std::size_t of(const Scenario& scenario, const std::string& device) {
  return FilledViqs(scenario).of_switch(scenario.topology.find(device));
}

// Of n ports half go up: 1.5 n, n and n VIQs (docs/results/ttl_headroom.md).
TEST(FilledViqs, OfAFatTree) {
  const Scenario tree = fat_tree(kByTtl);
  EXPECT_EQ(of(tree, "se1"), 6U);
  EXPECT_EQ(of(tree, "sa1"), 4U);
  EXPECT_EQ(of(tree, "sc1"), 4U);
  const FilledViqs filled(tree);
  const std::size_t edge = tree.topology.find("se1");
  EXPECT_EQ(filled.of_class(edge, ClassId(0)), 0U);
  EXPECT_EQ(filled.of_class(edge, ClassId(1)), 2U);
  EXPECT_EQ(filled.of_class(edge, ClassId(2)), 0U);
  EXPECT_EQ(filled.of_class(edge, ClassId(5)), 2U);
}

// A class for two hops renames them.
TEST(FilledViqs, AreAsManyWithAClassForTwoHops) {
  const Scenario tree =
      fat_tree("[switch.class_mapper]\nsource = \"ttl_parity\"\nttl0 = 6\n[flow_control]\nscheme = \"ttl_pfc\"\n");
  EXPECT_EQ(of(tree, "se1"), 6U);
  EXPECT_EQ(of(tree, "sa1"), 4U);
  EXPECT_EQ(of(tree, "sc1"), 4U);
  const FilledViqs filled(tree);
  for (const std::size_t c : {1, 2, 3}) {
    EXPECT_EQ(filled.of_class(tree.topology.find("se1"), ClassId(c)), 2U) << c;
  }
  EXPECT_EQ(filled.of_class(tree.topology.find("sa1"), ClassId(1)), 2U);
  EXPECT_EQ(filled.of_class(tree.topology.find("sa1"), ClassId(2)), 2U);
  EXPECT_EQ(filled.of_class(tree.topology.find("se1"), ClassId(4)), 0U);
}

// Where routes say nothing, all of them but class 0.
TEST(FilledViqs, AreAllWhereRoutesDoNotSay) {
  EXPECT_EQ(of(fat_tree("[flow_control]\nscheme = \"pfc\"\nlossless = [0, 3]\n"), "se1"), 4U * 2);
  const std::string writes =
      "[[event]]\nat = \"1us\"\ndo = \"write_register\"\ndevice = \"se1\"\nregister = \"mmu.viq_limit\"\nvalue = "
      "2000000\n";
  EXPECT_EQ(of(fat_tree(kByTtl + writes), "se1"), 4U * 5);
}

// A pool for 6 of 24 VIQs is enough where packets fill 6 at most.
TEST(FilledViqs, SizeTheHeadroomPool) {
  const auto warnings = [](const std::string& pool) {
    return fat_tree("[switch.mmu]\nviq_limit = \"100KB\"\nheadroom = \"32KB\"\nheadroom_pool = \"" + pool + "\"\n" +
                    kByTtl + "processing_delay = \"768ns\"\n[flow_control.pfc]\nxoff = \"100KB\"\nxon = \"97KB\"\n")
        .warnings;
  };
  // The most of its own that each VIQ asks for: a packet, and eq. 14 in whole cells.
  const Bytes each =
      *fat_tree("[switch.mmu]\nviq_limit = \"100KB\"\nheadroom = \"32KB\"\nheadroom_pool = \"1MB\"\n" + kByTtl +
                "processing_delay = \"768ns\"\n[flow_control.pfc]\nxoff = \"100KB\"\nxon = \"97KB\"\n")
           .required_headroom;
  EXPECT_THAT(warnings(std::to_string(6 * each.count()) + "B"), IsEmpty());
  EXPECT_THAT(
      warnings(std::to_string(6 * each.count() - 1) + "B"),
      Contains(HasSubstr("is less than what the lossless VIQs of se1 may need at once, 6 that packets can fill")));
}

// Three switches send what is for h3 round for ever; a TTL sheds it.
TEST(FilledViqs, ARoutingLoopIsNoCycleWhereTheTtlShedsIt) {
  const auto looping = [](const std::string& more) {
    const auto route = [](const std::string& device, const std::string& via) {
      return "[[switch.route]]\ndevice = \"" + device + "\"\nto = \"h3\"\nvia = [\"" + via + "\"]\n";
    };
    return cbd_warnings(scenario::load_text(
        "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"ring\"\nswitches = 3\n[switch.forwarding]\ntables = "
        "\"listed\"\n" +
            route("s1", "s2") + route("s2", "s3") + route("s3", "s1") + "[[flow]]\nsrc = \"h1\"\ndst = \"h3\"\n" + more,
        "loop.toml", {}));
  };
  EXPECT_THAT(looping(kByTtl), IsEmpty());
  EXPECT_THAT(looping("[flow_control]\nscheme = \"pfc\"\n"), SizeIs(1));
}

}  // namespace weir::bounds::filled_viqs_test
