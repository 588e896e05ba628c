// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/synthesis_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/asic/declare_switch.h"

namespace weir::cost {
namespace {

SynthesisedBlock synthesise_one(const ledger::Block& block, const ledger::RtlInstance& instance,
                                const synthesis::Options& options) {
  SynthesisedBlock made;
  made.block = instance.block;
  made.parameters = instance.parameters;
  made.instances = instance.count();
  made.declared_bits = block.bits_of_one(instance);
  const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
  made.report = synthesis::synthesise(synthesis::block_design(instance.block, parameters), options);
  return made;
}

}  // namespace

std::string SynthesisedBlock::parameter_text() const {
  std::string text;
  for (const auto& [name, value] : parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

std::vector<SynthesisedBlock> synthesise_blocks(const Setup& setup, const synthesis::Options& options) {
  std::vector<SynthesisedBlock> blocks;
  for (const asic::SwitchConfig& variant : variants(setup.device, setup.selection, setup.headrooms)) {
    const ledger::Chip chip = asic::declare_switch(variant);
    for (const ledger::Block& block : chip.blocks()) {
      for (const ledger::RtlInstance& instance : block.rtl_instances()) {
        const bool known = std::any_of(blocks.begin(), blocks.end(), [&](const SynthesisedBlock& other) {
          return other.block == instance.block && other.parameters == instance.parameters;
        });
        if (!known && instance.count() > 0) {
          blocks.push_back(synthesise_one(block, instance, options));
        }
      }
    }
  }
  return blocks;
}

std::vector<std::string> differences(const std::vector<SynthesisedBlock>& blocks) {
  std::vector<std::string> found;
  for (const SynthesisedBlock& block : blocks) {
    if (!block.agrees()) {
      found.push_back(fmt::format("{} ({}): {} bits are declared, synthesis finds {}", block.block,
                                  block.parameter_text(), block.declared_bits, block.found_bits()));
    }
  }
  return found;
}

}  // namespace weir::cost
