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
// its own; t_r and the wait for the port are the port's. Where a switch has RTL, a block stands beside the registers of
// each class (clocked_credits.h).

#pragma once

#include <memory>

#include "hw_model/mechanisms/flow_control/clocked_credits.h"
#include "hw_model/mechanisms/flow_control/reports_credits.h"

namespace weir::flow_control {

class Cbfc final : public ReportsCredits<FlowControl> {
 public:
  explicit Cbfc(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  Time sendable_at(ClassId c, Bytes length, Time now) override;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_sent(ClassId c, Bytes length, Time start, Time end) override;
  void feedback_timer(ClassId c, Time now) override;

  // The peer stays held if the free blocks are fewer than those of the head packet: no message will ever bring enough.
  HoldsAt holds_peer(ClassId c) const override;
  Bytes occupies(Bytes length, Bytes counted) const override;
  std::uint64_t sender_state(ClassId c) const override { return sender(c).available(); }
  Probe sender_probe() const override { return {.name = "sender_credits", .unit = "blocks"}; }
  Bytes first_threshold() const override { return config().cbfc.buffer; }

 private:
  Told tell(ClassId c, Time now) override;
  ClockedCredits* clocked(ClassId c) const { return clocked_[c.index()].get(); }
  std::uint32_t blocks(Bytes length) const { return reporter_.credits().blocks(length); }
  reference::IbCreditsOutputs registers(ClassId c) const;

  PerClass<std::unique_ptr<ClockedCredits>> clocked_;  // null: the model alone
};

}  // namespace weir::flow_control
