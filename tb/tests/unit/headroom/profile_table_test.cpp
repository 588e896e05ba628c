// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/profile_table.h"

#include "tb/headroom/profile_verdict.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::headroom::profile_table_test {

const char* const kTable =
    "# PG lossless profiles.\n"
    "# speed cable size    xon  xoff    threshold xon_offset\n"
    "\n"
    "  10000   5m    18432  0 18432  -3  2288\r\n"
    "400000 300m 1024 512 839216 0";

std::string refused(const std::string& text) {
  try {
    read_profiles(text, "p.ini");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "";
}

TEST(ProfileTable, ReadsRows) {
  const std::vector<Profile> rows = read_profiles(kTable, "p.ini");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].rate, 10_Gbps);
  EXPECT_EQ(rows[0].cable, 5);
  EXPECT_EQ(rows[0].size, 18'432_B);
  EXPECT_EQ(rows[0].xon, 0_B);
  EXPECT_EQ(rows[0].threshold, -3);
  EXPECT_EQ(rows[0].xon_offset, 2288_B);
  EXPECT_EQ(rows[0].line, 4U);
  EXPECT_EQ(rows[1].xoff, 839'216_B);
  EXPECT_FALSE(rows[1].xon_offset);
}

TEST(ProfileTable, WritesWhatItReads) {
  const std::vector<Profile> rows = read_profiles(kTable, "p.ini");
  const std::string text = profile_text(rows, "made");
  EXPECT_EQ(profile_text(read_profiles(text, "q.ini"), "made"), text);
  EXPECT_EQ(text,
            "# made\n# speed cable size xon xoff threshold xon_offset\n"
            "10000 5m 18432 0 18432 -3 2288\n400000 300m 1024 512 839216 0 0\n");
}

TEST(ProfileTable, RefusesWithLineAndColumn) {
  EXPECT_EQ(refused("# nothing\n"), "p.ini: wanted a line with speed cable size xon xoff threshold; got none");
  EXPECT_EQ(refused("10000 5m 1 2 3"),
            "p.ini:1: wanted six or seven columns, speed cable size xon xoff threshold [xon_offset]; got 5");
  EXPECT_EQ(refused("#\n10000 5 1 2 3 4"), "p.ini:2: cable: wanted a length in metres such as 5m; got \"5\"");
  EXPECT_EQ(refused("10000 0m 1 2 3 4"), "p.ini:1: cable: wanted a whole number from 1 to 1000000; got \"0\"");
  EXPECT_EQ(refused("10G 5m 1 2 3 4"), "p.ini:1: speed: wanted a whole number from 1 to 10000000; got \"10G\"");
  EXPECT_EQ(refused("10000 5m 1 2 -3 4"), "p.ini:1: xoff: wanted a whole number from 0 to 4294967296; got \"-3\"");
  EXPECT_EQ(refused("10000 5m 1 2 3 17"), "p.ini:1: threshold: wanted a whole number from -16 to 16; got \"17\"");
  EXPECT_EQ(refused("10000 5m 1 2 3 4\n10000 5m 1 2 3 4"), "p.ini:2: speed and cable of line 1 again");
}

// A link that needs 100 B, and a byte more each nanosecond.
Bytes needed(const Profile& /*row*/, Time times) { return Bytes(100 + times.count() / 1000); }

std::vector<ProfileVerdict> judged(const std::string& text, Time times) {
  return judge_profiles(read_profiles(text, "p.ini"), needed, [times](BitRate) { return times; });
}

TEST(ProfileVerdict, SaysWhatEachRowCovers) {
  const std::vector<ProfileVerdict> rows = judged("1000 1m 0 0 99 0\n1000 2m 0 0 100 0\n1000 3m 0 0 1124 0\n", 20_ns);
  EXPECT_TRUE(rows[0].loses);
  EXPECT_FALSE(rows[0].covers);
  EXPECT_EQ(rows[0].needed, 120_B);
  EXPECT_TRUE(rows[1].loses);
  EXPECT_EQ(rows[1].covers, 999_ps);
  EXPECT_FALSE(rows[2].loses);
  EXPECT_EQ(rows[2].covers, Time(1'024'999));
  EXPECT_EQ(rows[2].spare(), 1004_B);
  EXPECT_EQ(rows[0].spare(), 0_B);
}

TEST(ProfileVerdict, FindsRowsBelowTheirCable) {
  // 400 Gbps: 500 B a metre there and back.
  const std::vector<ProfileVerdict> rows =
      judged("400000 1500m 0 0 427008 0\n400000 300m 0 0 150000 0\n400000 299m 0 0 149499 0\n", 0_ns);
  EXPECT_EQ(rows[0].on_the_cable, 750'000_B);
  EXPECT_TRUE(rows[0].below_cable);
  EXPECT_FALSE(rows[1].below_cable);
  EXPECT_TRUE(rows[2].below_cable);
}

TEST(ProfileVerdict, FindsLengthsAtWhichTheTableFalls) {
  const std::vector<ProfileVerdict> rows =
      judged("10000 5m 0 0 20480 0\n10000 250m 0 0 14336 0\n10000 300m 0 0 20480 0\n25000 250m 0 0 14336 0\n", 0_ns);
  EXPECT_EQ(rows[0].falls_from, 0U);
  EXPECT_EQ(rows[1].falls_from, 1U);
  EXPECT_EQ(rows[2].falls_from, 0U);
  EXPECT_EQ(rows[3].falls_from, 0U);
}

}  // namespace weir::headroom::profile_table_test
