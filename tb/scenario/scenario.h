// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario, resolved and validated: what the loader makes of a TOML file and the builder makes a network of.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/base/named.h"
#include "hw_model/frame/ipv6.h"
#include "tb/baselines/settings.h"
#include "tb/cosim/fidelity.h"
#include "tb/host/rate_control.h"
#include "tb/host/tcp_settings.h"
#include "tb/host/transport.h"
#include "tb/network/link_fault.h"
#include "tb/network/routing.h"
#include "tb/network/topology.h"
#include "tb/scenario/event.h"
#include "tb/scenario/resolved.h"
#include "tb/scenario/table_route.h"
#include "tb/traffic/size_distribution.h"
#include "tb/traffic/source.h"

namespace weir::scenario {

using traffic::SourceKind;

struct Flow {
  std::string name;
  std::size_t source = 0;       // index into Topology::devices, a host
  std::size_t destination = 0;  // likewise
  SourceKind kind = SourceKind::kBacklogged;
  ClassId traffic_class;
  Bytes frame_length = Bytes(1500);
  BitRate rate;                              // of kinds with a rate
  std::uint64_t probability_millionths = 0;  // bernoulli only
  traffic::IntervalDistribution on;          // on_off only, as is the next
  traffic::IntervalDistribution off;
  Time start;                 // kNever: an event starts it
  Time stop = kNever;         // no packet is generated at or after this time
  Bytes size = Bytes(0);      // total frame bytes to send; 0: without end
  bool acknowledged = false;  // the destination answers each packet with one of `acknowledgement_length`
  Bytes acknowledgement_length = Bytes(64);
  host::Framing framing = host::Framing::kUdp;
  frame::Ecn ecn = frame::Ecn::kNotCapable;
  const host::RateControlKind* control = nullptr;  // null: none
  host::ControlSettings settings;
  std::shared_ptr<const host::TcpSettings> tcp;  // of framing kTcp alone
  // May pass a switch more than once.
  std::string capture_file;   // pcap only, as are the next six
  std::string capture_where;  // where the scenario names it: "file:line:column: key ..."
  std::shared_ptr<const traffic::CaptureFile> capture;
  traffic::Pace pace = traffic::Pace::kCapture;
  double speed = 1;
  std::vector<std::uint32_t> captured_destinations;  // IPv4 addresses that its frames are sent to, sorted
  std::vector<frame::Ipv6Address> captured_destinations_v6;
  std::vector<std::size_t> route;  // devices from source to destination inclusive; empty: shortest paths (ECMP)
};

// [[host]]: hosts that do not take packets at once.
struct HostService {
  std::vector<std::size_t> hosts;  // indices into Topology::devices
  BitRate rate;
};

// What a run measures only where asked, because it costs time.
struct MeasureSettings {
  bool latency = false;
  bool occupancy = false;
  bool feedback = false;
  Time standing_after{0};  // 0: the default
  std::optional<baselines::Settings> baselines = {};
};

// When a workload's flows begin.
enum class Arrivals {
  kPoisson,     // each source by itself
  kPeriodic,    // all sources at once
  kBackToBack,  // once the source's flow before has been sent
  kClosedLoop,  // once it has been acknowledged
  kList,        // as a file says
};
inline constexpr std::array<Named<Arrivals>, 5> kArrivals{{{Arrivals::kPoisson, "poisson"},
                                                           {Arrivals::kPeriodic, "periodic"},
                                                           {Arrivals::kBackToBack, "back_to_back"},
                                                           {Arrivals::kClosedLoop, "closed_loop"},
                                                           {Arrivals::kList, "list"}}};

// Which of its destinations a flow goes to; never its own source.
enum class Choice {
  kRandom,     // any, equally likely
  kOtherRack,  // likewise, of those at another switch than the source
  kInTurn,     // one after another, from the one behind the source on
};
inline constexpr std::array<Named<Choice>, 3> kChoices{
    {{Choice::kRandom, "random"}, {Choice::kOtherRack, "other_rack"}, {Choice::kInTurn, "in_turn"}}};

// Flows that are drawn, when the scenario is loaded, instead of being listed.
struct Workload {
  std::string name;
  Arrivals arrivals = Arrivals::kPoisson;
  Choice choice = Choice::kRandom;
  std::vector<std::size_t> sources;  // hosts, indices into Topology::devices, ascending
  std::vector<std::size_t> destinations;
  traffic::SizeDistribution sizes{Bytes(1)};  // payload
  std::optional<double> load;                 // poisson, periodic: of the rate of the source's link, or `interval`
  Time interval;
  std::uint64_t burst = 1;   // periodic: flows of each source at once
  bool synchronous = false;  // poisson: all sources begin their flows at the same instants
  Time start;
  Time end;                 // no flow begins at or after this time
  std::uint64_t most = 0;   // flows of each source; 0: any number
  Flow flow;                // what its flows have in common
  Bytes payload;            // of a frame of full length
  std::vector<Bytes> bins;  // of results: flows of at most so many bytes; rising

  // How a flow of so many bytes is cut into frames.
  struct Frames {
    std::uint64_t count = 0;
    Bytes last;  // length of the last one
  };
  Frames frames_of(Bytes size) const;
};

// One of a workload's flows.
struct DrawnFlow {
  std::uint32_t workload = 0;  // index into Scenario::workloads
  std::uint32_t source = 0;    // index into Topology::devices
  std::uint32_t destination = 0;
  Time start;  // kNever: after the one before it of its workload and source
  Bytes size;  // payload
};

// How rate limiters and stage comparators are simulated; their settings are those of the device.
struct LimiterSettings {
  cosim::Fidelity fidelity = cosim::Fidelity::reference;
  cosim::Fidelity comparator_fidelity = cosim::Fidelity::reference;
};

// A token bucket at one port of a switch.
struct EgressShaper {
  std::size_t device = 0;  // index into Topology::devices
  PortId port;
  std::optional<ClassId> traffic_class;  // nothing: the port
  egress::ShaperConfig shaper;
};

// What becomes of private frames, or of what rides on PFC frames, on some links.
struct LinkFaults {
  network::LinkFault fault;
  std::vector<network::End> senders;  // the ports that send into these links
};

// One line of [expect]: a measured quantity and the range that it must lie in, both ends included.
struct Expectation {
  std::string key;                // "flow.f1.steady_rate", "queue.s1.p2.c0.viq_peak", "deadlock", "drops", ...
  std::optional<double> minimum;  // in the quantity's base unit (bytes, bit/s, seconds, packets; false 0, true 1)
  std::optional<double> maximum;
  std::string text;   // as written, for the report
  std::string where;  // file:line:column, or --set
};

// What switches are built from that have settings of their own ([switch.NAME]).
struct OwnSettings {
  asic::SwitchConfig device;               // all of them; ports come from the topology
  std::optional<Bytes> required_headroom;  // as Scenario's
};

struct Scenario {
  static constexpr std::uint32_t kCommon = UINT32_MAX;

  std::string file;
  std::string name;
  std::string description;
  std::string source;  // paper and section, or "derived"
  std::uint64_t seed = 1;
  Time duration;
  Time sample_interval;  // of timeseries.csv and of the oracles
  bool quantum = true;   // false: event by event
  bool end_at_deadlock = false;
  network::Topology topology;
  std::uint64_t topology_seed = 1;  // draws the network, and paths at random
  // The headroom with which flow control loses nothing, whatever the traffic; nothing where no bound holds for packets.
  // With at least this much, a lossless packet that finds its headroom exhausted is a fault of the model.
  std::optional<Bytes> required_headroom;
  bool pauses_may_lapse = false;  // while they stand, because a refresh comes too late; bounds::judged finds it
  // Every switch without settings of its own (ports come from the topology); hosts use its flow control and max_frame.
  asic::SwitchConfig device;
  std::vector<OwnSettings> own;       // each once, however many switches have it
  std::vector<std::uint32_t> own_of;  // index into `own` by device, or kCommon; empty: no switch has any
  LimiterSettings limiter;
  TableFill tables = TableFill::kShortestPaths;
  network::PathChoice paths = network::PathChoice::kAll;  // of shortest paths
  std::vector<TableRoute> table_routes;                   // in file order
  std::vector<EgressShaper> shapers;                      // likewise: a later one goes over an earlier one
  std::vector<HostService> services;                      // likewise
  std::vector<Flow> flows;
  std::vector<Workload> workloads;
  std::vector<DrawnFlow> drawn;  // by start, those without one last, in the order of their turns
  MeasureSettings measure;
  std::vector<ScenarioEvent> events;
  std::vector<LinkFaults> link_faults;  // in file order, in which they act
  std::vector<Expectation> expectations;
  // What the file asks for and will not get; safety bounds that it breaks are added by bounds::judged.
  std::vector<std::string> warnings;
  Resolved resolved;  // the scenario as a file that says everything

  // Of a device of the topology.
  std::uint32_t own_index(std::size_t index) const { return own_of.empty() ? kCommon : own_of[index]; }
  // At which this host takes packets; 0: at once.
  BitRate service_rate_of(std::size_t host) const {
    BitRate rate;
    for (const HostService& service : services) {
      if (std::find(service.hosts.begin(), service.hosts.end(), host) != service.hosts.end()) {
        rate = service.rate;
      }
    }
    return rate;
  }

  const asic::SwitchConfig& device_of(std::size_t index) const {
    return own_index(index) == kCommon ? device : own[own_index(index)].device;
  }
  std::optional<Bytes> required_headroom_of(std::size_t index) const {
    return own_index(index) == kCommon ? required_headroom : own[own_index(index)].required_headroom;
  }
};

// Whether `is` holds for what some switch is built from.
template <class Is>
bool any_switch(const Scenario& scenario, Is&& is) {
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    if (scenario.topology.devices[i].kind == network::DeviceKind::kSwitch && is(scenario.device_of(i))) {
      return true;
    }
  }
  return false;
}

// Whether some switch tells sources of congestion.
// Some switch puts rate tags on.
inline bool any_edge(const Scenario& scenario) {
  return any_switch(scenario, [](const asic::SwitchConfig& device) {
    return device.congestion.fera_edge.at != congestion::FeraEdgeAt::kNone;
  });
}

inline bool any_notifies(const Scenario& scenario) {
  return any_switch(scenario, [](const asic::SwitchConfig& device) { return device.congestion.notifies(); });
}

// The code point of UE; nothing where no switch writes it.
inline std::optional<frame::Ecn> undetermined_of(const Scenario& scenario) {
  const bool written =
      any_switch(scenario, [](const asic::SwitchConfig& device) { return device.congestion.ue().has_value(); });
  return written ? std::optional(scenario.device.congestion.undetermined) : std::nullopt;
}

// Calls visit(flow) for each listed flow, and for one flow of each workload with each pair of hosts that it draws.
template <class Visit>
void for_each_kind_of_flow(const Scenario& scenario, Visit&& visit) {
  for (const Flow& flow : scenario.flows) {
    visit(flow);
  }
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
  for (const DrawnFlow& drawn : scenario.drawn) {
    if (seen.emplace(drawn.workload, drawn.source, drawn.destination).second) {
      Flow flow = scenario.workloads[drawn.workload].flow;
      flow.source = drawn.source;
      flow.destination = drawn.destination;
      visit(std::as_const(flow));
    }
  }
}

// The same without regard to hosts: one flow of each workload.
template <class Visit>
void for_each_sort_of_flow(const Scenario& scenario, Visit&& visit) {
  for (const Flow& flow : scenario.flows) {
    visit(flow);
  }
  for (const Workload& workload : scenario.workloads) {
    visit(workload.flow);
  }
}

}  // namespace weir::scenario
