// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// random_maps DIR COUNT: writes the maps of made-up chips in all formats, DIR/N.json, N.rdl, N.xml, N.h, for the checks
// of register_map_test.py. They have what no switch of today has: wide registers, several reset values, odd names.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "hw_model/base/random_stream.h"
#include "tb/register_map/generators.h"

namespace {

using weir::RandomStream;
using weir::ledger::Access;

std::string random_name(RandomStream& random, int number) {
  const char* const kNames[] = {"type", "reg", "field", "number", "level", "value", "depth", "class_of"};
  return number < 8 ? kNames[number] : "register_" + std::to_string(random.below(1'000'000));
}

std::uint64_t random_value(RandomStream& random, unsigned width) {
  return width < 64 ? random.next() >> (64 - width) : random.next();
}

weir::ledger::RegisterDeclaration random_register(RandomStream& random, int number) {
  const Access kAccesses[] = {Access::kReadOnly, Access::kReadWrite, Access::kWriteOneToClear, Access::kInternal};
  weir::ledger::RegisterDeclaration declaration;
  declaration.name = random_name(random, number);
  declaration.width = static_cast<unsigned>(1 + random.below(random.below(4) == 0 ? 300 : 64));
  for (const char* of : {"port", "class", "stage"}) {
    if (random.below(2) == 0)
      declaration.dimensions.push_back({of, 1 + random.below(9)});
  }
  if (declaration.width <= 64 && random.below(4) == 0) {
    for (unsigned bit = 0; bit < declaration.width; ++bit)
      declaration.named_bits.push_back({"bit_" + std::to_string(bit), "the bit's \"fact\" <a> & b"});
  }
  declaration.reset = random_value(random, declaration.width);
  if (!declaration.dimensions.empty() && random.below(3) == 0) {
    for (std::uint64_t i = 0; i < declaration.dimensions.back().size; ++i)
      declaration.resets.push_back(random_value(random, declaration.width));
  }
  declaration.access = kAccesses[random.below(4)];
  declaration.mechanism = "test";
  declaration.source = random.below(2) == 0 ? "" : "GFC, SIGCOMM '19, \"section\" 5.3 & <figure> 7";
  declaration.description = "what \\ it | is */";
  return declaration;
}

weir::ledger::Chip random_chip(RandomStream& random) {
  weir::ledger::Chip chip("chip");
  const auto blocks = random.below(5);
  for (std::uint64_t b = 0; b < blocks; ++b) {
    weir::ledger::Block block("block_" + std::to_string(b));
    const auto registers = static_cast<int>(random.below(14));
    for (int r = 0; r < registers; ++r) {
      weir::ledger::RegisterDeclaration declaration = random_register(random, r);
      if (block.find(declaration.name) == nullptr)
        block.add(std::move(declaration));
    }
    chip.add(std::move(block));
  }
  return chip;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: random_maps DIR COUNT\n";
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  const int count = std::stoi(argv[2]);
  for (int n = 0; n < count; ++n) {
    RandomStream random(static_cast<std::uint64_t>(n), "chip");
    const weir::ledger::AddressMap map(random_chip(random));
    const weir::register_map::Title title{"A chip that a test made up", "0"};
    const auto write = [&](const char* suffix, const std::string& text) {
      std::ofstream(folder / (std::to_string(n) + suffix)) << text;
    };
    write(".json", weir::register_map::to_json(map, title));
    write(".rdl", weir::register_map::to_systemrdl(map, title));
    write(".xml", weir::register_map::to_ipxact(map, title));
    write(".h", weir::register_map::to_c_header(map, title));
  }
  return 0;
}
