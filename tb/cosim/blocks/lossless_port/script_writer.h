// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the port into a given state and show it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "tb/cosim/blocks/port_registers/register_words.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class LosslessPortWriter : public ScriptWriter<LosslessPortWriter, reference::LosslessPortInputs> {
 public:
  static constexpr std::uint32_t kAll = 255;
  static constexpr std::uint32_t kMostDepth = (std::uint32_t{1} << 25) - 1;
  static constexpr std::uint32_t kXoff = 0x80'0000;  // after a reset
  static constexpr std::uint32_t kXon = 0x7f'f448;
  // Of kKeptRegisters.
  static constexpr std::size_t kXoffRegister = 3, kXonRegister = 4, kPauseQuanta = 5, kRefreshQuanta = 6, kLossless = 7,
                               kEnable = 8, kMask = 10, kForce = 11;

  explicit LosslessPortWriter(const reference::LosslessPortConfig& config)
      : config_(config), values_(value_places(config.port)) {}

  const std::vector<ValuePlace>& values() const { return values_; }
  std::uint32_t most() const { return config_.credits().most(); }
  std::uint32_t first_limit() const { return config_.first; }
  std::uint32_t half() const { return config_.credits().half(); }
  unsigned blocks_bits() const { return config_.blocks_bits; }
  std::uint32_t longest() const { return (std::uint32_t{1} << config_.blocks_bits) - 1; }

  // All classes have credits, and packets of 64 bytes may go if the MAC takes them; nothing waits.
  In still() const {
    return {.buffer = 100,
            .credited = kAll,
            .weights = 0x0101'0101'0101'0101,
            .quantum = 1500,
            .lengths_0_3 = 0x40'0100'0400'1000,
            .lengths_4_7 = 0x40'0100'0400'1000,
            .open = kAll,
            .port_open = kAll};
  }
  void idle(std::uint64_t cycles = 1) { cycles_.insert(cycles_.end(), cycles, still()); }
  // A reset and its release.
  void wake() {
    reset();
    idle(2);
  }
  // A cycle with what the next one shows.
  void alone(const In& in) {
    add(in);
    idle();
  }
  In written(std::size_t which, std::uint32_t data) const {
    const reference::KeptRegister& kept = reference::kKeptRegisters[which];
    In in = still();
    in.request = in.write = true;
    in.address = kept.address + config_.port * kept.stride;
    in.data = data;
    in.strobe = 15;
    return in;
  }
  In read(std::uint32_t address) const {
    In in = still();
    in.request = true;
    in.address = address;
    return in;
  }
  In admitted(std::uint32_t c, std::uint32_t depth, std::uint32_t blocks = 7) const {
    In in = still();
    in.admitted_valid = true;
    in.admitted_class = c;
    in.admitted_depth = depth;
    in.admitted_blocks = blocks;
    return in;
  }
  In released(std::uint32_t c, std::uint32_t depth, std::uint32_t blocks = 3) const {
    In in = still();
    in.released_valid = true;
    in.released_class = c;
    in.released_depth = depth;
    in.released_blocks = blocks;
    return in;
  }
  In sent(std::uint32_t c, std::uint32_t blocks = 5) const {
    In in = still();
    in.sent_valid = true;
    in.sent_class = c;
    in.sent_blocks = blocks;
    return in;
  }
  In message(std::uint32_t c, std::uint32_t fccl, std::uint32_t fctbs = 9) const {
    In in = still();
    in.heard_valid = in.heard_credit = true;
    in.heard_class = c;
    in.heard_fccl = fccl;
    in.heard_fctbs = fctbs;
    return in;
  }
  // A PFC frame with a time for each class, eight apart.
  In frame(std::uint32_t classes, std::uint16_t first) const {
    In in = still();
    in.heard_valid = true;
    in.heard_head = 0x0101'0000U | classes;
    for (unsigned c = 0; c < 4; ++c) {
      in.heard_times_0_3 = in.heard_times_0_3 << 16 | static_cast<std::uint16_t>(first + 8 * c);
      in.heard_times_4_7 = in.heard_times_4_7 << 16 | static_cast<std::uint16_t>(first + 32 + 8 * c);
    }
    return in;
  }
  In ready(In in) const {
    in.mac_ready = true;
    return in;
  }
  In waits(std::uint32_t classes) const {
    In in = still();
    in.waiting = classes;
    return in;
  }
  // The MAC takes whatever is due.
  void drain(int cycles) { cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), ready(still())); }
  // What each class's message says.
  void show_credits() {
    In in = still();
    in.period = kAll;
    add(in);
    drain(9);
  }
  // What the block holds of class c, and the prescaler and the link.
  void show_values(std::size_t c) {
    for (const std::size_t number : {339 + c, 347 + c, 355 + c, 363 + c, 371 + c, 387 + c, std::size_t{395}}) {
      add(read(values_[number].address));
    }
    alone(read(values_[428].address));
  }

  // What a cycle may bring, in the order of the number; at last a reset beside all else.
  static constexpr unsigned kEvents = 16;
  In event(unsigned which, std::uint32_t c) const {
    In in = still();
    switch (which) {
      case 0:
        return admitted(c, kXoff);
      case 1:
        return released(c, kXon);
      case 2:
        return sent(c);
      case 3:
        return message(c, 60);
      case 4:
        return frame(1U << c, 3);
      case 5:
        in.above = 1U << c;
        return in;
      case 6:
        in.below = 1U << c;
        return in;
      case 7:
        in.period = 1U << c;
        return in;
      case 8:
        return ready(waits(1U << c));
      case 9:
        return ready(in);  // what is due
      case 10:
        return written(kRefreshQuanta, 40 + c);
      case 11:
        return read(values_[371 + c].address);
      case 12:
        in.interrupt_status_set = 1U << c;
        return in;
      case 13:
        in.init = true;
        return in;
      case 14:
        in.link_up = false;
        return in;
      default:
        in = ready(waits(kAll));
        in.rst_n = false;
        in.request = in.admitted_valid = in.heard_valid = true;
        return in;
    }
  }

 private:
  reference::LosslessPortConfig config_;
  std::vector<ValuePlace> values_;
};

}  // namespace weir::cosim
