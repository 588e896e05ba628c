// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/fidelities.h"

#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::fidelities_test {

// The last entry that is about a port and a block decides.
TEST(Fidelities, OfSinglePorts) {
  using cosim::Fidelity;
  const auto entry = [](const std::string& ports, const std::string& keys) {
    return "\n[[fidelity.at]]\nports = [" + ports + "]\n" + keys + "\n";
  };
  const Scenario scenario = load_text(
      std::string(kMinimalScenario) + "\n[fidelity]\nclass_mapper = \"rtl\"\n" + entry("\"s*\"", "all = \"lockstep\"") +
          entry("\"s1.p0\", \"h1\"", "egress_scheduler = \"rtl\"\nclass_mapper = \"reference\"") +
          entry("\"s1.p1\"", "all = \"reference\"\nclass_mapper = \"rtl\""),
      "s.toml");
  EXPECT_EQ(scenario.fidelity, (Fidelities{.class_mapper = Fidelity::rtl}));
  ASSERT_TRUE(scenario.fidelity_at.contains("s1.p0"));
  const Fidelities& here = scenario.fidelity_at.at("s1.p0");
  EXPECT_EQ(here.egress_scheduler, Fidelity::rtl);
  EXPECT_EQ(here.class_mapper, Fidelity::reference);
  EXPECT_EQ(here.ue_cbfc_sender, Fidelity::lockstep);
  EXPECT_EQ(here.rate_limiter, Fidelity::lockstep);
  EXPECT_EQ(scenario.fidelity_at.at("h1.p0"), (Fidelities{.egress_scheduler = Fidelity::rtl}));
  EXPECT_FALSE(scenario.fidelity_at.contains("s1.p1")) << "the same as the run's";
}

// A block of a whole switch, asked for by the name of the switch.
TEST(Fidelities, OfAWholeSwitch) {
  using cosim::Fidelity;
  const Scenario scenario = load_text(std::string(kMinimalScenario) +
                                          "\n[switch.crossbar]\nstrategy = \"input_queued\"\narbiter = \"islip\"\n"
                                          "[[fidelity.at]]\nports = [\"s1\"]\nislip = \"lockstep\"\n",
                                      "s.toml");
  const std::vector<cosim::BlockChoice> blocks = blocks_of(scenario);
  const auto islip = std::ranges::find(blocks, "islip", &cosim::BlockChoice::block);
  ASSERT_NE(islip, blocks.end());
  EXPECT_EQ(islip->fidelity.of("s1"), Fidelity::lockstep);
  EXPECT_EQ(islip->fidelity.of("s2"), Fidelity::reference);
}

}  // namespace weir::scenario::fidelities_test
