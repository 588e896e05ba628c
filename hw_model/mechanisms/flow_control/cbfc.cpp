// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/cbfc.h"

namespace weir::flow_control {

Cbfc::Cbfc(const PortContext& context) : ReportsCredits(context, context.config.cbfc, context.config.cbfc.buffer) {
  counts_packets_ = true;
}

void Cbfc::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto credit = reporter_.read(bytes);
  if (!credit)
    return;
  const ClassId c = credit->virtual_lane;
  const std::uint32_t before = sender(c).fccl();
  sender(c).credit(credit->fccl);
  if (sender(c).fccl() != before)
    port_->gate_changed(c, now);
}

Time Cbfc::sendable_at(ClassId c, Bytes length, Time now) {
  if (!lossless(c))
    return now;
  return sender(c).may_send(reporter_.credits().blocks(length)) ? now : kNever;
}

HoldsAt Cbfc::holds_peer(ClassId c) const {
  if (!lossless(c)) {
    return FlowControl::holds_peer(c);
  }
  return [credits = reporter_.credits()](Bytes stuck, Bytes head) {
    return credits.blocks(stuck) + credits.blocks(head) > credits.buffer_blocks();
  };
}

Bytes Cbfc::occupies(Bytes length, Bytes) const {
  const reference::CreditConfig& credits = reporter_.credits();
  return credits.blocks(length) * credits.block;
}

ledger::Block Cbfc::declare(const PortContext& context) {
  const CbfcConfig& cbfc = context.config.cbfc;
  const ledger::Origin origin("cbfc", "InfiniBand Architecture, volume 1, section 7.9.4");
  ledger::Block block("flow_control");
  declare_credits(block, context, cbfc, cbfc.buffer, origin);
  declare_common(block, context, origin);
  return block;
}

}  // namespace weir::flow_control
