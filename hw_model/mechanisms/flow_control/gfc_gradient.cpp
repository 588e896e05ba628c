// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_gradient.h"

#include <string>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

constexpr char kRtlBlock[] = "gradient_gate";

reference::GradientGateConfig widths_of(const PortContext& context, const reference::GradientConfig& rule) {
  return {.counter_bits = context.config.gfc_gradient.reports.counter_bits,
          .blocks_bits = ledger::bits_for(rule.blocks(context.max_frame))};
}

}  // namespace

GfcGradient::GfcGradient(const PortContext& context)
    : FlowControl(context),
      rule_(gradient_rule(context.config.gfc_gradient, context.max_frame)),
      clock_(context, context.config.gfc_gradient.reports) {
  senders_.fill(reference::GradientSender(rule_));
  receivers_.fill(reference::GradientReceiver(rule_));
  input_judge_ = this;
  counts_packets_ = true;
  for_each_class(context.config.lossless, [&](ClassId c) {
    auto block = context.factories.of<reference::GradientGateBlock>()(widths_of(context, rule_),
                                                                      context.name + ".c" + std::to_string(c.index()));
    if (block != nullptr)
      clocked_[c.index()] = std::make_unique<ClockedGate>(std::move(block), context.limiter.period);
  });
}

// The model's registers, as the block's ports show them.
ClockedGate::Outputs GfcGradient::registers(ClassId c) const {
  const reference::GradientSender& sender = senders_[c.index()];
  const reference::GradientReceiver& receiver = receivers_[c.index()];
  return {.held = sender.held(),
          .sent = sender.sent(),
          .heard = sender.freed(),
          .untaken = receiver.depth(),
          .freed = receiver.freed()};
}

// What outputs ask of this port's VIQ.
std::uint32_t GfcGradient::depth_for(ClassId c, Time now) const {
  return clocked(c) != nullptr ? clocked(c)->untaken(now, registers(c)) : receivers_[c.index()].depth();
}

// In a switch a packet counts when an output takes it.
void GfcGradient::judge_inputs() { counts_packets_ = false; }

void GfcGradient::packet_admitted(ClassId c, Bytes length, Bytes, Time now) {
  if (!lossless(c) || counts_packets_)
    return;
  if (clocked(c) != nullptr)
    clocked(c)->admitted(rule_.blocks(length), now, registers(c));
  receivers_[c.index()].admitted(rule_.blocks(length));
}

void GfcGradient::packet_released(ClassId c, Bytes length, Bytes, Time now) {
  if (!lossless(c))
    return;
  if (clocked(c) != nullptr)
    clocked(c)->left(rule_.blocks(length), now, registers(c));
  receivers_[c.index()].released(rule_.blocks(length));
}

void GfcGradient::feedback_timer(ClassId c, Time now) {
  clock_.period_passed(c, now, *port_);
  if (clocked(c) != nullptr)
    clocked(c)->period_passed(now);
  set_feedback_due(true, now);
}

std::size_t GfcGradient::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  if (!clock_.due())
    return 0;
  const ClassId c = clock_.next();
  clock_.sent(c);
  ++counters_[c.index()].feedback_frames;
  feedback_due_ = clock_.due();
  const ClockedGate::Outputs said = clocked(c) != nullptr ? clocked(c)->tells(now, registers(c)) : registers(c);
  return frame::write_cbfc_credit(
      bytes, address_, {.virtual_lane = c, .op = frame::CbfcOp::kNormal, .fctbs = said.sent, .fccl = said.freed});
}

void GfcGradient::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto news = clock_.read(bytes);
  if (!news)
    return;
  const ClassId c = news->virtual_lane;
  if (clocked(c) != nullptr)
    clocked(c)->news(news->fccl, now, registers(c));
  reference::GradientSender& sender = senders_[c.index()];
  const std::uint32_t before = sender.freed();
  sender.heard(news->fccl);
  if (sender.freed() != before)
    port_->gate_changed(c, now);
}

bool GfcGradient::may_take(const InputJudge& input, ClassId c, Time now) const {
  if (!lossless(c))
    return true;
  const auto& from = static_cast<const GfcGradient&>(input);
  const bool may = rule_.fabric_may_start(senders_[c.index()].held(), from.receivers_[c.index()].depth());
  if (clocked(c) == nullptr && from.clocked(c) == nullptr)
    return may;
  const std::uint32_t depth = from.depth_for(c, now);
  if (clocked(c) == nullptr)
    return rule_.fabric_may_start(senders_[c.index()].held(), depth);
  ClockedGate::Outputs model = registers(c);
  model.starts = may;
  return clocked(c)->may_take({.depth = depth, .stop = rule_.stop()}, now, model);
}

void GfcGradient::taken(InputJudge& input, ClassId c, Bytes length, Time now) {
  if (!lossless(c))
    return;
  auto& from = static_cast<GfcGradient&>(input);
  const std::uint32_t blocks = rule_.blocks(length);
  const std::uint32_t depth = from.depth_for(c, now);
  if (clocked(c) != nullptr)
    clocked(c)->takes({.blocks = blocks, .depth = depth, .stop = rule_.stop()}, now, registers(c));
  senders_[c.index()].committed(blocks);
  if (from.clocked(c) != nullptr)
    from.clocked(c)->taken(blocks, now, from.registers(c));
  from.receivers_[c.index()].committed(blocks);
}

Time GfcGradient::sendable_at(ClassId c, Bytes, Time now) {
  if (!lossless(c))
    return now;
  bool may = rule_.host_may_start(senders_[c.index()].held());
  if (clocked(c) != nullptr && counts_packets_) {
    ClockedGate::Outputs model = registers(c);
    model.starts = may;
    may = clocked(c)->may_take({.stop = rule_.host_stop()}, now, model);
  }
  return may ? now : kNever;
}

void GfcGradient::packet_sent(ClassId c, Bytes length, Time, Time end) {
  if (!lossless(c))
    return;
  if (clocked(c) != nullptr)
    clocked(c)->takes({.blocks = rule_.blocks(length), .stop = rule_.host_stop()}, end, registers(c));
  senders_[c.index()].committed(rule_.blocks(length));
}

void GfcGradient::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.setting(
      "gradient_stop", [this](const PortContext&) { return rule_.stop(); },
      [](PortContext& draft, std::uint64_t value) {
        GfcGradientConfig& gfc = draft.config.gfc_gradient;
        gfc.bm = gfc.reports.block * static_cast<std::int64_t>(value);
      });
  clock_.bind_period(registers, [](PortContext& draft) -> CbfcConfig& { return draft.config.gfc_gradient.reports; });
  registers.state("sent", [this](ClassId c, Time) { return senders_[c.index()].sent(); });
  registers.state("heard", [this](ClassId c, Time) { return senders_[c.index()].freed(); });
  registers.state("freed", [this](ClassId c, Time) { return receivers_[c.index()].freed(); });
  registers.state("untaken", [this](ClassId c, Time) { return receivers_[c.index()].depth(); });
  clock_.bind_state(registers);
}

// A new Bm applies to the next packet that is judged; a higher one may let a waiting packet go.
void GfcGradient::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  rule_ = gradient_rule(config().gfc_gradient, settings.max_frame);
  clock_.reconfigure(settings, config().gfc_gradient.reports);
  for_each_class(lossless_, [&](ClassId c) { port_->gate_changed(c, now); });
}

ledger::Block GfcGradient::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<GfcGradient>(
      ledger::holds(&GfcGradient::rule_, "gradient_stop"), ledger::part(&GfcGradient::clock_),
      ledger::holds(&GfcGradient::senders_, "sent", "heard"),
      ledger::holds(&GfcGradient::receivers_, "freed", "untaken"),
      ledger::model_only(&GfcGradient::clocked_, "the same registers once more, in RTL"));
  const GfcGradient checked(context);
  const reference::GradientConfig& rule = checked.rule_;
  const ledger::Origin origin("gfc_gradient", "derived: docs/reference/gradient_gate.md");
  ledger::Block block("flow_control");
  const unsigned width = context.config.gfc_gradient.reports.counter_bits;
  block.add(origin.setting({.name = "gradient_stop",
                            .width = width,
                            .reset = rule.stop(),
                            .width_follows = "counter_bits",
                            .description = "Bm in blocks: from here on a packet goes only downhill"}));
  checked.clock_.declare_period(block, context, origin);
  const ledger::Dimensions each_class = per_lossless_class(context);
  const auto counter = [&](const char* name, const char* what) {
    block.add(origin.state({.name = name,
                            .width = width,
                            .dimensions = each_class,
                            .rtl_block = kRtlBlock,
                            .width_follows = "counter_bits; what is sent and not known to be freed fits",
                            .description = what}));
  };
  counter("sent", "blocks that outputs have taken for the other end, modulo 2^width");
  counter("heard", "count of the other end's blocks that are known to be freed");
  counter("freed", "blocks that have left the VIQ, modulo 2^width");
  counter("untaken", "blocks in the VIQ that no output has taken");
  block.add(ledger::RtlInstance{
      .block = kRtlBlock,
      .parameters = {{"COUNTER_W", width}, {"BLOCKS_W", ledger::bits_for(rule.blocks(context.max_frame))}},
      .dimensions = each_class});
  checked.clock_.declare_state(block, context, origin);
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
