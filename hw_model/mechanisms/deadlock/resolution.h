// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is done about a deadlock in one switch of its loop: ITSY, section IV. Each resolution is a file; who calls them,
// one at a time, is itsy_resolver.h.

#pragma once

#include <memory>
#include <optional>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/itsy_groups.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/reference/itsy_causality.h"

namespace weir::deadlock {

// Where the loop passes a switch: VIQ (ingress, class) is full of packets for VEQ (egress, class), which is held.
struct LoopPart {
  ClassId c{};
  PortId egress;
  PortId ingress;
  bool first = false;  // it was declared here
  bool operator==(const LoopPart&) const = default;
};

class LoopResolution {
 public:
  LoopResolution() = default;
  virtual ~LoopResolution() = default;
  LoopResolution(const LoopResolution&) = delete;
  LoopResolution& operator=(const LoopResolution&) = delete;

  // Acts, for the first time or because the same was declared again before it had ended. Whether the other switches of
  // the loop are to act, too.
  virtual bool act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) = 0;

  // The VIQ has fallen to XON, or its time is up.
  virtual void end(const LoopPart& part, Time now) = 0;

  // The MMU has taken a packet.
  virtual void taken(const frame::Packet&, Time) {}

  // A packet is in its VEQ.
  virtual void queued(const frame::Packet&, Time) {}

  // As the unit is told; of a packet only whose it was, and it counts no more.
  virtual void pausing(PortId /*ingress*/, ClassId, bool /*on*/) {}
  virtual void left(PortId /*ingress*/, ClassId, Time) {}

  // A life of a message is over; whether that is to come.
  virtual void life_over(ClassId, Time) {}
  virtual bool counts_lives(ClassId) const { return false; }

  // Messages of its own to and from the switch at that port.
  virtual bool due(PortId) const { return false; }
  virtual std::optional<frame::ItsyGroups> take(PortId, Time) { return std::nullopt; }
  virtual void arrived(PortId, const frame::ItsyGroups&, const reference::ItsyCausality&, Time) {}

  virtual void reset() {}

  // Its part of the registers of declare_resolution.
  virtual void bind_registers(const ledger::Binder& binder) const = 0;
};

// That of the configuration; null: none.
std::unique_ptr<LoopResolution> make_resolution(const SwitchContext& context, SwitchActions& actions);

// Throws std::logic_error where the block does not declare what it holds.
void check_resolution_declared(const ledger::Block& block, const ItsyConfig& config);

}  // namespace weir::deadlock
