// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/cbfc.h"

#include <string>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::flow_control {

Cbfc::Cbfc(const PortContext& context) : ReportsCredits(context, context.config.cbfc, context.config.cbfc.buffer) {
  counts_packets_ = true;
  reference::IbCreditsConfig asked = credit_widths(context.config.cbfc, context.max_frame);
  asked.first = 1;  // a message says FCCL
  for_each_class(context.config.lossless, [&](ClassId c) {
    auto block =
        context.factories.of<reference::IbCreditsBlock>()(asked, context.name + ".c" + std::to_string(c.index()));
    if (block != nullptr)
      clocked_[c.index()] = std::make_unique<ClockedCredits>(std::move(block), context.limiter.period,
                                                             reporter_.credits().buffer_blocks());
  });
}

// The model's registers, as the block's ports show them.
reference::IbCreditsOutputs Cbfc::registers(ClassId c) const {
  const reference::CreditReceiver& receiver = reporter_.receiver(c);
  return {.may_send = sender(c).may_send(clocked(c)->head_blocks()),
          .available = sender(c).available(),
          .fctbs = sender(c).fctbs(),
          .fccl = sender(c).fccl(),
          .abr = receiver.abr(),
          .occupied = receiver.occupied(),
          .told_fccl = receiver.fccl(),
          .due = reporter_.due(c)};
}

void Cbfc::packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) {
  if (clocked(c) != nullptr)
    clocked(c)->admitted(blocks(length), now, registers(c));
  ReportsCredits::packet_admitted(c, length, depth, now);
}

void Cbfc::packet_released(ClassId c, Bytes length, Bytes depth, Time now) {
  if (clocked(c) != nullptr)
    clocked(c)->released(blocks(length), now, registers(c));
  ReportsCredits::packet_released(c, length, depth, now);
}

void Cbfc::packet_sent(ClassId c, Bytes length, Time, Time end) {
  if (clocked(c) != nullptr)
    clocked(c)->sent(blocks(length), end, registers(c));
  count_sent(c, length);
}

void Cbfc::feedback_timer(ClassId c, Time now) {
  if (clocked(c) == nullptr)
    return ReportsCredits::feedback_timer(c, now);
  clocked(c)->period(now, registers(c));
  reporter_.period_passed(c, now, *port_);
  reporter_.set_due(c, clocked(c)->due(now, registers(c)));
  set_feedback_due(reporter_.due(), now);
}

Cbfc::Told Cbfc::tell(ClassId c, Time now) {
  if (clocked(c) == nullptr)
    return ReportsCredits::tell(c, now);
  const reference::IbCreditsOutputs out = clocked(c)->take(now, registers(c));
  return {out.fctbs, out.told_fccl};
}

void Cbfc::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto credit = reporter_.read(bytes);
  if (!credit)
    return;
  const ClassId c = credit->virtual_lane;
  if (clocked(c) != nullptr)
    clocked(c)->heard(credit->fctbs, credit->fccl, now, registers(c));
  const std::uint32_t before = sender(c).fccl();
  sender(c).credit(credit->fccl);
  if (sender(c).fccl() != before)
    port_->gate_changed(c, now);
}

Time Cbfc::sendable_at(ClassId c, Bytes length, Time now) {
  if (!lossless(c))
    return now;
  bool may = sender(c).may_send(blocks(length));
  if (clocked(c) != nullptr) {
    reference::IbCreditsOutputs model = registers(c);
    model.may_send = may;
    may = clocked(c)->may_send(blocks(length), now, model);
  }
  return may ? now : kNever;
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
  static constexpr auto kFields =
      ledger::state_fields<Cbfc>(ledger::model_only(&Cbfc::clocked_, "the same registers once more, in RTL"));
  const ledger::Origin origin("cbfc", "InfiniBand Architecture, volume 1, section 7.9.4");
  ledger::Block block("flow_control");
  declare_credits(block, context, cbfc, cbfc.buffer, origin);
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
