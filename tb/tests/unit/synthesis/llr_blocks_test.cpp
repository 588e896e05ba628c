// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that the ledger declares of link-level retry are the flip-flops that Yosys counts in its RTL, at three
// sets of widths.

#include "hw_model/mechanisms/llr/llr_registers.h"
#include "tb/synthesis/synthesis.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::synthesis::llr_blocks_test {

ledger::Block declared(unsigned seq_bits, unsigned data_bits) {
  llr::LlrContext context;
  context.config.seq_bits = seq_bits;
  context.config.init_data_bits = data_bits;
  context.config.outstanding_frames_max = 8;
  return declare_llr(context);
}

TEST(LlrBlocks, DeclaredBitsAreFlipFlops) {
  for (const auto& [seq_bits, data_bits] : {std::pair{20U, 16U}, {4U, 16U}, {9U, 3U}}) {
    const ledger::Block block = declared(seq_bits, data_bits);
    ASSERT_FALSE(block.rtl_instances().empty());
    for (const ledger::RtlInstance& instance : block.rtl_instances()) {
      const std::vector<Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
      const Report report = count_registers(block_design(instance.block, parameters));
      EXPECT_EQ(report.flip_flops + report.memory_bits, block.bits_of_one(instance)) << instance.block;
    }
  }
}

}  // namespace weir::synthesis::llr_blocks_test
