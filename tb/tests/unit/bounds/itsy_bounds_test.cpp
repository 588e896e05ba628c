// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/itsy_bounds.h"

#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::bounds::itsy_bounds_test {

// A ring in which each host sends to the one two switches on: a loop of as many VIQs as it has switches.
scenario::Scenario ring(int switches, const std::string& itsy, const std::string& unit = "itsy") {
  std::string text =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"ring\"\nswitches = " + std::to_string(switches) +
      "\n[switch.crossbar]\nstrategy = \"output_queued\"\n[flow_control]\nscheme = \"pfc\"\n"
      "[flow_control.pfc]\nrefresh_fraction = 0.33\n[deadlock]\nunit = \"" +
      unit + "\"\n[deadlock.itsy]\n" + itsy;
  const auto at = [&](int n) { return std::to_string(n % switches + 1); };
  for (int n = 0; n < switches; ++n)
    text += "[[flow]]\nsrc = \"h" + at(n) + "\"\ndst = \"h" + at(n + 2) + "\"\nroute = [\"h" + at(n) + "\", \"s" +
            at(n) + "\", \"s" + at(n + 1) + "\", \"s" + at(n + 2) + "\", \"h" + at(n + 2) + "\"]\n";
  return scenario::load_text(text, "ring.toml", {});
}

std::vector<std::string> warnings(int switches, const std::string& itsy, const std::string& unit = "itsy") {
  return itsy_loop_warnings(ring(switches, itsy, unit));
}

// Four switches, each joined to each; flows over these ways of three of them, and the settings of ITSY.
scenario::Scenario mesh(const std::vector<std::string>& ways, const std::string& itsy) {
  std::string text =
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"custom\"\n[switch.crossbar]\nstrategy = \"output_queued\"\n"
      "[flow_control]\nscheme = \"pfc\"\n[flow_control.pfc]\nrefresh_fraction = 0.33\n[deadlock]\nunit = \"itsy\"\n"
      "[deadlock.itsy]\n" +
      itsy;
  const std::string cable = "[[topology.link]]\nbetween = [\"";
  for (const std::string n : {"1", "2", "3", "4"}) {
    text += "[[topology.device]]\nname = \"s" + n + "\"\nkind = \"switch\"\n[[topology.device]]\nname = \"h" + n +
            "\"\nkind = \"host\"\n";
    for (const std::string m : {"1", "2", "3", "4"})
      text += n < m ? cable + "s" + n + "\", \"s" + m + "\"]\n" : "";
    text += cable + "h" + n + "\", \"s" + n + "\"]\n";
  }
  for (const std::string& way : ways) {
    const std::string from = way.substr(0, 1);
    const std::string to = way.substr(2, 1);
    text += "[[flow]]\nsrc = \"h" + from + "\"\ndst = \"h" + to + "\"\nroute = [\"h" + from + "\", \"s" + from +
            "\", \"s" + way.substr(1, 1) + "\", \"s" + to + "\", \"h" + to + "\"]\n";
  }
  return scenario::load_text(text, "mesh.toml", {});
}

// s1 to s2, which goes on to s3 and s4, which both go back to s1: one VIQ, at s2, stands behind two egresses. With 314,
// 341 that of s3, too.
const std::vector<std::string> kOneBranch{"123", "124", "231", "312", "241", "412"};
const std::vector<std::string> kTwoBranches{"123", "124", "231", "234", "312", "341", "241", "412"};

const std::string kWide = "wide_entries = true\nttl = 20\nresolution = \"port_level\"\n";

TEST(ItsyLoopWarnings, OfALoopThatIsLongerThanAList) {
  EXPECT_THAT(warnings(13, kWide), IsEmpty());
  EXPECT_THAT(warnings(14, kWide),
              ElementsAre(AllOf(HasSubstr("a loop of 14 buffers, and a message of itsy names 13 ports"),
                                HasSubstr("at most declared, but not resolved: s1, s2, "))));
  EXPECT_THAT(warnings(14, "wide_entries = true\nttl = 20\n"), IsEmpty()) << "nothing is to be resolved";
  EXPECT_THAT(warnings(14, "resolution = \"port_level\"\n"), IsEmpty()) << "16 of them fit";
  EXPECT_THAT(warnings(17, "protocol = \"published\"\nresolution = \"port_level\"\n"),
              ElementsAre(HasSubstr("names 16 ports of a loop: a deadlock of the whole loop is not declared")));
}

TEST(ItsyLoopWarnings, OfALoopThatIsLongerThanACheckLives) {
  EXPECT_THAT(warnings(16, ""), IsEmpty());
  EXPECT_THAT(warnings(17, ""), ElementsAre(HasSubstr("a check of itsy lives 16 hops")));
  EXPECT_THAT(warnings(17, "rounds = 40\n"), IsEmpty()) << "rounds find it";
  EXPECT_THAT(warnings(17, "", "none"), IsEmpty());
}

TEST(ItsyRoundNotes, WhereTwoVirtualIngressQueuesOfALoopBranch) {
  EXPECT_THAT(itsy_round_notes(ring(5, "")), IsEmpty()) << "a circle";
  EXPECT_THAT(itsy_round_notes(mesh(kOneBranch, "")), IsEmpty()) << "a check adds up what stands behind one VIQ";
  EXPECT_THAT(itsy_round_notes(mesh(kTwoBranches, "")),
              ElementsAre(AllOf(HasSubstr("class several"), HasSubstr("rounds = \"auto\" finds it: s2.p"),
                                HasSubstr(", s3.p"))));
  EXPECT_THAT(itsy_round_notes(mesh(kOneBranch, "sums = false\n")), ElementsAre(HasSubstr("class sums")));
}

TEST(ItsyRoundNotes, NoneWithRoundsButOfAnAttack) {
  EXPECT_THAT(itsy_round_notes(mesh(kTwoBranches, "rounds = \"auto\"\n")), IsEmpty());
  EXPECT_THAT(itsy_round_notes(mesh(kTwoBranches, "rounds = 12\n")), IsEmpty());
  const char* const errors = "rounds = 12\n[[link_damage]]\ndo = \"bits\"\nbit_error_rate = 1e-6\n";
  EXPECT_THAT(
      itsy_round_notes(mesh(kTwoBranches, errors)),
      ElementsAre(AllOf(HasSubstr("on each hop for 1 repair by link-level retry"),
                        HasSubstr("(0.000142 of frames of 1.5KB)"), HasSubstr("may let a round declare what moves"))));
  const std::string endless = std::string(errors) + "[link.llr]\nreplay_count_max = 255\n";
  EXPECT_THAT(itsy_round_notes(mesh(kTwoBranches, endless)), ElementsAre(HasSubstr("for 4 repairs in a row")));
  EXPECT_THAT(itsy_round_notes(mesh(kTwoBranches, "protocol = \"published\"\n")), IsEmpty());
  EXPECT_THAT(itsy_round_notes(mesh(kTwoBranches, "rounds = 2\nround_attack = true\n")),
              ElementsAre(HasSubstr("may end before all messages have been heard")));
}

}  // namespace weir::bounds::itsy_bounds_test
