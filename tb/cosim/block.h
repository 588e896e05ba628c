// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Every RTL block that there is, in one list: what commands and tests ask of it, whatever its kind.

#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/reference/factories.h"
#include "tb/cosim/cosim_run.h"
#include "tb/cosim/coverage_book.h"
#include "tb/cosim/fidelity.h"
#include "tb/cosim/port_dut.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

class Recorder;

struct Block {
  std::string_view name;  // RTL module
  std::string_view text;  // what it is, for lists
  // Lock-step with the reference. Throws LockstepMismatch; std::invalid_argument for a recording that does not fit.
  std::function<CosimResult(const CosimOptions& options)> run;
  // Throws std::invalid_argument for parameters that the block has not or that are out of range.
  std::function<Vectors(const VectorOptions& options)> vectors;

  // As built, or with other widths; throws as `vectors` does.
  std::function<BlockShape(const VectorOptions& widths)> shape{};

  // What a switch can have in it; empty for the others.
  //
  // Makes the switch's own at this fidelity. A lock-step difference throws LockstepMismatch from the call in which it
  // is seen. What is made throws
  // std::invalid_argument when its configuration is invalid, or asks the RTL for widths that it was not built with.
  std::function<void(reference::Factories& factories, Fidelity fidelity, const LockstepTrail& trail)> install{};
  // Lets the recorder see what one of them is fed.
  std::function<void(reference::Factories& factories, Recorder& recorder)> record{};
};

// Empty in a program without Verilated RTL (no_blocks.cpp).
std::span<const Block> blocks();

// Throws NoBlocks, or std::invalid_argument, "<asker>: there is no block ...", with the nearest name among those that
// are `wanted`.
const Block& block_named(std::string_view name, std::string_view asker,
                         const std::function<bool(const Block&)>& wanted = {});

// Its C++ model is clocked like the block.
inline constexpr std::string_view kLeadingZeroComparator = "stage_comparator_leading_zero";

// What was asked for takes a block, and the program has none.
class NoBlocks : public std::invalid_argument {
 public:
  NoBlocks() : std::invalid_argument("wanted a program with RTL blocks") {}
};

// A block of a network and the fidelity of all its instances.
struct BlockChoice {
  std::string_view block;
  Fidelity fidelity = Fidelity::reference;

  // Whether the program must have the block for it: weir-model has none. Factories have the C++ models of others by
  // themselves.
  bool takes_block() const { return fidelity != Fidelity::reference || block == kLeadingZeroComparator; }
};
// Throws NoBlocks.
void require_blocks(std::span<const BlockChoice> choices);
reference::Factories factories_of(std::span<const BlockChoice> choices, const LockstepTrail& trail = {});

}  // namespace weir::cosim
