// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of Ultra Ethernet's credits in a port, as software reads and writes them.

#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/require.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_settings.h"
#include "hw_model/reference/widths.h"

namespace weir::flow_control {
namespace {

using ue_cbfc::UeCbfcConfig;
using ue_cbfc::VcControls;

// Throws where a channel would get more credits than CF_Updates tell apart, or lose counts that are in use.
void check_controls(const VcControls& wanted, const ue_cbfc::UeCreditSender& sender) {
  const UeCbfcConfig& config = sender.config();
  for (std::size_t vc = 0; vc < ue_cbfc::kChannels; ++vc) {
    const ue_cbfc::SenderChannel& now = sender.channel(vc);
    const std::string of_vc = " of channel " + std::to_string(vc);
    require(wanted.limit[vc] <= ue_cbfc::most_credits(config),
            "sender_credits_limit" + of_vc + ": wanted at most " + std::to_string(ue_cbfc::most_credits(config)) +
                " credits, what CF_Updates tell apart; got " + std::to_string(wanted.limit[vc]));
    require(config.vc_init_order != ue_cbfc::VcInitOrder::kDrained || !now.enabled || wanted.sender_enable[vc] ||
                now.used == 0,
            "sender_enable" + of_vc + ": " + std::to_string(now.used) +
                " credits are in use, whose frames would overflow the receiver after the counts are cleared; wanted 0 "
                "first, by queue_dequeue_enable = 0 (vc_init_order = drained)");
  }
}

}  // namespace

ledger::Block UeCredits::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<UeCredits>(
      ledger::part(&UeCredits::sender_), ledger::part(&UeCredits::receiver_),
      ledger::model_only(&UeCredits::channels_, "a table from class to channel, which is wired"),
      ledger::model_only(&UeCredits::uncounted_, "packets carry a bit: whether their credits count"),
      ledger::model_only(&UeCredits::says_cc_, "a tester that stops its CC_Updates"),
      ledger::model_only(&UeCredits::heeds_cc_, "a tester that ignores CC_Updates"),
      ledger::holds(&UeCredits::cf_overdue_, "cf_timer"), ledger::holds(&UeCredits::cf_last_, "cf_timer"),
      ledger::model_only(&UeCredits::cf_watched_, "a scheduled event stands for the timer"),
      ledger::model_only(&UeCredits::heard_, "the pipeline of t_r"),
      ledger::model_only(&UeCredits::waits_, "a CC_Update goes through the pipeline of frames"),
      ledger::model_only(&UeCredits::placed_, "a scheduled event stands for that pipeline"));
  const ledger::Origin origin("ue_cbfc", "SAI, doc/CBFC/SAI-Credit_Based_Flow_Control.md");
  const UeCredits first(context);
  const UeCreditsConfig& config = context.config.ue_cbfc;
  ledger::Block block("flow_control");
  ue_cbfc::declare_rows(block, {config.credits}, ue_cbfc::controls_of(first.sender(), first.receiver()));
  const unsigned cc_timer_bits =
      ledger::bits_for(static_cast<std::uint64_t>(config.credits.cc_message_timer / UeCbfcConfig::kMicrosecond));
  block.add(origin.state({.name = "cc_due",
                          .width = 2,
                          .rtl_block = ue_cbfc::kSenderBlock,
                          .description = "CC_Updates to send, of channels 0 and 16 on"}));
  block.add(origin.state({.name = "cc_timer",
                          .width = cc_timer_bits,
                          .rtl_block = ue_cbfc::kSenderBlock,
                          .width_follows = "bits of cc_message_timer",
                          .description = "microseconds until the next CC_Update"}));
  block.add(origin.state({.name = "cf_timer",
                          .width = ledger::bits_for(static_cast<std::uint64_t>(config.credits.cf_max_spacing.count())),
                          .width_follows = "bits of cf_max_spacing",
                          .description = "bytes of line time since the last CF_Update"}));
  block.add(origin.counter({.name = "dropped_no_channel",
                            .width = 32,
                            .dimensions = {{"class", kClasses}},
                            .memory = "drop_counters",
                            .width_follows = "wraps after 2^32 packets",
                            .description = "packets from this port whose class has no channel at their egress"}));
  block.add(ledger::RtlInstance{.block = ue_cbfc::kSenderBlock,
                                .parameters = {{"VC_W", reference::kUeVcBits},
                                               {"COUNTER_W", config.credits.counter_bits},
                                               {"WIRE_W", config.credits.cf_update_bits},
                                               {"CREDITS_W", reference::kUeCreditsBits},
                                               {"TIMER_W", cc_timer_bits}}});
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

void UeCredits::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const auto with = [this](const UeCbfcConfig& draft) {
    PortContext settings = context();
    settings.config.ue_cbfc.credits = draft;
    return settings;
  };
  const auto settings = std::make_shared<ledger::Drafted<UeCbfcConfig>>(
      [this]() -> const UeCbfcConfig& { return config().ue_cbfc.credits; },
      [this, with, fits = around.check](const UeCbfcConfig& draft) {
        check(with(draft));
        fits(with(draft));
      },
      [this, with, depth = around.depth](const UeCbfcConfig& draft, Time now) {
        reconfigure(with(draft), depth, now);
      });
  const auto controls = std::make_shared<ledger::Drafted<VcControls>>(
      [this, now = std::make_shared<VcControls>()]() -> const VcControls& {
        return *now = ue_cbfc::controls_of(sender(), receiver());
      },
      [this](const VcControls& draft) { check_controls(draft, sender()); },
      [this](const VcControls& draft, Time now) { set_controls(draft, now); });
  ue_cbfc::bind_ue_cbfc(binder,
                        {.settings = settings, .controls = controls, .sender = &sender(), .receiver = &receiver()});
  const EngineRegisters registers = registers_of(binder, around);
  registers.port_state("cc_due", [this](Time) -> std::uint64_t { return sender_.cc_due(); });
  registers.port_state("cc_timer", [this](Time now) -> std::uint64_t {
    const Time next = sender_.next_cc();
    return next < now ? 0 : static_cast<std::uint64_t>((next - now) / UeCbfcConfig::kMicrosecond);
  });
  registers.port_state("cf_timer", [this](Time now) -> std::uint64_t {
    const std::int64_t since = (now - cf_last_) / serialization_time(Bytes(1), line_rate_);
    return static_cast<std::uint64_t>(std::min(since, config().ue_cbfc.credits.cf_max_spacing.count()));
  });
}

void UeCredits::set_controls(const VcControls& wanted, Time now) {
  ClassMask changed = 0;
  for_each_class(kAllClasses, [&](ClassId c) {
    const std::size_t vc = channel_of(c);
    const bool counts_anew = wanted.receiver_enable[vc] && !receiver().channel(vc).enabled;
    if (counts_anew) {
      uncounted_[c.index()] += static_cast<std::uint32_t>(receiver_state(c));
      receiver_.clear(vc, now);
    }
    if (sender().channel(vc).enabled && !wanted.sender_enable[vc])
      sender_.clear(vc, now);
    const ue_cbfc::SenderChannel& of = sender().channel(vc);
    if (of.enabled != wanted.sender_enable[vc] || of.dequeue != wanted.queue_dequeue_enable[vc] ||
        of.limit != wanted.limit[vc])
      changed = static_cast<ClassMask>(changed | mask_of(c));
    sender_.set_enabled(vc, wanted.sender_enable[vc], now);
    sender_.set_dequeue(vc, wanted.queue_dequeue_enable[vc]);
    sender_.set_limit(vc, wanted.limit[vc]);
    if (lossless(c) && of.enqueue != wanted.queue_enqueue_enable[vc])
      set_enqueue(c, wanted.queue_enqueue_enable[vc]);
    receiver_.set_enabled(vc, wanted.receiver_enable[vc], now);
  });
  for_each_class(changed, [&](ClassId c) { port_->gate_changed(c, now); });
  if (receiver_.has_news())
    port_->set_due(now);
}

// The packets that are in the buffer when counts begin anew are not counted when they leave. A sender that is disabled
// loses its counts, as by its register.
void UeCredits::take_step(ClassId c, ue_cbfc::VcStep step, std::uint32_t limit, Time now) {
  if (step == ue_cbfc::VcStep::kClearReceiver)
    uncounted_[c.index()] += static_cast<std::uint32_t>(receiver_state(c));
  if (step == ue_cbfc::VcStep::kClearReceiver)
    receiver_.clear(channel_of(c), now);
  else if (ue_cbfc::is_of_receiver(step))
    receiver_.set_enabled(channel_of(c), step == ue_cbfc::VcStep::kEnableReceiver, now);
  else
    sender_.take_step(step, channel_of(c), limit, now);
  if (step == ue_cbfc::VcStep::kDisableSender)
    sender_.clear(channel_of(c), now);
  port_->gate_changed(c, now);
  if (receiver_.has_news())
    port_->set_due(now);
}

void UeCredits::set_enqueue(ClassId c, bool on) {
  sender_.set_enqueue(channel_of(c), on);
  without_channel_ = static_cast<ClassMask>(on ? without_channel_ & ~mask_of(c) : without_channel_ | mask_of(c));
}

void UeCredits::set_guarded(ClassId c, bool on) {
  unguarded_ = static_cast<ClassMask>(on ? unguarded_ & ~mask_of(c) : unguarded_ | mask_of(c));
}

// Both ends count the same credits of a frame.
void UeCredits::check(const PortContext& settings) const {
  FlowControl::check(settings);
  const UeCbfcConfig& now = config().ue_cbfc.credits;
  const UeCbfcConfig& wanted = settings.config.ue_cbfc.credits;
  const auto same = [](const char* name, std::int64_t is, std::int64_t got) {
    require(is == got, std::string(name) + ": is " + std::to_string(is) +
                           " and cannot change while the switch runs: both ends count the same credits of a frame");
  };
  same("credit_size", now.credit_size.count(), wanted.credit_size.count());
  same("packet_overhead", now.overhead().count(), wanted.overhead().count());
}

void UeCredits::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  const std::uint32_t pool = sender().config().pool_credits;
  const bool written = settings.config.ue_cbfc.credits.pool_credits != config().ue_cbfc.credits.pool_credits;
  FlowControl::reconfigure(settings, depth, now);
  UeCbfcConfig credits = config().ue_cbfc.credits;
  receiver_.reconfigure(credits);
  credits.pool_credits = written ? credits.pool_credits : pool;
  sender_.reconfigure(credits);
}

}  // namespace weir::flow_control
