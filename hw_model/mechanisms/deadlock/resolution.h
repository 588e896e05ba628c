// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interface of a deadlock's resolution in one switch of its loop (ITSY, section IV). Each resolution is a file;
// itsy_resolver.h calls one at a time.

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

// The part of a loop inside one switch: VIQ (ingress, class) is full of packets for VEQ (egress, class), which is held.
struct LoopPart {
  ClassId c{};
  PortId egress;
  PortId ingress;
  bool first = false;  // the deadlock was declared here
  bool operator==(const LoopPart&) const = default;
};

class LoopResolution {
 public:
  LoopResolution() = default;
  virtual ~LoopResolution() = default;
  LoopResolution(const LoopResolution&) = delete;
  LoopResolution& operator=(const LoopResolution&) = delete;

  // Acts, for the first time or because the same deadlock was declared again before the resolution ended. Returns
  // whether the other switches of the loop are to act, too.
  virtual bool act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) = 0;

  // Ends the resolution: the VIQ has fallen to XON, or the resolution's time is up.
  virtual void end(const LoopPart& part, Time now) = 0;

  // The MMU has taken a packet.
  virtual void taken(const frame::Packet&, Time) {}

  // A packet has entered its VEQ.
  virtual void queued(const frame::Packet&, Time) {}

  // As DeadlockUnit's functions of these names; left() gets only the packet's ingress and class, no longer counted.
  virtual void pausing(PortId /*ingress*/, ClassId, bool /*on*/) {}
  virtual void left(PortId /*ingress*/, ClassId, Time) {}

  // A life of a message is over; counts_lives(): whether life_over() has to be called for the class.
  virtual void life_over(ClassId, Time) {}
  virtual bool counts_lives(ClassId) const { return false; }

  // The resolution's own messages to and from the switch at that port.
  virtual bool due(PortId) const { return false; }
  virtual std::optional<frame::ItsyGroups> take(PortId, Time) { return std::nullopt; }
  virtual void arrived(PortId, const frame::ItsyGroups&, const reference::ItsyCausality&, Time) {}

  virtual void reset() {}

  // Binds the resolution's registers of declare_resolution.
  virtual void bind_registers(const ledger::Binder& binder) const = 0;
};

// The configured resolution; null for kNone.
std::unique_ptr<LoopResolution> make_resolution(const SwitchContext& context, SwitchActions& actions);

}  // namespace weir::deadlock
