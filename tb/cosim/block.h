// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of all RTL blocks, with the functions of each that commands and tests need, whatever its kind.

#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/reference/factories.h"
#include "tb/cosim/cosim_run.h"
#include "tb/cosim/coverage_book.h"
#include "tb/cosim/fidelity_at.h"
#include "tb/cosim/port_dut.h"
#include "tb/cosim/vectors.h"

namespace weir::cosim {

class Recorder;

struct Block {
  std::string_view name;  // RTL module
  std::string_view text;  // description, for lists
  // Lock-step with the reference. Throws LockstepMismatch; std::invalid_argument for a recording that does not fit.
  std::function<CosimResult(const CosimOptions& options)> run;
  // Throws std::invalid_argument for unknown parameters, or values out of range.
  std::function<Vectors(const VectorOptions& options)> vectors;

  // The shape of the block as built, or with other widths; throws as `vectors` does.
  std::function<BlockShape(const VectorOptions& widths)> shape{};
  // The C++ model with the same widths, by the ports of `shape`; throws as `vectors` does.
  std::function<std::unique_ptr<PortDut>(const VectorOptions& widths)> reference{};

  // install and record are for blocks that a switch can contain, and empty for others.
  //
  // install: makes the factories use this block at this fidelity. A lock-step difference throws LockstepMismatch from
  // the call that finds it. An instance throws std::invalid_argument if its configuration is invalid, or asks the RTL
  // for widths with which it was not built.
  std::function<void(reference::Factories& factories, const FidelityAt& fidelity, const LockstepTrail& trail)>
      install{};
  // Lets the recorder see the inputs of one of its instances.
  std::function<void(reference::Factories& factories, Recorder& recorder)> record{};
};

// Empty in a program without Verilated RTL (no_blocks.cpp).
std::span<const Block> blocks();

// Throws NoBlocks, or std::invalid_argument, "<asker>: there is no block ...", with the nearest name among blocks for
// which `wanted` is true.
const Block& block_named(std::string_view name, std::string_view asker,
                         const std::function<bool(const Block&)>& wanted = {});

// The stage comparator whose C++ model is clocked like the RTL.
inline constexpr std::string_view kLeadingZeroComparator = "stage_comparator_leading_zero";

// The program has no blocks, and the request needs one.
class NoBlocks : public std::invalid_argument {
 public:
  NoBlocks() : std::invalid_argument("wanted a program with RTL blocks") {}
};

// The fidelity of a block's instances in a network.
struct BlockChoice {
  std::string_view block;
  FidelityAt fidelity = Fidelity::reference;

  // Whether the program must have this block (weir-model has none). Factories always have the other blocks' C++ models.
  bool takes_block() const { return !fidelity.is_reference() || block == kLeadingZeroComparator; }
};
// Throws NoBlocks if a choice takes a block and the program has none.
void require_blocks(std::span<const BlockChoice> choices);
reference::Factories factories_of(std::span<const BlockChoice> choices, const LockstepTrail& trail = {});

}  // namespace weir::cosim
