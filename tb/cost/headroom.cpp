// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/headroom.h"

#include <algorithm>
#include <bit>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/cost/mechanisms.h"

namespace weir::cost {
namespace {

using flow_control::Scheme;

constexpr Bytes kPfcFrame{64};

struct Text {
  const char* formula;
  const char* source;
};

Text text_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::kPfc:
    case Scheme::kTtlPfc:
      return {"2 (MTU + s_pfc + r t_wire) + r t_pro", "TTL-based buffer management, eq. 14"};
    case Scheme::kPause:
      return {"eq. 14 once a port", "TTL-based buffer management, eq. 14"};
    case Scheme::kEgressPfc:
      return {"(N - 2) C tau", "of an egress queue: all ports but its own send to it until they obey, one leaves"};
    case Scheme::kCbfc:
      return {"the whole advertised buffer", "InfiniBand: a sender may fill what was advertised"};
    case Scheme::kGfcConceptual:
      return {"4 C tau", "GFC, Theorem 4.1"};
    case Scheme::kGfcBufferBased:
      return {"2 C tau", "GFC, eq. 5"};
    case Scheme::kGfcTimeBased:
      return {"(sqrt(tau/T) + 1)^2 C T", "GFC, Theorem 5.1"};
    default:  // nothing is known of others
      break;
  }
  return {"", ""};
}

Bytes on_wire(Bytes frame, const link::LinkConfig& port) {
  return frame + (port.wire_overhead ? link::kWireOverhead : Bytes(0));
}

}  // namespace

Time feedback_latency(const asic::SwitchConfig& device, const link::LinkConfig& port) {
  return bounds::feedback_latency(on_wire(device.max_frame, port), port.rate, port.delay,
                                  device.flow_control.processing_delay);
}

Bytes headroom_each(Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port) {
  const Time tau = feedback_latency(device, port);
  switch (scheme) {
    case Scheme::kPfc:
    case Scheme::kTtlPfc:
    case Scheme::kPause:
      return bounds::pfc_headroom(on_wire(device.max_frame, port), on_wire(kPfcFrame, port), port.rate, port.delay,
                                  device.flow_control.processing_delay);
    case Scheme::kEgressPfc:
      return bounds::egress_pause_headroom(device.ports.size(), port.rate, tau);
    case Scheme::kCbfc:
      return device.flow_control.cbfc.buffer;
    case Scheme::kGfcConceptual:
      return bounds::conceptual_margin(port.rate, tau);
    case Scheme::kGfcBufferBased:
      return bounds::buffer_based_margin(port.rate, tau);
    case Scheme::kGfcTimeBased:
      return bounds::time_based_margin(
          port.rate, tau, flow_control::credit_period(device.flow_control.gfc_time_based.credits, port.rate));
    default:
      break;
  }
  return Bytes(0);
}

std::vector<Headroom> headrooms(const asic::SwitchConfig& device, const std::vector<Scheme>& schemes) {
  const auto classes = std::popcount(device.flow_control.lossless);
  std::vector<Headroom> found;
  for (const Scheme scheme : schemes) {
    const Text text = text_of(scheme);
    Headroom headroom{std::string(name_of(scheme)), text.formula, text.source, Bytes(0), Bytes(0)};
    for (const link::LinkConfig& port : device.ports) {
      const Bytes each = headroom_each(scheme, device, port);
      headroom.each = std::max(headroom.each, each);
      headroom.all +=
          each * (flow_control::traits_of(scheme).is_of_the_port ? 1 : classes);  // which stops all classes together
    }
    if (headroom.each > Bytes(0)) {
      found.push_back(std::move(headroom));
    }
  }
  return found;
}

std::int64_t whole_kib(Bytes bytes) {
  constexpr std::int64_t kKib = 1024;
  return (bytes.count() + kKib - 1) / kKib;
}

}  // namespace weir::cost
