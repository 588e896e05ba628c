// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/rtl_limits.h"

#include "hw_model/asic/admission_rules.h"
#include "hw_model/asic/class_rules.h"
#include "hw_model/asic/itsy_rules.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "hw_model/cycle_models/partition_admission_forms.h"
#include "hw_model/cycle_models/rr_arbiter_cycle.h"
#include "hw_model/cycle_models/tcd_block.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "hw_model/datapath/egress/clocked_scheduler.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "hw_model/datapath/mmu/partition_widths.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/fera_block_rules.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/clocked_credits.h"
#include "hw_model/mechanisms/flow_control/clocked_rate.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient_rule.h"
#include "hw_model/mechanisms/llr/llr_clocked_blocks.h"
#include "hw_model/reference/arbiter_widths.h"
#include "hw_model/reference/gradient_widths.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

std::size_t crossbar_inputs(const asic::SwitchConfig& config) {
  return config.ports.size() + (congestion::makes_frames(config.congestion) ? 1 : 0);
}

// Why the RTL of gradient gates does not count as the device does; nothing: it does.
std::string gate_not_built(const asic::SwitchConfig& config) {
  if (!flow_control::traits_of(config.flow_control.scheme).judges_inputs)
    return {};
  const unsigned bits = config.flow_control.gfc_gradient.reports.counter_bits;
  return bits == reference::kGradientCounterBits
             ? ""
             : "flow_control.gfc_gradient.counter_bits is " + std::to_string(bits) +
                   ", and the RTL is built with COUNTER_W = " + std::to_string(reference::kGradientCounterBits);
}

// Likewise of the divider of time-based GFC, whose numbers are all those of the port.
std::string divider_not_built(const asic::SwitchConfig& config) {
  const bool maps_credits = flow_control::traits_of(config.flow_control.scheme).limiter.has_value() &&
                            flow_control::credits_of(config.flow_control) != nullptr;
  if (!maps_credits)
    return {};
  const flow_control::CbfcConfig& credits = config.flow_control.gfc_time_based.credits;
  if (!flow_control::has_divider(credits, config.limiter))
    return "flow_control.gfc_time_based.block is " + std::to_string(credits.block.count()) +
           " B, and the RTL has powers of two";
  const reference::LinearRateConfig asked =
      flow_control::carrier_of(flow_control::divider_widths(credits, config.limiter));
  const reference::LinearRateConfig built;
  const auto differs = [](const char* key, unsigned value, const char* parameter, unsigned has) {
    return std::string(key) + " is " + std::to_string(value) + ", and the RTL is built with " + parameter + " = " +
           std::to_string(has);
  };
  const bool counts = asked.counter_bits == built.counter_bits && asked.block_shift == built.block_shift;
  const reference::LinearRateConfig& wide = reference::kWideLinearRate;
  if (!counts && (asked.counter_bits != wide.counter_bits || asked.block_shift != wide.block_shift))
    return differs("flow_control.gfc_time_based.counter_bits", credits.counter_bits, "COUNTER_W", wide.counter_bits) +
           " for blocks of " + std::to_string(1U << wide.block_shift) + " B";
  if (asked.factor_int != built.factor_int)
    return differs("limiter.factor_int", asked.factor_int, "FACTOR_INT_W", built.factor_int);
  if (asked.factor_frac != built.factor_frac)
    return differs("limiter.factor_frac", asked.factor_frac, "FACTOR_FRAC_W", built.factor_frac);
  return {};
}

// "PORTS = 3, and the RTL of this program has PORTS = 4"; nothing: they are the same.
std::string unlike_built(const char* parameter, unsigned asked, unsigned built) {
  return asked == built ? ""
                        : std::string(parameter) + " = " + std::to_string(asked) +
                              ", and the RTL of this program has " + parameter + " = " + std::to_string(built);
}

std::string admission_at_need(const asic::SwitchConfig& config) {
  const reference::PartitionAdmissionConfig has;
  const reference::PartitionAdmissionConfig wants =
      reference::partitions_in_rtl(mmu::partition_widths(config.ports.size(), config.mmu));
  return unlike_built("PORTS", wants.ports, has.ports);
}

// Why a meter of FERA is not that of this block; nothing: it is, or there is none.
std::string meter_not_built(std::string_view block, const asic::SwitchConfig& config) {
  if (!any_detector(config.congestion, &congestion::DetectorTraits::reads_tags))
    return {};
  const reference::FeraSettings& meter = config.congestion.fera.meter;
  const std::string other = congestion::not_in_fera_block(meter);
  if (!other.empty() || (meter.form == reference::FeraForm::kDividing) == (block == "fera_meter_dividing"))
    return other;
  return "congestion.fera.datapath is " + text::in_quotes(name_in(reference::kFeraForms, meter.form)) +
         ", which is the other RTL";
}

bool has_meter(std::string_view block, const asic::SwitchConfig& config) {
  return any_detector(config.congestion, &congestion::DetectorTraits::reads_tags) &&
         meter_not_built(block, config).empty();
}

std::string meter_at_need(const asic::SwitchConfig& config, PortId p) {
  const congestion::PortContext context = asic::congestion_context(config, config.ports[p.index()]);
  const reference::FeraMeterConfig asked =
      congestion::fera_block_widths(config.congestion.fera.meter, congestion::fera_port(context));
  const reference::FeraMeterConfig built;
  for (const std::string& other :
       {unlike_built("R_W", asked.rate_bits, built.rate_bits),
        unlike_built("F_W", asked.fraction_bits, built.fraction_bits), unlike_built("Q_W", asked.q_bits, built.q_bits),
        unlike_built("A_W", asked.arrived_bits, built.arrived_bits),
        unlike_built("T_W", asked.interval_bits, built.interval_bits),
        unlike_built("CT_W", asked.capacity_bits, built.capacity_bits),
        unlike_built("FIRST", asked.first, built.first)}) {
    if (!other.empty())
      return other;
  }
  return {};
}

// RTL for more ports, or with other fields of messages; RTL for larger counts is there.
std::string causality_at_need(const asic::SwitchConfig& config) {
  const reference::ItsyCausalityConfig asked = asic::causality_of(config);
  if (reference::in_widest_causality(asked))
    return {};
  const reference::ItsyCausalityConfig built = reference::kWidestCausality;
  const auto beyond = [](const char* parameter, unsigned wants, unsigned has) {
    return wants <= has ? "" : unlike_built(parameter, wants, has);
  };
  for (const std::string& other :
       {beyond("PORTS", asked.ports, built.ports), unlike_built("SUMS", asked.sums, built.sums),
        unlike_built("SEQ_W", asked.seq_bits, built.seq_bits), beyond("TTL_W", asked.ttl_bits, built.ttl_bits),
        beyond("SWITCH_W", asked.switch_bits, built.switch_bits), beyond("PORT_W", asked.port_bits, built.port_bits)}) {
    if (!other.empty())
      return other;
  }
  return {};
}

}  // namespace

bool has_causality(const asic::SwitchConfig& config) {
  return deadlock::declares(config.deadlock) && asic::not_in_causality(config).empty();
}

bool has_islip(const asic::SwitchConfig& config) {
  return config.crossbar.strategy != crossbar::Strategy::kOutputQueued &&
         config.crossbar.arbiter == crossbar::Arbiter::kIslip && config.crossbar.transfer == crossbar::Transfer::kCell;
}

std::vector<Asked> asked_of(std::string_view block, const asic::SwitchConfig& config, PortId p, bool is_switch) {
  using congestion::DetectorTraits;
  if (block == "tcd_detector" && is_switch &&
      (any_detector(config.congestion, &DetectorTraits::times_pauses) ||
       any_detector(config.congestion, &DetectorTraits::times_credits))) {
    const congestion::PortContext context = asic::congestion_context(config, config.ports[p.index()]);
    return {{"a queue's depth", congestion::depth_bits(context), "bits", "Q_W", reference::kWidestTcd.q_bits},
            {"a time stamp", congestion::timestamp_bits(context), "bits", "STAMP_W", reference::kWidestTcd.stamp_bits}};
  }
  if (block == "llr_tx" && has_llr(config, p)) {
    const unsigned slot = llr::tx_widths(config.llr.link, config.max_frame).slot_bits;
    return {{"a slot of link.llr.outstanding_frames_max frames", slot, "bits", "SLOT_W",
             llr::LlrTxCycleConfig{}.slot_bits}};
  }
  if (block == "ib_credits" && flow_control::traits_of(config.flow_control.scheme).by_block) {
    const reference::IbCreditsConfig asked = flow_control::credit_widths(config.flow_control.cbfc, config.max_frame);
    const bool wide = asked.counter_bits == reference::kIbWideCounterBits;
    return {{"a packet of switch.max_frame", asked.blocks_bits, "bits", "BLOCKS_W",
             wide ? reference::kIbWideBlocksBits : reference::kIbBlocksBits}};
  }
  if (block == "gradient_gate" && flow_control::traits_of(config.flow_control.scheme).judges_inputs) {
    const reference::GradientConfig rule =
        flow_control::gradient_rule(config.flow_control.gfc_gradient, config.max_frame);
    return {{"a packet of switch.max_frame", ledger::bits_for(rule.blocks(config.max_frame)), "bits", "BLOCKS_W",
             reference::kGradientWideBlocksBits}};
  }
  if (block == "rr_arbiter" && is_switch && config.crossbar.strategy != crossbar::Strategy::kOutputQueued &&
      config.crossbar.arbiter != crossbar::Arbiter::kWeightedRoundRobin &&
      crossbar::card_of(config.crossbar.arbiter) == nullptr) {
    return {
        {"an arbiter of the crossbar", crossbar_inputs(config), "inputs", "INPUTS", reference::kWidestArbiter.inputs}};
  }
  if (block == "islip" && is_switch && has_islip(config)) {
    return {{"iSLIP of the crossbar", crossbar_inputs(config), "inputs", "INPUTS", reference::kIslipInputs},
            {"iSLIP of the crossbar", config.crossbar.iterations, "iterations", "ITERATIONS",
             reference::kMostIslipIterations}};
  }
  return {};
}

std::string width_not_built(std::string_view block, const asic::SwitchConfig& config) {
  const flow_control::FlowControlConfig& flow_control = config.flow_control;
  if (block == "gradient_gate")
    return gate_not_built(config);
  if (block == "linear_rate")
    return divider_not_built(config);
  if (block != "ib_credits" || !flow_control::traits_of(flow_control.scheme).by_block)
    return {};
  const unsigned bits = flow_control.cbfc.counter_bits;
  if (bits == reference::kIbCounterBits || bits == reference::kIbWideCounterBits)
    return {};
  return "flow_control.cbfc.counter_bits is " + std::to_string(bits) +
         ", and the RTL is built with COUNTER_W = " + std::to_string(reference::kIbCounterBits) + " and " +
         std::to_string(reference::kIbWideCounterBits);
}

std::string setting_not_built(std::string_view key, const network::DeviceSpec& device,
                              const asic::SwitchConfig& config) {
  if (device.kind != network::DeviceKind::kSwitch)
    return {};
  if (key == "viq_admission")
    return asic::not_beside_mmu(config);
  if (key == "partition_admission")
    return asic::not_by_partition(config);
  if (key == "itsy_causality")
    return asic::not_in_causality(config);
  if (key == "fera_meter" || key == "fera_meter_dividing")
    return meter_not_built(key, config);
  if (key == "class_mapper")
    return asic::not_in_mapper(config.class_mapper);
  if (key != "egress_scheduler" || egress::is_scheduled_in_rtl(config.egress.discipline))
    return {};
  return "switch.egress.discipline is " + text::in_quotes(name_in(egress::disciplines(), config.egress.discipline)) +
         ", and the RTL has strict priority and DWRR";
}

std::string made_at_need(std::string_view block, const asic::SwitchConfig& config, PortId p, bool is_switch) {
  if ((block == "fera_meter" || block == "fera_meter_dividing") && is_switch && has_meter(block, config))
    return meter_at_need(config, p);
  if (block == "partition_admission" && is_switch && asic::not_by_partition(config).empty())
    return admission_at_need(config);
  if (block == "itsy_causality" && is_switch && has_causality(config))
    return causality_at_need(config);
  return {};
}

std::string rule_without_input(std::string_view block, const asic::SwitchConfig& config) {
  const llr::LlrConfig& retry = config.llr.link;
  const bool numbers = block == "llr_tx" && config.llr.wanted;
  if (numbers && retry.zero_timeout != llr::ZeroTimeout::kOff)
    return "link.llr.zero_timeout";
  if (numbers && retry.outstanding_counts != llr::OutstandingCounts::kFrame)
    return "link.llr.outstanding_counts";
  if (block == "llr_rx" && config.llr.wanted && retry.rx_replay_counts != llr::RxReplayCounts::kAll)
    return "link.llr.rx_replay_counts";
  const flow_control::FlowControlConfig& flow_control = config.flow_control;
  if (block == "ue_cbfc_receiver" && flow_control::traits_of(flow_control.scheme).by_channel &&
      flow_control.ue_cbfc.credits.cf_order != ue_cbfc::CfOrder::kRoundRobin)
    return "flow_control.ue_cbfc.cf_order";
  return {};
}

}  // namespace weir::scenario
