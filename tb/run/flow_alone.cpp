// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/flow_alone.h"

#include <algorithm>
#include <string_view>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/parser/parser.h"
#include "tb/host/transport.h"
#include "tb/text/raw_bytes.h"

namespace weir {

namespace {

constexpr std::size_t kLongest = 256;

}  // namespace

// A way that begins at the flow's source, with its first packet.
FlowAlone::Way FlowAlone::way_of(const host::FlowSpec& flow) const {
  Way way{.destination = net_.topology.device_of(frame::Ipv4Address(flow.destination_ip))};
  way.packet.length = flow.demand.frame_length;
  host::write_headers(way.packet.bytes, flow, host::Direction::kForward);
  go_on(way, net_.topology.device_of(frame::Ipv4Address(flow.source_ip)), PortId(0), Time(0));
  return way;
}

// The packet leaves `device`, which took `latency`.
void FlowAlone::go_on(Way& way, std::size_t device, PortId port, Time latency) const {
  const network::Peer& peer = net_.peers[device][port.index()];
  way.hops.push_back({&net_.topology.cables[peer.cable].link, latency});
  way.device = peer.device;
}

bool FlowAlone::is_under_way(const Way& way) const {
  return way.device != way.destination && !way.lost && way.hops.size() < kLongest;
}

// Where the device sends the packet, as the switch would send it now. `device` is here.
FlowAlone::Step FlowAlone::step_of(const Way& way) const {
  Step step{.packet = way.packet, .latency = Time(0)};
  if (asic::SwitchAsic* const asic = net_.devices[way.device].asic) {
    const parser::HeaderVector header = parser::Parser(scenario_.device_of(way.device).parser).parse(step.packet);
    step.is_sent = asic->forwarding().route(step.packet, header);
    step.latency = header.latency;
  }
  return step;
}

void FlowAlone::take(const Step& step, Way& way) const {
  way.packet = step.packet;
  way.lost = !step.is_sent;
  if (step.is_sent) {
    go_on(way, way.device, step.packet.egress, step.latency);
  }
}

std::optional<Time> FlowAlone::time_of(const host::FlowSpec& flow) const {
  Way way = way_of(flow);
  while (is_under_way(way)) {
    take(step_of(way), way);
  }
  return time_of(flow, way);
}

std::vector<std::optional<Time>> FlowAlone::times_together(std::span<const host::FlowSpec> flows,
                                                           ranks::Communicator& communicator) const {
  std::vector<Way> ways;
  for (const host::FlowSpec& flow : flows) {
    ways.push_back(way_of(flow));
  }
  while (std::ranges::any_of(ways, [&](const Way& way) { return is_under_way(way); })) {
    std::string mine;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (is_under_way(ways[i]) && net_.devices[ways[i].device].is_here()) {
        text::append_raw(i, mine);
        text::append_raw(step_of(ways[i]), mine);
      }
    }
    std::string all;
    for (const std::string& of_rank : communicator.gather(mine)) {
      all += of_rank;
    }
    all = communicator.broadcast(all);
    for (std::string_view rest = all; !rest.empty();) {
      Way& way = ways.at(text::take_raw<std::size_t>(rest));
      take(text::take_raw<Step>(rest), way);
    }
  }
  std::vector<std::optional<Time>> times;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    times.push_back(time_of(flows[i], ways[i]));
  }
  return times;
}

std::optional<Time> FlowAlone::time_of(const host::FlowSpec& flow, const Way& way) const {
  if (way.device != way.destination) {
    return std::nullopt;
  }
  const Bytes whole = flow.demand.frame_length;
  const Bytes last = flow.demand.last_length > Bytes(0) ? flow.demand.last_length : whole;
  const auto full = static_cast<std::int64_t>(flow.demand.packets) - 1;  // packets before the last
  Time first;    // when the first packet has left this link's sender, were all as long as it
  Time slowest;  // of the links so far, for one of them
  Time arrived;  // the last packet, at this link's sender
  for (const Hop& hop : way.hops) {
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
