// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/clocked_arbiters.h"

namespace weir::crossbar {

ClockedArbiters::ClockedArbiters(const reference::Factories& factories, const std::string& device, const char* side,
                                 std::size_t count, std::size_t members)
    : arbiters_(count), members_(members) {
  const auto& make = factories.of<reference::RrArbiterBlock>();
  for (std::size_t i = 0; i < count; ++i) {
    const reference::RrArbiterConfig asked{.inputs = static_cast<unsigned>(members), .lock = 0};
    arbiters_[i].block = make(asked, device + ".p" + std::to_string(i) + "." + side);
    any_ = any_ || arbiters_[i].block != nullptr;
  }
  chosen_.reserve(count);
}

std::size_t ClockedArbiters::choose(std::size_t arbiter, PortWord asking, std::size_t pointer, std::size_t chosen) {
  Arbiter& here = arbiters_[arbiter];
  if (here.block == nullptr) {
    return chosen;
  }
  here.in = {.req = asking};
  chosen_.push_back(arbiter);
  here.block->at(now_);
  const reference::RrArbiterOutputs out = here.block->evaluate(here.in);
  reference::RrArbiterOutputs model = out;
  model.grant_valid = true;
  model.grant = bit_of(chosen);
  model.grant_index = static_cast<std::uint8_t>(chosen);
  model.locked = false;
  model.pointer = pointer == 0 && out.pointer == members_ ? out.pointer : static_cast<std::uint8_t>(pointer);
  here.block->compare(out, model);
  return out.grant_index;
}

void ClockedArbiters::edge() {
  for (const std::size_t arbiter : chosen_) {
    arbiters_[arbiter].block->clock(arbiters_[arbiter].in);
  }
  chosen_.clear();
}

void ClockedArbiters::reset() {
  for (Arbiter& arbiter : arbiters_) {
    if (arbiter.block != nullptr) {
      arbiter.block->at(now_);
      arbiter.block->clock({.rst_n = false});
    }
  }
}

std::unique_ptr<ClockedArbiters> make_clocked_arbiters(const reference::Factories* factories, const std::string& device,
                                                       const char* side, std::size_t inputs) {
  if (factories == nullptr) {
    return nullptr;
  }
  auto arbiters = std::make_unique<ClockedArbiters>(*factories, device, side, inputs, inputs);
  return arbiters->any() ? std::move(arbiters) : nullptr;
}

std::unique_ptr<ClockedSides> make_clocked_sides(const reference::Factories* factories, const std::string& device,
                                                 std::size_t inputs) {
  if (factories == nullptr) {
    return nullptr;
  }
  auto sides = std::make_unique<ClockedSides>(
      ClockedSides{{*factories, device, "grant", inputs, inputs}, {*factories, device, "accept", inputs, inputs}});
  return sides->grant.any() || sides->accept.any() ? std::move(sides) : nullptr;
}

}  // namespace weir::crossbar
