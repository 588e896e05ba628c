// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The MMU with a block that admits, and compares VIQs with XOFF and XON. The model decides first, on the same accounts;
// what the block answers counts.

#include <algorithm>
#include <string>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {

using flow_control::MovingThreshold;

void Mmu::take_block(const reference::Factories& factories, const std::string& device) {
  clocked_ = make_clocked_admission(factories, device, viq_.ports(), config_);
  if (clocked_ != nullptr) {
    set_block();
    rises_.reserve(viq_.ports() * kClasses);
  }
}

// XOFF and XON are the same for all lossless VIQs.
void Mmu::set_block() {
  std::optional<flow_control::PauseLevels> pauses;
  const flow_control::ViqPauses* const engine = engines_.front()->viq_pauses();
  for (std::size_t c = 0; engine != nullptr && !pauses && c < kClasses; ++c) {
    pauses = engine->pause_levels(ClassId(c));
  }
  clocked_->set(config_, viq_levels(config_, viq_.ports(), pauses));
}

ClockedAdmission::Books Mmu::books(PortId port, ClassId c) const {
  return {.cells = viq_.at(port, c).cells,
          .held = pool_.held(port, c),
          .taken = clocked_->levels().shared - free_shared(),
          .pool_used = pool_.used()};
}

// A block that is not in lock-step, and wrong, may admit what has no room.
void Mmu::require_room(const frame::Packet& packet, const Viq& viq, bool of_pool, std::int64_t cells, Time now) const {
  const std::int64_t rest = cells - std::min(cells, unfilled(viq, packet.traffic_class));
  if (of_pool ? cells > pool_.free() : rest > free_shared()) {
    broken_invariant("the block viq_admission admits a packet for which there is no room",
                     "port " + std::to_string(packet.ingress.index()), std::to_string(cells) + " cells", now);
  }
}

Admission Mmu::admit_by_block(const frame::Packet& packet, Viq& viq, bool lossless, Admission model, Bytes veq_depth,
                              Time now) {
  const PortId port = packet.ingress;
  const ClassId c = packet.traffic_class;
  const Bytes counts = counted(packet.length);
  const std::int64_t cells = config_.cells(packet.length);
  const bool veq_full = config_.veq_limit > Bytes(0) && veq_depth + counts > config_.veq_limit;
  const Admission admission = clocked_->arrives(
      {.viq = {port, c}, .cells = cells, .lossless = lossless, .veq_full = veq_full}, model, books(port, c), now);
  ++viq.counters.by_admission[static_cast<std::size_t>(admission)];
  MovingThreshold* const engine = lossless ? engines_[port.index()]->moving_threshold() : nullptr;
  const bool asked = engine != nullptr && engine->viq_asks(c);
  if (is_drop(admission)) {
    settle_by_block(port, c, asked, asked, now);
    return admission;
  }
  const bool of_pool = lossless && pool_.exists() && admission == Admission::kHeadroom;
  require_room(packet, viq, of_pool, cells, now);
  viq.depth += counts;
  viq.counters.peak = std::max(viq.counters.peak, viq.depth);
  ++viq.counters.admitted;
  buffer_.count(counts);
  if (of_pool) {
    pool_.take(port, c, cells);
    buffer_.take(cells, 0);
  } else {
    take(viq, c, cells);
  }
  if (engine != nullptr && pool_.exists()) {
    tell_threshold(port, c);
  }
  settle_by_block(port, c, asked, engine != nullptr && engine->would_ask(c, viq.depth, true), now);
  return admission;
}

// The rest of release().
void Mmu::release_by_block(Viq& viq, PortId port, ClassId c, Bytes length, Time now) {
  std::int64_t cells = config_.cells(length);
  const bool lossless = engines_[port.index()]->guards(c);
  clocked_->departs({.viq = {port, c}, .cells = cells, .lossless = lossless}, books(port, c), now);
  if (lossless && pool_.exists()) {
    const std::int64_t headroom = pool_.give_back(port, c, cells);
    buffer_.take(-headroom, 0);
    cells -= headroom;
  }
  take(viq, c, -cells);
  MovingThreshold* const engine = lossless ? engines_[port.index()]->moving_threshold() : nullptr;
  if (engine != nullptr && pool_.exists()) {
    tell_threshold(port, c);
  }
  settle_by_block(port, c, engine != nullptr && engine->viq_asks(c),
                  engine != nullptr && engine->would_ask(c, viq.depth, false), now);
  if (pool_.exists() && free_shared() >= waiting_.wakes_at()) {
    wake(now);
  }
}

// Flow control of the packet at hand. `asked`, `asks`: whether its VIQ asks for a pause before and after, by the model.
void Mmu::settle_by_block(PortId port, ClassId c, bool asked, bool asks, Time now) {
  const bool on = clocked_->compares(asked, asks, books(port, c));
  MovingThreshold* const engine = engines_[port.index()]->moving_threshold();
  if (engine != nullptr) {
    engine->ask(c, on, now);
  }
  follow_block(now);
  if (pool_.exists() && engines_[port.index()]->guards(c)) {
    wait_for_room(port, c);
  }
}

// The VIQs of rise() resume, in their order.
void Mmu::settle_rises(Time now) {
  if (rises_.empty()) {
    return;
  }
  clocked_->looks(rises_, books(PortId(0), ClassId(0)));
  for (const auto& [port, c] : rises_) {
    engines_[port.index()]->moving_threshold()->ask(c, clocked_->asks({port, c}, false), now);
  }
  rises_.clear();
  follow_block(now);
}

// Of a right block nothing is left to do.
void Mmu::follow_block(Time now) {
  for (const auto& [port, c] : clocked_->changed()) {
    if (MovingThreshold* const engine = engines_[port.index()]->moving_threshold()) {
      engine->ask(c, clocked_->asks({port, c}, engine->viq_asks(c)), now);
    }
  }
}

void Mmu::restart_block(Time now) {
  if (clocked_ == nullptr) {
    return;
  }
  clocked_->restart(now);
  for (std::size_t p = 0; p < viq_.ports(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      clocked_->put({PortId(p), ClassId(c)}, viq_.at(PortId(p), ClassId(c)).cells, pool_.held(PortId(p), ClassId(c)));
    }
  }
}

}  // namespace weir::mmu
