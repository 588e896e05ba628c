// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port by its cycle model, and cycles in which one thing happens.

#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::lossless_port_cycle_test {

inline constexpr std::uint32_t kXoff = 0x80'0000;  // after a reset
inline constexpr std::uint32_t kXon = 0x7f'f448;
inline constexpr std::uint32_t kAll = 255;
inline constexpr std::uint32_t kStrideOfPort = 4 * kRegistersPort;
inline constexpr std::uint32_t kXoffAddress = 0x20000 + kStrideOfPort;
inline constexpr std::uint32_t kRefreshQuantaAddress = 0x20180 + kStrideOfPort;
inline constexpr std::uint32_t kEnableAddress = 0x28080 + kStrideOfPort;
inline constexpr std::uint32_t kMaskAddress = 0x29080 + kStrideOfPort;
inline constexpr std::uint32_t kForceAddress = 0x29100 + kStrideOfPort;
inline constexpr std::uint32_t kPrescalerAddress = 0x22400 + kStrideOfPort;
inline constexpr std::uint32_t kLinkUpAddress = 0x28100 + kStrideOfPort;

class LosslessPort : public testing::Test {
 protected:
  using In = LosslessPortInputs;
  using Out = LosslessPortOutputs;

  LosslessPort() {
    port_.clock(still());
    port_.clock(still());
  }

  // All classes have credits, shapers are open, a quantum is a packet of 1500 bytes; nothing waits or comes.
  static In still() {
    return {.buffer = 100,
            .credited = kAll,
            .weights = 0x0101'0101'0101'0101,
            .quantum = 1500,
            .lengths_0_3 = 0x40'0100'0400'1000,
            .lengths_4_7 = 0x40'0100'0400'1000,
            .open = kAll,
            .port_open = kAll};
  }
  static In waits(std::uint32_t classes, bool mac_ready = false) {
    In in = still();
    in.waiting = classes;
    in.mac_ready = mac_ready;
    return in;
  }
  static In admitted(std::uint32_t c, std::uint32_t depth) {
    In in = still();
    in.admitted_valid = true;
    in.admitted_class = c;
    in.admitted_depth = depth;
    in.admitted_blocks = 7;
    return in;
  }
  static In released(std::uint32_t c, std::uint32_t depth) {
    In in = still();
    in.released_valid = true;
    in.released_class = c;
    in.released_depth = depth;
    in.released_blocks = 3;
    return in;
  }
  static In above(std::uint32_t classes) {
    In in = still();
    in.above = classes;
    return in;
  }
  static In due(std::uint32_t messages) {
    In in = still();
    in.period = messages;
    return in;
  }
  // A PFC frame with this time for each class.
  static In frame(std::uint32_t classes, std::uint64_t time) {
    In in = still();
    in.heard_valid = true;
    in.heard_head = 0x0101'0000U | classes;
    in.heard_times_0_3 = in.heard_times_4_7 = time * 0x0001'0001'0001'0001U;
    return in;
  }
  static In message(std::uint32_t c, std::uint32_t fccl) {
    In in = still();
    in.heard_valid = in.heard_credit = true;
    in.heard_class = c;
    in.heard_fccl = fccl;
    return in;
  }
  void write(std::uint32_t address, std::uint32_t data) {
    In in = still();
    in.request = in.write = true;
    in.address = address;
    in.data = data;
    in.strobe = 15;
    port_.clock(in);
  }
  Out reads(std::uint32_t address, const In& at_the_answer = still()) {
    In in = still();
    in.request = true;
    in.address = address;
    port_.clock(in);
    return port_.clock(at_the_answer);
  }
  bool asserted(std::uint32_t c) { return (port_.pfc().registers().asserted >> c & 1U) != 0; }

  LosslessPortCycle port_{LosslessPortConfig{}};
};

}  // namespace weir::reference::lossless_port_cycle_test
