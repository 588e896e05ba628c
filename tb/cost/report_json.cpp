// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <bit>

#include <nlohmann/json.hpp>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/gfc_forms.h"
#include "tb/cost/report.h"
#include "tb/report/version.h"

namespace weir::cost {
namespace {

using Json = nlohmann::ordered_json;

Json bits_json(const ledger::Bits& bits) {
  return {{"flip_flop", bits.of(ledger::Storage::kFlipFlop)},
          {"sram", bits.of(ledger::Storage::kSram)},
          {"tcam", bits.of(ledger::Storage::kTcam)}};
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json switch_json(const Setup& setup) {
  const asic::SwitchConfig& device = setup.device;
  Json rates = Json::array();
  for (const link::LinkConfig& port : device.ports) {
    if (std::find(rates.begin(), rates.end(), port.rate.count()) == rates.end()) {
      rates.push_back(port.rate.count());
    }
  }
  return {{"ports", device.ports.size()},
          {"line_rates_bps", rates},
          {"classes", device.classes},
          {"lossless_classes", std::popcount(device.flow_control.lossless)},
          {"buffer_bytes", device.mmu.buffer.count()},
          {"cell_bytes", device.mmu.cell.count()},
          {"max_frame_bytes", device.max_frame.count()},
          {"clock_ps", device.parser.clock.count()},
          {"processing_delay_ps", device.flow_control.processing_delay.count()},
          {"processing_source", setup.response},
          {"thresholds", setup.thresholds == Thresholds::kPort ? "port" : "queue"}};
}

Json mechanisms_json(const Cost& cost) {
  Json list = Json::array();
  for (const MechanismCost& mechanism : cost.mechanisms) {
    list.push_back({{"mechanism", mechanism.name},
                    {"bits", bits_json(mechanism.bits)},
                    {"each_port_class", bits_json(mechanism.each[static_cast<std::size_t>(Scope::kPortClass)])},
                    {"each_port", bits_json(mechanism.each[static_cast<std::size_t>(Scope::kPort)])},
                    {"once", bits_json(mechanism.each[static_cast<std::size_t>(Scope::kSwitch)])},
                    {"plain_pfc", bits_json(mechanism.plain_pfc)}});
  }
  return list;
}

Json registers_json(const Cost& cost) {
  Json list = Json::array();
  for (const RegisterCost& held : cost.registers) {
    const ledger::RegisterDeclaration& declaration = held.declaration;
    Json dimensions = Json::array();
    for (const ledger::Dimension& dimension : declaration.dimensions) {
      dimensions.push_back({{"of", dimension.of}, {"size", dimension.size}});
    }
    list.push_back({{"block", held.block},
                    {"register", declaration.name},
                    {"mechanism", declaration.mechanism},
                    {"kind", name(declaration.storage)},
                    {"access", name(declaration.access)},
                    {"rtl_block", declaration.rtl_block.empty() ? Json(nullptr) : Json(declaration.rtl_block)},
                    {"width_bits", declaration.width},
                    {"width_follows", declaration.width_follows},
                    {"dimensions", dimensions},
                    {"count", declaration.count()},
                    {"bits", declaration.bits()},
                    {"formula", declaration.formula()},
                    {"per", name(held.scope)},
                    {"each_bits", held.each_bits},
                    {"source", declaration.source},
                    {"description", declaration.description}});
  }
  return list;
}

// The frames after the one that reaches XOFF, the last one apart.
Json mix_json(const Headroom& needed) {
  Json list = Json::array();
  for (const bounds::FramesAlike& alike : needed.worst_mix) {
    list.push_back({{"frame_bytes", alike.length.count()}, {"frames", alike.count}});
  }
  if (needed.worst > Bytes(0)) {
    list.push_back({{"frame_bytes", needed.worst_last.count()}, {"frames", 1}});
  }
  return list;
}

Json headroom_json(const Report& report) {
  Json list = Json::array();
  for (const Headroom& needed : report.headrooms) {
    list.push_back({{"scheme", needed.scheme},
                    {"formula", needed.formula},
                    {"source", needed.source},
                    {"each_bytes", needed.each.count()},
                    {"each_whole_kib", whole_kib(needed.each)},
                    {"queues", needed.queues},
                    {"all_bytes", needed.all.count()},
                    {"packet_bytes", needed.packets.count()},
                    {"worst_mix_bytes", needed.worst.count()},
                    {"worst_mix_cells", needed.worst_cells},
                    {"worst_mix", mix_json(needed)},
                    {"pool_bytes", needed.pool.count()},
                    {"least_buffer_bytes", needed.least.count()},
                    {"part_of_buffer", needed.part_of_buffer()},
                    {"fits", needed.fits()}});
  }
  return list;
}

Json packet_blocks_json(const Report& report) {
  Json list = Json::array();
  for (const PacketBlock& one : report.packet_blocks) {
    list.push_back({{"block", one.block},
                    {"copies", one.copies},
                    {"may_be_copied", one.may_be_copied},
                    {"flip_flops", one.flip_flops},
                    {"keeps_up_from_bytes", one.keeps_up_from.count()}});
  }
  return list;
}

Json memory_json(const Memory& memory) {
  Json json = {{"memory", memory.name},
               {"mechanism", memory.mechanism},
               {"kind", name(memory.storage)},
               {"number", memory.number},
               {"words", memory.words},
               {"width_bits", memory.width},
               {"bits", memory.bits()},
               {"worst_frame_bytes", memory.worst.length.count()},
               {"words_of_it", memory.worst.words},
               {"reads_per_cycle", memory.reads_per_cycle},
               {"writes_per_cycle", memory.writes_per_cycle},
               {"copies", memory.copies},
               {"bits_of_copies", memory.bits_of_copies()},
               {"banks_1rw", memory.banks_1rw ? Json(*memory.banks_1rw) : Json(nullptr)},
               {"banks_1r1w", memory.banks_1r1w},
               {"fpga", nullptr},
               {"macros", nullptr}};
  if (memory.fpga) {
    json["fpga"] = {
        {"bram36", memory.fpga->bram36}, {"bram18", memory.fpga->bram18}, {"uram288", memory.fpga->uram288}};
  }
  if (memory.macros) {
    const MacroUse& use = *memory.macros;
    json["macros"] = {{"macro", use.macro->name},
                      {"source", use.macro->source},
                      {"ports", name(use.macro->ports)},
                      {"banks", use.banks},
                      {"count", use.count},
                      {"wasted_bits", use.wasted_bits},
                      {"area_um2", or_null(use.area_um2)},
                      {"power_mw", or_null(use.power_mw)}};
  }
  return json;
}

Json settings_json(const Report& report) {
  Json list = Json::array();
  for (const SchemeVerdict& one : report.settings) {
    list.push_back({{"scheme", name_of(one.scheme)},
                    {"goes", one.goes()},
                    {"refusal", one.goes() ? Json(nullptr) : Json(one.refusal)},
                    {"warnings", one.warnings}});
  }
  return list;
}

// In tables and blocks that are there more than once.
Json copied_json(const ledger::Bits& bits) {
  return {{"flip_flop", bits.of(ledger::Storage::kFlipFlop)},
          {"sram", bits.of(ledger::Storage::kSram)},
          {"tcam", bits.of(ledger::Storage::kTcam)}};
}

Json against_pfc_json(const Report& report) {
  const Cost& cost = report.cost;
  Json json = {{"bits", bits_json(cost.plain_pfc)},
               {"packet_bits", cost.plain_packet_bits},
               {"copied_bits", copied_json(report.plain_copied)}};
  for (const ledger::Storage storage : {ledger::Storage::kFlipFlop, ledger::Storage::kSram, ledger::Storage::kTcam}) {
    json["percent_added"][std::string(name(storage))] =
        or_null(percent_more(cost.bits.of(storage), cost.plain_pfc.of(storage)));
  }
  return json;
}

Json mapping_json(const SynthesisedBlock& block, const synthesis::Mapping& mapping, Time clock) {
  return {{"combinational_cells", mapping.combinational_cells},
          {"area_um2", mapping.area},
          {"longest_path_ns", mapping.longest_path_ns},
          {"longest_path_fo4", or_null(block.in_fo4(mapping))},
          {"slack_ns", mapping.slack_ns(clock)}};
}

Json synthesis_json(const Report& report) {
  if (!report.synthesis) {
    return nullptr;
  }
  const Time clock = report.setup.device.parser.clock;
  Json list = Json::array();
  for (const SynthesisedBlock& block : *report.synthesis) {
    list.push_back({{"block", block.block},
                    {"parameters", block.parameters},
                    {"resets", block.resets},
                    {"instances", block.instances},
                    {"declared_bits", block.declared_bits},
                    {"flip_flops", block.report.flip_flops},
                    {"declared_memory_bits", block.declared_memory_bits},
                    {"memory_bits", block.report.memory_bits},
                    {"agrees", block.agrees()},
                    {"gate_equivalents", or_null(block.gate_equivalents())},
                    {"small", mapping_json(block, block.report.small, clock)},
                    {"fast", mapping_json(block, block.report.fast, clock)},
                    {"ice40_luts", block.report.ice40.luts},
                    {"xilinx_luts", block.report.xilinx.luts},
                    {"xilinx_dsps", block.report.xilinx.dsps},
                    {"liberty", block.report.liberty},
                    {"yosys", block.report.yosys}});
  }
  return list;
}

Json synthesis_total_json(const Report& report) {
  if (!report.synthesis) {
    return nullptr;
  }
  const SynthesisTotal total = total_of(*report.synthesis);
  return {{"instances", total.instances},     {"flip_flops", total.flip_flops},
          {"memory_bits", total.memory_bits}, {"combinational_cells", total.combinational_cells},
          {"area_um2", total.area},           {"gate_equivalents", or_null(total.gate_equivalents)}};
}

Json port_block_json(const SynthesisedBlock& block, Time clock) {
  return {{"block", block.block},
          {"parameters", block.parameters},
          {"number", block.instances},
          {"declared_bits", block.declared_bits},
          {"flip_flops", block.report.flip_flops},
          {"agrees", block.agrees()},
          {"gate_equivalents", or_null(block.gate_equivalents())},
          {"fast", mapping_json(block, block.report.fast, clock)}};
}

Json port_tops_json(const Report& report) {
  if (!report.port_tops) {
    return nullptr;
  }
  const Time clock = report.setup.device.parser.clock;
  Json list = Json::array();
  for (const PortTop& top : *report.port_tops) {
    const SynthesisTotal parts = total_of(top.parts);
    Json json = {{"top", port_block_json(top.top, clock)},
                 {"own_bits", top.own_bits},
                 {"bank", top.has_bank_of_switch ? "switch" : "rtl"},
                 {"parts", Json::array()},
                 {"parts_flip_flops", parts.flip_flops},
                 {"parts_combinational_cells", parts.combinational_cells},
                 {"parts_gate_equivalents", or_null(parts.gate_equivalents)}};
    for (const SynthesisedBlock& part : top.parts) {
      json["parts"].push_back(port_block_json(part, clock));
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json thresholds_json(const Cost& cost) {
  const std::optional<ThresholdTables> tables = threshold_tables(cost);
  if (!tables) {
    return nullptr;
  }
  return {{"bits", tables->bits},
          {"shared_bits", tables->shared_bits},
          {"shared_switch_flip_flops", tables->shared_switch},
          {"shared_percent_added", or_null(tables->shared_on_top)}};
}

}  // namespace

std::string report_json(const Report& report) {
  Json memories = Json::array();
  for (const Memory& memory : report.memories) {
    memories.push_back(memory_json(memory));
  }
  Json json = {{"schema", "weir-cost-4"},
               {"version", report::program_version()},
               {"title", report.setup.title},
               {"switch", switch_json(report.setup)},
               {"selected", names_of(report.setup.selection)},
               {"settings", settings_json(report)},
               {"warnings", report.setup.warnings},
               {"notes", report.notes},
               {"bits", bits_json(report.cost.bits)},
               {"packet_bits", report.cost.packet_bits},
               {"copied_bits", copied_json(report.copied)},
               {"plain_pfc", against_pfc_json(report)},
               {"mechanisms", mechanisms_json(report.cost)},
               {"headroom", headroom_json(report)},
               {"threshold_tables", thresholds_json(report.cost)},
               {"packets_per_cycle", report.packets_per_cycle},
               {"packet_blocks", packet_blocks_json(report)},
               {"memories", memories},
               {"synthesis", synthesis_json(report)},
               {"synthesis_total", synthesis_total_json(report)},
               {"synthesis_ports", port_tops_json(report)},
               {"registers", registers_json(report.cost)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir::cost
