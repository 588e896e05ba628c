// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/figures.h"

#include <fmt/format.h>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/report/human.h"
#include "tb/text/quantity.h"

namespace weir::cost {
namespace {

using ledger::Bits;
using ledger::Storage;
using report::counted;
using report::human_bytes;
using report::human_count;

std::string percent_text(std::uint64_t bits, std::uint64_t base) {
  const std::optional<double> percent = percent_more(bits, base);
  return percent ? fmt::format("{:+.2f} %", *percent + 0.0) : "-";
}

// Empty if software has nothing to choose.
Table settings(const Report& report) {
  Table table{.id = "settings",
              .title = "Schemes that software can set the chip to",
              .note = "By the rules of weir check, each with all other mechanisms of the chip.",
              .text_columns = 3,
              .head = {"set to", "goes with the rest", "weir check says"}};
  if (report.settings.size() == 1) {
    return table;
  }
  for (const SchemeVerdict& one : report.settings) {
    table.rows.push_back({std::string(name_of(one.scheme)),
                          !one.goes()            ? "no"
                          : one.warnings.empty() ? "yes"
                                                 : "with a warning",
                          one.goes() ? fmt::format("{}", fmt::join(one.warnings, "; ")) : one.refusal});
  }
  return table;
}

Table mechanisms(const Report& report) {
  Table table{.id = "mechanisms",
              .title = "By mechanism, bits",
              .note = "Flip-flops = each (port, class) + each port + once, times what there is of them.",
              .head = {"mechanism", "flip-flops", "each (port, class)", "each port", "once", "SRAM", "TCAM",
                       "plain PFC: flip-flops", "SRAM"}};
  const auto row = [](const std::string& name, const Bits& bits, const std::vector<std::string>& units,
                      const Bits& plain) {
    std::vector<std::string> cells = {name, human_count(bits.of(Storage::kFlipFlop))};
    cells.insert(cells.end(), units.begin(), units.end());
    cells.push_back(human_count(bits.of(Storage::kSram)));
    cells.push_back(human_count(bits.of(Storage::kTcam)));
    cells.push_back(human_count(plain.of(Storage::kFlipFlop)));
    cells.push_back(human_count(plain.of(Storage::kSram)));
    return cells;
  };
  for (const MechanismCost& mechanism : report.cost.mechanisms) {
    std::vector<std::string> units;
    for (const Bits& each : mechanism.each) {
      units.push_back(human_count(each.of(Storage::kFlipFlop)));
    }
    table.rows.push_back(row(mechanism.name, mechanism.bits, units, mechanism.plain_pfc));
  }
  table.rows.push_back(row("all", report.cost.bits, {"", "", ""}, report.cost.plain_pfc));
  table.totals = 1;
  return table;
}

Table against_pfc(const Report& report) {
  Table table{
      .id = "against_plain_pfc",
      .title = "On top of a switch with PFC only",
      .note =
          "The same ports, classes and buffer. Bits of different kinds are not added up. Further copies: tables "
          "and blocks are there as often as packets ask them in a cycle, beside the first; no other sum of bits has "
          "them.",
      .head = {"", "this switch, bits", "plain PFC, bits", "added, bits", "added"}};
  const auto row = [&](const char* name, std::uint64_t bits, std::uint64_t base) {
    table.rows.push_back(
        {name, human_count(bits), human_count(base), signed_count(bits, base), percent_text(bits, base)});
  };
  const Cost& cost = report.cost;
  row("flip-flops", cost.bits.of(Storage::kFlipFlop), cost.plain_pfc.of(Storage::kFlipFlop));
  row("SRAM of control", cost.bits.of(Storage::kSram) - cost.packet_bits,
      cost.plain_pfc.of(Storage::kSram) - cost.plain_packet_bits);
  row("SRAM of packets", cost.packet_bits, cost.plain_packet_bits);
  row("TCAM", cost.bits.of(Storage::kTcam), cost.plain_pfc.of(Storage::kTcam));
  row("further copies: flip-flops", report.copied.of(Storage::kFlipFlop), report.plain_copied.of(Storage::kFlipFlop));
  row("further copies: SRAM", report.copied.of(Storage::kSram), report.plain_copied.of(Storage::kSram));
  row("further copies: TCAM", report.copied.of(Storage::kTcam), report.plain_copied.of(Storage::kTcam));
  return table;
}

// "with 20 B of preamble and gap each: 2,586 frames of 64 B and one of 1,500 B after the one that reaches XOFF".
std::string worst_mix_text(const Report& report) {
  const QueueFrames& frames = report.setup.headrooms.frames;
  std::string text = frames.overhead ? fmt::format("with {} of preamble and gap each", text::to_text(*frames.overhead))
                                     : "with preamble and gap where the link charges them";
  for (const Headroom& needed : report.headrooms) {
    if (needed.worst > Bytes(0)) {
      text += ": ";
      for (const bounds::FramesAlike& alike : needed.worst_mix) {
        text += fmt::format("{} of {}, ", human_count(static_cast<std::uint64_t>(alike.count)),
                            text::to_text(alike.length));
      }
      return text + fmt::format("and one of {} after the frame that reaches XOFF", text::to_text(needed.worst_last));
    }
  }
  return text;
}

Table headroom(const Report& report) {
  Table table{
      .id = "headroom",
      .title = "Packet buffer that flow control takes",
      .note =
          "What a queue must have above the threshold at which the scheme first acts; of credits, what must be "
          "advertised for the line rate. Worst mix: of PFC and PAUSE, the most that frames count in whole cells, " +
          worst_mix_text(report) +
          ". Needed: the formula with what whole packets add, or the worst mix if that is more, and a frame below the "
          "threshold. A pool (switch.mmu.headroom_pool): for all of these queues at once.",
      .text_columns = 3,
      .head = {"scheme", "formula", "source", "each (port, class), B", "in whole KiB", "queues", "all, B",
               "whole packets, B", "worst mix, B", "in cells", "needed, all, B", "of the buffer", "fits",
               "as a pool, B"}};
  for (const Headroom& needed : report.headrooms) {
    table.rows.push_back(
        {needed.scheme, needed.formula, needed.source, human_count(static_cast<std::uint64_t>(needed.each.count())),
         human_count(static_cast<std::uint64_t>(whole_kib(needed.each))),
         human_count(static_cast<std::uint64_t>(needed.queues)),
         human_count(static_cast<std::uint64_t>(needed.all.count())),
         human_count(static_cast<std::uint64_t>(needed.packets.count())),
         needed.worst == Bytes(0) ? "-" : human_count(static_cast<std::uint64_t>(needed.worst.count())),
         needed.worst == Bytes(0) ? "-" : human_count(static_cast<std::uint64_t>(needed.worst_cells)),
         human_count(static_cast<std::uint64_t>(needed.least.count())),
         fmt::format("{:.1f} %", needed.part_of_buffer() * 100), needed.fits() ? "yes" : "NO",
         needed.pool == Bytes(0) ? "-" : human_count(static_cast<std::uint64_t>(needed.pool.count()))});
  }
  return table;
}

Table packet_blocks(const Report& report) {
  Table table{
      .id = "packet_blocks",
      .title = "RTL blocks of the switch that packets ask",
      .note = fmt::format(
          "Each takes one packet in a cycle, and all ports bring {:.2f} of 64 B, with 20 B of preamble and "
          "gap. Copies: of a block that answers from settings alone, as many as are asked in a cycle; a block "
          "with the accounts of all packets has none. Keeps up: with frames of this length on average, or more.",
          report.packets_per_cycle),
      .text_columns = 1,
      .head = {"block", "copies", "flip-flops of one", "of all", "keeps up from, B"}};
  for (const PacketBlock& one : report.packet_blocks)
    table.rows.push_back({one.block, human_count(one.copies), human_count(one.flip_flops),
                          human_count(one.copies * one.flip_flops),
                          human_count(static_cast<std::uint64_t>(one.keeps_up_from.count()))});
  return table;
}

Table memories(const Report& report) {
  Table table{.id = "memories",
              .title = "Memories",
              .note = fmt::format(
                  "Every port receives and sends frames of the worst length for the memory at line rate, "
                  "each with 20 B of preamble and gap: {:.2f} frames of 64 B in a cycle of {} ns, or "
                  "fewer that begin a word more. Number: a memory for each port, touched by its packets, or one of "
                  "the switch. Copies: of a table that packets read alone, as many as are read in a cycle. Banks: the "
                  "least number of one copy, each with one access a cycle (1RW; - where words are fewer), or a read "
                  "and a write (1R1W). Bits: of all, without further copies. BRAM and URAM: of the 1R1W banks of all "
                  "memories and copies.",
                  report.packets_per_cycle, static_cast<double>(report.setup.device.parser.clock.count()) / 1e3),
              .text_columns = 2,
              .head = {"memory", "kind", "number", "words x width", "bits", "worst frame", "reads/cycle",
                       "writes/cycle", "copies", "banks 1RW", "banks 1R1W", "BRAM36", "or BRAM18", "or URAM288"},
              .long_list = true};
  for (const Memory& memory : report.memories) {
    const auto blocks = [&](std::uint64_t FpgaBlocks::*count) {
      return memory.fpga ? human_count(*memory.fpga.*count) : std::string("-");
    };
    table.rows.push_back({memory.name, std::string(name(memory.storage)), human_count(memory.number),
                          fmt::format("{} x {}", human_count(memory.words), memory.width), human_count(memory.bits()),
                          fmt::format("{} B: {}", memory.worst.length.count(), counted(memory.worst.words, "word")),
                          fmt::format("{:.2f}", memory.reads_per_cycle), fmt::format("{:.2f}", memory.writes_per_cycle),
                          human_count(memory.copies), memory.banks_1rw ? human_count(*memory.banks_1rw) : "-",
                          human_count(memory.banks_1r1w), blocks(&FpgaBlocks::bram36), blocks(&FpgaBlocks::bram18),
                          blocks(&FpgaBlocks::uram288)});
  }
  return table;
}

Table macro_uses(const Report& report) {
  Table table{.id = "macros",
              .title = "Memories in macros of the table",
              .note = "The macro of least area, or of fewest wasted bits where an area is missing.",
              .text_columns = 2,
              .head = {"memory", "macro", "ports", "banks", "macros", "wasted bits", "area, mm2", "power, mW"}};
  for (const Memory& memory : report.memories) {
    if (!memory.macros) {
      continue;
    }
    const MacroUse& use = *memory.macros;
    table.rows.push_back({memory.name, use.macro->name, std::string(name(use.macro->ports)), human_count(use.banks),
                          human_count(use.count), human_count(use.wasted_bits),
                          use.area_um2 ? fmt::format("{:.4g}", *use.area_um2 / 1e6) : "-",
                          use.power_mw ? fmt::format("{:.4g}", *use.power_mw) : "-"});
  }
  return table;
}

Table macro_sources(const Report& report) {
  Table table{.id = "macro_sources",
              .title = "The table of macros",
              .note = "As its author gives it; nothing here was measured.",
              .text_columns = 2,
              .head = {"macro", "source", "ports", "words x width", "area, um2", "power, mW"}};
  for (const Macro& macro : report.macros) {
    table.rows.push_back({macro.name, macro.source, std::string(name(macro.ports)),
                          fmt::format("{} x {}", human_count(macro.words), macro.width),
                          macro.area_um2 ? fmt::format("{:.6g}", *macro.area_um2) : "-",
                          macro.power_mw ? fmt::format("{:.4g}", *macro.power_mw) : "-"});
  }
  return table;
}

std::string rounded_text(const std::optional<double>& number) {
  return number ? human_count(static_cast<std::uint64_t>(*number + 0.5)) : "-";
}

const char* differs(std::uint64_t found, std::uint64_t declared) { return found == declared ? "" : " DIFFERS"; }

Table synthesis(const Report& report) {
  const Time clock = report.setup.device.parser.clock;
  Table table{.id = "synthesis",
              .title = "RTL blocks, synthesised at these parameters",
              .note =
                  "Flip-flops must be the declared bits, and memories, which stay outside of all other columns, the "
                  "declared SRAM. Area, path and slack: standard cells, mapped for speed. GE: "
                  "gate equivalents, areas of the library's smallest NAND2. FO4: the path in delays of its smallest "
                  "inverter that drives four of its kind. The last row is all instances of these "
                  "blocks, which is not the whole switch.",
              .text_columns = 2,
              .head = {"block", "parameters", "instances", "declared bits", "flip-flops", "memory bits", "cells",
                       "area, um2", "GE", "path, ns", "FO4", "slack, ns", "iCE40 LUTs", "Xilinx LUTs", "Xilinx DSPs"}};
  for (const SynthesisedBlock& block : report.synthesis.value_or(std::vector<SynthesisedBlock>{})) {
    const synthesis::Mapping& fast = block.report.fast;
    table.rows.push_back(
        {block.block, block.parameter_text(), human_count(block.instances), human_count(block.declared_bits),
         human_count(block.report.flip_flops) + differs(block.report.flip_flops, block.declared_bits),
         human_count(block.report.memory_bits) + differs(block.report.memory_bits, block.declared_memory_bits),
         human_count(fast.combinational_cells), fmt::format("{:.0f}", fast.area),
         rounded_text(block.gate_equivalents()), fmt::format("{:.2f}", fast.longest_path_ns),
         rounded_text(block.in_fo4(fast)), fmt::format("{:+.2f}", fast.slack_ns(clock)),
         human_count(block.report.ice40.luts), human_count(block.report.xilinx.luts),
         human_count(block.report.xilinx.dsps)});
  }
  if (!table.rows.empty()) {
    const SynthesisTotal total = total_of(*report.synthesis);
    table.rows.push_back(
        {"all instances", "", human_count(total.instances), human_count(total.declared_bits),
         human_count(total.flip_flops), human_count(total.memory_bits), human_count(total.combinational_cells),
         human_count(static_cast<std::uint64_t>(total.area + 0.5)), rounded_text(total.gate_equivalents), "", "", "",
         human_count(total.ice40_luts), human_count(total.xilinx_luts), human_count(total.xilinx_dsps)});
    table.totals = 1;
  }
  return table;
}

std::vector<std::string> port_top_row(const std::string& what, const SynthesisedBlock& block, Time clock) {
  const synthesis::Mapping& fast = block.report.fast;
  return {what,
          human_count(block.instances),
          human_count(block.report.flip_flops) + differs(block.report.flip_flops, block.declared_bits),
          human_count(fast.combinational_cells),
          human_count(static_cast<std::uint64_t>(fast.area + 0.5)),
          rounded_text(block.gate_equivalents()),
          fmt::format("{:.2f}", fast.longest_path_ns),
          rounded_text(block.in_fo4(fast)),
          fmt::format("{:+.2f}", fast.slack_ns(clock))};
}

std::vector<std::string> port_sum_row(const std::string& what, std::uint64_t count, const SynthesisTotal& total) {
  return {what,
          human_count(count),
          human_count(total.flip_flops),
          human_count(total.combinational_cells),
          human_count(static_cast<std::uint64_t>(total.area + 0.5)),
          rounded_text(total.gate_equivalents),
          "",
          "",
          ""};
}

Table port_tops(const Report& report) {
  const Time clock = report.setup.device.parser.clock;
  Table table{.id = "port_tops",
              .title = "A port as one top",
              .note = fmt::format(
                  "The parts of a port, of the blocks above, and the same wired to a port in one module, which no sum "
                  "above has. Its flip-flops must be those of its parts, {} that release the reset and remember which "
                  "value was read, with TCD detectors those that remember which class was OFF, and with GFC stages or "
                  "messages that wait; more cells choose what the MAC is offered, compare depths, and answer for what "
                  "the parts hold. Mapped for speed.",
                  kLosslessPortOwnBits),
              .text_columns = 1,
              .head = {"block", "number", "flip-flops", "cells", "area, um2", "GE", "path, ns", "FO4", "slack, ns"}};
  for (const PortTop& top : report.port_tops.value_or(std::vector<PortTop>{})) {
    for (const SynthesisedBlock& part : top.parts) {
      const bool is_bank = &part == &top.parts.back();
      table.rows.push_back(port_top_row(part.block + (!is_bank                 ? ""
                                                      : top.has_bank_of_switch ? " of this switch"
                                                                               : " of rtl/"),
                                        part, clock));
    }
    table.rows.push_back(port_sum_row("parts of a port", 1, total_of(top.parts)));
    SynthesisedBlock one = top.top;
    one.instances = 1;
    table.rows.push_back(port_top_row(one.block + ": " + one.parameter_text(), one, clock));
    table.rows.push_back(port_sum_row(one.block + " of all ports", top.top.instances, total_of({top.top})));
  }
  return table;
}

Table registers(const Report& report) {
  Table table{.id = "registers",
              .title = "Registers",
              .note = "--explain REGISTER says what each is for, and who asks for it.",
              .text_columns = 5,
              .head = {"register", "mechanism", "kind", "RTL block", "formula", "bits", "width follows"},
              .long_list = true};
  for (const RegisterCost& held : report.cost.registers) {
    const ledger::RegisterDeclaration& declaration = held.declaration;
    table.rows.push_back({held.full_name(), declaration.mechanism, std::string(name(declaration.storage)),
                          declaration.rtl_block.empty() ? "-" : declaration.rtl_block, declaration.formula(),
                          human_count(declaration.bits()), declaration.width_follows});
  }
  return table;
}

}  // namespace

std::string signed_count(std::uint64_t value, std::uint64_t base) {
  return value >= base ? "+" + human_count(value - base) : "-" + human_count(base - value);
}

std::vector<Table> tables_of(const Report& report) {
  std::vector<Table> tables;
  for (auto* make : {settings, mechanisms, against_pfc, headroom, packet_blocks, memories, macro_uses, macro_sources,
                     synthesis, port_tops, registers}) {
    Table table = make(report);
    if (!table.rows.empty()) {
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

}  // namespace weir::cost
