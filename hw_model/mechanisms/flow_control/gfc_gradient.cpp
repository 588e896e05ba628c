// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_gradient.h"

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

constexpr char kRtlBlock[] = "gradient_gate";

}  // namespace

GfcGradient::GfcGradient(const PortContext& context)
    : FlowControl(context),
      rule_(gradient_rule(context.config.gfc_gradient, context.max_frame)),
      clock_(context, context.config.gfc_gradient.reports) {
  senders_.fill(reference::GradientSender(rule_));
  receivers_.fill(reference::GradientReceiver(rule_));
  input_judge_ = this;
  counts_packets_ = true;
}

// In a switch a packet counts when an output takes it.
void GfcGradient::judge_inputs() { counts_packets_ = false; }

void GfcGradient::packet_admitted(ClassId c, Bytes length, Bytes, Time) {
  if (lossless(c) && !counts_packets_)
    receivers_[c.index()].admitted(rule_.blocks(length));
}

void GfcGradient::packet_released(ClassId c, Bytes length, Bytes, Time) {
  if (lossless(c))
    receivers_[c.index()].released(rule_.blocks(length));
}

void GfcGradient::feedback_timer(ClassId c, Time now) {
  clock_.period_passed(c, now, *port_);
  set_feedback_due(true, now);
}

std::size_t GfcGradient::build_feedback(std::span<std::uint8_t> bytes, Time) {
  if (!clock_.due())
    return 0;
  const ClassId c = clock_.next();
  clock_.sent(c);
  ++counters_[c.index()].feedback_frames;
  feedback_due_ = clock_.due();
  return frame::write_cbfc_credit(bytes, address_,
                                  {.virtual_lane = c,
                                   .op = frame::CbfcOp::kNormal,
                                   .fctbs = senders_[c.index()].sent(),
                                   .fccl = receivers_[c.index()].freed()});
}

void GfcGradient::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto news = clock_.read(bytes);
  if (!news)
    return;
  reference::GradientSender& sender = senders_[news->virtual_lane.index()];
  const std::uint32_t before = sender.freed();
  sender.heard(news->fccl);
  if (sender.freed() != before)
    port_->gate_changed(news->virtual_lane, now);
}

bool GfcGradient::may_take(const InputJudge& input, ClassId c) const {
  return !lossless(c) || rule_.fabric_may_start(senders_[c.index()].held(),
                                                static_cast<const GfcGradient&>(input).receivers_[c.index()].depth());
}

void GfcGradient::taken(InputJudge& input, ClassId c, Bytes length) {
  if (!lossless(c))
    return;
  senders_[c.index()].committed(rule_.blocks(length));
  static_cast<GfcGradient&>(input).receivers_[c.index()].committed(rule_.blocks(length));
}

Time GfcGradient::sendable_at(ClassId c, Bytes, Time now) {
  return !lossless(c) || rule_.host_may_start(senders_[c.index()].held()) ? now : kNever;
}

void GfcGradient::packet_sent(ClassId c, Bytes length, Time, Time) {
  if (lossless(c))
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
      ledger::holds(&GfcGradient::receivers_, "freed", "untaken"));
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
