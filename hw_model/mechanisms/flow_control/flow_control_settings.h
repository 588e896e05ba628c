// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of flow control, each once; the rules between settings of the active scheme; facts of schemes.

#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::flow_control {

const ledger::SettingsOf<FlowControlConfig>& flow_control_settings();
const ledger::SettingsOf<PfcConfig>& pfc_settings();
const ledger::SettingsOf<EgressPfcConfig>& egress_pfc_settings();
const ledger::SettingsOf<CbfcConfig>& cbfc_settings();
const ledger::SettingsOf<UeCreditsConfig>& ue_credits_settings();
const ledger::SettingsOf<GfcConceptualConfig>& gfc_conceptual_settings();
const ledger::SettingsOf<GfcBufferBasedConfig>& gfc_buffer_based_settings();
const ledger::SettingsOf<GfcTimeBasedConfig>& gfc_time_based_settings();

// All schemes: kSchemes and those from outside of weir (scheme_card.h).
std::span<const SchemeName> schemes();
std::string_view name_of(Scheme scheme);

// The table of a scenario that belongs to one scheme, or to a family of schemes.
struct SchemeTable {
  std::string_view path;  // "flow_control.pfc"
  std::string_view meaning;
  ledger::SettingsOf<FlowControlConfig> settings;
};
const std::vector<SchemeTable>& scheme_tables();  // in the order of the documents

// Facts of a scheme that the rest of a switch and its bench ask for.
struct SchemeTraits {
  bool protects = true;              // has lossless classes; false: no flow control
  bool pauses = false;               // sends PAUSE frames, by the thresholds of PfcConfig
  bool may_deadlock = false;         // may hold a peer for ever, where buffers wait for one another in a circle
  bool is_of_the_port = false;       // feedback is about a whole port, not about a class
  bool follows_ttl = false;          // shifts the class with the packet: wants classes by TTL, and a partition for each
  bool takes_headroom_pool = false;  // pauses a VIQ that takes cells of a headroom pool
  bool judges_inputs = false;        // an output asks before it takes a packet of an input
  bool by_egress = false;       // pauses by the depth of egress queues: VIQs have no headroom, and packets may be lost
  bool by_channel = false;      // counts credits by the channel of a class (UeCreditsConfig)
  bool by_block = false;        // stops where the credits of CbfcConfig end: the registers of rtl/ib_credits
  bool outlives_reset = false;  // a switch that was reset and its peers agree again by themselves, without a pause
  std::optional<reference::RateForm> limiter = {};  // of each (port, lossless class); none: no rate limiters

  // Pauses by the depth of VIQs.
  bool pauses_viqs() const { return pauses && !by_egress; }
  // A VIQ pauses one class upstream, its own.
  bool pauses_own_class() const { return pauses_viqs() && !is_of_the_port && !follows_ttl; }
  // Egress queues pause whole ports: none of them comes to be deeper than XOFF for long.
  bool pauses_ports_by_egress() const { return by_egress && is_of_the_port; }
};

const SchemeTraits& traits_of(Scheme scheme);

// The credit messages that the scheme sends each period; null: it sends none.
const CbfcConfig* credits_of(const FlowControlConfig& config);

// The longest time without news of credits or rates that the scheme sends periodically.
Time longest_silence(const FlowControlConfig& config, BitRate line);

// A receive buffer that credits stand for.
struct AdvertisedBuffer {
  Bytes buffer;
  const CbfcConfig& credits;  // their unit and period
  std::string_view table;     // of the settings: "flow_control.cbfc."
  std::string_view word;      // of `buffer`
};

// Nothing where the scheme has no credits to spend.
std::optional<AdvertisedBuffer> advertised_by(const FlowControlConfig& config);

// The lowest rate but 0 at which a rate limiter of the scheme sends on a link of rate `line`; nothing where the scheme
// has no rate limiters. Below limiter.floor_rate the sender alternates between 0 and that rate: then an average.
std::optional<BitRate> lowest_rate(const FlowControlConfig& config, BitRate line);

// The lossless classes in which packets are at a switch. Where classes follow the TTL, the first class of each service
// (class 0 of a single service) is for hosts alone and is left out.
ClassMask at_switches(const FlowControlConfig& config);

// What rules ask of the port of an engine.
struct PortFacts {
  BitRate line_rate;
  Bytes max_frame;
  reference::RateLimiterConfig limiter;
};

// Complains of every range and every rule of the active scheme. Words are whole: "flow_control.pfc.xoff".
void check(const FlowControlConfig& config, const PortFacts& port, ledger::Complaints& complaints);

}  // namespace weir::flow_control
