// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/synthesis_check.h"

#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw_model/asic/declare_switch.h"
#include "hw_model/ledger/address_map.h"
#include "hw_model/ledger/port_bank.h"
#include "tb/cost/gfc_forms.h"
#include "tb/cost/packet_blocks.h"
#include "tb/register_map/generators.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

PlannedBlock plan_of(const Setup& setup, const ledger::Chip& chip, const ledger::Block& block,
                     const ledger::RtlInstance& instance) {
  PlannedBlock planned{.block = {}, .design = design_of(chip, block, instance)};
  planned.block.block = instance.block;
  planned.block.parameters = instance.parameters;
  planned.block.instances = instance.count() * copies_of(instance, setup.device.ports, setup.device.parser.clock);
  planned.block.declared_bits = ledger::bits_of_one(chip, instance);
  planned.block.declared_memory_bits = block.memory_bits_of_one(instance);
  planned.block.resets.insert(planned.design.resets.begin(), planned.design.resets.end());
  return planned;
}

std::string text_of(const std::map<std::string, std::uint64_t>& parameters, std::string_view between) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : between, name, value);
  }
  return text;
}

bool is_built(const Setup& setup, const PlannedBlock& planned) {
  return planned.block.declared_bits <= setup.most_built_bits;
}

ledger::Chip with_thresholds(const Setup& setup, const ledger::Chip& chip) {
  return setup.thresholds == Thresholds::kPort ? with_shared_thresholds(chip) : chip;
}

// Those of each setting of the chip, each set of parameters once; then the bank of a port, which serves all settings.
template <class Visit>
void each_instance(const Setup& setup, Visit visit) {
  std::set<std::pair<std::string, std::map<std::string, std::uint64_t>>> known;
  const auto visit_those = [&](const ledger::Chip& chip, bool of_the_bank) {
    for (const ledger::Block& block : chip.blocks()) {
      for (const ledger::RtlInstance& instance : block.rtl_instances()) {
        if (instance.count() > 0 && (instance.block == ledger::kPortRegisters) == of_the_bank &&
            known.emplace(instance.block, instance.parameters).second) {
          visit(chip, block, instance);
        }
      }
    }
  };
  for (const asic::SwitchConfig& variant : variants(setup.device, setup.selection, setup.headrooms)) {
    visit_those(with_thresholds(setup, asic::declare_switch(variant)), false);
  }
  visit_those(with_thresholds(setup, declare(setup.device, setup.selection, setup.headrooms)), true);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> reset_constants(const ledger::Block& block,
                                                                 const ledger::RtlInstance& instance) {
  std::vector<std::pair<std::string, std::string>> constants;
  for (const auto& [parameter, held] : instance.resets) {
    constants.emplace_back(parameter, block.reset_constant(held));
  }
  return constants;
}

synthesis::Design design_of(const ledger::Chip& chip, const ledger::Block& block, const ledger::RtlInstance& instance) {
  const std::vector<synthesis::Parameter> parameters(instance.parameters.begin(), instance.parameters.end());
  synthesis::Design design = synthesis::block_design(instance.block, parameters);
  design.resets = reset_constants(block, instance);
  if (instance.block == ledger::kPortRegisters) {  // rtl/ has that of one switch
    design.sources.front().text =
        register_map::to_systemverilog(ledger::AddressMap(chip), {.text = "as weir cost declares it", .version = ""});
  }
  return design;
}

std::string SynthesisedBlock::parameter_text() const { return text_of(parameters, ", "); }

std::vector<PlannedBlock> planned_blocks(const Setup& setup) {
  std::vector<PlannedBlock> planned;
  each_instance(setup, [&](const ledger::Chip& chip, const ledger::Block& block, const ledger::RtlInstance& instance) {
    planned.push_back(plan_of(setup, chip, block, instance));
  });
  return planned;
}

std::vector<std::string> not_built(const Setup& setup) {
  std::vector<std::string> lines;
  for (const PlannedBlock& planned : planned_blocks(setup)) {
    if (!is_built(setup, planned)) {
      const SynthesisedBlock& block = planned.block;
      const std::string command = block.block == ledger::kPortRegisters
                                      ? "weir registers --format sv writes one"
                                      : fmt::format("weir synth {} --parameter {} builds one", block.block,
                                                    text_of(block.parameters, " --parameter "));
      lines.push_back(fmt::format(
          "--synth: {} is not built: {} with {} flip-flops each, and blocks of more than {} take long; --synth-largest "
          "builds them, and {}",
          block.block, report::counted(block.instances, "block"), report::human_count(block.declared_bits),
          report::human_count(setup.most_built_bits), command));
    }
  }
  return lines;
}

std::vector<SynthesisedBlock> synthesise_blocks(const Setup& setup, const synthesis::Options& options) {
  std::vector<SynthesisedBlock> blocks;
  const std::optional<double> gate_area = synthesis::smallest_nand2(options.liberty);
  for (const PlannedBlock& planned : planned_blocks(setup)) {
    if (is_built(setup, planned)) {
      blocks.push_back(planned.block);
      blocks.back().report = synthesis::synthesise(planned.design, options);
      blocks.back().gate_area = gate_area;
    }
  }
  if (!blocks.empty()) {  // else no tool has to be there
    const std::optional<double> fo4_ns = synthesis::fanout_of_4_ns(options.liberty);
    for (SynthesisedBlock& block : blocks) {
      block.fo4_ns = fo4_ns;
    }
  }
  return blocks;
}

SynthesisTotal total_of(const std::vector<SynthesisedBlock>& blocks) {
  SynthesisTotal total;
  for (const SynthesisedBlock& block : blocks) {
    const std::uint64_t times = block.instances;
    total.instances += times;
    total.declared_bits += block.declared_bits * times;
    total.flip_flops += block.report.flip_flops * times;
    total.memory_bits += block.report.memory_bits * times;
    total.combinational_cells += block.report.fast.combinational_cells * times;
    total.area += block.report.fast.area * static_cast<double>(times);
    total.ice40_luts += block.report.ice40.luts * times;
    total.xilinx_luts += block.report.xilinx.luts * times;
    total.xilinx_dsps += block.report.xilinx.dsps * times;
    if (const std::optional<double> gates = block.gate_equivalents()) {
      total.gate_equivalents = total.gate_equivalents.value_or(0) + *gates * static_cast<double>(times);
    }
  }
  return total;
}

std::vector<std::string> differences(const std::vector<SynthesisedBlock>& blocks) {
  std::vector<std::string> found;
  for (const SynthesisedBlock& block : blocks) {
    const auto compare = [&](const char* bits, std::uint64_t declared, std::uint64_t of_rtl) {
      if (declared != of_rtl) {
        found.push_back(fmt::format("{} ({}): {} {} are declared, synthesis finds {}", block.block,
                                    block.parameter_text(), declared, bits, of_rtl));
      }
    };
    compare("bits", block.declared_bits, block.report.flip_flops);
    compare("bits of memories", block.declared_memory_bits, block.report.memory_bits);
  }
  return found;
}

}  // namespace weir::cost
