// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/number_form.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::study::number_form_test {

const double kNever = std::nan("");

std::string text(const std::vector<double>& numbers, std::string_view form) {
  return text_of(numbers, parse_form(form));
}

TEST(NumberForm, UnitsDigitsAndThousands) {
  EXPECT_EQ(text({5.274e9}, "Gbps.2"), "5.27");
  EXPECT_EQ(text({1.5e-6}, "us.1"), "1.5");
  EXPECT_EQ(text({0.125}, "%.1"), "12.5");
  EXPECT_EQ(text({1234567.5}, ",.1"), "1,234,567.5");
  EXPECT_EQ(text({-1234.0}, ",.0"), "-1,234");
  EXPECT_EQ(text({-123.0}, ",.0"), "-123");
  EXPECT_EQ(text({9.9e9}, ",Mbps.0"), "9,900");
  EXPECT_EQ(text({0.25}, ""), "0.25");
  EXPECT_EQ(text({1e5}, "KB"), "100");
}

TEST(NumberForm, OfSeveralRuns) {
  EXPECT_EQ(text({1, 3}, ".1"), "2.0");
  EXPECT_EQ(text({1, 3}, ".0 min"), "1");
  EXPECT_EQ(text({1, 3}, ".0 max"), "3");
  EXPECT_EQ(text({1, 3}, ".2 +-"), "2.00 +- 12.71");
}

TEST(NumberForm, IntervalLeavesAsManyDigitsAsItSays) {
  EXPECT_EQ(text({1, 3}, "+-"), "2 +- 13");
  EXPECT_EQ(text({1, 1.2}, "+-"), "1.1 +- 1.3");
  EXPECT_EQ(text({0, 0}, "+-"), "0");
  EXPECT_EQ(text({5, 5}, "+-"), "5.0 +- 0.0");
  EXPECT_EQ(text({2000e6, 2100e6}, "Mbps +-"), "2,050 +- 635");
  EXPECT_EQ(text({2000e6}, "Mbps +-"), "2,000.0");
  EXPECT_EQ(text({2000e6}, "Mbps.2 +-"), "2000.00");
  EXPECT_EQ(text({0}, "+-"), "0");
}

TEST(NumberForm, RunsWithoutANumber) {
  EXPECT_EQ(text({kNever, kNever}, ".1"), "never");
  EXPECT_EQ(text({kNever, 3}, ".1"), "3.0");
  EXPECT_EQ(text({kNever, 3, 3}, "+-"), "3.0 +- 0.0, never with 1 seeds");
}

TEST(NumberForm, RefusesOtherWords) {
  for (const char* wrong : {"Gbs", ".", ".x", ".13", ".1 +", ".1 mean", "2Gbps", "Gbps.2.1"}) {
    EXPECT_THROW(parse_form(wrong), std::invalid_argument) << wrong;
  }
}

}  // namespace weir::study::number_form_test
