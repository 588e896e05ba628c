// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that the ledger declares of Ultra Ethernet's credits are the flip-flops that Yosys counts in their RTL,
// at three sets of widths.

#include "tb/synthesis/synthesis.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::synthesis::ue_cbfc_blocks_test {

TEST(UeCbfcBlocks, DeclaredBitsAreFlipFlops) {
  for (const auto& [counter_bits, cf_update_bits, microseconds] :
       {std::tuple{20U, 15U, 256}, {18U, 12U, 5}, {16U, 16U, 250'000}}) {
    flow_control::FakePort port;
    flow_control::PortContext context = context_for(flow_control::Scheme::kUeCbfc, port, ClassMask(0xff));
    flow_control::UeCreditsConfig& config = context.config.ue_cbfc;
    config.limits.fill(1'000);
    config.credits.counter_bits = counter_bits;
    config.credits.cf_update_bits = cf_update_bits;
    config.credits.cc_message_timer = microseconds * ue_cbfc::UeCbfcConfig::kMicrosecond;
    const ledger::Block block = declare_flow_control(context);
    ASSERT_EQ(block.rtl_instances().size(), 2U);
    for (const ledger::RtlInstance& instance : block.rtl_instances()) {
      const std::vector<Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
      const Report report = count_registers(block_design(instance.block, parameters));
      EXPECT_EQ(report.flip_flops + report.memory_bits, block.bits_of_one(instance)) << instance.block;
    }
  }
}

}  // namespace weir::synthesis::ue_cbfc_blocks_test
