// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of flow control, each once, and what must hold between those of the scheme that is active.

#pragma once

#include <string_view>
#include <vector>

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/gradient_gate.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::flow_control {

const ledger::SettingsOf<FlowControlConfig>& flow_control_settings();
const ledger::SettingsOf<PfcConfig>& pfc_settings();
const ledger::SettingsOf<EgressPfcConfig>& egress_pfc_settings();
const ledger::SettingsOf<CbfcConfig>& cbfc_settings();
const ledger::SettingsOf<GfcConceptualConfig>& gfc_conceptual_settings();
const ledger::SettingsOf<GfcBufferBasedConfig>& gfc_buffer_based_settings();
const ledger::SettingsOf<GfcTimeBasedConfig>& gfc_time_based_settings();
const ledger::SettingsOf<GfcGradientConfig>& gfc_gradient_settings();

// The tables of scenarios that schemes have for themselves, in the order of the documents.
struct SchemeTable {
  std::string_view path;  // "flow_control.pfc"
  std::string_view meaning;
  ledger::SettingsOf<FlowControlConfig> settings;
};
const std::vector<SchemeTable>& scheme_tables();

// What the rest of a switch and its bench ask of a scheme.
struct SchemeTraits {
  bool pauses = false;               // sends PAUSE frames, by the thresholds of PfcConfig
  bool may_deadlock = false;         // may hold a peer for ever, where buffers wait in a circle
  bool is_of_the_port = false;       // what it says is of the whole port, not of a class
  bool follows_ttl = false;          // shifts the class with the packet: wants classes by TTL, and a partition for each
  bool takes_headroom_pool = false;  // pauses a VIQ that takes of a pool
  bool judges_inputs = false;        // an output asks before it takes a packet of an input
  bool by_egress = false;  // pauses by the depth of egress queues: VIQs have no headroom, and packets may be lost
};

const SchemeTraits& traits_of(Scheme scheme);

// The credit messages that the scheme sends each period; null: it sends none.
const CbfcConfig* credits_of(const FlowControlConfig& config);

// Of the lossless classes those that packets are in at a switch. Where classes follow the TTL that is all but the first
// class of each service, class 0 where there is one, which is for hosts.
ClassMask at_switches(const FlowControlConfig& config);

// The rule of a port whose longest frame is this.
reference::GradientConfig gradient_rule(const GfcGradientConfig& gfc, Bytes max_frame);

// The port at which an engine stands.
struct PortFacts {
  BitRate line_rate;
  Bytes max_frame;
  reference::RateLimiterConfig limiter;
};

// Words are whole: "flow_control.pfc.xoff".
void check(const FlowControlConfig& config, const PortFacts& port, ledger::Complaints& complaints);

}  // namespace weir::flow_control
