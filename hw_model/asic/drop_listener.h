// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A listener to the packets that a switch drops. Hardware has counters, by queue and reason; what a drop means is for
// listeners outside the chip.

#pragma once

#include <optional>
#include <string_view>

#include "hw_model/base/units.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/frame/packet.h"

namespace weir::asic {

class SwitchAsic;

struct Drop {
  const frame::Packet& packet;             // came in through packet.ingress
  std::string_view reason;                 // as counters and captures name it
  std::optional<mmu::Admission> answer{};  // of the MMU, if it was asked: the packet then has class and egress
};

class DropListener {
 public:
  virtual ~DropListener() = default;

  // During the call the switch's accounts are those on which the MMU decided: a packet that the MMU refuses changes
  // none, and an admitted packet has left them. An exception ends the run.
  virtual void dropped(const SwitchAsic& at, const Drop& drop, Time now) = 0;

  // Software is about to change settings of the switch.
  virtual void settings_change() {}
};

}  // namespace weir::asic
