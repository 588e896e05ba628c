// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/expected_load.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tb/network/routing.h"
#include "tb/scenario/routes.h"

namespace weir::ranks {
namespace {

// The frames of all flows from one host to another.
struct Stream {
  double bits = 0;  // in a second
  double frames = 0;
  double answers = 0;
};
using Streams = std::map<std::pair<std::size_t, std::size_t>, Stream>;  // by source and destination

void add(Streams& streams, const scenario::Flow& flow, std::size_t source, std::size_t destination, double bits) {
  const double frames = bits / static_cast<double>((flow.frame_length * kBitsPerByte).count());
  Stream& stream = streams[{source, destination}];
  stream.bits += bits;
  stream.frames += frames;
  stream.answers += flow.acknowledged ? frames : 0;
}

// On average, in bit/s; 0: as fast as the line.
double rate_of(const scenario::Flow& flow) {
  const bool has_turns = flow.kind == scenario::SourceKind::kOnOff;
  const double on = has_turns ? flow.on.mean_ps / (flow.on.mean_ps + flow.off.mean_ps) : 1;
  return static_cast<double>(flow.rate.count()) * on;
}

// The rate of a host's line, in bit/s.
std::vector<double> lines_of(const scenario::Scenario& scenario) {
  std::vector<double> lines(scenario.topology.devices.size());
  for (const network::Cable& cable : scenario.topology.cables) {
    lines[cable.a.device] = lines[cable.b.device] = static_cast<double>(cable.link.rate.count());
  }
  return lines;
}

Streams streams_of(const scenario::Scenario& scenario, const std::vector<double>& lines) {
  std::vector<double> greedy(lines.size());  // flows without a rate, by source
  for (const scenario::Flow& flow : scenario.flows) {
    greedy[flow.source] += rate_of(flow) > 0 ? 0 : 1;
  }
  const double run = seconds(scenario.duration);
  const auto spread = [run](Bytes size) { return static_cast<double>((size * kBitsPerByte).count()) / run; };
  Streams streams;
  for (const scenario::Flow& flow : scenario.flows) {
    const double bits = rate_of(flow) > 0 ? rate_of(flow) : lines[flow.source] / greedy[flow.source];
    add(streams, flow, flow.source, flow.destination, flow.size > Bytes(0) ? std::min(bits, spread(flow.size)) : bits);
  }
  for (const scenario::DrawnFlow& drawn : scenario.drawn) {
    const scenario::Flow& flow = scenario.workloads[drawn.workload].flow;
    add(streams, flow, drawn.source, drawn.destination, spread(drawn.size));
  }
  return streams;
}

// Makes the streams from a host, and then those to a host, fit its line.
void fit_lines(Streams& streams, const std::vector<double>& lines) {
  for (const bool by_source : {true, false}) {
    const auto host_of = [by_source](const auto& ends) { return by_source ? ends.first : ends.second; };
    std::vector<double> asked(lines.size());
    for (const auto& [ends, stream] : streams) {
      asked[host_of(ends)] += stream.bits;
    }
    for (auto& [ends, stream] : streams) {
      const std::size_t host = host_of(ends);
      const double part = asked[host] > lines[host] ? lines[host] / asked[host] : 1;
      stream.bits *= part;
      stream.frames *= part;
      stream.answers *= part;
    }
  }
}

// Frames in a second by the device where they are, all to one host: their ways are followed together.
using Frames = std::map<std::size_t, double>;

// By destination.
std::map<std::size_t, Frames> frames_of(const Streams& streams) {
  std::map<std::size_t, Frames> frames;
  for (const auto& [ends, stream] : streams) {
    frames[ends.second][ends.first] += stream.frames;
    if (stream.answers > 0) {
      frames[ends.first][ends.second] += stream.answers;
    }
  }
  return frames;
}

// The load that frames put on the devices and cables of their ways.
class Ways {
 public:
  explicit Ways(const scenario::Scenario& scenario)
      : topology_(scenario.topology), routes_(scenario::routes_of(scenario)), peers_(network::peers_of(topology_)) {
    load_.devices.resize(topology_.devices.size());
    load_.cables.resize(topology_.cables.size());
  }

  void follow(std::size_t destination, Frames at) {
    for (unsigned hop = 0; hop < kLongestWay && !at.empty(); ++hop) {
      Frames next;
      for (const auto& [device, frames] : at) {
        step(device, destination, frames, next);
      }
      at = std::move(next);
    }
  }

  ExpectedLoad take() { return std::move(load_); }

 private:
  void step(std::size_t device, std::size_t destination, double frames, Frames& next) {
    static constexpr PortId kOfHost(0);
    const bool is_host = topology_.devices[device].kind == network::DeviceKind::kHost;
    const std::span<const PortId> ports =
        is_host ? std::span(&kOfHost, 1) : routes_.switches[device].towards(routes_.host_number[destination]);
    for (const PortId port : ports) {
      const double share = frames / static_cast<double>(ports.size());
      const network::Peer& peer = peers_[device].at(port.index());
      load_.devices[device] += share;
      load_.cables[peer.cable] += share;
      if (topology_.devices[peer.device].kind == network::DeviceKind::kSwitch) {
        next[peer.device] += share;
      }
    }
  }

  const network::Topology& topology_;
  network::Routes routes_;
  std::vector<std::vector<network::Peer>> peers_;
  ExpectedLoad load_;
};

}  // namespace

ExpectedLoad expected_load(const scenario::Scenario& scenario) {
  const std::vector<double> lines = lines_of(scenario);
  Streams streams = streams_of(scenario, lines);
  fit_lines(streams, lines);
  Ways ways(scenario);
  for (auto& [destination, frames] : frames_of(streams)) {
    ways.follow(destination, frames);
  }
  return ways.take();
}

}  // namespace weir::ranks
