// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/memories.h"

#include <algorithm>

namespace weir::cost {
namespace {

std::uint64_t words_of(Bytes frame, std::uint64_t word_bytes) {
  const auto length = static_cast<std::uint64_t>(frame.count());
  return word_bytes == 0 ? 1 : (length + word_bytes - 1) / word_bytes;
}

// One port, of those of the highest line rate.
std::vector<link::LinkConfig> fastest(const std::vector<link::LinkConfig>& ports) {
  const auto of_all = std::max_element(ports.begin(), ports.end(),
                                       [](const auto& one, const auto& other) { return one.rate < other.rate; });
  return of_all == ports.end() ? ports : std::vector<link::LinkConfig>{*of_all};
}

// What packets read and never write.
bool is_table(const ledger::RegisterDeclaration& declaration) {
  return declaration.storage == ledger::Storage::kTcam ||
         (declaration.accesses.reads_per_packet > 0 && declaration.accesses.writes_per_packet == 0);
}

MacroUse times(MacroUse use, std::uint64_t number) {
  use.banks *= number;
  use.count *= number;
  use.wasted_bits *= number;
  const auto scale = [&](std::optional<double>& of_one) {
    if (of_one) {
      *of_one *= static_cast<double>(number);
    }
  };
  scale(use.area_um2);
  scale(use.power_mw);
  return use;
}

Memory memory_of(const RegisterCost& held, const Traffic& traffic, const std::vector<Macro>& macros) {
  const ledger::RegisterDeclaration& declaration = held.declaration;
  Memory memory;
  memory.name = held.full_name();
  memory.mechanism = declaration.mechanism;
  memory.storage = declaration.storage;
  memory.number = held.memories;
  memory.words = declaration.count() / held.memories;
  memory.width = declaration.width;
  memory.worst = worst_frame(declaration.accesses.word_bytes, traffic.longest);
  const double words = static_cast<double>(memory.worst.words) *
                       packets_per_cycle(memory.number == 1 ? traffic.ports : fastest(traffic.ports), traffic.clock,
                                         memory.worst.length);
  memory.reads_per_cycle = declaration.accesses.reads_per_packet * words;
  memory.writes_per_cycle = declaration.accesses.writes_per_packet * words;
  const bool table = is_table(declaration);
  memory.copies = table ? banks_for(MacroPorts::k1rw, memory.reads_per_cycle, 0) : 1;
  const double reads = table ? memory.reads_per_cycle / static_cast<double>(memory.copies) : memory.reads_per_cycle;
  memory.banks_1rw = banks_of_words(MacroPorts::k1rw, memory.words, reads, memory.writes_per_cycle);
  memory.banks_1r1w = banks_of_words(MacroPorts::k1r1w, memory.words, reads, memory.writes_per_cycle).value_or(1);
  if (memory.storage != ledger::Storage::kSram || memory.words == 0) {
    return memory;
  }
  const std::uint64_t bank_words = (memory.words + memory.banks_1r1w - 1) / memory.banks_1r1w;
  const FpgaBlocks bank = fpga_blocks(bank_words, memory.width);
  const std::uint64_t banks = memory.banks_1r1w * memory.copies * memory.number;
  memory.fpga = {bank.bram36 * banks, bank.bram18 * banks, bank.uram288 * banks};
  memory.macros = best_macro(macros, memory.words, memory.width, reads, memory.writes_per_cycle);
  if (memory.macros) {
    memory.macros = times(*memory.macros, memory.copies * memory.number);
  }
  return memory;
}

// Counters that share a memory are ranges of it: as many words, and the accesses of the busiest.
std::vector<RegisterCost> shared_as_one(const std::vector<RegisterCost>& registers) {
  std::vector<RegisterCost> memories;
  for (const RegisterCost& held : registers) {
    if (held.declaration.storage == ledger::Storage::kFlipFlop) {
      continue;
    }
    const std::string& shared = held.declaration.memory;
    const auto first = std::find_if(memories.begin(), memories.end(), [&](const RegisterCost& known) {
      return !shared.empty() && known.block == held.block && known.declaration.memory == shared;
    });
    if (first == memories.end()) {
      memories.push_back(held);
      if (!shared.empty()) {
        memories.back().declaration.name = shared;
        memories.back().declaration.dimensions = {{"word", held.declaration.count()}};
        memories.back().declaration.resets.clear();
      }
      continue;
    }
    ledger::RegisterDeclaration& one = first->declaration;
    one.dimensions.front().size += held.declaration.count();
    one.width = std::max(one.width, held.declaration.width);
    one.accesses.reads_per_packet = std::max(one.accesses.reads_per_packet, held.declaration.accesses.reads_per_packet);
    one.accesses.writes_per_packet =
        std::max(one.accesses.writes_per_packet, held.declaration.accesses.writes_per_packet);
  }
  return memories;
}

}  // namespace

WorstFrame worst_frame(std::uint64_t word_bytes, Bytes longest) {
  WorstFrame worst{kSmallestFrame, words_of(kSmallestFrame, word_bytes)};
  const auto wire = [](Bytes frame) { return static_cast<std::uint64_t>((frame + link::kWireOverhead).count()); };
  for (Bytes length = kSmallestFrame + Bytes(1); word_bytes != 0 && length <= longest; length += Bytes(1)) {
    const std::uint64_t words = words_of(length, word_bytes);
    if (words * wire(worst.length) > worst.words * wire(length)) {
      worst = {length, words};
    }
  }
  return worst;
}

double packets_per_cycle(const std::vector<link::LinkConfig>& ports, Time clock, Bytes frame) {
  const auto wire_bits = static_cast<double>((frame + link::kWireOverhead).count() * kBitsPerByte);
  double bits_per_second = 0;
  for (const link::LinkConfig& port : ports) {
    bits_per_second += static_cast<double>(port.rate.count());
  }
  return bits_per_second / wire_bits * seconds(clock);
}

std::vector<Memory> memories_of(const Cost& cost, const Traffic& traffic, const std::vector<Macro>& macros) {
  std::vector<Memory> memories;
  for (const RegisterCost& held : shared_as_one(cost.registers)) {
    memories.push_back(memory_of(held, traffic, macros));
  }
  return memories;
}

}  // namespace weir::cost
