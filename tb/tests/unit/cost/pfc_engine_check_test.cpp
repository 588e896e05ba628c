// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flip-flops of pfc_engine are the bits that the ledger declares, under each scheme with PAUSE frames.

#include "hw_model/asic/declare_switch.h"
#include "tb/cost/synthesis_check.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::pfc_engine_check_test {

// The RTL has 8 classes. Those that do not take part, by inputs that are constants of the switch, are no flip-flops.
TEST(PfcEngineCheck, ThePfcEngineHasTheRegistersOfEachScheme) {
  constexpr std::uint64_t kOfAPause = 3 + 2 * 16;
  constexpr std::uint64_t kPrescaler = 9;
  std::map<std::vector<synthesis::Parameter>, std::uint64_t> flip_flops;
  for (const char* const scheme : {"pfc", "ttl_pfc", "egress_pfc", "pause", "egress_pause"}) {
    for (const unsigned lossless : {2U, 3U, 8U}) {
      const cost::Setup setup = make_setup({.ports = 2, .lossless = lossless}, select_mechanisms({scheme}));
      const ledger::Chip chip = asic::declare_switch(variants(setup.device, setup.selection, setup.headrooms).front());
      const ledger::Block& block = *chip.find("flow_control");
      ASSERT_EQ(block.rtl_instances().size(), 1U) << scheme;
      const ledger::RtlInstance& instance = block.rtl_instances().front();
      EXPECT_EQ(instance.block, "pfc_engine");
      EXPECT_EQ(instance.count(), 2U);
      const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
      const auto [known, is_new] = flip_flops.try_emplace(parameters);
      if (is_new)
        known->second = synthesis::count_registers(synthesis::block_design(instance.block, parameters)).flip_flops;
      const bool of_the_port = std::string_view(scheme).ends_with("pause");
      EXPECT_EQ(block.bits_of_one(instance), kPrescaler + kOfAPause * (of_the_port ? 1 : lossless)) << scheme;
      EXPECT_EQ(known->second, block.bits_of_one(instance)) << scheme << ", " << lossless;
    }
  }
  EXPECT_EQ(flip_flops.size(), 4U) << "three numbers of classes, and the port";
}

}  // namespace weir::cost::pfc_engine_check_test
