// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/gradient_gate.h"

#include <stdexcept>
#include <string>

namespace weir::reference {
namespace {

void require_gradient(bool holds, const std::string& what) {
  if (!holds)
    throw std::invalid_argument("gradient: " + what);
}

}  // namespace

void GradientConfig::validate(unsigned fabric_viqs) const {
  require_gradient(counter_bits >= 2 && counter_bits <= 32,
                   "counter_bits is " + std::to_string(counter_bits) + ", wanted 2..32");
  require_gradient(block >= Bytes(1), "block is " + std::to_string(block.count()) + " B, wanted 1 B or more");
  require_gradient(longest >= Bytes(1),
                   "the longest packet is " + std::to_string(longest.count()) + " B, wanted 1 B or more");
  require_gradient(bm / block > std::int64_t{blocks(longest)},
                   "bm of " + std::to_string(bm.count()) + " B is " + std::to_string(bm / block) +
                       " blocks, wanted more than " + std::to_string(blocks(longest)) +
                       ", those of the longest packet: hosts stop at bm less that");
  require_gradient(bm / block <= std::int64_t{modulo_mask()} && most_held(fabric_viqs, false) <= modulo_mask(),
                   std::to_string(fabric_viqs) + " VIQs that feed one another may hold more than the " +
                       std::to_string(modulo_mask()) + " blocks that counters of " + std::to_string(counter_bits) +
                       " bits express (wider counters or larger blocks)");
}

}  // namespace weir::reference
