// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Everything that a switch ASIC is built from, resolved and in exact units.

#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "hw_model/asic/csr_config.h"
#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/datapath/forwarding/forwarding_config.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/frame/hop_label.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/class_mapper.h"
#include "hw_model/reference/rate_limiter.h"

namespace weir::asic {

struct SwitchConfig {
  std::vector<link::LinkConfig> ports;  // one entry a port: the link that it drives
  Bytes max_frame = Bytes(1500);        // largest frame length (the papers' MTU), 64..9216
  unsigned classes = kClasses;          // that the hardware has queues for, 1..8
  parser::ParserConfig parser;
  forwarding::ForwardingConfig forwarding;
  reference::ClassMapperConfig class_mapper;
  mmu::MmuConfig mmu;
  crossbar::CrossbarConfig crossbar;
  egress::EgressConfig egress;
  flow_control::FlowControlConfig flow_control;
  congestion::CongestionConfig congestion;
  deadlock::DeadlockConfig deadlock;
  CsrConfig csr;
  std::vector<std::uint8_t> to_switches = {};  // by port: its peer is a switch, to which labels go; none: no port's is
  std::vector<std::uint8_t> to_hosts = {};     // by port: its peer is a host; none: nobody knows
  reference::RateLimiterConfig limiter;        // of each (port, lossless class), where the scheme limits rates
};

// Whether the peer of a port is a switch.
inline bool leads_to_switch(const SwitchConfig& config, PortId p) {
  return p.index() < config.to_switches.size() && config.to_switches[p.index()] != 0;
}

// Whether the peer of a port is known to be a host.
inline bool leads_to_host(const SwitchConfig& config, std::size_t port) {
  return port < config.to_hosts.size() && config.to_hosts[port] != 0;
}

// By so much frames are longer between switches than at hosts.
inline Bytes label_length(const SwitchConfig& config) {
  return config.class_mapper.source == reference::ClassSource::kLabel ? frame::kHopLabelLength : Bytes(0);
}

inline BitRate fastest_port(const SwitchConfig& config) {
  return std::max_element(config.ports.begin(), config.ports.end(),
                          [](const auto& a, const auto& b) { return a.rate < b.rate; })
      ->rate;
}

// The MMU of this switch: TTL-shifted PFC wants a partition for every class up to the highest lossless one (TTL-based
// buffer management, section 1.3), of the same size where nothing else is said; but for class 0, in which nothing legal
// is at a switch (docs/decisions/0130). With several services that is every class in which packets may be, plain ones
// among them.
inline mmu::MmuConfig resolved_mmu(const SwitchConfig& config) {
  constexpr unsigned kFirst = 1;
  mmu::MmuConfig mmu = config.mmu;
  const ClassMask services = config.class_mapper.services;
  const bool by_label = config.class_mapper.source == reference::ClassSource::kLabel;
  if (config.flow_control.scheme == flow_control::Scheme::kTtlPfc && !mmu.partitioned() &&
      (services != reference::kOneService || by_label)) {
    ClassMask classes = 0;
    const ClassMask hops = reference::hop_classes(config.class_mapper);
    for (std::size_t c = 0; c < kClasses; ++c) {
      const reference::Service service = reference::service_of(services, ClassId(c));
      const bool is_used =
          service.is_plain() || ((by_label || c > service.first.index()) && (hops & mask_of(ClassId(c))) != 0);
      classes |= static_cast<ClassMask>(is_used ? 1U << c : 0U);
    }
    mmu.partition_size = mmu::equal_partitions_of(mmu.buffer - mmu.headroom_pool, classes);
    return mmu;
  }
  const auto classes = static_cast<unsigned>(std::bit_width(unsigned{config.flow_control.lossless}));
  if (config.flow_control.scheme == flow_control::Scheme::kTtlPfc && !mmu.partitioned() && classes > kFirst) {
    mmu.partition_size = mmu::equal_partitions(mmu.buffer - mmu.headroom_pool, classes - kFirst, kFirst);
  }
  return mmu;
}

}  // namespace weir::asic
