// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/published_rows.h"

#include <cmath>

#include "tb/tests/unit/switch_kit.h"

namespace weir::headroom::published_rows_test {

const ExplainedRow& row(std::string_view hardware, BitRate rate, std::int64_t cable, Bytes xoff) {
  static const std::vector<ExplainedRow> kRows = explained_rows();
  for (const ExplainedRow& one : kRows) {
    if (one.row->hardware == hardware && one.row->rate == rate && one.row->cable == cable && one.row->xoff == xoff) {
      return one;
    }
  }
  throw std::logic_error("no such row");
}

TEST(PublishedRows, AtLeastTwentyAndMostWithinFivePercent) {
  std::size_t within = 0;
  for (const ExplainedRow& one : explained_rows()) {
    within += one.by_rule && std::abs(one.residue()) <= 0.05 ? 1 : 0;
    EXPECT_EQ(one.row->rule == Rule::kUnknown, !one.by_rule) << one.row->file;
  }
  EXPECT_GE(published_rows().size(), 20U);
  EXPECT_GE(within * 20, published_rows().size() * 15);
}

TEST(PublishedRows, OneOwnTimeExplainsRowsToACell) {
  for (const ExplainedRow& one : explained_rows()) {
    if (one.row->fits_own) {
      EXPECT_LE(std::abs((*one.by_rule - one.row->xoff).count()), 2 * one.row->cell.count()) << one.row->file;
    }
  }
  EXPECT_EQ(*row("7060X6", 400_Gbps, 5, 393'192_B).own / 1000, 1020_ps);
  EXPECT_EQ(*row("S5448F", 200_Gbps, 5, 268'074_B).own / 1000, 880_ps);
  EXPECT_LT(*row("S5448F", 100_Gbps, 5, 160'272_B).own, 0_ps);
}

TEST(PublishedRows, TheTimesOf400GbpsPredict800Gbps) {
  const ExplainedRow& one = row("7060X6", 800_Gbps, 300, 1'621'536_B);
  EXPECT_FALSE(one.row->fits_own);
  EXPECT_NEAR(one.residue(), 0, 0.001);
}

TEST(PublishedRows, FindsRowsThatAreShort) {
  EXPECT_TRUE(row("7060X6", 400_Gbps, 150, 445'770_B).is_short());
  EXPECT_FALSE(row("7060X6", 400_Gbps, 150, 612'140_B).is_short());
  EXPECT_TRUE(row("SN4280-O28", 400_Gbps, 2000, 555'008_B).is_short());
  EXPECT_FALSE(row("7280DR3A-36", 400_Gbps, 1000, 778'240_B).is_short());  // its cells are not known
}

TEST(PublishedRows, TheScriptGivesItsRowsToTheByte) {
  EXPECT_EQ(row("SN4280-O28", 400_Gbps, 300, 225'280_B).by_rule, 225'280_B);
  EXPECT_EQ(row("SN5610N-C224O8", 10_Gbps, 250, 14'336_B).by_rule, 14'336_B);
  EXPECT_EQ(row("SN5610N-C224O8", 800_Gbps, 1000, 1'153'024_B).by_rule, 1'153'024_B);
}

// The exact bound with no own time, in cells, of frames from 64 B to 9,216 B.
TEST(PublishedRows, ExactBoundsInCells) {
  EXPECT_EQ(*row("7060X6", 400_Gbps, 5, 393'192_B).exact / 254_B, 903);
  EXPECT_EQ(*row("7060X6", 400_Gbps, 300, 839'216_B).exact / 254_B, 2659);
  EXPECT_EQ(*row("S5448F", 200_Gbps, 300, 547'278_B).exact / 318_B, 1405);
  EXPECT_EQ(*row("S5448F", 100_Gbps, 5, 160'272_B).exact / 318_B, 475);
}

}  // namespace weir::headroom::published_rows_test
