// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/rtl_limits.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "hw_model/asic/admission_rules.h"
#include "hw_model/asic/class_rules.h"
#include "hw_model/asic/itsy_rules.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "hw_model/cycle_models/partition_admission_forms.h"
#include "hw_model/cycle_models/port_registers_layout.h"
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
#include "tb/cosim/whole_port.h"
#include "tb/scenario/rtl_presence.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

std::size_t crossbar_inputs(const asic::SwitchConfig& config) {
  return config.ports.size() + (congestion::makes_frames(config.congestion) ? 1 : 0);
}

// "PORTS = 3, and the RTL of this program has PORTS = 4"; nothing: they are the same.
std::string unlike_built(const char* parameter, unsigned asked, unsigned built) {
  return asked == built ? ""
                        : std::string(parameter) + " = " + std::to_string(asked) +
                              ", and the RTL of this program has " + parameter + " = " + std::to_string(built);
}

// Likewise of a width that may be smaller in a switch.
std::string beyond_built(const char* parameter, unsigned asked, unsigned built) {
  return asked <= built ? "" : unlike_built(parameter, asked, built);
}

// The first of these that says something.
std::string first_of(std::initializer_list<std::string> all) {
  const auto* const said = std::ranges::find_if(all, [](const std::string& one) { return !one.empty(); });
  return said == all.end() ? "" : *said;
}

// Why there is no such divider in RTL; nothing: there is.
std::string no_divider(const asic::SwitchConfig& config) {
  const flow_control::CbfcConfig& credits = config.flow_control.gfc_time_based.credits;
  if (!divider_of(config) || flow_control::has_divider(credits, config.limiter))
    return {};
  return "flow_control.gfc_time_based.block is " + std::to_string(credits.block.count()) +
         " B, and the RTL has powers of two";
}

std::string divider_at_need(const asic::SwitchConfig& config) {
  const std::optional<reference::LinearRateConfig> asked = divider_of(config);
  const reference::LinearRateConfig& wide = reference::kWideLinearRate;
  if (!asked || *asked == wide)
    return {};
  const reference::LinearRateConfig built;
  return first_of({unlike_built("COUNTER_W", asked->counter_bits, built.counter_bits),
                   unlike_built("BLOCK_SHIFT", asked->block_shift, built.block_shift),
                   unlike_built("FACTOR_INT_W", asked->factor_int, built.factor_int),
                   unlike_built("FACTOR_FRAC_W", asked->factor_frac, built.factor_frac)});
}

// Why the RTL of a whole port does not compare depths or count as the device does, or would send a packet where
// link-level retry makes a control frame wait; nothing: it does as the device does.
std::string port_not_built(const asic::SwitchConfig& config) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(config.flow_control.scheme);
  const Bytes xoff = config.flow_control.pfc.highest_xoff();
  const unsigned bits =
      std::ranges::find(reference::kKeptRegisters, "flow_control.xoff", &reference::KeptRegister::path)->width;
  if (traits.pauses && !traits.by_egress && xoff.count() >= std::int64_t{1} << bits)
    return "flow_control.pfc.xoff is " + quantity_text(xoff) + ", and the RTL has " + std::to_string(bits) + " bits";
  if (config.llr.wanted && traits.by_block)
    return "link.llr.wanted makes messages of credits wait, and packets of the RTL do not go before them";
  if (config.llr.wanted && traits.pauses && config.llr.pause_eligible)
    return "link.llr.pause_eligible makes PAUSE frames wait, and packets of the RTL do not go before them";
  const unsigned counter = config.flow_control.cbfc.counter_bits;
  if (traits.by_block && counter != reference::kIbCounterBits && counter != reference::kIbWideCounterBits)
    return "flow_control.cbfc.counter_bits is " + std::to_string(counter) +
           ", and the RTL is built with COUNTER_W = " + std::to_string(reference::kIbCounterBits) + " and " +
           std::to_string(reference::kIbWideCounterBits);
  return {};
}

// Why a port of the switch, or host, does not stop and go as its detectors in RTL take it to; nothing: it does.
std::string detectors_not_built(const network::DeviceSpec& device, const asic::SwitchConfig& config) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  if (!flow_control::traits_of(scheme).pauses)
    return "flow_control.scheme is " + text::in_quotes(name_of(scheme)) +
           ", and OFF periods of the RTL are those of the switch by PAUSE frames alone";
  if (device.kind == network::DeviceKind::kSwitch && has_tcd(config) &&
      config.congestion.tcd.time == congestion::TcdTime::kOwn)
    return "congestion.tcd.time is \"own\", and the RTL has one time for all classes";
  return {};
}

// Why limiters and comparators of a port in RTL are not those of the device; nothing: they are.
std::string stages_not_built(const asic::SwitchConfig& config) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  if (flow_control::traits_of(scheme).limiter != reference::RateForm::kStage)
    return "flow_control.scheme is " + text::in_quotes(name_of(scheme)) + ", and the RTL has \"gfc_buffer_based\"";
  const flow_control::GfcBufferBasedConfig& gfc = config.flow_control.gfc_buffer_based;
  if (!reference::leading_zero_table(reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages)))
    return "flow_control.gfc_buffer_based.bm - b1 is " + quantity_text(gfc.bm - gfc.b1) +
           ", and the RTL has powers of two";
  if (config.llr.wanted && config.llr.pause_eligible)
    return "link.llr.pause_eligible makes frames of stages wait, and packets of the RTL do not go before them";
  const reference::RateLimiterConfig built;
  return first_of({unlike_built("SUBTICKS", config.limiter.subticks, built.subticks),
                   unlike_built("R_L_TICKS_W", config.limiter.r_l_ticks, built.r_l_ticks),
                   unlike_built("R_C_W", config.limiter.r_c, built.r_c),
                   unlike_built("STAGE_W", config.limiter.stage, built.stage),
                   beyond_built("Q_W", gfc.q_bits, reference::kPortDepthBits)});
}

// Why a port in RTL does not judge and count as the device does; nothing: it does.
std::string gates_not_built(const asic::SwitchConfig& config) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  if (!flow_control::traits_of(scheme).judges_inputs)
    return "flow_control.scheme is " + text::in_quotes(name_of(scheme)) + ", and the RTL has \"gfc_gradient\"";
  if (config.llr.wanted)
    return "link.llr.wanted makes messages of counts wait, and packets of the RTL do not go before them";
  const unsigned counter = config.flow_control.gfc_gradient.reports.counter_bits;
  const unsigned built = reference::kWidestGradientGate.counter_bits;
  return counter == built ? ""
                          : "flow_control.gfc_gradient.counter_bits is " + std::to_string(counter) +
                                ", and the RTL is built with COUNTER_W = " + std::to_string(built);
}

// Why credits, division and limiters of a port in RTL are not those of the device; nothing: they are.
std::string rates_not_built(const asic::SwitchConfig& config) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  if (!divider_of(config))
    return "flow_control.scheme is " + text::in_quotes(name_of(scheme)) + ", and the RTL has \"gfc_time_based\"";
  const flow_control::GfcTimeBasedConfig& gfc = config.flow_control.gfc_time_based;
  const Bytes block(std::int64_t{1} << reference::kLinearBlockShift);
  if (gfc.credits.block != block)
    return "flow_control.gfc_time_based.block is " + quantity_text(gfc.credits.block) + ", and the RTL has " +
           quantity_text(block);
  for (const link::LinkConfig& port : config.ports) {
    if (std::string wrong = flow_control::rates_not_whole(gfc, port.rate, config.limiter.floor_rate); !wrong.empty())
      return wrong;
  }
  if (config.llr.wanted)
    return "link.llr.wanted makes messages of credits wait, and packets of the RTL do not go before them";
  const unsigned blocks = flow_control::credit_widths(gfc.credits, config.max_frame).blocks_bits;
  const reference::RateLimiterConfig built;
  return first_of({unlike_built("SUBTICKS", config.limiter.subticks, built.subticks),
                   unlike_built("R_L_TICKS_W", config.limiter.r_l_ticks, built.r_l_ticks),
                   unlike_built("R_C_W", config.limiter.r_c, built.r_c),
                   unlike_built("FACTOR_INT_W", config.limiter.factor_int, built.factor_int),
                   unlike_built("FACTOR_FRAC_W", config.limiter.factor_frac, built.factor_frac),
                   beyond_built("COUNTER_W", gfc.credits.counter_bits, reference::kIbWideCounterBits),
                   beyond_built("BLOCKS_W", blocks, reference::kIbWideBlocksBits)});
}

std::string gate_at_need(const asic::SwitchConfig& config) {
  if (!flow_control::traits_of(config.flow_control.scheme).judges_inputs)
    return {};
  const flow_control::GfcGradientConfig& gradient = config.flow_control.gfc_gradient;
  const reference::GradientConfig rule = flow_control::gradient_rule(gradient, config.max_frame);
  return first_of(
      {unlike_built("COUNTER_W", gradient.reports.counter_bits, reference::kGradientCounterBits),
       beyond_built("BLOCKS_W", ledger::bits_for(rule.blocks(config.max_frame)), reference::kGradientWideBlocksBits)});
}

std::string credits_at_need(const asic::SwitchConfig& config) {
  if (!flow_control::traits_of(config.flow_control.scheme).by_block)
    return {};
  const reference::IbCreditsConfig asked = flow_control::credit_widths(config.flow_control.cbfc, config.max_frame);
  const reference::IbCreditsConfig& wide = reference::kWideIbCredits;
  if (asked.counter_bits == wide.counter_bits)
    return beyond_built("BLOCKS_W", asked.blocks_bits, wide.blocks_bits);
  return first_of({unlike_built("COUNTER_W", asked.counter_bits, reference::kIbCounterBits),
                   beyond_built("BLOCKS_W", asked.blocks_bits, reference::kIbBlocksBits)});
}

std::string admission_at_need(const asic::SwitchConfig& config) {
  const reference::PartitionAdmissionConfig has;
  const reference::PartitionAdmissionConfig wants =
      reference::partitions_in_rtl(mmu::partition_widths(config.ports.size(), config.mmu));
  const std::string ports = unlike_built("PORTS", wants.ports, has.ports);
  if (!wants.in_memory || !ports.empty())
    return ports;
  return first_of(
      {unlike_built("CELL_W", wants.cell_bits, has.cell_bits), unlike_built("Q_W", wants.q_bits, has.q_bits)});
}

std::string meter_not_built_of_any(std::string_view block, const asic::SwitchConfig& config) {
  for (const link::LinkConfig& port : config.ports) {
    if (std::string why = meter_not_built(block, config, port); !why.empty())
      return why;
  }
  return {};
}

std::string meter_at_need(const asic::SwitchConfig& config, PortId p) {
  const congestion::PortContext context = asic::congestion_context(config, config.ports[p.index()]);
  const reference::FeraMeterConfig asked =
      congestion::fera_block_widths(config.congestion.fera.meter, congestion::fera_port(context));
  const reference::FeraMeterConfig built;
  return first_of({unlike_built("R_W", asked.rate_bits, built.rate_bits),
                   unlike_built("F_W", asked.fraction_bits, built.fraction_bits),
                   unlike_built("Q_W", asked.q_bits, built.q_bits),
                   unlike_built("A_W", asked.arrived_bits, built.arrived_bits),
                   unlike_built("T_W", asked.interval_bits, built.interval_bits),
                   unlike_built("CT_W", asked.capacity_bits, built.capacity_bits),
                   unlike_built("FIRST", asked.first, built.first)});
}

// RTL for more ports, or with other fields of messages; RTL for larger counts is there.
std::string causality_at_need(const asic::SwitchConfig& config) {
  const reference::ItsyCausalityConfig asked = asic::causality_of(config);
  if (reference::in_widest_causality(asked))
    return {};
  const reference::ItsyCausalityConfig built = reference::kWidestCausality;
  return first_of({beyond_built("PORTS", asked.ports, built.ports), unlike_built("SUMS", asked.sums, built.sums),
                   unlike_built("SEQ_W", asked.seq_bits, built.seq_bits),
                   beyond_built("TTL_W", asked.ttl_bits, built.ttl_bits),
                   beyond_built("SWITCH_W", asked.switch_bits, built.switch_bits),
                   beyond_built("PORT_W", asked.port_bits, built.port_bits)});
}

}  // namespace

std::vector<Asked> asked_of(std::string_view block, const asic::SwitchConfig& config, PortId p, bool is_switch) {
  if ((block == "tcd_detector" || block == "equipped_port") && is_switch && has_tcd(config)) {
    const congestion::PortContext context = asic::congestion_context(config, config.ports[p.index()]);
    return {{"a queue's depth", congestion::depth_bits(context), "bits", "Q_W", reference::kWidestTcd.q_bits},
            {"a time stamp", congestion::timestamp_bits(context), "bits", "STAMP_W", reference::kWidestTcd.stamp_bits}};
  }
  if (block == "llr_tx" && has_llr(config, p)) {
    const unsigned slot = llr::tx_widths(config.llr.link, config.max_frame).slot_bits;
    return {{"a slot of link.llr.outstanding_frames_max frames", slot, "bits", "SLOT_W",
             llr::LlrTxCycleConfig{}.slot_bits}};
  }
  if (block == "lossless_port" && flow_control::traits_of(config.flow_control.scheme).by_block) {
    const reference::IbCreditsConfig asked = flow_control::credit_widths(config.flow_control.cbfc, config.max_frame);
    const bool wide = asked.counter_bits == reference::kIbWideCounterBits;
    return {{"a packet of switch.max_frame", asked.blocks_bits, "bits", "BLOCKS_W",
             wide ? reference::kIbWideBlocksBits : reference::kIbBlocksBits}};
  }
  if (block == "gradient_port") {
    const reference::GradientConfig rule =
        flow_control::gradient_rule(config.flow_control.gfc_gradient, config.max_frame);
    return {{"a packet of switch.max_frame", ledger::bits_for(rule.blocks(config.max_frame)), "bits", "BLOCKS_W",
             reference::kWidestGradientGate.blocks_bits}};
  }
  if (block == "rr_arbiter" && has_block(block, config, p, is_switch)) {
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

std::string setting_not_built(std::string_view key, const network::DeviceSpec& device,
                              const asic::SwitchConfig& config) {
  if (key == "linear_rate")
    return no_divider(config);
  const bool is_port = cosim::is_whole_port(key);
  if (is_port) {
    const std::string port = first_of(
        {port_not_built(config), key == "equipped_port" ? detectors_not_built(device, config) : "",
         key == "gentle_port" ? stages_not_built(config) : "", key == "gradient_port" ? gates_not_built(config) : "",
         key == "linear_port" ? rates_not_built(config) : ""});
    if (!port.empty())
      return port;
  }
  if (device.kind != network::DeviceKind::kSwitch)
    return {};
  if (key == "viq_admission")
    return asic::not_beside_mmu(config);
  if (key == "partition_admission")
    return asic::not_by_partition(config);
  if (key == "itsy_causality")
    return asic::not_in_causality(config);
  if (key == "fera_meter" || key == "fera_meter_dividing")
    return meter_not_built_of_any(key, config);
  if (key == "class_mapper")
    return asic::not_in_mapper(config.class_mapper);
  if (is_port && deadlock::disobeys(config.deadlock))
    return "deadlock.unit may keep a class from obeying PAUSE, and the RTL obeys";
  if ((key != "egress_scheduler" && !is_port) || egress::is_scheduled_in_rtl(config.egress.discipline))
    return {};
  return "switch.egress.discipline is " + text::in_quotes(name_in(egress::disciplines(), config.egress.discipline)) +
         ", and the RTL has strict priority and DWRR";
}

std::string made_at_need(std::string_view block, const asic::SwitchConfig& config, PortId p, bool is_switch) {
  if ((block == "fera_meter" || block == "fera_meter_dividing") && is_switch &&
      has_meter(block, config, config.ports[p.index()]))
    return meter_at_need(config, p);
  if (block == "partition_admission" && is_switch && asic::not_by_partition(config).empty())
    return admission_at_need(config);
  if (block == "itsy_causality" && is_switch && has_causality(config))
    return causality_at_need(config);
  if (block == "gradient_gate")
    return gate_at_need(config);
  if (block == "linear_rate")
    return divider_at_need(config);
  if (block == "ib_credits")
    return credits_at_need(config);
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
