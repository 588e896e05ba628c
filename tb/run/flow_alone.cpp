// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/flow_alone.h"

#include <algorithm>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/parser/parser.h"
#include "tb/host/transport.h"

namespace weir {

// The way of the flow's first packet, as the switches would send it.
std::vector<FlowAlone::Hop> FlowAlone::path_of(const host::FlowSpec& flow) const {
  constexpr std::size_t kLongest = 256;
  const std::size_t destination = net_.topology.device_of(frame::Ipv4Address(flow.destination_ip));
  std::size_t device = net_.topology.device_of(frame::Ipv4Address(flow.source_ip));
  frame::Packet packet;
  packet.length = flow.demand.frame_length;
  host::write_headers(packet.bytes, flow, host::Direction::kForward);
  std::vector<Hop> hops;
  PortId port{0};
  Time latency;
  while (hops.size() < kLongest) {
    const network::Peer& peer = net_.peers[device][port.index()];
    hops.push_back({&net_.topology.cables[peer.cable].link, latency});
    device = peer.device;
    if (device == destination) {
      return hops;
    }
    asic::SwitchAsic* const asic = net_.devices[device].asic;
    if (asic == nullptr) {
      break;
    }
    const parser::HeaderVector header = parser::Parser(scenario_.device_of(device).parser).parse(packet);
    if (!asic->forwarding().route(packet, header)) {
      break;
    }
    latency = header.latency;
    port = packet.egress;
  }
  return {};
}

std::optional<Time> FlowAlone::time_of(const host::FlowSpec& flow) const {
  const std::vector<Hop> hops = path_of(flow);
  if (hops.empty()) {
    return std::nullopt;
  }
  const Bytes whole = flow.demand.frame_length;
  const Bytes last = flow.demand.last_length > Bytes(0) ? flow.demand.last_length : whole;
  const auto full = static_cast<std::int64_t>(flow.demand.packets) - 1;  // packets before the last
  Time first;    // when the first packet has left this link's sender, were all as long as it
  Time slowest;  // of the links so far, for one of them
  Time arrived;  // the last packet, at this link's sender
  for (const Hop& hop : hops) {
    first += hop.before + wire_time(whole, *hop.link);
    slowest = std::max(slowest, wire_time(whole, *hop.link));
    // Equal packets leave a line of equal servers one after another at the pace of the slowest.
    const Time behind_others = full > 0 ? first + slowest * (full - 1) : Time(0);
    arrived = std::max(arrived + hop.before, behind_others) + wire_time(last, *hop.link) + hop.link->delay;
    first += hop.link->delay;
  }
  return arrived;
}

}  // namespace weir
