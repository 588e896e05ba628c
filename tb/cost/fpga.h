// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Block memories of an FPGA that a memory takes: AMD UltraScale+, "UltraScale Architecture Memory Resources" (UG573).
// A block RAM has a few fixed shapes; a memory is tiled with one of them, and each tile is whole.

#pragma once

#include <cstdint>

namespace weir::cost {

struct FpgaBlocks {
  std::uint64_t bram36 = 0;   // of 36 Kb each, when only these are used
  std::uint64_t bram18 = 0;   // of 18 Kb each, likewise
  std::uint64_t uram288 = 0;  // of 288 Kb each, likewise
  bool operator==(const FpgaBlocks&) const = default;
};

// For a memory of `words` x `width` with one read and one write a cycle (simple dual port), 1 or more of each.
FpgaBlocks fpga_blocks(std::uint64_t words, std::uint64_t width);

}  // namespace weir::cost
