// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RTL of a kind that is built twice, as its widths say.

#pragma once

#include <memory>

#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

// As built, or, for the setup kWidest, in the widest form: a recording has either.
template <class Kind, class V, class Widest>
std::unique_ptr<DutFor<Kind>> verilated_forms(const typename Kind::Setup& setup) {
  if (setup == Kind::kWidest)
    return verilated_as_is<Kind, Widest>(setup);
  return verilated_dut<Kind, V>(setup);
}

}  // namespace weir::cosim
