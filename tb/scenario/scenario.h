// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario, resolved and validated: the result of the loader and the input of the builder.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
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
#include "tb/host/rate_control.h"
#include "tb/host/tcp_settings.h"
#include "tb/host/transport.h"
#include "tb/network/link_error.h"
#include "tb/network/link_fault.h"
#include "tb/network/routing.h"
#include "tb/network/topology.h"
#include "tb/scenario/event.h"
#include "tb/scenario/fidelities.h"
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
  std::optional<std::uint8_t> pcp;  // nullopt: the first that leads to the class
  bool drop_eligible = false;       // DEI
  Bytes frame_length = Bytes(1500);
  BitRate rate;                              // of kinds with a rate
  std::uint64_t probability_millionths = 0;  // bernoulli only
  traffic::IntervalDistribution on;          // on_off only, like `off`
  traffic::IntervalDistribution off;
  Time start;                 // kNever: an event starts it
  Time stop = kNever;         // no packet becomes due at or after this time
  Bytes size = Bytes(0);      // total frame bytes to send; 0: without end
  bool acknowledged = false;  // the destination answers each packet with one of `acknowledgement_length`
  Bytes acknowledgement_length = Bytes(64);
  host::Framing framing = host::Framing::kUdp;
  frame::Ecn ecn = frame::Ecn::kNotCapable;
  const host::RateControlKind* control = nullptr;  // null: none
  host::ControlSettings settings;
  std::shared_ptr<const host::TcpSettings> tcp;  // of framing kTcp alone
  std::string capture_file;                      // this and the next six members: pcap only
  std::string capture_where;                     // place of the key in the scenario: "file:line:column: key ..."
  std::shared_ptr<const traffic::CaptureFile> capture;
  traffic::Pace pace = traffic::Pace::kCapture;
  double speed = 1;
  std::vector<std::uint32_t> captured_destinations;  // sorted IPv4 destinations of its frames
  std::vector<frame::Ipv6Address> captured_destinations_v6;
  std::vector<std::size_t> route;  // devices, source to destination, repetition allowed; empty: shortest paths (ECMP)
};

// [[host]]: a service rate of some hosts.
struct HostService {
  std::vector<std::size_t> hosts;  // indices into Topology::devices
  BitRate rate;
};

// Measurements made only on request, because they cost time.
struct MeasureSettings {
  bool latency = false;
  bool occupancy = false;
  bool feedback = false;
  bool story = true;
  std::vector<std::string> probes = {};  // patterns of queues, ports and devices
  Time standing_after{0};                // 0: the default
  std::optional<baselines::Settings> baselines = {};
};

// When a workload's flows begin.
enum class Arrivals {
  kPoisson,     // each source independently
  kPeriodic,    // all sources at the same times
  kBackToBack,  // when the source's previous flow has been sent
  kClosedLoop,  // when the source's previous flow has been acknowledged
  kList,        // from a file
};
inline constexpr std::array<Named<Arrivals>, 5> kArrivals{{{Arrivals::kPoisson, "poisson"},
                                                           {Arrivals::kPeriodic, "periodic"},
                                                           {Arrivals::kBackToBack, "back_to_back"},
                                                           {Arrivals::kClosedLoop, "closed_loop"},
                                                           {Arrivals::kList, "list"}}};

// How a flow's destination is chosen; never the flow's own source.
enum class Choice {
  kRandom,     // any, equally likely
  kOtherRack,  // equally likely among destinations at another switch than the source's
  kInTurn,     // in order, beginning with the destination after the source
};
inline constexpr std::array<Named<Choice>, 3> kChoices{
    {{Choice::kRandom, "random"}, {Choice::kOtherRack, "other_rack"}, {Choice::kInTurn, "in_turn"}}};

// Flows that are drawn when the scenario is loaded, instead of being listed.
struct Workload {
  std::string name;
  Arrivals arrivals = Arrivals::kPoisson;
  Choice choice = Choice::kRandom;
  std::vector<std::size_t> sources;  // hosts, indices into Topology::devices, ascending
  std::vector<std::size_t> destinations;
  traffic::SizeDistribution sizes{Bytes(1)};  // payload
  std::optional<double> load;  // poisson, periodic: part of the rate of the source's link; else `interval`
  Time interval;
  std::uint64_t burst = 1;   // periodic: flows that each source begins at once
  bool synchronous = false;  // poisson: all sources begin flows at the same instants
  Time start;
  Time end;                 // no flow begins at or after this time
  std::uint64_t most = 0;   // flows per source; 0: no limit
  Flow flow;                // the settings common to its flows
  Bytes payload;            // of a full-length frame
  std::vector<Bytes> bins;  // upper sizes of the bins of results, rising

  // The division of a flow of `size` bytes into frames.
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
  Time start;  // kNever: after the previous flow of its workload and source
  Bytes size;  // payload
};

// A token bucket at one port of a switch.
struct EgressShaper {
  std::size_t device = 0;  // index into Topology::devices
  PortId port;
  std::optional<ClassId> traffic_class;  // nullopt: the whole port
  egress::ShaperConfig shaper;
};

// A fault of private frames, or of riders on PFC frames, on some links.
struct LinkFaults {
  network::LinkFault fault;
  std::vector<network::End> senders;  // the ports that send into these links
};

// Errors of the wire on some links.
struct LinkErrors {
  network::LinkError error;
  std::vector<network::End> senders;  // the ports that send into these links
};

// One line of [expect]: a measured quantity and the range that it must lie in, both ends included.
struct Expectation {
  std::string key;                // "flow.f1.steady_rate", "queue.s1.p2.c0.viq_peak", "deadlock", "drops", ...
  std::optional<double> minimum;  // in the quantity's base unit (bytes, bit/s, seconds, packets; false 0, true 1)
  std::optional<double> maximum;
  std::string same_as;  // key of another quantity; empty: none
  double plus = 0;      // the value wanted is the other's and this,
  double within = 0;    // give or take so much
  std::string text;     // as written, for the report
  std::string where;    // file:line:column, or --set
};

// The settings of switches with [switch.NAME].
struct OwnSettings {
  asic::SwitchConfig device;               // all settings; ports come from the topology
  std::optional<Bytes> required_headroom;  // like Scenario::required_headroom
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
  std::uint64_t topology_seed = 1;  // draws the network, and random paths
  // The headroom with which flow control loses nothing, whatever the traffic; nullopt: no bound holds for packets. With
  // at least this much, exhausted headroom of a lossless packet is a fault of the model.
  std::optional<Bytes> required_headroom;
  bool pauses_may_lapse = false;  // set by bounds::judged: a refresh may come after its pause has lapsed
  // Settings of switches without own ones (ports come from the topology); hosts use flow control and max_frame.
  asic::SwitchConfig device;
  std::vector<OwnSettings> own;       // each distinct set of settings once
  std::vector<std::uint32_t> own_of;  // by device: index into `own`, or kCommon; empty: no switch has own settings
  Fidelities fidelity;
  std::map<std::string, Fidelities> fidelity_at;  // by port, "s1.p2": those that have another one
  TableFill tables = TableFill::kShortestPaths;
  network::PathChoice paths = network::PathChoice::kAll;  // of shortest paths
  std::vector<TableRoute> table_routes;                   // in file order
  std::vector<EgressShaper> shapers;                      // in file order; a later one overrides an earlier one
  std::vector<HostService> services;                      // likewise
  std::vector<Flow> flows;
  std::vector<Workload> workloads;
  std::vector<DrawnFlow> drawn;  // by start; those without a start last, in the order of their turns
  MeasureSettings measure;
  std::vector<ScenarioEvent> events;
  std::vector<LinkFaults> link_faults;  // in file order, in which they take effect
  std::vector<LinkErrors> link_damage;  // in file order
  std::vector<Expectation> expectations;
  // Wishes of the file that the run will not fulfil; bounds::judged adds broken safety bounds.
  std::vector<std::string> warnings;
  bool says_cbfc = false;  // the older word for credits of InfiniBand
  Resolved resolved;       // the scenario as a complete file

  // Index into `own` of a device of the topology, or kCommon.
  std::uint32_t own_index(std::size_t index) const { return own_of.empty() ? kCommon : own_of[index]; }
  // The rate at which this host takes packets; 0: at once.
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

// Whether is(settings) holds for some switch.
template <class Is>
bool any_switch(const Scenario& scenario, Is&& is) {
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    if (scenario.topology.devices[i].kind == network::DeviceKind::kSwitch && is(scenario.device_of(i))) {
      return true;
    }
  }
  return false;
}

// Whether an error of the wire may hit feedback in frames that this port sends, which is one of a switch: what a host
// holds back is not bounded.
inline bool damages_feedback_of(const Scenario& scenario, const LinkErrors& errors, const network::End& sender) {
  return network::hits_control(errors.error) &&
         scenario.topology.devices[sender.device].kind == network::DeviceKind::kSwitch;
}

inline bool damages_feedback(const Scenario& scenario) {
  return std::any_of(scenario.link_damage.begin(), scenario.link_damage.end(), [&](const LinkErrors& errors) {
    return std::any_of(errors.senders.begin(), errors.senders.end(),
                       [&](const network::End& sender) { return damages_feedback_of(scenario, errors, sender); });
  });
}

// Whether some switch adds rate tags.
inline bool any_edge(const Scenario& scenario) {
  return any_switch(scenario, [](const asic::SwitchConfig& device) {
    return device.congestion.fera_edge.at != congestion::FeraEdgeAt::kNone;
  });
}

// Whether some switch notifies sources of congestion.
bool any_notifies(const Scenario& scenario);

// The code point of UE; nullopt: no switch writes it.
std::optional<frame::Ecn> undetermined_of(const Scenario& scenario);

// Calls visit(flow) for each listed flow, and for each workload once per pair of hosts among its drawn flows.
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

// Calls visit(flow) for each listed flow, and once for each workload.
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
