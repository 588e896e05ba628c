// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/itsy_bounds.h"

#include <string>

#include <gmock/gmock.h>

#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::bounds {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A ring in which each host sends to the one two switches on: a loop of as many VIQs as it has switches.
std::vector<std::string> warnings(int switches, const std::string& itsy, const std::string& unit = "itsy") {
  std::string text =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"ring\"\nswitches = " + std::to_string(switches) +
      "\n[switch.crossbar]\nstrategy = \"output_queued\"\n[flow_control]\nscheme = \"pfc\"\n"
      "[flow_control.pfc]\nrefresh_fraction = 0.33\n[deadlock]\nunit = \"" +
      unit + "\"\n[deadlock.itsy]\n" + itsy;
  const auto at = [&](int n) { return std::to_string(n % switches + 1); };
  for (int n = 0; n < switches; ++n)
    text += "[[flow]]\nsrc = \"h" + at(n) + "\"\ndst = \"h" + at(n + 2) + "\"\nroute = [\"h" + at(n) + "\", \"s" +
            at(n) + "\", \"s" + at(n + 1) + "\", \"s" + at(n + 2) + "\", \"h" + at(n + 2) + "\"]\n";
  return itsy_loop_warnings(scenario::load_text(text, "ring.toml", {}));
}

const std::string kWide = "wide_entries = true\nttl = 20\nresolution = \"port_level\"\n";

TEST(ItsyLoopWarnings, OfALoopThatIsLongerThanAList) {
  EXPECT_THAT(warnings(13, kWide), IsEmpty());
  EXPECT_THAT(warnings(14, kWide),
              ElementsAre(AllOf(HasSubstr("a loop of 14 buffers, and a message of itsy names 13 ports"),
                                HasSubstr("declared at most, and not resolved: s1, s2, "))));
  EXPECT_THAT(warnings(14, "wide_entries = true\nttl = 20\n"), IsEmpty()) << "nothing is to be resolved";
  EXPECT_THAT(warnings(14, "resolution = \"port_level\"\n"), IsEmpty()) << "16 of them fit";
  EXPECT_THAT(warnings(17, "protocol = \"published\"\nresolution = \"port_level\"\n"),
              ElementsAre(HasSubstr("names 16 ports of a loop: a deadlock of all of them is not declared")));
}

TEST(ItsyLoopWarnings, OfALoopThatIsLongerThanACheckLives) {
  EXPECT_THAT(warnings(16, ""), IsEmpty());
  EXPECT_THAT(warnings(17, ""), ElementsAre(HasSubstr("a check of itsy lives 16 hops")));
  EXPECT_THAT(warnings(17, "rounds = 40\n"), IsEmpty()) << "rounds find it";
  EXPECT_THAT(warnings(17, "", "none"), IsEmpty());
}

}  // namespace
}  // namespace weir::bounds
