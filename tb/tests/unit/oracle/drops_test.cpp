// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bound itself; what a switch tells of its drops is tested with it (asic/switch_asic_test.cpp,
// asic/pfc_headroom_test.cpp).

#include "tb/oracle/drops.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::oracle::drops_test {

TEST(Drops, HeadroomOfEachViqIsGuaranteedByItsSize) {
  const mmu::MmuConfig config{.headroom = 400_B};
  EXPECT_TRUE(guarantees_headroom(config, 1'000, 400_B));
  EXPECT_FALSE(guarantees_headroom(config, 1, 401_B));
}

TEST(Drops, APoolGuaranteesWhatItHoldsForAll) {
  mmu::MmuConfig config{.cell = 100_B, .count_cells = true, .headroom = 500_B, .headroom_pool = 1'299_B};
  EXPECT_TRUE(guarantees_headroom(config, 3, 400_B)) << "12 cells";
  EXPECT_FALSE(guarantees_headroom(config, 3, 401_B)) << "15 cells";
  EXPECT_FALSE(guarantees_headroom(config, 4, 400_B)) << "16 cells";
  config.headroom = 300_B;
  EXPECT_FALSE(guarantees_headroom(config, 3, 400_B)) << "no VIQ may take so much";
}

}  // namespace weir::oracle::drops_test
