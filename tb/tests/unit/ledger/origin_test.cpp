// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/origin.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger::origin_test {

TEST(Origin, FillsInWhatADeclarationLeavesOpen) {
  const Origin origin("pfc", "IEEE 802.1Q clause 36");
  EXPECT_EQ(origin.setting({.name = "xoff"}).access, Access::kReadWrite);
  EXPECT_EQ(origin.state({.name = "paused"}).access, Access::kReadOnly);
  EXPECT_EQ(origin.flag({.name = "lost"}).access, Access::kWriteOneToClear);
  EXPECT_EQ(origin.internal({.name = "pointer"}).access, Access::kInternal);
  EXPECT_EQ(origin.state({.name = "paused"}).mechanism, "pfc");
  EXPECT_EQ(origin.state({.name = "paused"}).source, "IEEE 802.1Q clause 36");
  EXPECT_EQ(origin.state({.name = "paused", .source = "elsewhere"}).source, "elsewhere");
}

TEST(Origin, CountersAndMemoriesAreSram) {
  const Origin origin("mmu", "a paper");
  const RegisterDeclaration counter = origin.counter({.name = "admitted", .width = 64});
  EXPECT_EQ(counter.storage, Storage::kSram);
  EXPECT_EQ(counter.accesses, (Accesses{.reads_per_packet = 1, .writes_per_packet = 1}));
  EXPECT_EQ(origin.memory({.name = "cell"}).storage, Storage::kSram);
  EXPECT_EQ(origin.memory({.name = "prefix", .storage = Storage::kTcam}).storage, Storage::kTcam);
}

TEST(Origin, Bits) {
  EXPECT_EQ(bits_for(0), 1U);
  EXPECT_EQ(bits_for(255), 8U);
  EXPECT_EQ(bits_for(256), 9U);
  EXPECT_EQ(bits_to_name(0), 1U);
  EXPECT_EQ(bits_to_name(1), 1U);
  EXPECT_EQ(bits_to_name(64), 6U);
  EXPECT_EQ(bits_to_name(65), 7U);
}

}  // namespace weir::ledger::origin_test
