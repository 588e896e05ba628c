// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that the ledger declares of Ultra Ethernet's credits are the flip-flops that Yosys counts in their RTL,
// at three widths of counters.

#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_registers.h"
#include "tb/synthesis/synthesis.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::synthesis::ue_cbfc_blocks_test {

TEST(UeCbfcBlocks, DeclaredBitsAreFlipFlops) {
  for (const auto& [counter_bits, cf_update_bits] : {std::pair{20U, 15U}, {18U, 12U}, {10U, 10U}}) {
    ue_cbfc::UeCbfcContext context;
    context.config.counter_bits = counter_bits;
    context.config.cf_update_bits = cf_update_bits;
    const ledger::Block block = declare_ue_cbfc(context);
    ASSERT_FALSE(block.rtl_instances().empty());
    for (const ledger::RtlInstance& instance : block.rtl_instances()) {
      const std::vector<Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
      const Report report = count_registers(block_design(instance.block, parameters));
      EXPECT_EQ(report.flip_flops + report.memory_bits, block.bits_of_one(instance)) << instance.block;
    }
  }
}

}  // namespace weir::synthesis::ue_cbfc_blocks_test
