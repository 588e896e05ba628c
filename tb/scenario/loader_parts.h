// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One function a part of the file. The document has been checked value by value; these resolve it and check what holds
// between keys. All throw ScenarioError.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/document.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/own_settings.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// The file merged with its bases, and what the command line puts over that, checked value by value. `folder` as of
// load_text.
Document checked_document(std::string_view text, const std::string& file, const Overrides& overrides,
                          const std::optional<std::string>& folder = {});
Document checked_file(const std::string& path, const Overrides& overrides);

// [scenario] and [measure], and topology.seed.
void load_header(const Document& document, Scenario& scenario);

// Random graphs and failures are drawn by `seed`.
network::Topology load_topology(const Document& document, std::uint64_t seed);

// What all devices have in common, resolved; ports stay empty.
asic::SwitchConfig load_device(const Document& document);
// What switches have of their own, into the scenario, whose topology and device are there; the documents that they have
// it from, as Scenario::own. Settings that come to those of all are none of their own.
std::vector<OwnDocument> load_own_settings(const Document& document, Scenario& scenario);
// The documents in which settings stand.
class DeviceDocuments {
 public:
  DeviceDocuments(const Document& document, std::vector<OwnDocument>& own, const Scenario& scenario)
      : document_(document), own_(own), scenario_(scenario) {}

  // Of this device; messages about it name it from now on.
  const Document& of(std::size_t device);

 private:
  const Document& document_;
  std::vector<OwnDocument>& own_;
  const Scenario& scenario_;
};
// The rules of the chip, for each device of the scenario, whose topology, device and shapers are there.
void check_devices(DeviceDocuments& documents, const Scenario& scenario);
// That the forwarding tables have a place for all that the scenario, which is whole, puts into them.
void check_tables(DeviceDocuments& documents, const Scenario& scenario);
LimiterSettings load_fidelity(const Document& document);

// [switch.forwarding] tables and [[switch.route]], into the scenario, whose topology is there.
void load_routes(const Document& document, Scenario& scenario);

// [[switch.egress.shaper]], into the scenario, whose topology and device are there.
void load_shapers(const Document& document, Scenario& scenario);

// [[host]], of a scenario whose topology is there.
std::vector<HostService> load_hosts(const Document& document, const Scenario& scenario);

// [traffic] and [[flow]], routes followed.
std::vector<Flow> load_flows(const Document& document, const Scenario& scenario);

// How its packets are framed, sent and answered; `undetermined`: the code point of UE. The flow has its kind, lengths
// and `acknowledged`.
void load_transport(const Reader& reader, frame::Ecn undetermined, Flow& flow);

// [traffic.CONTROL]: the settings of this rate control, of all its flows. Its `tcd` is there.
void load_control_settings(const Document& document, const host::RateControlKind& control,
                           host::ControlSettings& settings);

// [traffic.tcp] and the flow's own keys of TCP, into a flow that has its framing and control; of another framing: that
// it has none of them.
void load_tcp(const Reader& reader, Flow& flow);

// [[workload]], and the flows that are drawn, into the scenario, whose duration, topology, device and flows are there.
void load_workloads(const Document& document, Scenario& scenario);

// When its packets become due. The flow has its kind.
void load_demand(const Reader& reader, Flow& flow);

// What a flow of kind = "pcap" has beside: its capture is read. For other kinds: that none of those keys is there.
void load_capture(const Reader& reader, Flow& flow);
// An address that captures send to leads to one host. Throws ScenarioError where it does not.
void check_captured_destinations(const Scenario& scenario);
// What of the captures is not played as it was captured.
std::vector<std::string> capture_warnings(const Scenario& scenario);

// What else will not go as the file seems to say.
std::vector<std::string> usage_warnings(const Scenario& scenario);

// [[event]], into the scenario, whose flows are there: those that an event starts lose their own start.
void load_events(const Document& document, Scenario& scenario);

// [[link_fault]], into the scenario, whose topology is there.
void load_link_faults(const Document& document, Scenario& scenario);

// [expect]; flows, devices, events, ports and classes that it names must exist.
std::vector<Expectation> load_expectations(const Document& document, const Scenario& scenario);

}  // namespace weir::scenario
