// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// All hardware of one switch: its blocks in datapath order, each with the dimensions of the whole switch.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ledger/block.h"

namespace weir::ledger {

class Chip {
 public:
  explicit Chip(std::string name) : name_(std::move(name)) {}

  // Throws std::invalid_argument when a block of that name is there already. Blocks without registers are kept out.
  Chip& add(Block block);

  const std::string& name() const { return name_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  // nullptr when there is none of that name.
  const Block* find(std::string_view block_name) const;

  Bits bits() const;
  std::map<std::string, Bits> bits_by_mechanism() const;

 private:
  std::string name_;
  std::vector<Block> blocks_;
};

}  // namespace weir::ledger
