// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario, resolved and validated: what the loader makes of a TOML file and the builder makes a network of.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/frame/ipv6.h"
#include "tb/cosim/fidelity.h"
#include "tb/host/rate_control.h"
#include "tb/host/transport.h"
#include "tb/network/link_fault.h"
#include "tb/network/topology.h"
#include "tb/scenario/event.h"
#include "tb/scenario/table_route.h"
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

struct Scenario {
  std::string file;
  std::string name;
  std::string description;
  std::string source;  // paper and section, or "derived"
  std::uint64_t seed = 1;
  Time duration;
  Time sample_interval;  // of timeseries.csv and of the oracles
  bool quantum = true;   // false: event by event
  network::Topology topology;
  // The headroom with which flow control loses nothing, whatever the traffic; nothing where no bound holds for packets.
  // With at least this much, a lossless packet that finds its headroom exhausted is a fault of the model.
  std::optional<Bytes> required_headroom;
  asic::SwitchConfig device;  // every switch (ports come from the topology); hosts use its flow control and max_frame
  LimiterSettings limiter;
  TableFill tables = TableFill::kShortestPaths;
  std::vector<TableRoute> table_routes;  // in file order
  std::vector<EgressShaper> shapers;     // likewise: a later one goes over an earlier one
  std::vector<Flow> flows;
  std::vector<ScenarioEvent> events;
  std::vector<LinkFaults> link_faults;  // in file order, in which they act
  std::vector<Expectation> expectations;
  // What the file asks for and will not get; safety bounds that it breaks are added by bounds::judged.
  std::vector<std::string> warnings;
};

}  // namespace weir::scenario
