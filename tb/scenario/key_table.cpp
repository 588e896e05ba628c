// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of keys itself, except for the device's. A key is added here, and read in one of the load_*.cpp.

#include <array>

#include "tb/scenario/key_spec.h"
#include "tb/scenario/key_table_device.h"

namespace weir::scenario {
namespace {

constexpr std::string_view kLongestTime = "1000s";

const std::array kTables{
    TableSpec{"scenario", "What is simulated, and for how long."},
    TableSpec{"topology", "Devices and cables. Hosts and switches are named by the generator of `kind`."},
    TableSpec{"topology.device[]", "`custom` only: one device."},
    TableSpec{"topology.link[]", "`custom` only: one cable, a link each way. Ports are numbered in file order."},
    TableSpec{"switch", "Every switch of the network; hosts use `max_frame`."},
    TableSpec{"switch.parser", "Ingress parser and forwarding lookup."},
    TableSpec{"switch.mmu", "Packet buffer and admission, static thresholds."},
    TableSpec{"switch.crossbar", "What moves a packet from its input to its output."},
    TableSpec{"switch.egress", "Which class of a port sends next."},
    TableSpec{"flow_control", "Hop-by-hop flow control, in switches and hosts alike."},
    TableSpec{"flow_control.pfc", "IEEE 802.1Qbb."},
    TableSpec{"flow_control.cbfc", "InfiniBand credits."},
    TableSpec{"flow_control.gfc_conceptual",
              "GFC, SIGCOMM '19, section 4.1: R(q) = C up to B0, then C (Bm - q)/(Bm - B0)."},
    TableSpec{"flow_control.gfc_buffer_based", "GFC, section 5.1: stages B_k = Bm - (Bm - B1)/2^(k-1), R_k = C/2^k."},
    TableSpec{"flow_control.gfc_time_based", "GFC, section 5.2: credits, rate C min(1, remaining/(Bm - B0))."},
    TableSpec{"limiter", "Rate limiters and stage comparators of GFC."},
    TableSpec{"traffic", "Many flows in one line, and the defaults of all flows."},
    TableSpec{"flow[]", "One flow. What is left out comes from `[traffic]`."},
};

std::vector<KeySpec> scenario_keys() {
  using enum KeyKind;
  return {
      {"scenario", "name", kName, "", "", "", {}, "Name of the scenario; default: the file's name."},
      {"scenario", "description", kText, "", "", "", {}, "What it shows, in a sentence."},
      {"scenario", "source", kText, "", "", "", {}, "Paper and section, or \"derived\"."},
      {"scenario", "duration", kTime, "", "1ns", kLongestTime, {}, "Simulated time.", true},
      {"scenario", "seed", kInteger, "1", "0", "", {}, "Of all random streams."},
      {"scenario",
       "sample_interval",
       kTime,
       "",
       "1ns",
       kLongestTime,
       {},
       "Of timeseries.csv and of the oracles; default: duration / 1000."},
      {"scenario",
       "quantum",
       kWord,
       "on",
       "",
       "",
       {"on", "off"},
       "`on`: devices run ahead by the smallest link delay; `off`: event by event. The results are the same."},
  };
}

std::vector<KeySpec> topology_keys() {
  using enum KeyKind;
  return {
      {"topology",
       "kind",
       kWord,
       "",
       "",
       "",
       {"ring", "star", "fat_tree", "custom"},
       "ring: switches s1.. in a ring, host `h<i>` at `s<i>`. star: hosts h1.. at one switch s1. fat_tree: hosts h0.., "
       "edge "
       "se1.., aggregation sa1.., core sc1... custom: `topology.device` and `topology.link`.",
       true},
      {"topology", "switches", kInteger, "", "3", "1024", {}, "ring: number of switches."},
      {"topology", "hosts", kInteger, "", "2", "1024", {}, "star: number of hosts."},
      {"topology", "k", kInteger, "", "2", "32", {}, "fat_tree: ports a switch, even; k^3/4 hosts."},
      {"topology", "rate", kRate, "10Gbps", "1Kbps", "10Tbps", {}, "Rate of every link."},
      {"topology", "delay", kTime, "1us", "1ps", "1s", {}, "Propagation delay of every link, one way."},
      {"topology",
       "wire_overhead",
       kBoolean,
       "false",
       "",
       "",
       {},
       "Whether a frame also costs 20 bytes of preamble and gap on the wire."},
      {"topology", "failed", kPairs, "", "", "", {}, "Cables that are left out, by their two devices."},
      {"topology.device[]", "name", kName, "", "", "", {}, "Name of the device.", true},
      {"topology.device[]",
       "kind",
       kWord,
       "",
       "",
       "",
       {"host", "switch"},
       "What it is. A host has one cable, to a switch.",
       true},
      {"topology.link[]", "between", kPair, "", "", "", {}, "The two devices.", true},
      {"topology.link[]", "rate", kRate, "", "1Kbps", "10Tbps", {}, "Default: `topology.rate`."},
      {"topology.link[]", "delay", kTime, "", "1ps", "1s", {}, "Default: `topology.delay`."},
      {"topology.link[]", "wire_overhead", kBoolean, "", "", "", {}, "Default: `topology.wire_overhead`."},
  };
}

// What [traffic] and [[flow]] have in common; a flow's value goes before that of [traffic].
std::vector<KeySpec> source_keys(std::string_view table, bool is_default) {
  using enum KeyKind;
  const auto initial = [is_default](std::string_view text) { return is_default ? text : std::string_view(); };
  return {
      {table,
       "kind",
       kWord,
       initial("backlogged"),
       "",
       "",
       {"backlogged", "constant_rate"},
       "backlogged: always has a packet to send. constant_rate: a packet every frame_length / rate."},
      {table, "class", kInteger, initial("0"), "0", "7", {}, "Traffic class."},
      {table,
       "frame_length",
       kBytes,
       initial("1500B"),
       "64B",
       "9216B",
       {},
       "Length of each frame, at most `switch.max_frame`."},
      {table, "rate", kRate, "", "1bps", "10Tbps", {}, "constant_rate: frame bits a second."},
      {table, "start", kTime, initial("0ps"), "", kLongestTime, {}, "The first packet is generated at this time."},
      {table, "stop", kTime, "", "", kLongestTime, {}, "No packet is generated at or after this time; default: never."},
      {table, "size", kBytes, "", "1B", "1000000GB", {}, "Frame bytes to send in all; default: without end."},
      {table, "acknowledged", kBoolean, initial("false"), "", "", {}, "The destination answers each packet with one."},
      {table, "acknowledgement_length", kBytes, initial("64B"), "64B", "9216B", {}, "Length of each answer."},
  };
}

std::vector<KeySpec> traffic_keys() {
  using enum KeyKind;
  std::vector<KeySpec> keys{
      {"traffic",
       "pattern",
       kWord,
       "none",
       "",
       "",
       {"none", "permutation", "random_permutation", "shift", "incast"},
       "Flows beside those of `[[flow]]`. random_permutation: one cycle over all hosts, drawn by the seed."},
      {"traffic",
       "pairs",
       kNumberPairs,
       "",
       "",
       "",
       {},
       "permutation: [source, destination], numbers as in host names."},
      {"traffic", "by", kInteger, "1", "1", "8191", {}, "shift: each host sends to the host this many places further."},
      {"traffic", "target", kName, "", "", "", {}, "incast: every other host sends to this one."},
      {"traffic",
       "stagger",
       kTime,
       "0ps",
       "",
       kLongestTime,
       {},
       "Flow n starts n times this later, counted from 0 in the order of the file; a flow's own `start` goes before."},
  };
  for (KeySpec& key : source_keys("traffic", true)) {
    keys.push_back(std::move(key));
  }
  keys.insert(
      keys.end(),
      {
          {"flow[]", "name", kName, "", "", "", {}, "Name, for `[expect]` and reports; default: `f<n>`, from 1."},
          {"flow[]", "src", kName, "", "", "", {}, "Host that sends.", true},
          {"flow[]", "dst", kName, "", "", "", {}, "Host that receives.", true},
          {"flow[]",
           "route",
           kNames,
           "",
           "",
           "",
           {},
           "Devices from src to dst, both included; default: all shortest paths, one picked by a hash of the flow."},
      });
  for (KeySpec& key : source_keys("flow[]", false)) {
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<KeySpec> all_keys() {
  std::vector<KeySpec> keys;
  for (std::vector<KeySpec>& part : std::array{scenario_keys(), topology_keys(), device_keys(), traffic_keys()}) {
    keys.insert(keys.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return keys;
}

}  // namespace

std::span<const TableSpec> table_specs() { return kTables; }

std::span<const KeySpec> key_specs() {
  static const std::vector<KeySpec> kKeys = all_keys();
  return kKeys;
}

}  // namespace weir::scenario
