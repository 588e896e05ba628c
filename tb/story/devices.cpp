// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/story/devices.h"

namespace weir::story {
namespace {

class AtInputs final : public crossbar::WaitingVisitor {
 public:
  AtInputs(std::size_t device, Places& places) : device_(device), places_(places) {}
  void waiting(const frame::Packet& packet, const frame::Packet& blocked_by) override {
    places_[packet.flow].insert({device_, blocked_by.egress, blocked_by.traffic_class});
  }

 private:
  std::size_t device_;
  Places& places_;
};

}  // namespace

std::optional<Bytes> threshold_of(const network::Network& net, oracle::QueueId viq) {
  const flow_control::FlowControl& engine = net.devices[viq.device]->engine(viq.port);
  const bool alone =
      engine.veq_follower() == nullptr && engine.counted_with(viq.traffic_class) == mask_of(viq.traffic_class);
  return alone ? std::optional(engine.first_threshold_of(viq.traffic_class)) : std::nullopt;
}

ClassId holding_class(const network::Network& net, oracle::QueueId held) {
  return net.devices[held.device]->engine(held.port).holding_class(held.traffic_class);
}

std::set<std::uint32_t> may_starve(const network::Network& net, Time duration, Time end) {
  std::set<std::uint32_t> flows;
  for (const host::FlowSpec& flow : net.flows) {
    if (end >= duration && flow.workload == host::kListed && net.measurements[flow.index].received.steady_bytes == 0) {
      flows.insert(flow.index);
    }
  }
  return flows;
}

Places places_of(const network::Network& net) {
  Places places;
  for (const std::size_t d : net.here()) {
    const network::Device& device = net.devices[d];
    for (std::size_t p = 0; p < net.topology.devices[d].ports; ++p) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        for (const frame::Packet& packet : device->egress().waiting(PortId(p), ClassId(c))) {
          places[packet.flow].insert({d, PortId(p), ClassId(c)});
        }
      }
    }
    if (device.asic != nullptr) {
      AtInputs inputs(d, places);
      device.asic->crossbar().visit_waiting(inputs);
    }
  }
  return places;
}

}  // namespace weir::story
