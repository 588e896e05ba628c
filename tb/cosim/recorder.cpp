// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/recorder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tb/cosim/whole_port.h"

namespace weir::cosim {

Recorder::Recorder(std::string block, std::string instance, HeaderLines about, Write write)
    : block_(std::move(block)), wanted_(std::move(instance)), about_(std::move(about)), write_(std::move(write)) {}

namespace {

// A port in RTL as a whole has no cycles of its parts.
void refuse_parts(const std::string& block, const std::string& instance, std::span<const BlockChoice> blocks) {
  for (const BlockChoice& port : blocks) {
    if (!is_whole_port(port.block) || !is_part_of_port(block, port.block))
      continue;
    if (instance.empty() ? !port.fidelity.is_reference() : port.fidelity.of(instance) != Fidelity::reference)
      throw std::invalid_argument("--record " + block + ": fidelity." + std::string(port.block) +
                                  " has this block; wanted it to be \"reference\" there");
  }
}

}  // namespace

reference::Factories Recorder::wrap(reference::Factories factories, std::span<const BlockChoice> blocks) {
  refuse_parts(block_, wanted_, blocks);
  if (std::ranges::find(blocks, block_, &BlockChoice::block) != blocks.end()) {
    block_named(block_, "--record").record(factories, *this);
  }
  return factories;
}

bool Recorder::wants(const std::string& instance) {
  instances_.push_back(instance);
  if (!found_.empty() || (!wanted_.empty() && instance != wanted_)) {
    return false;
  }
  found_ = instance;
  return true;
}

void Recorder::require_found() const {
  if (!found_.empty()) {
    return;
  }
  if (instances_.empty()) {
    throw std::invalid_argument("--record " + block_ + ": this scenario has none");
  }
  throw std::invalid_argument("--record " + block_ + "=" + wanted_ + ": no such instance; the first of " +
                              std::to_string(instances_.size()) + " is " + instances_.front() + ", the last " +
                              instances_.back());
}

void Recorder::finish(Time end) {
  if (finish_) {
    finish_(end);
  }
}

}  // namespace weir::cosim
