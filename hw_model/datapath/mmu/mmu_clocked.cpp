// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The MMU with a block that admits, to the whole buffer or to partitions, and compares VIQs with XOFF and XON. The
// model decides first, on the same accounts; what the block answers counts.

#include <algorithm>
#include <string>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {

using flow_control::MovingThreshold;

void Mmu::take_block(const reference::Factories& factories, const std::string& device) {
  clocked_ = make_clocked_admission(factories, device, viq_.ports(), config_);
  has_block_ = clocked_ != nullptr;
  if (has_block_) {
    set_block();
    rises_.reserve(viq_.ports() * kClasses);
  }
}

// XOFF and XON are the same for all lossless VIQs; with partitions each packet brings its own.
void Mmu::set_block() {
  if (divided_ != nullptr) {
    divided_->set(config_);
    return;
  }
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
  if (divided_ != nullptr) {
    return admit_to_partition(packet, viq, lossless, model, veq_depth, now);
  }
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
  if (divided_ != nullptr) {
    release_of_partition(viq, port, c, length, now);
    return;
  }
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
  if (divided_ != nullptr) {
    restart_partitions(now);
  }
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

// --- with a block that admits to partitions

using reference::AdmissionAnswer;

namespace {

// A lossy class has no headroom, and a packet whose VEQ is full has a limit of 0; whether the buffer is full the block
// does not know.
AdmissionAnswer as_block(Admission admission) {
  switch (admission) {
    case Admission::kReserved:
      return AdmissionAnswer::kReserved;
    case Admission::kShared:
      return AdmissionAnswer::kShared;
    case Admission::kHeadroom:
      return AdmissionAnswer::kHeadroom;
    case Admission::kViqFull:
    case Admission::kVeqFull:
    case Admission::kHeadroomExhausted:
      return AdmissionAnswer::kHeadroomExhausted;
    case Admission::kBufferFull:
    case Admission::kPartitionFull:
      break;
  }
  return AdmissionAnswer::kPartitionFull;
}

[[noreturn]] void broken_partition(const std::string& what, PortId port, std::int64_t cells, Time now) {
  broken_invariant("the block partition_admission " + what, "port " + std::to_string(port.index()),
                   std::to_string(cells) + " cells", now);
}

}  // namespace

void Mmu::take_partitions(const reference::Factories& factories, const std::string& device) {
  divided_ = make_clocked_partitions(factories, device, viq_.ports(), config_);
  has_block_ = divided_ != nullptr;
  if (divided_ != nullptr) {
    divided_->set(config_);
  }
}

ClockedPartitions::Packet Mmu::for_partition(PortId port, ClassId c, Bytes length, bool lossless) const {
  const flow_control::ReceivingSide& engine = *engines_[port.index()];
  const bool asks = lossless && engine.moving_threshold() != nullptr && engine.viq_pauses() != nullptr;
  return {.port = port,
          .of_class = c,
          .length = counted(length),
          .cells = config_.cells(length),
          .limit = threshold(c, lossless),
          .headroom = lossless ? config_.headroom : Bytes(0),
          .pauses = asks ? engine.viq_pauses()->pause_levels(c) : std::nullopt};
}

// `before`, `after`: depths of the VIQ.
ClockedPartitions::Books Mmu::partition_books(const ClockedPartitions::Packet& packet, Bytes before,
                                              Bytes after) const {
  const ClassId c = packet.of_class;
  const MovingThreshold* const engine = engines_[packet.port.index()]->moving_threshold();
  return {.depth = before,
          .cells = viq_.at(packet.port, c).cells,
          .size = partitions_.cells(c),
          .used = partitions_.used(c),
          .set_aside = partitions_.set_aside(c),
          .asks = packet.pauses && engine->viq_asks(c),
          .will_ask = packet.pauses && engine->would_ask(c, after, after > before)};
}

Admission Mmu::of_partition(ClockedPartitions::Answer answer, const ClockedPartitions::Packet& packet, bool lossless,
                            std::int64_t rest, Time now) const {
  switch (answer.is) {
    case AdmissionAnswer::kReserved:
      return Admission::kReserved;
    case AdmissionAnswer::kShared:
      return Admission::kShared;
    case AdmissionAnswer::kHeadroom:
      return Admission::kHeadroom;
    case AdmissionAnswer::kHeadroomExhausted:
      return answer.veq_full ? Admission::kVeqFull : lossless ? Admission::kHeadroomExhausted : Admission::kViqFull;
    case AdmissionAnswer::kPartitionFull:
      return rest > free_shared() ? Admission::kBufferFull : Admission::kPartitionFull;
  }
  broken_partition("gives no answer", packet.port, packet.cells, now);
}

Admission Mmu::admit_to_partition(const frame::Packet& packet, Viq& viq, bool lossless, Admission model,
                                  Bytes veq_depth, Time now) {
  const PortId port = packet.ingress;
  const ClassId c = packet.traffic_class;
  ClockedPartitions::Packet asked = for_partition(port, c, packet.length, lossless);
  asked.veq_full = !lossless && config_.veq_limit > Bytes(0) && veq_depth + asked.length > config_.veq_limit;
  const Bytes after = viq.depth + asked.length;
  const std::int64_t rest = asked.cells - std::min(asked.cells, unfilled(viq, c));
  const ClockedPartitions::Answer answer =
      divided_->arrives(asked, as_block(model), partition_books(asked, viq.depth, after), now);
  const Admission admission = of_partition(answer, asked, lossless, rest, now);
  ++viq.counters.by_admission[static_cast<std::size_t>(admission)];
  if (is_drop(admission)) {
    return admission;
  }
  // A block that is not in lock-step, and wrong.
  if (rest > free_shared() || !partitions_.has_room(c, rest)) {
    broken_partition("admits a packet for which there is no room", port, asked.cells, now);
  }
  viq.depth = after;
  viq.counters.peak = std::max(viq.counters.peak, viq.depth);
  ++viq.counters.admitted;
  buffer_.count(asked.length);
  take(viq, c, asked.cells);
  if (asked.pauses) {
    engines_[port.index()]->moving_threshold()->ask(c, divided_->asks(port, c), now);
  } else {
    engines_[port.index()]->packet_admitted(c, packet.length, viq.depth, now);
  }
  return admission;
}

// The rest of release().
void Mmu::release_of_partition(Viq& viq, PortId port, ClassId c, Bytes length, Time now) {
  const ClockedPartitions::Packet leaves = for_partition(port, c, length, engines_[port.index()]->guards(c));
  divided_->departs(leaves, partition_books(leaves, viq.depth + leaves.length, viq.depth), now);
  take(viq, c, -leaves.cells);
  if (leaves.pauses) {
    engines_[port.index()]->moving_threshold()->ask(c, divided_->asks(port, c), now);
  } else {
    engines_[port.index()]->packet_released(c, length, viq.depth, now);
  }
}

void Mmu::restart_partitions(Time now) {
  divided_->restart(now);
  viq_.each([&](PortId port, ClassId c, const Viq& viq) {
    if (viq.cells > 0) {
      divided_->put(port, c, viq.depth, viq.cells);
    }
  });
}

}  // namespace weir::mmu
