// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A bank of mutants around Verilator's class of it; included by what make_mutants.py writes.

#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tb/cosim/mutants/mutant_bank.h"
#include "tb/cosim/vector_recorder.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <class Kind, class V>
class MutatedBlock : public Verilated<Kind, V> {
 public:
  MutatedBlock(const typename Kind::Setup& setup, const Mutant& mutant) : Verilated<Kind, V>(setup) {
    drive(this->model_.fault_i, mutant.fault);
    drive(this->model_.k_i, mutant.k);
  }
};

template <class Kind, class V>
MutantBank make_bank(std::string_view block, std::span<const Mutant> mutants) {
  const auto variant_with = [block](const Mutant& mutant) {
    const std::vector<Variant<Kind>> variants = Kind::variants();
    Variant<Kind> variant = *std::ranges::find(variants, block, &Variant<Kind>::name);
    variant.rtl = [mutant](const typename Kind::Setup& setup) {
      return std::make_unique<DutOf<typename Kind::Inputs, typename Kind::Outputs, MutatedBlock<Kind, V>>>(setup,
                                                                                                           mutant);
    };
    return variant;
  };
  return {block, mutants, [=](const Mutant& mutant) { return Kind::block(variant_with(mutant)); },
          [=](const Mutant& mutant) {
            const Variant<Kind> variant = variant_with(mutant);
            try {
              vectors_of(variant, VectorOptions{}, variant.rtl);
            } catch (const VectorsDiffer& difference) {
              return std::string(difference.what());
            }
            return std::string();
          }};
}

}  // namespace weir::cosim
