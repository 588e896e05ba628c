// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's flow level (section IV.C): port level, but an ingress out of the loop whose peer is a switch is not kept
// paused. Its peer is told which destinations enter the loop here (frame/itsy_groups.h), keeps their packets back, and
// goes on with the others: as soon as the message leaves, its VIQ is lent `loan`, and it is told to go on. It is lent
// more each time when it pauses and what it holds beside what cannot leave has fallen to XON, as if the rest were not
// there. An ingress whose first packet for the egress of the loop comes later is told then.
//
// The peer parks such packets, and says the same to its own peers from which they come; so what does not enter the loop
// passes by from wherever it comes. Destinations are said as routes have them: of an ECMP group with a port in the loop
// all packets are kept back. A NIC knows nothing of this: hosts are kept paused, as at port level, and behind a switch
// that parks by their own VIQ.
//
// What is blocked at an egress is blocked until the message that ends it, or until the third life of a message since
// the last one is over, for what has been lost; who resolves stops after two. A block that comes again unchanged is not
// passed on: it could go round for ever; and what ends takes back all that has been said, so that none does.
//
// Nothing is lost: a loan leaves headroom behind it, and what is parked counts as what waits.
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
  std::uint64_t opened() const { return opened_; }  // times that a peer was told to go on with the rest

  static void check_declared(const ledger::Block& block);

 private:
  // Of an ingress, by class.
  struct Upstream {
    bool told = false;  // its peer keeps packets back
    bool due = false;   // it is to be told which, or that all may pass
  };
  // Of an egress, by class.
  struct Block {
    frame::DestinationGroups groups;  // that its peer does not take
    std::uint8_t lives = 0;           // 1, and lives that are over since it came; 0: none
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
  PortLevel hosts_;  // and the loop itself
  std::vector<std::uint8_t> peers_;
  std::optional<LoopPart> part_;
  PerClass<const reference::ItsyCausality*> causality_{};
  PerPortClass<Upstream> upstream_;
  PerPortClass<Block> blocks_;
  std::uint64_t opened_ = 0;
};

}  // namespace weir::deadlock
