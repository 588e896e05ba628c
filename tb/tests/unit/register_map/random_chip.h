// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Chips that a property test makes up.

#pragma once

#include <rapidcheck.h>

#include "hw_model/ledger/chip.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger {

// The same chips everywhere; RC_PARAMS="seed=N max_success=M" in the environment tries others.
inline const int kSeeded = setenv("RC_PARAMS", "seed=20190819 max_success=200", /*overwrite=*/0);

inline RegisterDeclaration random_register(const std::string& name) {
  RegisterDeclaration declaration{
      .name = name,
      .width = *rc::gen::oneOf(rc::gen::inRange(1U, 65U), rc::gen::inRange(65U, 400U)),
      .access = *rc::gen::element(Access::kReadOnly, Access::kReadWrite, Access::kWriteOneToClear, Access::kInternal),
      .mechanism = "test"};
  if (declaration.width <= 64 && *rc::gen::inRange(0, 4) == 0) {
    for (unsigned bit = 0; bit < declaration.width; ++bit)
      declaration.named_bits.push_back({"bit_" + std::to_string(bit), "a fact"});
  }
  for (const char* of : {"port", "class", "stage"}) {
    if (*rc::gen::inRange(0, 2) == 1)
      declaration.dimensions.push_back({of, *rc::gen::inRange<std::uint64_t>(0, 20)});
  }
  const auto any_value = [&] {
    const auto value = *rc::gen::arbitrary<std::uint64_t>();
    return declaration.width < 64 ? value >> (64 - declaration.width) : value;
  };
  declaration.reset = any_value();
  if (!declaration.dimensions.empty() && *rc::gen::inRange(0, 4) == 0) {
    for (std::uint64_t i = 0; i < declaration.dimensions.back().size; ++i)
      declaration.resets.push_back(any_value());
  }
  return declaration;
}

inline Chip random_chip() {
  Chip chip("random");
  const int blocks = *rc::gen::inRange(0, 5);
  for (int b = 0; b < blocks; ++b) {
    Block block("block_" + std::to_string(b));
    const int registers = *rc::gen::inRange(0, 12);
    for (int r = 0; r < registers; ++r)
      block.add(random_register("register_" + std::to_string(r)));
    chip.add(std::move(block));
  }
  return chip;
}

}  // namespace weir::ledger
