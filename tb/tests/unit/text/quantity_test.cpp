// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/quantity.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::text::quantity_test {

std::string refusal(Dimension dimension, std::string_view text) {
  return error_of<QuantityError>([&] { parse_quantity(dimension, text); });
}

TEST(Quantity, ReadsEveryUnit) {
  EXPECT_EQ(parse_time("1200ps"), Time(1'200));
  EXPECT_EQ(parse_time("1.5us"), Time(1'500'000));
  EXPECT_EQ(parse_time("90 us"), Time(90'000'000));
  EXPECT_EQ(parse_time("3ns"), Time(3'000));
  EXPECT_EQ(parse_time("2ms"), Time(2'000'000'000));
  EXPECT_EQ(parse_time("1s"), Time(1'000'000'000'000));
  EXPECT_EQ(parse_rate("10Gbps"), BitRate(10'000'000'000));
  EXPECT_EQ(parse_rate("8Kbps"), BitRate(8'000));
  EXPECT_EQ(parse_rate("7bps"), BitRate(7));
  EXPECT_EQ(parse_rate("2.5Mbps"), BitRate(2'500'000));
  EXPECT_EQ(parse_rate("1.6Tbps"), BitRate(1'600'000'000'000));
  EXPECT_EQ(parse_bytes("750KB"), Bytes(750'000));
  EXPECT_EQ(parse_bytes("208B"), Bytes(208));
  EXPECT_EQ(parse_bytes("1MB"), Bytes(1'000'000));
  EXPECT_EQ(parse_bytes("1GB"), Bytes(1'000'000'000));
  EXPECT_EQ(parse_bytes("1KiB"), Bytes(1'024));
  EXPECT_EQ(parse_bytes("1MiB"), Bytes(1'048'576));
  EXPECT_EQ(parse_bytes("0.5GiB"), Bytes(536'870'912));
}

// Each of these is off by one or more when it passes through a double.
TEST(Quantity, IsExactWhereBinaryFloatingPointIsNot) {
  EXPECT_EQ(parse_time("0.3ns"), Time(300));
  EXPECT_EQ(parse_time("1.001ns"), Time(1'001));
  EXPECT_EQ(parse_time("8388.607999us"), Time(8'388'607'999));
  EXPECT_EQ(parse_time("9007199.254740993s"), Time(9'007'199'254'740'993'000));
  EXPECT_EQ(parse_bytes("9007199254740993B"), Bytes(9'007'199'254'740'993));
  EXPECT_EQ(parse_time("9223372.036854775807s"), Time::max());
}

TEST(Quantity, IgnoresTrailingZerosOfAFraction) {
  EXPECT_EQ(parse_time("1.50000000000000000000000000us"), Time(1'500'000));
  EXPECT_EQ(parse_time("2.000ps"), Time(2));
}

TEST(Quantity, RefusesWhatIsNoWholeNumberOfTheBaseUnit) {
  EXPECT_THAT(refusal(Dimension::kTime, "0.5ps"),
              testing::EndsWith("got \"0.5ps\", which is not a whole number of ps"));
  EXPECT_THAT(refusal(Dimension::kBytes, "1.0005KB"), testing::HasSubstr("not a whole number of B"));
  EXPECT_THAT(refusal(Dimension::kTime, "1.0000000001ns"), testing::HasSubstr("not a whole number of ps"));
}

TEST(Quantity, RefusesWhatDoesNotFit) {
  EXPECT_THAT(refusal(Dimension::kTime, "9223372.036854775808s"), testing::HasSubstr("too large"));
  EXPECT_THAT(refusal(Dimension::kBytes, "99999999999999999999999B"), testing::HasSubstr("too large"));
  EXPECT_THAT(refusal(Dimension::kBytes, "99999999999999GB"), testing::HasSubstr("too large"));
  EXPECT_THAT(refusal(Dimension::kBytes, "99999999999999999999999B"), testing::HasSubstr("too large"));
  EXPECT_THAT(refusal(Dimension::kBytes, "9999999999999999999999999999B"), testing::HasSubstr("more digits than"));
  EXPECT_THAT(refusal(Dimension::kTime, "0.0000000000000000000000000001s"), testing::HasSubstr("more digits than"));
}

TEST(Quantity, SaysWhatWasWantedWithAnExample) {
  EXPECT_EQ(refusal(Dimension::kTime, "90"),
            "wanted a time such as \"1.5us\" (units ps, ns, us, ms, s); got \"90\", which has no unit");
  EXPECT_EQ(refusal(Dimension::kRate, "10"),
            "wanted a rate such as \"10Gbps\" (units bps, Kbps, Mbps, Gbps, Tbps); got \"10\", which has no unit");
  EXPECT_EQ(
      refusal(Dimension::kBytes, "750"),
      "wanted a length in bytes such as \"750KB\" (units B, KB, MB, GB, KiB, MiB, GiB); got \"750\", which has no "
      "unit");
}

TEST(Quantity, NamesTheWrongDimension) {
  EXPECT_THAT(refusal(Dimension::kTime, "750KB"), testing::EndsWith("which is a length in bytes"));
  EXPECT_THAT(refusal(Dimension::kBytes, "10Gbps"), testing::EndsWith("which is a rate"));
  EXPECT_THAT(refusal(Dimension::kRate, "1us"), testing::EndsWith("which is a time"));
}

TEST(Quantity, RefusesWhatIsNoQuantity) {
  EXPECT_THAT(refusal(Dimension::kTime, "-1us"), testing::HasSubstr("negative"));
  EXPECT_THAT(refusal(Dimension::kTime, ""), testing::HasSubstr("does not begin with a number"));
  EXPECT_THAT(refusal(Dimension::kTime, ".5us"), testing::HasSubstr("does not begin with a number"));
  EXPECT_THAT(refusal(Dimension::kTime, " 1us"), testing::HasSubstr("does not begin with a number"));
  EXPECT_THAT(refusal(Dimension::kTime, "5.us"), testing::HasSubstr("unknown unit \".us\""));
  EXPECT_THAT(refusal(Dimension::kTime, "1us "), testing::HasSubstr("unknown unit \"us \""));
  EXPECT_THAT(refusal(Dimension::kTime, "1e3us"), testing::HasSubstr("unknown unit \"e3us\""));
  EXPECT_THAT(refusal(Dimension::kRate, "10gbps"), testing::HasSubstr("unknown unit \"gbps\""));
  EXPECT_THAT(refusal(Dimension::kTime, "1\tus"), testing::HasSubstr("\"1\\x09us\""));
}

TEST(Quantity, NamesTheUnitThatIsMeant) {
  const auto nearest = [](Dimension dimension, std::string_view text) {
    const std::string said = refusal(dimension, text);
    const std::size_t at = said.find("; the nearest is ");
    return at == std::string::npos ? "" : said.substr(at + 17);
  };
  EXPECT_EQ(nearest(Dimension::kRate, "10gbps"), "\"Gbps\"");
  EXPECT_EQ(nearest(Dimension::kRate, "10Gb"), "\"Gbps\"");
  EXPECT_EQ(nearest(Dimension::kRate, "10Gb/s"), "\"Gbps\"");
  EXPECT_EQ(nearest(Dimension::kRate, "10 Mbit/s"), "\"Mbps\"");
  EXPECT_EQ(nearest(Dimension::kBytes, "10kB"), "\"KB\"");
  EXPECT_EQ(nearest(Dimension::kBytes, "10M"), "\"MB\"");
  EXPECT_EQ(nearest(Dimension::kTime, "10sec"), "\"s\"");
  EXPECT_EQ(nearest(Dimension::kTime, "10usec"), "\"us\"");
  EXPECT_EQ(nearest(Dimension::kTime, "10min"), "");
}

TEST(Quantity, WritesTheShortestExactText) {
  EXPECT_EQ(to_text(Time(85'600'000)), "85.6us");
  EXPECT_EQ(to_text(Time(1'200)), "1.2ns");
  EXPECT_EQ(to_text(Time(1'234'567)), "1234.567ns");
  EXPECT_EQ(to_text(Time(0)), "0ps");
  EXPECT_EQ(to_text(Bytes(21'968)), "21.968KB");
  EXPECT_EQ(to_text(Bytes(1'500)), "1.5KB");
  EXPECT_EQ(to_text(Bytes(64)), "64B");
  EXPECT_EQ(to_text(Bytes(-25'000)), "-25KB");
  EXPECT_EQ(to_text(BitRate(10'000'000'000)), "10Gbps");
  EXPECT_EQ(to_text(Time::max()), "9223372036854775.807ns");
  EXPECT_EQ(to_text(Bytes(std::numeric_limits<std::int64_t>::min())), "-9223372036854775.808KB");
}

TEST(Quantity, ReadsBackWhatItWrites) {
  for (const std::int64_t count : {0LL, 1LL, 999LL, 1'000LL, 1'001LL, 999'999LL, 65'535LL, 123'456'789'012LL}) {
    EXPECT_EQ(parse_time(to_text(Time(count))), Time(count));
    EXPECT_EQ(parse_rate(to_text(BitRate(count))), BitRate(count));
    EXPECT_EQ(parse_bytes(to_text(Bytes(count))), Bytes(count));
  }
}

}  // namespace weir::text::quantity_test
