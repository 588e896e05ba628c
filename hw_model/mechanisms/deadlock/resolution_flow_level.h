// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's flow level (section IV.C): port level, but an ingress outside the loop whose peer is a switch is not kept
// paused. Instead the peer is told which destinations enter the loop here (frame/itsy_groups.h), keeps their packets
// back and sends the others: when the message leaves, the ingress's VIQ is lent `loan` and the peer is resumed. The VIQ
// is lent more each time it pauses while its packets beside the stuck ones have fallen to XON. An ingress whose first
// packet for the loop's egress comes later is told then.
//
// The peer parks the packets kept back and sends the same message to its own upstream peers from which they come; so
// traffic that does not enter the loop passes everywhere. Destinations are groups of routes: of an ECMP group with a
// port in the loop all packets are kept back. A NIC does not know this message: hosts are kept paused, as at port
// level, or, behind a switch that parks, are paused by their own VIQ.
//
// A block at an egress lasts until the message that ends it; if that is lost, until the third life of a message since
// the last block message is over (the resolver stops after two). A block that comes again unchanged is not passed on,
// since it could circulate for ever; and a block that ends takes back all that was said upstream, so that none
// circulates.
//
// No packet is lost: a loan leaves the headroom free, and parked packets count in their VIQ as waiting ones.
// Latency: none of its own; messages wait for their ports, and t_r at the other end.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/mechanisms/deadlock/resolution_port_level.h"

namespace weir::deadlock {

class FlowLevel final : public LoopResolution {
 public:
  FlowLevel(const SwitchContext& context, SwitchActions& actions);

  bool act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) override;
  void end(const LoopPart& part, Time now) override;
  void taken(const frame::Packet& packet, Time now) override { hosts_.taken(packet, now); }
  void queued(const frame::Packet& packet, Time now) override;
  void pausing(PortId ingress, ClassId c, bool on) override;
  void left(PortId ingress, ClassId c, Time now) override;
  void life_over(ClassId c, Time now) override;
  bool counts_lives(ClassId c) const override;
  bool due(PortId p) const override;
  std::optional<frame::ItsyGroups> take(PortId p, Time now) override;
  void arrived(PortId p, const frame::ItsyGroups& message, const reference::ItsyCausality& causality,
               Time now) override;
  void reset() override;
  void bind_registers(const ledger::Binder& binder) const override;

  bool told(PortId ingress, ClassId c) const { return upstream_.at(ingress, c).told; }
  std::uint64_t opened() const { return opened_; }  // times that a peer was resumed for its other packets

  static void check_declared(const ledger::Block& block);

 private:
  // Of one ingress and class.
  struct Upstream {
    bool told = false;  // its peer keeps packets back
    bool due = false;   // a message is due: which packets, or that all may pass
  };
  // Of one egress and class.
  struct Block {
    frame::DestinationGroups groups;  // destinations that the peer does not take
    std::uint8_t lives = 0;           // 0: no block; else 1 + lives of a message that have ended since it came
  };

  bool in_loop(PortId egress, ClassId c) const { return part_ && part_->c == c && part_->egress == egress; }
  bool keeps_back(const frame::Packet& packet) const;
  frame::DestinationGroups kept_back(ClassId c) const;
  Bytes stuck(PortId egress, PortId ingress, ClassId c) const;
  Bytes elsewhere(PortId ingress, ClassId c) const;
  void tell(PortId ingress, ClassId c);
  void withdraw(ClassId c);
  void open(PortId ingress, ClassId c, Time now);

  SwitchActions& actions_;
  Bytes loan_;
  Bytes counted_;
  ClassMask lossless_;
  PortLevel hosts_;  // keeps hosts paused and acts on the loop's own VIQ
  std::vector<std::uint8_t> peers_;
  std::optional<LoopPart> part_;
  PerClass<const reference::ItsyCausality*> causality_{};
  PerPortClass<Upstream> upstream_;
  PerPortClass<Block> blocks_;
  std::uint64_t opened_ = 0;
};

}  // namespace weir::deadlock
