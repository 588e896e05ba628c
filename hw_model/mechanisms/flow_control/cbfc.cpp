// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/cbfc.h"

#include "hw_model/ledger/state_fields.h"

namespace weir::flow_control {

Cbfc::Cbfc(const PortContext& context) : FlowControl(context), reporter_(context, config().cbfc, config().cbfc.buffer) {
  counts_packets_ = true;
  senders_.fill(reference::CreditSender(reporter_.credits()));
}

void Cbfc::packet_admitted(ClassId c, Bytes length, Bytes, Time) {
  if (lossless(c))
    reporter_.admitted(c, length);
}

void Cbfc::packet_released(ClassId c, Bytes length, Bytes, Time) {
  if (lossless(c))
    reporter_.released(c, length);
}

void Cbfc::feedback_timer(ClassId c, Time now) {
  reporter_.period_passed(c, now, *port_);
  const bool was_due = feedback_due_;
  feedback_due_ = true;
  if (!was_due)
    port_->feedback_due(now);
}

std::size_t Cbfc::build_feedback(std::span<std::uint8_t> bytes, Time) {
  if (!reporter_.due())
    return 0;
  const ClassId c = reporter_.next();
  ++counters_[c.index()].feedback_frames;
  const std::size_t written = reporter_.build(bytes, senders_[c.index()].fctbs());
  feedback_due_ = reporter_.due();
  return written;
}

void Cbfc::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto credit = reporter_.read(bytes);
  if (!credit)
    return;
  const ClassId c = credit->virtual_lane;
  const std::uint32_t before = senders_[c.index()].fccl();
  senders_[c.index()].credit(credit->fccl);
  if (senders_[c.index()].fccl() != before)
    port_->gate_changed(c, now);
}

Time Cbfc::sendable_at(ClassId c, Bytes length, Time now) {
  if (!lossless(c))
    return now;
  return senders_[c.index()].may_send(reporter_.credits().blocks(length)) ? now : kNever;
}

void Cbfc::packet_sent(ClassId c, Bytes length, Time, Time) {
  if (lossless(c))
    senders_[c.index()].sent(reporter_.credits().blocks(length));
}

bool Cbfc::holds_peer_at(ClassId c, Bytes stuck, Bytes head) const {
  const reference::CreditConfig& credits = reporter_.credits();
  return lossless(c) && credits.blocks(stuck) + credits.blocks(head) > credits.buffer_blocks();
}

Bytes Cbfc::occupies(Bytes length, Bytes) const {
  const reference::CreditConfig& credits = reporter_.credits();
  return credits.blocks(length) * credits.block;
}

ledger::Block Cbfc::declare(const PortContext& context) {
  static constexpr auto kFields =
      ledger::state_fields<Cbfc>(ledger::part(&Cbfc::reporter_), ledger::holds(&Cbfc::senders_, "fctbs", "fccl"));
  const CbfcConfig& cbfc = context.config.cbfc;
  const ledger::Origin origin("cbfc", "InfiniBand Architecture, volume 1, section 7.9.4");
  ledger::Block block("flow_control");
  CreditReporter::declare(block, context, cbfc, cbfc.buffer, origin);
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
