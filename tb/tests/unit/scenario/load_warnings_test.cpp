// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::load_warnings_test {

TEST(LoadWarnings, OfOpenRulesThatGiveUpOrHoldBack) {
  const auto warnings = [](std::vector<std::string> sets) { return load_minimal(std::move(sets)).warnings; };
  const std::string at_once = "link.llr.zero_timeout=at_once";
  EXPECT_THAT(warnings({"link.llr.wanted=true", at_once}),
              testing::Contains(testing::HasSubstr("as soon as it is sent")));
  EXPECT_THAT(warnings({"link.llr.wanted=true", at_once, "link.llr.data_age_timeout=50us"}), testing::IsEmpty());
  EXPECT_THAT(warnings({at_once}), testing::IsEmpty());
}

TEST(LoadWarnings, OfRegistersThatSoftwareWritesAgainstTheRules) {
  const auto warnings = [](const std::string& element, const std::string& value, std::vector<std::string> sets) {
    const std::string event = "[[event]]\nname = \"e\"\nat = \"1us\"\ndo = \"write_register\"\ndevice = \"s1\"\n";
    const std::string what = "register = \"" + element + "\"\nvalue = " + value + "\n";
    return load_text(std::string(kMinimalScenario) + event + what, "s.toml", {std::move(sets), {}, {}}).warnings;
  };
  const std::string sender = "flow_control.sender_enable[0][0]";
  const std::vector<std::string> sai = {"flow_control.scheme=ue_cbfc", "flow_control.ue_cbfc.vc_init_order=sai",
                                        "flow_control.ue_cbfc.limits=[40, 50, 50, 50, 50, 50, 50, 50]"};
  EXPECT_THAT(
      warnings(sender, "0", sai),
      testing::ElementsAre("event e: flow_control.ue_cbfc.vc_init_order = \"sai\": sender_enable = 0 clears the "
                           "counts while up to 40 credits of a channel are in use, whose frames then come "
                           "beside as many new ones, and the VIQ overflows; \"drained\" refuses the write"));
  EXPECT_THAT(warnings(sender, "1", sai), testing::IsEmpty());
  EXPECT_THAT(warnings("flow_control.sender_enable[0][1]", "0", sai), testing::IsEmpty()) << "best effort";
  EXPECT_THAT(warnings("flow_control.sender_enable[99][0]", "0", sai), testing::IsEmpty()) << "refused later";
  EXPECT_THAT(warnings(sender, "0", {"flow_control.scheme=ue_cbfc"}), testing::IsEmpty()) << "drained";
  const std::vector<std::string> aged = {"link.llr.wanted=true", "link.llr.zero_timeout=at_once",
                                         "link.llr.data_age_timeout=50us"};
  EXPECT_THAT(warnings("llr.data_age_timeout[0]", "0", aged),
              testing::Contains(testing::HasSubstr("as soon as it is sent")));
  EXPECT_THAT(warnings("llr.data_age_timeout[0]", "60000", aged), testing::IsEmpty());
}

TEST(LoadWarnings, OfMoreCreditsThanUpdatesTellApart) {
  const auto warnings = [](const std::string& limit, std::vector<std::string> sets) {
    sets.insert(sets.end(), {"flow_control.scheme=ue_cbfc",
                             "flow_control.ue_cbfc.limits=[" + limit + ", 50, 50, 50, 50, 50, 50, 50]"});
    return load_minimal(std::move(sets)).warnings;
  };
  EXPECT_THAT(warnings("16384", {"flow_control.ue_cbfc.cf_delta=signed"}),
              testing::ElementsAre(testing::HasSubstr(
                  "offers 16384 credits, and CF_Updates of 15 bits tell apart 16383: where more are freed")));
  EXPECT_THAT(warnings("16384", {"flow_control.ue_cbfc.profile=sai"}), testing::SizeIs(1));
  EXPECT_THAT(warnings("16383", {"flow_control.ue_cbfc.profile=sai"}), testing::IsEmpty());
  EXPECT_THAT(warnings("32767", {"flow_control.ue_cbfc.cf_delta=full"}), testing::IsEmpty());
}

TEST(LoadWarnings, OfAHostThatStopsAClassWhichIsNotLossless) {
  const auto warnings = [](const std::string& number, std::vector<std::string> sets) {
    const std::string event =
        "[[event]]\nname = \"e\"\nat = \"1us\"\ndo = \"stop_host\"\nhost = \"h3\"\nclass = " + number + "\n";
    return load_text(std::string(kMinimalScenario) + event, "s.toml", {std::move(sets), {}, {}}).warnings;
  };
  EXPECT_THAT(warnings("0", {"flow_control.scheme=pfc"}), testing::IsEmpty());
  EXPECT_THAT(warnings("1", {"flow_control.scheme=pfc"}),
              testing::ElementsAre("event e: class 1 is not lossless (flow_control.lossless): nobody is told to pause, "
                                   "and packets of the class keep arriving at h3"));
  EXPECT_THAT(warnings("1", {"flow_control.scheme=pfc", "flow_control.lossless=[0, 1]"}), testing::IsEmpty());
  EXPECT_THAT(warnings("0", {"flow_control.scheme=none"}), testing::SizeIs(1));
}

}  // namespace weir::scenario::load_warnings_test
