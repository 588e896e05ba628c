// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of keys itself, except for the device's, the events' and what is measured. A key is added here, and read in
// one of the load_*.cpp.

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <string>

#include "tb/host/rate_control.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/key_table_controls.h"
#include "tb/scenario/key_table_device.h"
#include "tb/scenario/key_table_events.h"
#include "tb/scenario/key_table_measure.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {
namespace {

std::vector<TableSpec> all_tables() {
  std::vector<TableSpec> tables{
      TableSpec{"scenario", "What is simulated, and for how long."},
      TableSpec{
          "topology",
          "Devices and cables. Except for `custom` and `file`, the generator of `kind` names hosts and switches."},
      TableSpec{"topology.device[]", "`custom` only: one device."},
      TableSpec{"topology.link[]",
                "`custom`: one cable, which is a link each way; ports are numbered in the order of the file. Other "
                "kinds: settings of one cable of the generated network."},
  };
  tables.push_back({"host[]", "Hosts that take packets slowly. If several entries name a host, the last one counts."});
  for (const TableSpec& table : device_tables()) {
    tables.push_back(table);
  }
  tables.push_back({"traffic", "Many flows in one line, and the defaults of all flows."});
  for (const TableSpec& table : control_tables()) {
    tables.push_back(table);
  }
  tables.push_back({"flow[]", "One flow. Keys that are left out come from `[traffic]`."});
  tables.push_back({"workload[]",
                    "Flows whose sizes, starts and destinations are drawn. Keys from `class` on that are left out come "
                    "from `[traffic]`."});
  for (const TableSpec& table : measure_tables()) {
    tables.push_back(table);
  }
  for (const TableSpec& table : event_tables()) {
    tables.push_back(table);
  }
  tables.push_back({"origin", "Where a resolved scenario comes from; `[origin]` does not change the run."});
  return tables;
}

std::vector<KeySpec> scenario_keys() {
  using enum KeyKind;
  return {
      key("scenario", "name", kName, {}, "Name of the scenario; default: the file's name."),
      key("scenario", "description", kText, {}, "What the scenario shows, in a sentence."),
      key("scenario", "source", kText, {}, "Paper and section, or \"derived\"."),
      key("scenario", "duration", kTime, {.required = true, .lowest = "1ns", .highest = kLongestTime},
          "Simulated time."),
      key("scenario", "until", kTime, {.lowest = "1ps", .highest = "20000s"},
          "End of this run, before or after `duration`; default: `duration`. Events must lie before `duration`; events "
          "after `until` do not take place."),
      key("scenario", "end_at_deadlock", kBoolean, {.initial = "false"},
          "Whether the run ends with its first deadlock: the run is cut into 200 parts, and ends with the part in "
          "which the oracle finds a deadlock."),
      key("scenario", "seed", kInteger, {.initial = "1", .lowest = "0"}, "Seed of all random streams."),
      key("scenario", "sample_interval", kTime, {.lowest = "1ps", .highest = kLongestTime},
          "Time between samples of timeseries.csv and of the oracles. Default, which also replaces a value of the file "
          "longer than `until`: the run's length / 1000; with more than 256 ports and the story's queues so much more "
          "that there are about a million samples of queues; where neither queues nor flows are sampled, the run's "
          "length / 20."),
      key("scenario", "quantum", kWord, {.initial = "on", .words = {"on", "off"}},
          "on: each device runs ahead by the smallest link delay. off: all devices run event by event. The results are "
          "the same."),
  };
}

std::vector<KeySpec> topology_keys() {
  using enum KeyKind;
  return {
      key("topology", "kind", kWord,
          {.required = true,
           .words = {"ring", "star", "fat_tree", "leaf_spine", "dumbbell", "parking_lot", "random", "file", "custom"}},
          "ring: switches s1.. in a ring, host `h<i>` at `s<i>`. star: hosts h1.. at one switch s1. fat_tree: hosts "
          "h0.., edge se1.., aggregation sa1.., core sc1... leaf_spine: hosts h1.., leaf1.., spine1... dumbbell: two "
          "switches. parking_lot: switches in a line. random: a connected graph of switches s1... file: a list of "
          "edges. custom: `topology.device` and `topology.link`."),
      key("topology", "seed", kInteger, {.lowest = "0"},
          "Seed of the network: random graphs, failures and random paths; default: `scenario.seed`."),
      key("topology", "switches", kInteger, {.lowest = "2", .highest = "1024"},
          "ring (at least 3), parking_lot, random: number of switches."),
      key("topology", "hosts", kInteger, {.lowest = "2", .highest = "1024"}, "star: number of hosts."),
      key("topology", "k", kInteger, {.lowest = "2", .highest = "32"}, "fat_tree: ports a switch, even; k^3/4 hosts."),
      key("topology", "leaves", kInteger, {.lowest = "1", .highest = "512"}, "leaf_spine: number of leaves."),
      key("topology", "spines", kInteger, {.lowest = "1", .highest = "512"}, "leaf_spine: number of spines."),
      key("topology", "hosts_per_switch", kInteger, {.initial = "1", .lowest = "1", .highest = "512"},
          "leaf_spine, parking_lot, random: hosts at each switch; at each leaf of leaf_spine."),
      key("topology", "left", kInteger, {.lowest = "1", .highest = "512"}, "dumbbell: hosts at s1."),
      key("topology", "right", kInteger, {.lowest = "1", .highest = "512"}, "dumbbell: hosts at s2."),
      key("topology", "degree", kInteger, {.lowest = "1", .highest = "512"},
          "random: neighbours of each switch. Either `degree` or `probability`."),
      key("topology", "probability", kReal, {.lowest = "0.0", .highest = "1.0"},
          "random: probability that two switches have a cable. Either `probability` or `degree`."),
      key("topology", "file", kFile, {},
          "file: CSV with the columns a, b, rate, delay; relative to the scenario file."),
      key("topology", "rate", kRate, {.initial = "10Gbps", .lowest = "1Kbps", .highest = "10Tbps"},
          "Rate of every link."),
      key("topology", "delay", kTime, {.initial = "1us", .lowest = "1ps", .highest = "1s"},
          "Propagation delay of every link, one way."),
      key("topology", "trunk_rate", kRate, {.lowest = "1Kbps", .highest = "10Tbps"},
          "Rate of links between two switches; default: `rate`. Not for file and custom."),
      key("topology", "trunk_delay", kTime, {.lowest = "1ps", .highest = "1s"},
          "Delay of links between two switches; default: `delay`. Not for file and custom."),
      key("topology", "wire_overhead", kBoolean, {.initial = "false"},
          "Whether a frame also costs 20 bytes of preamble and gap on the wire."),
      key("topology", "first_address", kAddress, {.initial = "10.0.0.1"},
          "IPv4 address of the first device; the address of a host is `first_address` plus the host's number, counted "
          "from 0 over all devices. All addresses must be unicast."),
      key("topology", "failed", kPairs, {}, "Cables to leave out, each given by its two devices."),
      key("topology", "failure_probability", kReal, {.initial = "0.0", .lowest = "0.0", .highest = "1.0"},
          "Each cable between two switches is left out with this probability, drawn by `topology.seed`."),
      key("topology.device[]", "name", kName, {.required = true}, "Name of the device."),
      key("topology.device[]", "kind", kWord, {.required = true, .words = {"host", "switch"}},
          "Kind of the device. A host has one cable, to a switch."),
      key("topology.link[]", "between", kPair, {.required = true}, "The two devices of the cable."),
      key("topology.link[]", "rate", kRate, {.lowest = "1Kbps", .highest = "10Tbps"},
          "Rate of the cable; default: the rate of the network."),
      key("topology.link[]", "delay", kTime, {.lowest = "1ps", .highest = "1s"},
          "Delay of the cable, one way; default: the delay of the network."),
      key("topology.link[]", "wire_overhead", kBoolean, {},
          "`wire_overhead` of the cable; default: that of the network."),
  };
}

std::vector<KeySpec> host_keys() {
  using enum KeyKind;
  return {
      key("host[]", "hosts", kPatterns, {.required = true}, "Hosts of this entry."),
      key("host[]", "service_rate", kRate, {.required = true, .lowest = "1Kbps", .highest = "10Tbps"},
          "Frame bits a second at which the hosts take packets, one packet after the other, classes in turn. Until a "
          "packet is taken, the packet stands in the host's VIQ, and flow control counts it there."),
  };
}

std::vector<std::string_view> controls() {
  std::vector<std::string_view> words{"none"};
  for (const host::RateControlKind* kind : host::rate_controls()) {
    words.push_back(kind->word);
  }
  return words;
}

std::string_view meaning_of_controls() {
  static const std::string kMeaning = [] {
    std::string text = "none: the flow sends as fast as the port takes packets.";
    for (const host::RateControlKind* kind : host::rate_controls()) {
      text += " " + std::string(kind->word) + ": " + std::string(kind->meaning) + ".";
    }
    return text;
  }();
  return kMeaning;
}

// Keys of demand, which [traffic] and [[flow]] have in common: what is sent, when, and how it is answered. A flow's
// value goes before that of [traffic].
std::vector<KeySpec> demand_keys(std::string_view table, bool is_default) {
  using enum KeyKind;
  const auto initial = [is_default](const char* text) { return std::string(is_default ? text : ""); };
  return {
      key(table, "kind", kWord,
          {.initial = initial("backlogged"),
           .words = {"backlogged", "constant_rate", "pcap", "poisson", "bernoulli", "on_off"}},
          "backlogged: always has a packet to send. constant_rate: a packet every frame_length / rate. pcap: the "
          "frames of a capture, byte for byte; of the keys from `class` to `acknowledgement_length` only `start` and "
          "`stop` are for pcap. poisson: exponential times between packets. bernoulli: slots of length probability x "
          "frame_length / rate, each of which has a packet with `probability`. on_off: turns of random length, on with "
          "constant_rate and off without packets."),
      key(table, "file", kFile, {}, "pcap: a pcap or pcapng file of Ethernet; relative to the scenario file."),
      key(table, "pace", kWord, {.initial = initial("capture"), .words = {"capture", "line_rate"}},
          "pcap: when frames are sent. capture: as long after the first frame as in the capture. line_rate: as fast as "
          "the port takes them."),
      key(table, "speed", kReal, {.initial = initial("1"), .lowest = "0.000001", .highest = "1000000"},
          "pcap: factor by which the times of the capture are divided."),
      key(table, "fcs", kWord, {.initial = initial("auto"), .words = {"auto", "present", "absent"}},
          "pcap: whether the frames of the file end with their FCS. auto: as the file's header says, or by a look at "
          "the bytes."),
      key(table, "class", kInteger, {.initial = initial("0"), .lowest = "0", .highest = "7"}, "Traffic class."),
      key(table, "pcp", kInteger, {.lowest = "0", .highest = "7"},
          "PCP of packets and their answers; default: the first that, with `dei`, leads to `class`."),
      key(table, "dei", kBoolean, {.initial = initial("false")}, "DEI of packets and their answers."),
      key(table, "frame_length", kBytes, {.initial = initial("1500B"), .lowest = "64B", .highest = "9216B"},
          "Length of each frame, at most `switch.max_frame`."),
      key(table, "rate", kRate, {.lowest = "1bps", .highest = "10Tbps"},
          "Frame bits a second. constant_rate, poisson, bernoulli: on average; on_off: during turns on."),
      key(table, "probability", kReal, {.initial = initial("0.5"), .lowest = "0.000001", .highest = "1"},
          "bernoulli: probability that a slot has a packet."),
      key(table, "on_time", kTime, {.lowest = "1ns", .highest = kLongestTime}, "on_off: mean length of a turn on."),
      key(table, "off_time", kTime, {.lowest = "1ns", .highest = kLongestTime}, "on_off: mean length of a turn off."),
      key(table, "turns", kWord, {.initial = initial("exponential"), .words = {"exponential", "pareto"}},
          "on_off: how the lengths of turns are distributed."),
      key(table, "shape", kReal, {.initial = initial("1.5"), .lowest = "1.01", .highest = "100"},
          "pareto: P(turn longer than t) = (shortest / t)^shape; the shortest turn follows from the mean."),
      key(table, "start", kTime, {.initial = initial("0ps"), .highest = kLongestTime},
          "The first packet is generated at this time."),
      key(table, "stop", kTime, {.highest = kLongestTime},
          "No packet is generated at or after this time; default: never."),
      key(table, "size", kBytes, {.lowest = "1B", .highest = "1000000GB"},
          "Frame bytes to send in all, rounded up to whole frames; default: without end."),
      key(table, "acknowledged", kBoolean, {.initial = initial("false")},
          "The destination answers each packet with an acknowledgement."),
      key(table, "acknowledgement_length", kBytes, {.initial = initial("64B"), .lowest = "64B", .highest = "9216B"},
          "Length of each acknowledgement; default with framing = \"rocev2\": 70B."),
  };
}

// Keys of how packets are framed, and when rate control lets them go.
std::vector<KeySpec> transport_keys(std::string_view table, bool is_default) {
  using enum KeyKind;
  const auto initial = [is_default](const char* text) { return std::string(is_default ? text : ""); };
  return {
      key(table, "framing", kWord, {.initial = initial("udp"), .words = {"udp", "rocev2", "tcp"}},
          "udp: IPv4 and UDP. rocev2: UDP port 4791 and a BTH with queue pair and PSN. tcp: TCP connections, by "
          "`traffic.tcp`, which send lost segments again; requires control = \"none\", \"bcn\" or \"fera\", and is not "
          "for `[[workload]]`."),
      key(table, "connections", kInteger, {.initial = initial("1"), .lowest = "1", .highest = "256"},
          "tcp: number of connections; all share the demand and the rate control of the flow."),
      key(table, "transaction_packets", kInteger, {.lowest = "1", .highest = "1000000"},
          "tcp, backlogged: number of packets of a transaction: a connection sends these packets, waits for all "
          "acknowledgements, then waits `transaction_gap`. Default: packets without end."),
      key(table, "transaction_gap", kTime, {.initial = initial("0ps"), .highest = kLongestTime},
          "tcp: time from the last acknowledgement of a transaction to the next transaction."),
      key(table, "ecn", kWord, {.initial = initial("not_capable"), .words = {"not_capable", "ect0", "ect1"}},
          "ECN field of packets as they are sent."),
      key(table, "control", kWord, {.initial = initial("none"), .words = controls()}, meaning_of_controls()),
      key(table, "window", kBytes, {.lowest = "64B", .highest = "1GB"},
          "window: frame bytes that may be in flight. Either `window` or `window_packets`."),
      key(table, "window_packets", kInteger, {.lowest = "1", .highest = "8388607"},
          "window: packets that may be in flight. Either `window_packets` or `window`."),
      key(table, "timeout", kTime, {.initial = initial("1ms"), .lowest = "1ns", .highest = kLongestTime},
          "window, timely: time without an acknowledgement after which all packets in flight are sent again."),
      key(table, "tcd", kBoolean, {.initial = initial("false")},
          "dcqcn, timely, ib_cc: whether the flow uses the variant for TCD, in which the mark UE holds the rate and "
          "cuts for congestion are deeper. Requires another code point than UE in `ecn`."),
      key(table, "acknowledge_every", kInteger, {.initial = initial("1"), .lowest = "1", .highest = "65535"},
          "window: the destination acknowledges every n-th packet, and each packet that asks for an acknowledgement."),
      key(table, "notify_interval", kTime, {.lowest = "0ps", .highest = kLongestTime},
          "Least time between notifications by which the destination answers packets marked CE, and with `tcd` UE; "
          "0ps: each such packet is answered. Default: dcqcn: 50us; ib_cc: 0ps; otherwise no notifications. Requires a "
          "control, or framing = \"rocev2\"."),
  };
}

std::vector<KeySpec> source_keys(std::string_view table, bool is_default) {
  std::vector<KeySpec> keys = demand_keys(table, is_default);
  std::ranges::move(transport_keys(table, is_default), std::back_inserter(keys));
  return keys;
}

std::vector<KeySpec> traffic_keys() {
  using enum KeyKind;
  std::vector<KeySpec> keys{
      key("traffic", "pattern", kWord,
          {.initial = "none", .words = {"none", "permutation", "random_permutation", "shift", "incast", "all_to_all"}},
          "Flows beside those of `[[flow]]`. random_permutation: one cycle over all hosts, drawn by the seed. "
          "all_to_all: each host sends to each other host."),
      key("traffic", "pairs", kNumberPairs, {}, "permutation: [source, destination], numbers as in host names."),
      key("traffic", "by", kInteger, {.initial = "1", .lowest = "1", .highest = "8191"},
          "shift: places from each host to the host that it sends to."),
      key("traffic", "target", kName, {}, "incast: every other host sends to this one."),
      key("traffic", "stagger", kTime, {.initial = "0ps", .highest = kLongestTime},
          "Flow n starts n times `stagger` later than `start`, with n from 0 in the order of the file. A flow with a "
          "`start` of its own starts then."),
  };
  for (KeySpec& key : source_keys("traffic", true)) {
    keys.push_back(std::move(key));
  }
  for (KeySpec& key : control_keys()) {
    keys.push_back(std::move(key));
  }
  keys.insert(
      keys.end(),
      {
          key("flow[]", "name", kName, {}, "Name, for `[expect]` and reports; default: `f<n>`, from 1."),
          key("flow[]", "src", kName, {.required = true}, "Host that sends."),
          key("flow[]", "dst", kName, {.required = true}, "Host that receives."),
          key("flow[]", "route", kNames, {},
              "Devices from src to dst, both included; default: all shortest paths, one picked by a hash of the flow."),
      });
  for (KeySpec& key : source_keys("flow[]", false)) {
    keys.push_back(std::move(key));
  }
  return keys;
}

// Whether a workload has this key of flows under another name or meaning, or not at all.
bool is_of_single_flows(std::string_view name) {
  constexpr std::array kNames{
      "kind",  "file",  "pace",  "speed", "fcs",  "rate",        "probability",         "on_time",        "off_time",
      "turns", "shape", "start", "stop",  "size", "connections", "transaction_packets", "transaction_gap"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::vector<KeySpec> workload_keys() {
  using enum KeyKind;
  std::vector<KeySpec> keys{
      key("workload[]", "name", kName, {}, "Name, for `[expect]` and reports; default: `w<n>`, from 1."),
      key("workload[]", "arrivals", kWord, {.required = true, .words = words_of(kArrivals)},
          "When a source begins a flow. poisson: after exponential times. periodic: every `interval`, all sources at "
          "once. back_to_back: when the last packet of the source's previous flow is handed to the port. closed_loop: "
          "when all packets of the source's previous flow are acknowledged. list: as `file` says."),
      key("workload[]", "sources", kPatterns, {}, "Hosts that send; default: all."),
      key("workload[]", "destinations", kPatterns, {}, "Hosts that flows go to; default: all."),
      key("workload[]", "choose", kWord, {.initial = "random", .words = words_of(kChoices)},
          "How a source chooses a destination. random: any host but the source itself. other_rack: any host at another "
          "switch. in_turn: one host after another, beginning with the host behind the source."),
      key("workload[]", "size", kBytes, {.lowest = "1B", .highest = "1000000GB"},
          "Payload of each flow. Either `size` or `sizes`."),
      key("workload[]", "sizes", kFile, {},
          "CSV file with the columns bytes and percent: the distribution of payloads; relative to the scenario file."),
      key("workload[]", "interval", kTime, {.lowest = "1ps", .highest = kLongestTime},
          "poisson: mean time between flows of a source; periodic: time between bursts. Either `interval` or `load`."),
      key("workload[]", "load", kReal, {.lowest = "0.000001", .highest = "100"},
          "poisson, periodic: payload that a source offers, as a part of the rate of its link. Either `load` or "
          "`interval`."),
      key("workload[]", "flows_per_burst", kInteger, {.initial = "1", .lowest = "1", .highest = "1000000"},
          "periodic: flows that each source begins at once."),
      key("workload[]", "synchronous", kBoolean, {.initial = "false"},
          "poisson: whether all sources begin flows at the same instants; each flow has a size of its own."),
      key("workload[]", "start", kTime, {.initial = "0ps", .highest = kLongestTime},
          "poisson: time from which the time to the first flow counts. list: time added to each time of the file. "
          "Otherwise: time of each source's first flow."),
      key("workload[]", "end", kTime, {.highest = kLongestTime},
          "No flow begins at or after this time; default: never."),
      key("workload[]", "flows", kInteger, {.lowest = "1", .highest = "1000000"},
          "Most flows of a source; default: no limit."),
      key("workload[]", "file", kFile, {},
          "list: CSV with the columns start, src, dst and bytes (payload); relative to the scenario file."),
      key("workload[]", "bins", kSizes, {},
          "Upper sizes of bins, ascending: results are given for the flows of each bin, too. Default: 10KB, 100KB, "
          "1MB, unless all flows have one size."),
  };
  for (KeySpec& key : source_keys("workload[]", false)) {
    if (!is_of_single_flows(key.name)) {
      keys.push_back(std::move(key));
    }
  }
  return keys;
}

std::vector<KeySpec> origin_keys() {
  return {key("origin", "overrides", KeyKind::kTexts, {},
              "Settings of the command line for the scenario that was resolved, as KEY=VALUE.")};
}

// Adds the key of its digest behind the key of each file.
std::vector<KeySpec> with_digests(const std::vector<KeySpec>& keys) {
  static std::deque<std::string> names;  // KeySpec only looks at them
  static std::deque<std::string> meanings;
  std::vector<KeySpec> result;
  for (const KeySpec& each : keys) {
    result.push_back(each);
    if (each.kind == KeyKind::kFile) {
      const std::string name(each.name);
      result.push_back(key(each.table, names.emplace_back(name + "_sha256"), KeyKind::kDigest, {},
                           meanings.emplace_back("SHA-256 of `" + name + "`: another file is refused.")));
    }
  }
  return result;
}

std::vector<KeySpec> all_keys() {
  std::vector<KeySpec> keys;
  for (std::vector<KeySpec>& part :
       std::array{scenario_keys(), topology_keys(), host_keys(), device_keys(), traffic_keys(), workload_keys(),
                  measure_keys(), event_keys(), origin_keys()}) {
    keys.insert(keys.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return keys;
}

}  // namespace

std::span<const TableSpec> table_specs() {
  static const std::vector<TableSpec> kTables = all_tables();
  return kTables;
}

std::span<const KeySpec> key_specs() {
  static const std::vector<KeySpec> kKeys = with_digests(all_keys());
  return kKeys;
}

}  // namespace weir::scenario
