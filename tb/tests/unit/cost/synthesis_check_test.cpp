// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Declared bits are the flip-flops that Yosys counts, for each RTL block at three sets of parameters or more. Only the
// count: no netlists are made.

#include "tb/cost/synthesis_check.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "hw_model/asic/declare_switch.h"

namespace weir::cost {
namespace {

struct Counted {
  std::map<std::string, std::set<std::map<std::string, std::uint64_t>>> parameters;  // by block
};

void count_all(const SwitchRequest& request, Counted& counted) {
  const cost::Setup setup =
      make_setup(request, select_mechanisms({"gfc_buffer_based", "gfc_time_based", "tcd", "fera", "itsy", "pfc"}));
  for (const asic::SwitchConfig& variant : variants(setup.device, setup.selection, setup.headrooms)) {
    const ledger::Chip chip = asic::declare_switch(variant);
    for (const ledger::Block& block : chip.blocks()) {
      for (const ledger::RtlInstance& instance : block.rtl_instances()) {
        if (!counted.parameters[instance.block].insert(instance.parameters).second) {
          continue;
        }
        const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
        const synthesis::Report report =
            synthesis::count_registers(synthesis::block_design(instance.block, parameters));
        EXPECT_EQ(report.flip_flops + report.memory_bits, block.bits_of_one(instance))
            << instance.block << " of " << setup.title;
      }
    }
  }
}

TEST(SynthesisCheck, DeclaredBitsAreFlipFlops) {
  using flow_control::ComparatorForm;
  Counted counted;
  for (const ComparatorForm form : {ComparatorForm::kThreshold, ComparatorForm::kLeadingZero}) {
    count_all({.ports = 4, .rate = BitRate(10'000'000'000), .comparator = form}, counted);
    count_all({.ports = 32, .lossless = 2, .rate = BitRate(400'000'000'000), .comparator = form}, counted);
    count_all({.ports = 64,
               .rate = BitRate(100'000'000'000),
               .buffer = Bytes(64'000'000),
               .max_frame = Bytes(9216),
               .stages = 8,
               .comparator = form},
              counted);
  }
  // Further RTL of the same blocks, such as pipelined forms, is in no switch.
  for (const char* block : {"rate_limiter_stage", "rate_limiter_fixed_point", "stage_comparator_threshold",
                            "stage_comparator_leading_zero"}) {
    EXPECT_TRUE(counted.parameters.contains(block)) << block;
  }
  for (const auto& [block, parameters] : counted.parameters) {
    EXPECT_GE(parameters.size(), 3U) << block;
  }
}

TEST(SynthesisCheck, ADifferenceIsNamed) {
  SynthesisedBlock block;
  block.block = "rate_limiter_stage";
  block.parameters = {{"R_C_W", 40}, {"STAGE_W", 5}};
  block.declared_bits = 65;
  block.report.flip_flops = 64;
  EXPECT_FALSE(block.agrees());
  ASSERT_EQ(differences({block}).size(), 1U);
  EXPECT_EQ(differences({block})[0],
            "rate_limiter_stage (R_C_W=40, STAGE_W=5): 65 bits are declared, synthesis finds 64");
  block.report.memory_bits = 1;
  EXPECT_TRUE(differences({block}).empty());
}

}  // namespace
}  // namespace weir::cost
