// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Everything that a switch ASIC is built from, resolved and in exact units.

#pragma once

#include <algorithm>
#include <vector>

#include "hw_model/asic/csr_config.h"
#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/datapath/forwarding/forwarding_config.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/datapath/mmu/policy_config.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/reference/class_mapper.h"
#include "hw_model/reference/own_mapper_config.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::asic {

struct SwitchConfig {
  std::vector<link::LinkConfig> ports;  // one entry a port: the link that it drives
  Bytes max_frame = Bytes(1500);        // largest frame length (the papers' MTU), 64..9216
  unsigned classes = kClasses;          // that the hardware has queues for, 1..8
  parser::ParserConfig parser;
  forwarding::ForwardingConfig forwarding;
  reference::ClassMapperConfig class_mapper;
  reference::OwnMapperConfig own_mapper = {};
  mmu::PolicyConfig admission;
  mmu::MmuConfig mmu;
  crossbar::CrossbarConfig crossbar;
  egress::EgressConfig egress;
  flow_control::FlowControlConfig flow_control;
  congestion::CongestionConfig congestion;
  deadlock::DeadlockConfig deadlock;
  CsrConfig csr;
  std::vector<std::uint8_t> to_switches = {};  // by port: its peer is a switch, which reads tags; none: no port's is
  std::vector<std::uint8_t> to_hosts = {};     // by port: its peer is a host; none: nobody knows
  reference::RateLimiterConfig limiter;        // of each (port, lossless class), where the scheme limits rates
  llr::LlrPortConfig llr = {};
  std::vector<std::uint8_t> with_llr = {};  // by port: both ends of its cable want LLR; none: no port's do
};

// Whether the peer of a port is a switch.
inline bool leads_to_switch(const SwitchConfig& config, PortId p) {
  return p.index() < config.to_switches.size() && config.to_switches[p.index()] != 0;
}

// Whether the peer of a port is known to be a host.
inline bool leads_to_host(const SwitchConfig& config, std::size_t port) {
  return port < config.to_hosts.size() && config.to_hosts[port] != 0;
}

// Whether the link of a port repairs its losses.
inline bool has_llr(const SwitchConfig& config, PortId p) {
  return p.index() < config.with_llr.size() && config.with_llr[p.index()] != 0;
}

inline bool any_llr(const SwitchConfig& config) {
  return std::any_of(config.with_llr.begin(), config.with_llr.end(), [](std::uint8_t port) { return port != 0; });
}

// Whether the VIQs of a port's classes differ: in XOFF or XON, or in what they may take.
inline bool tells_classes_apart(const SwitchConfig& config) {
  return config.flow_control.pfc.by_class() || config.mmu.viq_limit.is_list();
}

// By so much frames are longer between switches than at hosts.
inline Bytes tag_length(const SwitchConfig& config) {
  return Bytes(reference::traits_of(config.class_mapper.source).tags * frame::kVlanTagBytes);
}

inline BitRate fastest_port(const SwitchConfig& config) {
  return std::max_element(config.ports.begin(), config.ports.end(),
                          [](const auto& a, const auto& b) { return a.rate < b.rate; })
      ->rate;
}

}  // namespace weir::asic
