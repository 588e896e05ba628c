// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tb/cost/synthesis_check.h"
#include "tb/synthesis/synthesis.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::cost::synthesised_block_test {

TEST(SynthesisedBlock, AGateIsTheSmallestNand2) {
  const TemporaryDirectory temporary;
  const std::filesystem::path file = temporary.path() / "gates.lib";
  std::ofstream(file)
      << "library (l) {\n  cell (INVX1) {\n    area : 1.0;\n  }\n  cell (\"my_nand2_4\") {\n    area : 5.5;\n"
         "    pin (A) { area : 0.1; }\n  }\n  cell ( NAND2X1 ) {\n    area : 2.25;\n  }\n}\n";
  EXPECT_EQ(synthesis::smallest_nand2(file), 2.25);
  std::ofstream(file) << "library (l) { cell (INVX1) { area : 1.0; } }\n";
  EXPECT_FALSE(synthesis::smallest_nand2(file));
  EXPECT_THROW(synthesis::smallest_nand2("no/such/file.lib"), std::invalid_argument);
  SynthesisedBlock block;
  block.instances = 3;
  block.report.fast.area = 9;
  EXPECT_FALSE(total_of({block}).gate_equivalents);
  block.gate_area = 2.25;
  EXPECT_EQ(total_of({block}).gate_equivalents, 12.0);
  EXPECT_EQ(total_of({block, block}).area, 54.0);
  block.report.fast.longest_path_ns = 3;
  EXPECT_FALSE(block.in_fo4(block.report.fast));
  block.fo4_ns = 0.125;
  EXPECT_EQ(block.in_fo4(block.report.fast), 24.0);
}

TEST(SynthesisedBlock, ADifferenceIsNamed) {
  SynthesisedBlock block;
  block.block = "rate_limiter_stage";
  block.parameters = {{"R_C_W", 40}, {"STAGE_W", 5}};
  block.declared_bits = 65;
  block.report.flip_flops = 64;
  EXPECT_FALSE(block.agrees());
  ASSERT_EQ(differences({block}).size(), 1U);
  EXPECT_EQ(differences({block})[0],
            "rate_limiter_stage (R_C_W=40, STAGE_W=5): 65 bits are declared, synthesis finds 64");
  block.report.flip_flops = 65;
  EXPECT_TRUE(differences({block}).empty());
  block.report.memory_bits = 1;  // not declared
  EXPECT_FALSE(block.agrees());
  block.declared_memory_bits = 2;
  EXPECT_FALSE(block.agrees());
  ASSERT_EQ(differences({block}).size(), 1U);
  EXPECT_EQ(differences({block})[0],
            "rate_limiter_stage (R_C_W=40, STAGE_W=5): 2 bits of memories are declared, synthesis finds 1");
  block.declared_memory_bits = 1;
  EXPECT_TRUE(block.agrees());
  block.instances = 3;
  EXPECT_EQ(total_of({block}).memory_bits, 3U);
}

}  // namespace weir::cost::synthesised_block_test
