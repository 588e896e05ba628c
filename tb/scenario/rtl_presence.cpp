// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/rtl_presence.h"

#include "hw_model/asic/admission_rules.h"
#include "hw_model/asic/itsy_rules.h"
#include "hw_model/datapath/crossbar/arbiter_card.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/fera_block_rules.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/clocked_rate.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cosim/whole_port.h"
#include "tb/text/words.h"

namespace weir::scenario {

bool has_islip(const asic::SwitchConfig& config) {
  return config.crossbar.strategy != crossbar::Strategy::kOutputQueued &&
         config.crossbar.arbiter == crossbar::Arbiter::kIslip && config.crossbar.transfer == crossbar::Transfer::kCell;
}

bool has_causality(const asic::SwitchConfig& config) {
  return deadlock::declares(config.deadlock) && asic::not_in_causality(config).empty();
}

bool has_tcd(const asic::SwitchConfig& config) {
  return any_detector(config.congestion, &congestion::DetectorTraits::times_pauses) ||
         any_detector(config.congestion, &congestion::DetectorTraits::times_credits);
}

std::optional<reference::LinearRateConfig> divider_of(const asic::SwitchConfig& config) {
  if (!flow_control::traits_of(config.flow_control.scheme).limiter ||
      flow_control::credits_of(config.flow_control) == nullptr)
    return std::nullopt;
  return flow_control::carrier_of(
      flow_control::divider_widths(config.flow_control.gfc_time_based.credits, config.limiter));
}

std::string meter_not_built(std::string_view block, const asic::SwitchConfig& config, const link::LinkConfig& port) {
  if (!any_detector(config.congestion, &congestion::DetectorTraits::reads_tags))
    return {};
  const reference::FeraSettings& meter = config.congestion.fera.meter;
  const std::string other = congestion::not_in_fera_block(meter, port.rate);
  if (!other.empty() || (meter.form == reference::FeraForm::kDividing) == (block == "fera_meter_dividing"))
    return other;
  return "congestion.fera.datapath is " + text::in_quotes(name_in(reference::kFeraForms, meter.form)) +
         ", which is the other RTL";
}

bool has_meter(std::string_view block, const asic::SwitchConfig& config, const link::LinkConfig& port) {
  return any_detector(config.congestion, &congestion::DetectorTraits::reads_tags) &&
         meter_not_built(block, config, port).empty();
}

namespace {

// Arbiters of outputs and inputs that are no block of a card, by round robin.
bool has_arbiters(const asic::SwitchConfig& config) {
  return config.crossbar.strategy != crossbar::Strategy::kOutputQueued &&
         config.crossbar.arbiter != crossbar::Arbiter::kWeightedRoundRobin &&
         crossbar::card_of(config.crossbar.arbiter) == nullptr;
}

// Blocks of a flow control scheme, in switches and hosts.
bool has_by_scheme(std::string_view key, const asic::SwitchConfig& config) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(config.flow_control.scheme);
  if (key == "rate_limiter")
    return traits.limiter.has_value();
  if (key == "stage_comparator")
    return traits.limiter == reference::RateForm::kStage;
  if (key == "pfc_engine")
    return traits.pauses;
  if (key == "ib_credits")
    return traits.by_block;
  if (key == "ue_cbfc_receiver" || key == "ue_cbfc_sender")
    return traits.by_channel;
  if (key == "linear_rate")
    return divider_of(config).has_value();
  return key == "gradient_gate" && traits.judges_inputs;
}

}  // namespace

bool has_block(std::string_view key, const asic::SwitchConfig& config, PortId p, bool is_switch) {
  if (cosim::is_whole_port(key) || has_by_scheme(key, config))
    return true;
  if (key == "llr_tx" || key == "llr_rx")
    return has_llr(config, p);
  if (!is_switch)
    return false;
  if (key == "tcd_detector")
    return has_tcd(config);
  if (key == "fera_meter" || key == "fera_meter_dividing")
    return has_meter(key, config, config.ports[p.index()]);
  if (key == "itsy_causality")
    return has_causality(config);
  if (key == "rr_arbiter")
    return has_arbiters(config);
  if (key == "islip")
    return has_islip(config);
  if (key == "viq_admission")
    return asic::not_beside_mmu(config).empty();
  if (key == "partition_admission")
    return asic::not_by_partition(config).empty();
  return key == "egress_scheduler" || key == "class_mapper";
}

}  // namespace weir::scenario
