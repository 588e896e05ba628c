// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Credit-Based Flow Control of InfiniBand (Architecture, volume 1, section 7.9.4), one credit message a lossless class
// in a private Ethernet frame.
//
// Registers of each lossless class: fctbs and fccl on the sending side, abr and occupied on the receiving side
// (reference/cbfc_counters.h), and the period timer (credit_reporter.h).
// Order of operations, sending side: a packet may start when fccl - fctbs covers its blocks (modular); its last bit
// raises fctbs, before the port's next choice. A message sets fccl t_r after its arrival. Link initialisation is not
// modelled: both ends are configured alike, and a sender starts with the credits of an empty buffer. Latency: none of
// its own; t_r and the wait for the port are the port's.

#pragma once

#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/credit_reporter.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/cbfc_counters.h"

namespace weir::flow_control {

class Cbfc final : public FlowControl {
 public:
  explicit Cbfc(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void start(Time now) override { reporter_.start(now, *port_); }
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId c, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  Time sendable_at(ClassId c, Bytes length, Time now) override;
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;

  // Free blocks below those of the head packet: no message will ever bring enough.
  bool holds_peer_at(ClassId c, Bytes stuck, Bytes head) const override;
  Bytes occupies(Bytes length, Bytes counted) const override;
  std::uint64_t receiver_state(ClassId c) const override { return reporter_.receiver(c).free(); }
  std::uint64_t sender_state(ClassId c) const override { return senders_[c.index()].available(); }
  Probe receiver_probe() const override { return {.name = "receiver_credits", .unit = "blocks"}; }
  Probe sender_probe() const override { return {.name = "sender_credits", .unit = "blocks"}; }
  Bytes first_threshold() const override { return config().cbfc.buffer; }

 private:
  CreditReporter reporter_;
  PerClass<reference::CreditSender> senders_;
};

}  // namespace weir::flow_control
