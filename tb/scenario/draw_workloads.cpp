// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/draw_workloads.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/frame/ethernet.h"
#include "tb/host/transport.h"
#include "tb/traffic/intervals.h"

namespace weir::scenario {
namespace {

// The switch of a host's rack.
std::size_t rack_of(const network::Cable& cable, std::size_t host) {
  return cable.a.device == host ? cable.b.device : cable.a.device;
}

// Draws the flows of one source of a workload.
class Drawer {
 public:
  Drawer(const Workload& workload, std::uint32_t number, const network::Topology& topology,
         const std::vector<std::size_t>& cables, std::size_t source, std::uint64_t seed, std::vector<DrawnFlow>& flows)
      : workload_(workload),
        number_(number),
        source_(source),
        link_(topology.cables[cables[source]].link),
        to_(candidates(workload, topology, cables, source)),
        arrivals_(seed,
                  workload.synchronous ? "workload." + workload.name + ".arrivals" : stream(topology, "arrivals")),
        destinations_(seed, stream(topology, "destination")),
        sizes_(seed, stream(topology, "size")),
        flows_(flows) {
    const auto behind = std::upper_bound(to_.begin(), to_.end(), source);
    turn_ = static_cast<std::size_t>(behind - to_.begin());
  }

  void draw() {
    switch (workload_.arrivals) {
      case Arrivals::kPoisson:
        return draw_poisson();
      case Arrivals::kPeriodic:
        return draw_periodic();
      case Arrivals::kBackToBack:
      case Arrivals::kClosedLoop:
        return draw_chain();
      case Arrivals::kList:
        break;
    }
  }

 private:
  std::string stream(const network::Topology& topology, const char* purpose) const {
    return "workload." + workload_.name + "." + topology.devices[source_].name + "." + purpose;
  }

  bool more() const { return workload_.most == 0 || drawn_ < workload_.most; }

  double mean_interval_ps() const {
    if (!workload_.load) {
      return static_cast<double>(workload_.interval.count());
    }
    const double bits = workload_.sizes.mean() * static_cast<double>(kBitsPerByte);
    return bits / (*workload_.load * static_cast<double>(link_.rate.count())) *
           static_cast<double>(kPicosecondsPerSecond);
  }

  Bytes add(Time start) {
    if (flows_.size() == kMostDrawnFlows) {
      throw TooManyFlows("");
    }
    const std::size_t place = workload_.choice == Choice::kInTurn
                                  ? turn_++ % to_.size()
                                  : static_cast<std::size_t>(destinations_.below(to_.size()));
    const Bytes size = workload_.sizes.draw(sizes_);
    flows_.push_back(
        {number_, static_cast<std::uint32_t>(source_), static_cast<std::uint32_t>(to_[place]), start, size});
    ++drawn_;
    return size;
  }

  void draw_poisson() {
    const traffic::IntervalDistribution gap{traffic::IntervalKind::kExponential, mean_interval_ps()};
    for (Time at = workload_.start + gap.draw(arrivals_); at < workload_.end && more(); at += gap.draw(arrivals_)) {
      add(at);
    }
  }

  void draw_periodic() {
    const double interval =
        std::max(mean_interval_ps() * static_cast<double>(workload_.load ? workload_.burst : 1), 1.0);
    Time at = workload_.start;
    for (std::int64_t n = 1; at < workload_.end && more(); ++n) {
      for (std::uint64_t i = 0; i < workload_.burst && more(); ++i) {
        add(at);
      }
      at = workload_.start + Time(std::llround(interval * static_cast<double>(n)));
    }
  }

  void draw_chain() {
    Time busy = workload_.start;
    while (busy < workload_.end && more()) {
      const Workload::Frames frames = workload_.frames_of(add(drawn_ == 0 ? workload_.start : kNever));
      busy +=
          wire_time(workload_.flow.frame_length) * static_cast<std::int64_t>(frames.count - 1) + wire_time(frames.last);
    }
  }

  Time wire_time(Bytes length) const { return link::wire_time(length, link_); }

  const Workload& workload_;
  std::uint32_t number_;
  std::size_t source_;
  const link::LinkConfig& link_;
  std::vector<std::size_t> to_;
  RandomStream arrivals_;
  RandomStream destinations_;
  RandomStream sizes_;
  std::vector<DrawnFlow>& flows_;
  std::size_t turn_ = 0;
  std::uint64_t drawn_ = 0;
};

}  // namespace

Workload::Frames Workload::frames_of(Bytes size) const {
  const std::int64_t count = (size + payload - Bytes(1)) / payload;
  const Bytes rest = size - payload * (count - 1);
  return {static_cast<std::uint64_t>(count), std::max(flow.frame_length - payload + rest, frame::kMinFrameLength)};
}

std::vector<std::size_t> cables_of_hosts(const network::Topology& topology) {
  std::vector<std::size_t> cables(topology.devices.size());
  for (std::size_t i = 0; i < topology.cables.size(); ++i) {
    cables[topology.cables[i].a.device] = i;
    cables[topology.cables[i].b.device] = i;
  }
  return cables;
}

std::vector<std::size_t> candidates(const Workload& workload, const network::Topology& topology,
                                    const std::vector<std::size_t>& cables, std::size_t source) {
  const auto rack = [&](std::size_t host) { return rack_of(topology.cables[cables[host]], host); };
  std::vector<std::size_t> found;
  for (const std::size_t host : workload.destinations) {
    if (host != source && !(workload.choice == Choice::kOtherRack && rack(host) == rack(source))) {
      found.push_back(host);
    }
  }
  return found;
}

std::vector<DrawnFlow> draw(const Workload& workload, std::uint32_t number, const network::Topology& topology,
                            std::uint64_t seed) {
  std::vector<DrawnFlow> flows;
  const std::vector<std::size_t> cables = cables_of_hosts(topology);
  for (const std::size_t source : workload.sources) {
    Drawer(workload, number, topology, cables, source, seed, flows).draw();
  }
  return flows;
}

}  // namespace weir::scenario
