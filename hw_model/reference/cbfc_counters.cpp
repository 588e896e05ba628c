// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/cbfc_counters.h"

#include <stdexcept>
#include <string>

namespace weir::reference {
namespace {

void require_credits(bool holds, const std::string& what) {
  if (!holds)
    throw std::invalid_argument("credits: " + what);
}

}  // namespace

void CreditConfig::validate() const {
  require_credits(counter_bits >= 2 && counter_bits <= 32,
                  "counter_bits is " + std::to_string(counter_bits) + ", wanted 2..32");
  require_credits(block >= Bytes(1), "block is " + std::to_string(block.count()) + " B, wanted 1 B or more");
  require_credits(buffer >= block, "the buffer of " + std::to_string(buffer.count()) + " B holds no block of " +
                                       std::to_string(block.count()) + " B");
  require_credits(buffer / block <= std::int64_t{most_outstanding()},
                  "the buffer of " + std::to_string(buffer.count()) + " B is " + std::to_string(buffer / block) +
                      " blocks; counters of " + std::to_string(counter_bits) + " bits allow " +
                      std::to_string(most_outstanding()) + " outstanding (wider counters or larger blocks)");
}

}  // namespace weir::reference
