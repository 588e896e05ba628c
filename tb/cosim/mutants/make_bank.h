// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A bank of mutants around Verilator's class of it; included by what make_mutants.py writes.

#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "tb/cosim/mutants/mutant_bank.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <class Kind, class V>
class Mutant : public Verilated<Kind, V> {
 public:
  Mutant(const typename Kind::Setup& setup, unsigned number) : Verilated<Kind, V>(setup) {
    drive(this->model_.mutant_i, number);
  }
};

template <class Kind, class V>
MutantBank make_bank(std::string_view block, std::span<const char* const> names) {
  return {block, names, [block](unsigned number) {
            const std::vector<Variant<Kind>> variants = Kind::variants();
            Variant<Kind> variant = *std::ranges::find(variants, block, &Variant<Kind>::name);
            variant.rtl = [number](const typename Kind::Setup& setup) {
              return std::make_unique<DutOf<typename Kind::Inputs, typename Kind::Outputs, Mutant<Kind, V>>>(setup,
                                                                                                             number);
            };
            return Kind::block(variant);
          }};
}

}  // namespace weir::cosim
