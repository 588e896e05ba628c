// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/partition_admission/stimulus.h"

#include <algorithm>

namespace weir::cosim {

using reference::PartitionAdmissionConfig;
using reference::PartitionAdmissionCycle;
using reference::PartitionAdmissionInputs;

namespace {

constexpr std::uint64_t kSettingsCycles = 64;

std::uint32_t within(std::int64_t value, unsigned bits) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, (std::int64_t{1} << bits) - 1));
}

}  // namespace

PartitionAdmissionStimulus::PartitionAdmissionStimulus(std::uint64_t seed, const PartitionAdmissionConfig& config)
    : random_(seed, "partition_admission_stimulus"), block_(config), config_(config) {}

void PartitionAdmissionStimulus::fill(std::span<PartitionAdmissionInputs> cycles) {
  for (PartitionAdmissionInputs& cycle : cycles) {
    next_read();  // of the cycle before
    if (settings_left_ == 0) {
      next_settings();
    }
    --settings_left_;
    std::uint64_t draw = random_.next();
    cycle_.rst_n = take(draw, 10) != 0;
    if (!cycle_.rst_n) {
      cycle_.minimum = take(draw, 1) == 0 ? 0 : any_magnitude(config_.cell_bits - 1);
    }
    cycle_.set = take(draw, 3) == 0;
    cycle_.arrives = take(draw, 2) != 0;
    cycle_.departs = take(draw, 2) != 0;
    next_set();
    next_arrival();
    next_departure();
    block_.clock(cycle_);
    cycle = cycle_;
  }
}

// Below 2^n for an n that is drawn, too.
std::uint32_t PartitionAdmissionStimulus::any_magnitude(unsigned bits) {
  return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << (1 + random_.below(bits))));
}

// A port, mostly one that exists.
std::uint32_t PartitionAdmissionStimulus::any_port() {
  const std::uint64_t names = std::uint64_t{1} << config_.port_bits;
  return static_cast<std::uint32_t>(random_.below(random_.below(16) == 0 ? names : config_.ports));
}

void PartitionAdmissionStimulus::next_settings() {
  settings_left_ = kSettingsCycles;
  cycle_.viq_limit = any_magnitude(config_.q_bits);
  cycle_.headroom = any_magnitude(config_.q_bits);
  cycle_.xoff = any_magnitude(config_.q_bits);
  cycle_.xon = random_.below(2) == 0 ? cycle_.xoff / 2 : any_magnitude(config_.q_bits);
  cycle_.pausing = static_cast<std::uint8_t>(random_.below(std::uint64_t{1} << config_.classes));
}

void PartitionAdmissionStimulus::next_set() {
  cycle_.set_class = static_cast<std::uint8_t>(random_.below(8));
  if (cycle_.set_class >= config_.classes) {
    return;
  }
  const PartitionAdmissionCycle::Partition& own = block_.partition(cycle_.set_class);
  const auto beside = static_cast<std::int64_t>(random_.below(3)) - 1;
  switch (random_.below(4)) {
    case 0:
      cycle_.set_size = any_magnitude(config_.cell_bits);
      break;
    case 1:
      cycle_.set_size = within(std::int64_t{own.used} + own.set_aside + beside, config_.cell_bits);
      break;
    case 2:
      cycle_.set_size = within(std::int64_t{cycle_.minimum} * config_.ports + beside, config_.cell_bits);
      break;
    default:
      cycle_.set_size = within((std::int64_t{1} << config_.cell_bits) - 1, config_.cell_bits);
  }
}

void PartitionAdmissionStimulus::next_arrival() {
  cycle_.arrives_port = any_port();
  cycle_.arrives_class = static_cast<std::uint8_t>(random_.below(8));
  if (cycle_.arrives_port >= config_.ports || cycle_.arrives_class >= config_.classes) {
    return;
  }
  const PartitionAdmissionCycle::Viq& viq = block_.viq(cycle_.arrives_port, cycle_.arrives_class);
  const PartitionAdmissionCycle::Partition& own = block_.partition(cycle_.arrives_class);
  const std::int64_t lacks = own.size == 0 ? 0 : std::max<std::int64_t>(std::int64_t{cycle_.minimum} - viq.cells, 0);
  const std::int64_t room = std::int64_t{own.size} - own.used - own.set_aside;
  const auto beside = static_cast<std::int64_t>(random_.below(3)) - 1;
  const std::int64_t cells[] = {
      any_magnitude(config_.cell_bits), room + lacks + beside, lacks + beside, 1 + beside, room / 3, 8};
  cycle_.arrives_cells = within(cells[random_.below(std::size(cells))], config_.cell_bits);
  const std::int64_t limit = cycle_.viq_limit;
  const std::int64_t most = (std::int64_t{1} << config_.q_bits) - 1;
  const std::int64_t depths[] = {limit + beside,       limit + cycle_.headroom + beside,
                                 cycle_.xoff + beside, std::int64_t{viq.depth} + 1500,
                                 most + beside,        std::int64_t{viq.depth} + any_magnitude(config_.q_bits)};
  cycle_.arrives_length = within(depths[random_.below(std::size(depths))] - viq.depth, config_.q_bits);
}

void PartitionAdmissionStimulus::next_departure() {
  const bool same = random_.below(4) == 0;
  cycle_.departs_port = same ? cycle_.arrives_port : any_port();
  cycle_.departs_class = same ? cycle_.arrives_class : static_cast<std::uint8_t>(random_.below(8));
  if (cycle_.departs_port >= config_.ports || cycle_.departs_class >= config_.classes) {
    return;
  }
  const PartitionAdmissionCycle::Viq& viq = block_.viq(cycle_.departs_port, cycle_.departs_class);
  const auto beside = static_cast<std::int64_t>(random_.below(3)) - 1;
  const std::int64_t cells[] = {viq.cells, viq.cells / 2,     std::int64_t{viq.cells} - cycle_.minimum + beside, 1,
                                0,         viq.cells + beside};
  cycle_.departs_cells = within(cells[random_.below(std::size(cells))], config_.cell_bits);
  const std::int64_t lengths[] = {viq.depth, viq.depth / 2, std::int64_t{viq.depth} - cycle_.xon + beside, 1500,
                                  viq.depth + beside};
  cycle_.departs_length = within(lengths[random_.below(std::size(lengths))], config_.q_bits);
}

void PartitionAdmissionStimulus::next_read() {
  switch (random_.below(4)) {
    case 0:
      cycle_.read_port = any_port();
      cycle_.read_class = static_cast<std::uint8_t>(random_.below(8));
      break;
    case 1:
      cycle_.read_port = cycle_.departs_port;
      cycle_.read_class = cycle_.departs_class;
      break;
    default:
      cycle_.read_port = cycle_.arrives_port;
      cycle_.read_class = cycle_.arrives_class;
  }
}

}  // namespace weir::cosim
